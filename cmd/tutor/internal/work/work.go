// Package work has the command that answers the lines of batches of other machines.
package work

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/queue"
	"github.com/shortleash/shortleash/cmd/tutor/internal/job"
	"github.com/shortleash/shortleash/cmd/tutor/internal/session"
	"github.com/shortleash/shortleash/cmd/tutor/internal/settings"
)

const help = `tutor work answers lines of batches that other machines have put into a queue,
with its own model. It gets only lines that need the same model and settings.
Interrupt it once to finish the lines that are running, twice to stop now.

  tutor work --queue URL --model M [flags]

NATS_TOKEN has the queue's token, or NATS_CREDS names its credentials file.
`

const examples = `  go run ./cmd/hub --store ~/hub
  tutor work --queue nats://hub:4222 --model ollama:qwen3
  tutor batch in.txt -o out.jsonl --queue nats://hub:4222 --model ollama:qwen3`

// Command returns the command of a worker.
func Command(c *cli.Console, s *settings.Settings) *cobra.Command {
	var w queue.Working
	cmd := &cobra.Command{
		Use:     "work --queue URL",
		Short:   "answer lines of batches from other machines",
		Long:    help,
		Example: examples,
		Args:    cli.NoArgs("work takes its lines from a queue:  tutor work --queue nats://HOST:4222 --model M"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !w.On() {
				return cli.Misuse("work wants a queue:  tutor work --queue nats://HOST:4222 --model M")
			}
			fit, err := job.Fit(cmd, s.Model)
			if err != nil {
				return err
			}
			d, err := session.New(cmd.Context(), c, *s)
			if err != nil {
				return err
			}
			model := strings.TrimPrefix(d.Model, "model ")
			if s.Quiet {
				model = ""
			}
			return d.Close(w.Run(cmd.Context(), c, fit, model, func(ctx context.Context, text json.RawMessage) ([]byte, []byte, error) {
				return job.Do(ctx, d.Tutor, text)
			}))
		},
	}
	w.Define(cmd.Flags(), "lines")
	s.Take(cmd, cli.RunFlags+settings.Answers+"trace")
	return cmd
}
