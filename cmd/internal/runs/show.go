package runs

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/logs"
	"github.com/shortleash/shortleash/cmd/internal/show"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner"
)

// showCommand shows one run.
func (p *Program) showCommand() *cobra.Command {
	return &cobra.Command{
		Use:  "show ID",
		Args: p.ids(1, "show essays-0a1b2c3d:3"),
		RunE: func(_ *cobra.Command, args []string) error {
			r, err := p.Find(args[0])
			if err != nil {
				return err
			}
			if !p.Settings.JSON {
				_, err = io.WriteString(p.Out, p.story(r))
				return err
			}
			text, err := r.Text()
			if err != nil {
				return cli.Misuse("cannot read %s: %v", r.File, cli.Cause(err))
			}
			return p.Exactly(text) // a copy keeps its ID
		},
	}
}

// story tells a whole run.
func (p *Program) story(r logs.Run) string {
	var text bytes.Buffer
	t := show.NewVerboseTracer(&text)
	info := r.Info()
	t.Say("%s · %s · %s", r.ID, r.Name(), moment(r.Events[0].Time))
	t.Say("%s · %s · %s at most · policy %s · on a duplicate %s",
		logs.ModelOf(info), info.Strategy, cli.Plural(info.Config.Budget.Steps, "step"), info.Config.Enforce, info.Config.Duplicates)
	if parent := info.Config.Parent; parent != "" {
		t.Say("made again: the run %s of another model was not sure, or had no answer", parent)
	}
	for _, e := range r.Events {
		t.Event(e)
	}
	if r.Result() == nil {
		t.Say("%s. To go on:  %s runs resume %s", r.Outcome(), p.Name, r.ID)
	}
	if examined := reflection(r.Events).String(); examined != "" {
		t.Say("%s", examined)
	}
	if removed := removals(r.Events); removed != "" {
		t.Say("%s", removed)
	}
	return text.String()
}

// reflection counts what a critic made of the plans of a run.
func reflection(events []loop.Event) (r planner.Reflection) {
	for _, e := range events {
		if e.Decision != nil && e.Decision.Verdict != nil {
			r.Add(*e.Decision.Verdict)
		}
	}
	return r
}

// removals says how many alternatives each rule removed from the grammar or narrowed, over all decisions of a
// run, the most first; "" where none did. A tool, an argument and the answer count as one each.
func removals(events []loop.Event) string {
	byRule := map[string]int{}
	total := 0
	for _, e := range events {
		if e.Masked != nil {
			byRule[e.Masked.Rule] += len(e.Masked.Names)
			total += len(e.Masked.Names)
		}
	}
	if total == 0 {
		return ""
	}
	rules := slices.SortedFunc(maps.Keys(byRule), func(a, b string) int {
		return cmp.Or(cmp.Compare(byRule[b], byRule[a]), cmp.Compare(a, b))
	})
	var list []string
	for _, rule := range rules {
		list = append(list, fmt.Sprintf("%d by %s", byRule[rule], rule))
	}
	return fmt.Sprintf("removed: %s, %s", cli.Plural(total, "alternative"), strings.Join(list, ", "))
}
