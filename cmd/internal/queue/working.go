package queue

import (
	"context"
	"encoding/json"

	"github.com/spf13/pflag"

	"github.com/shortleash/shortleash/cluster"
	"github.com/shortleash/shortleash/cmd/internal/cli"
)

// Working are the flags of a command that is a worker.
type Working struct {
	Flag
	name string
	jobs cli.Count
}

// Define declares the flags; things names what a job is.
func (w *Working) Define(flags *pflag.FlagSet, things string) {
	w.Flag.Define(flags)
	flags.Var(&w.jobs, "jobs", "`N`: "+things+" at the same time")
	cli.ShowDefault(flags, "jobs", "1")
	flags.StringVar(&w.name, "name", "", "`W`: the name of this worker that others see")
	cli.ShowDefault(flags, "name", "the host's name")
}

// Run makes runs with do (see [cluster.Worker]) until a signal comes: the first lets it finish what runs, the second
// hands that back. model is what it works with, in words; "" says nothing.
func (w *Working) Run(
	ctx context.Context, c *cli.Console, fit cluster.Fit, model string,
	do func(context.Context, json.RawMessage) (answer, log []byte, err error),
) error {
	say := func(text string) { c.Say("%s", text) }
	q, err := w.Connect(ctx, c, say)
	if err != nil {
		return err
	}
	defer q.Close()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	drain := make(chan struct{})
	release := c.Signals.Listen(func() {
		close(drain) // also where no one reads what is said
		c.Say("Finishing what runs. Interrupt again to hand it back and stop at once.")
	}, cancel)
	defer release()
	if model != "" {
		c.Say("Working with %s. Interrupt to stop.", model)
	}
	worker := &cluster.Worker{Name: w.name, Fit: fit, Jobs: int(w.jobs), Notify: say, Do: do}
	return worker.Run(ctx, q, drain)
}
