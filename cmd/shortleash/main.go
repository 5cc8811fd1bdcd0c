// Command shortleash runs tasks with a local model and the tools of MCP servers.
//
// run does one task: the servers that --mcp names are started or called, their tools become the choices of the
// model's grammar, and a file of rules narrows them. tools shows what the model will see, and what of the
// servers' schemas the grammar holds; mask shows what a schema lets follow a prefix. runs shows, replays and
// resumes what was logged; doctor and models are about the server of a model. Answers go to standard output
// and everything else to standard error. shortleash -h shows every setting.
//
// It exits with 0 if the run ended final, 1 if something failed that should not, 2 if it was asked for
// something that there is not, 3 if the run ended otherwise, 130 if a signal stopped it.
package main

import (
	"context"
	"io"
	"os"

	"github.com/shortleash/shortleash/cmd/internal/cli"
)

func main() {
	cli.RelaxMemory()
	os.Exit(exec(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Getenv))
}

// exec is the whole program: what it reads, writes and returns depends on nothing else. env looks
// up a variable of the environment; "" is one that is not set.
func exec(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer, env func(string) string) int {
	signals, release := cli.Interrupts()
	defer release()
	c := cli.NewConsole("shortleash", stdin, stdout, stderr, env, signals)
	c.Args = args
	return c.Run(ctx, rootCommand(c), args)
}
