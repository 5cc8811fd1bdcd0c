package runs

import (
	"fmt"
	"io"
	"strings"

	"github.com/aymanbagabas/go-udiff"
	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/logs"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner"
)

// diffCommand compares what two runs did.
func (p *Program) diffCommand() *cobra.Command {
	return &cobra.Command{
		Use:  "diff A B",
		Args: p.ids(2, "diff 5f1c 8e02"),
		RunE: func(_ *cobra.Command, args []string) error {
			a, err := p.Find(args[0])
			if err != nil {
				return err
			}
			b, err := p.Find(args[1])
			if err != nil {
				return err
			}
			changes := udiff.Unified(maker(a), maker(b), text(Actions(a)), text(Actions(b)))
			if changes == "" {
				if !p.Settings.Quiet {
					p.Say("They did the same.")
				}
				return nil
			}
			if _, err := io.WriteString(p.Out, changes); err != nil {
				return err
			}
			return cli.StatusOther
		},
	}
}

// maker names a run and who made it.
func maker(r logs.Run) string {
	return cli.OneLine(fmt.Sprintf("%s %s %s", r.ID, logs.ModelOf(r.Info()), r.Info().Strategy))
}

func text(lines []string) string { return strings.Join(lines, "\n") + "\n" }

// Actions returns what a run decided and observed, a line each, without numbers and times.
func Actions(r logs.Run) []string {
	var lines []string
	add := func(format string, args ...any) { lines = append(lines, cli.OneLine(fmt.Sprintf(format, args...))) }
	add("%s", r.Info().Task)
	for _, e := range r.Events {
		switch {
		case e.Decision != nil:
			if e.Decision.Thought != "" {
				add("thought: %s", e.Decision.Thought)
			}
			for _, call := range e.Decision.Calls {
				add("%s %s", call.Tool, call.Args)
			}
			if e.Decision.Answer != nil {
				add("%s %s", planner.FinalAnswer, e.Decision.Answer)
			}
		case e.Observation != nil && e.Observation.OK:
			add("= %s", e.Observation.Output)
		case e.Observation != nil:
			add("= %s: %s", e.Observation.Error.Class, e.Observation.Error.Message)
		case e.Kind == loop.Finished:
			add("%s (%s)", e.Result.Outcome, e.Result.Reason)
		}
	}
	if r.Result() == nil {
		add("%s", r.Outcome())
	}
	return lines
}
