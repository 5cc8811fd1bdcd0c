package runs

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"
	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/logs"
	"github.com/shortleash/shortleash/cmd/internal/show"
)

// diffCommand compares what two runs did.
func (p *Program) diffCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "diff A B",
		Short:   "show what two runs did differently",
		Example: p.Named("PROGRAM runs diff 5f1c 8e02"),
		Args:    p.ids(2, "diff 5f1c 8e02"),
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
	p.Settings.Take(cmd, "log json")
	return cmd
}

// maker names a run and who made it.
func maker(r logs.Run) string {
	return cli.OneLine(fmt.Sprintf("%s %s %s", r.ID, logs.ModelOf(r.Info()), r.Info().Strategy))
}

func text(lines []string) string { return strings.Join(lines, "\n") + "\n" }

// Actions returns what a run decided and observed, a line each, without numbers and times.
func Actions(r logs.Run) []string {
	var lines []string
	var rows show.Rows
	for _, e := range r.Events {
		row, _ := rows.Row(e)
		for _, line := range row.Lines {
			switch text := line.String(); {
			case line.Kind == show.EndLine:
				lines = append(lines, cli.OneLine(line.Head))
			case line.Kind == show.ThoughtLine:
				lines = append(lines, cli.OneLine("thought: "+text))
			case line.Kind == show.ProblemLine && e.Observation == nil: // the request is made again
			case slices.Contains([]show.LineKind{show.TaskLine, show.CallLine, show.AnswerLine, show.OutputLine, show.ProblemLine}, line.Kind):
				lines = append(lines, cli.OneLine(text))
			}
		}
	}
	if r.Result() == nil {
		lines = append(lines, cli.OneLine(string(r.Outcome())))
	}
	return lines
}
