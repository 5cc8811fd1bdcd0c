package agent

import (
	"context"
	"io"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
)

// pauses are the roles around which a run stops, so that a person can look at it.
type pauses struct{ before, after []string }

// define declares the flags.
func (p *pauses) define(flags *pflag.FlagSet) {
	flags.StringSliceVar(&p.before, "pause-before", nil, "`R,R`: stop before these roles are asked")
	flags.StringSliceVar(&p.after, "pause-after", nil, "`R,R`: stop after their decisions")
	cli.ShowDefault(flags, "pause-before", "none")
	cli.ShowDefault(flags, "pause-after", "none")
}

// set has runs of the configuration c with the strategy s pause. It refuses a role that s does not have.
func (p *pauses) set(c *loop.Config, s planner.Planner) error {
	var there []string
	for _, form := range s.Roles() {
		there = append(there, string(form.Role))
	}
	for _, one := range []struct {
		flag  string
		names []string
		roles *[]model.Role
	}{{"pause-before", p.before, &c.Approval.Before}, {"pause-after", p.after, &c.Approval.After}} {
		for _, name := range one.names {
			if !slices.Contains(there, name) {
				return cli.Misuse("--%s names %q; the roles of --planner %s are %s", one.flag, name, s.Name(), strings.Join(there, ", "))
			}
			*one.roles = append(*one.roles, model.Role(name))
		}
	}
	return nil
}

// runToEnd runs a task to its end. Where it pauses around a role, approve asks whether it goes on. Without approve, or
// without an answer, the run stays paused.
func runToEnd(ctx context.Context, a *Agent, approve func(context.Context, loop.Interrupt) (loop.Reply, error), task string,
	log io.Writer, watch func(loop.Event)) (loop.Result, error) {
	var events []loop.Event
	keep := func(e loop.Event) {
		watch(e)
		if e.Kind != loop.Delta {
			events = append(events, e)
		}
	}
	var result loop.Result
	for e, err := range a.Watch(ctx, task, log) {
		if err != nil {
			return result, err
		}
		keep(e)
		if e.Result != nil {
			result = *e.Result
		}
	}
	for approve != nil && result.Interrupt != nil && (result.Interrupt.Kind == loop.BeforeRole || result.Interrupt.Kind == loop.AfterRole) {
		reply, err := approve(ctx, *result.Interrupt)
		if err != nil {
			return result, nil // it waits
		}
		if result, err = a.Resume(ctx, events, &reply, log, keep); err != nil {
			return result, err
		}
	}
	return result, nil
}
