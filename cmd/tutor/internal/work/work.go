// Package work has the command that answers the lines of batches and evaluations of other machines.
package work

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cluster"
	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/queue"
	"github.com/shortleash/shortleash/cmd/tutor/internal/job"
	"github.com/shortleash/shortleash/cmd/tutor/internal/session"
	"github.com/shortleash/shortleash/cmd/tutor/internal/settings"
)

const help = `tutor work answers lines of batches and evaluations that other machines have put
into a queue, with a model of its own. It is given only those that want the same
model and settings. Interrupt it once to finish what runs, twice to stop now.

  tutor work --queue URL --model M [flags]

%s
Examples:
  go run ./cmd/hub --store ~/hub
  tutor work --queue nats://hub:4222 --model ollama:qwen3
  tutor batch in.txt -o out.jsonl --queue nats://hub:4222 --model ollama:qwen3
NATS_CREDS names a file of credentials, if the queue wants one.
The flags of tutor -h work here too.
`

// Command returns the command of a worker.
func Command(c *cli.Console, s *settings.Settings) *cobra.Command {
	var q queue.Flag
	var name string
	var jobs cli.Count
	cmd := &cobra.Command{
		Use:  "work --queue URL",
		Args: cli.NoArgs("work takes its lines from a queue:  tutor work --queue nats://HOST:4222 --model M"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !q.On() {
				return cli.Misuse("work wants a queue:  tutor work --queue nats://HOST:4222 --model M")
			}
			fit, err := job.Fit(cmd, s.Model)
			if err != nil {
				return err
			}
			return work(cmd.Context(), c, *s, q, &cluster.Worker{Name: name, Fit: fit, Jobs: int(jobs)})
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	q.Define(flags)
	flags.Var(&jobs, "jobs", "`N`: lines at once")
	cli.ShowDefault(flags, "jobs", "1")
	flags.StringVar(&name, "name", "", "`W`: how others see it")
	cli.ShowDefault(flags, "name", "the host's name")
	cmd.Long = fmt.Sprintf(help, cli.FlagLines(flags))
	return cmd
}

// work works until a signal comes.
func work(ctx context.Context, c *cli.Console, s settings.Settings, flags queue.Flag, w *cluster.Worker) error {
	d, err := session.New(ctx, c, s)
	if err != nil {
		return err
	}
	say := func(text string) { c.Say("%s", text) }
	q, err := flags.Connect(ctx, c, say)
	if err != nil {
		return d.Close(err)
	}
	defer q.Close()
	w.Notify = say
	w.Do = func(ctx context.Context, text json.RawMessage) ([]byte, []byte, error) {
		return job.Do(ctx, d.Tutor, text)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	drain := make(chan struct{})
	release := c.Signals.Listen(func() {
		c.Say("Finishing what runs. Interrupt again to hand it back and stop at once.")
		close(drain)
	}, cancel)
	defer release()
	if !s.Quiet {
		c.Say("Working with %s. Interrupt to stop.", strings.TrimPrefix(d.Model, "model "))
	}
	return d.Close(w.Run(ctx, q, drain))
}
