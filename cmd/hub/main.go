// Command hub is the queue server for batches that are spread over machines: NATS with JetStream, embedded, with the
// settings that a queue of jobs needs. Those who run NATS already do not need it.
//
// hub keeps its messages in a folder and writes each to the disk before it is acknowledged. It listens on this
// machine only, unless it is told otherwise; then it wants TLS and a token. hub status shows what a queue holds:
// lines that wait, workers, batches.
package main

import (
	"context"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cmd/internal/cli"
)

func main() {
	os.Exit(exec(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Getenv))
}

// exec is the whole program.
func exec(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer, env func(string) string) int {
	signals, release := cli.Interrupts()
	defer release()
	c := cli.NewConsole("hub", stdin, stdout, stderr, env, signals)
	c.Args = args
	return c.Run(ctx, rootCommand(c), args)
}

const rootHelp = `hub is a queue server for batches on several machines.

  hub --store DIR [flags]
`

const rootExamples = `  hub --store ~/hub
  hub --store /srv/hub --listen 0.0.0.0:4222 --tls-cert hub.pem --tls-key hub.key --token-file token
  tutor batch class.txt -o out.jsonl --queue nats://127.0.0.1:4222
  tutor work --queue nats://127.0.0.1:4222`

func rootCommand(c *cli.Console) *cobra.Command {
	var s serving
	root := &cobra.Command{
		Use:     "hub --store DIR",
		Long:    rootHelp,
		Example: rootExamples,
		RunE:    func(cmd *cobra.Command, _ []string) error { return s.run(cmd.Context(), c) },
	}
	c.Prepare(root)
	flags := root.Flags()
	flags.StringVar(&s.store, "store", "", "`DIR` that keeps the messages")
	flags.StringVar(&s.listen, "listen", "127.0.0.1:4222", "`HOST:PORT`")
	flags.StringVar(&s.cert, "tls-cert", "", "`FILE`: certificate, with --tls-key")
	flags.StringVar(&s.key, "tls-key", "", "`FILE`: its key")
	flags.StringVar(&s.tokenFile, "token-file", "", "`FILE`: the token that clients must send")
	root.Args = func(cmd *cobra.Command, args []string) error {
		if s.store != "" && len(args) == 0 {
			return nil
		}
		return cli.Subcommand("hub wants a folder to keep its messages in:  hub --store DIR")(cmd, args)
	}
	root.AddCommand(statusCommand(c))
	c.Finish(root, &cli.Settings{}, nil)
	return root
}
