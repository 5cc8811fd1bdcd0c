package evaluate

import (
	"fmt"
	"strings"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	evalcmd "github.com/shortleash/shortleash/cmd/internal/eval"
	"github.com/shortleash/shortleash/eval"
)

// print prints the scores of one model with one strategy, and what was done wrongly.
func (e *evaluation) print(scores []scored) error {
	var b strings.Builder
	if e.settings.JSON {
		text, err := evalcmd.Lines(scores)
		if err != nil {
			return err
		}
		b.Write(text)
	} else {
		table(&b, scores)
	}
	if _, err := fmt.Fprint(e.Out, b.String()); err != nil {
		return err
	}
	for _, s := range scores {
		if s.Toolset == all {
			continue
		}
		for i, w := range s.Wrong[:min(len(s.Wrong), int(e.showMisses))] {
			e.Say("%s · %s: %s: %s", s.Model, s.Planner, w.ID, cli.OneLine(w.ending()))
			if left := len(s.Wrong) - i - 1; i+1 == int(e.showMisses) && left > 0 {
				e.Say("%s · %s: %s: %d more", s.Model, s.Planner, s.Toolset, left)
			}
		}
	}
	return nil
}

// ending says why a task was not done.
func (w wrong) ending() string {
	if w.Reason == "" || w.Outcome == "final" {
		return w.Why
	}
	return fmt.Sprintf("%s (%s, %s)", w.Why, w.Outcome, w.Reason)
}

// table writes what was done, then what was done wrongly and what it cost.
func table(b *strings.Builder, scores []scored) {
	first := scores[0]
	fmt.Fprintf(b, "%s · %s · %s\n%-10s%29s%15s%15s%12s\n", first.Model, first.Planner, first.Leash,
		"", "done", "possible", "impossible", "failure")
	for _, s := range scores {
		fmt.Fprintf(b, "%-10s%29s%15s%15s%12s\n", s.Toolset, withInterval(s.Done), s.Possible, s.Impossible, s.Fails)
	}
	fmt.Fprintf(b, "%-10s%10s%8s%7s%7s%12s%10s%8s%9s\n", "", "no answer", "errors", "again", "calls", "requests", "read", "written", "seconds")
	for _, s := range scores {
		n := float64(max(1, s.Tasks))
		fmt.Fprintf(b, "%-10s%10d%8d%7d%7.1f%12.1f%10.0f%8.0f%9.1f\n", s.Toolset, s.Unended, s.Failed, s.Repeats, float64(s.Calls)/n,
			float64(s.Requests)/n, float64(s.PromptTokens)/n, float64(s.OutputTokens)/n, float64(s.MS)/1000/n)
	}
	for _, s := range scores {
		if text := s.Plans.String(); text != "" {
			fmt.Fprintf(b, "%s: %s\n", s.Toolset, text)
		}
	}
	if text := scores[len(scores)-1].Faithful.String(); text != "" { // of all toolsets, or of the only one
		fmt.Fprintln(b, text)
	}
	b.WriteString("calls, requests, tokens read and written, and seconds are those of a task\n")
}

// withInterval returns a share as a wide cell.
func withInterval(s eval.Share) string {
	low, high := s.Interval()
	return fmt.Sprintf("%s (%.1f–%.1f)", s, low, high)
}
