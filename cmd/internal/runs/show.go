package runs

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/logs"
	"github.com/shortleash/shortleash/cmd/internal/show"
	"github.com/shortleash/shortleash/eval"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/tools"
)

// showCommand shows one run, or what its State became between two of its events.
func (p *Program) showCommand() *cobra.Command {
	from, to := -1, -1
	cmd := &cobra.Command{
		Use:     "show ID",
		Short:   "show a run step by step; --json: events",
		Example: p.Named("PROGRAM runs show 5f1c"),
		Args:    p.ids(1, "show essays-0a1b2c3d:3"),
		RunE: func(cmd *cobra.Command, args []string) error {
			r, err := p.Find(args[0])
			if err != nil {
				return err
			}
			if cmd.Flags().Changed("from") || cmd.Flags().Changed("to") {
				return p.stateDiff(r, max(from, 0), to)
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
	cmd.Flags().SortFlags = false
	cmd.Flags().IntVar(&from, "from", 0, "`N`: what changed in the State after event N")
	cmd.Flags().IntVar(&to, "to", -1, "`N`: up to event N")
	cmd.Flags().Lookup("to").DefValue = "the last"
	p.Settings.Take(cmd, "log json")
	return cmd
}

// stateDiff shows what differs between the States after two events of a run, a line each.
func (p *Program) stateDiff(r logs.Run, from, to int) error {
	last := r.Events[len(r.Events)-1].Seq
	if to < 0 {
		to = last
	}
	if from > to || to > last {
		return cli.Misuse("the events of this run are numbered 1 to %d, and --from %d --to %d are not two of them in their "+
			"order. Try:  %s runs show %s --from 0 --to %d",
			last, from, to, p.Name, r.ID, last)
	}
	changes := loop.DiffStates(loop.StateAt(r.Events, from), loop.StateAt(r.Events, to))
	if p.Settings.JSON {
		if changes == nil {
			changes = []loop.Change{}
		}
		line, err := tools.Encode(changes)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(p.Out, "%s\n", line)
		return err
	}
	for _, c := range changes {
		if _, err := fmt.Fprintln(p.Out, cli.OneLine(c.String())); err != nil {
			return err
		}
	}
	if len(changes) == 0 && !p.Settings.Quiet {
		p.Say("Nothing changed.")
	}
	return nil
}

// story tells a whole run.
func (p *Program) story(r logs.Run) string {
	var text bytes.Buffer
	t := show.NewVerboseTracer(&text)
	info := r.Info()
	t.Say("%s · %s · %s", r.ID, r.Name(), moment(r.Events[0].Time))
	t.Say("%s · %s · %s at most · leash %s · repeats %s",
		logs.ModelOf(info), info.Strategy, cli.Plural(info.Config.Budget.Steps, "step"), info.Config.Leash, info.Config.Repeats)
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
	if removed := Removals(r.Events); removed != nil {
		total, list := 0, []string{}
		for _, c := range removed {
			total += c.N
			list = append(list, fmt.Sprintf("%d by %s", c.N, c.Rule))
		}
		t.Say("removed: %s, %s", cli.Plural(total, "alternative"), strings.Join(list, ", "))
	}
	if faithful := faithfulness(r).String(); faithful != "" {
		t.Say("%s", faithful)
	}
	return text.String()
}

// reflection counts what a critic made of the plans of a run.
func reflection(events []loop.Event) (r eval.Reflection) {
	for _, e := range events {
		if e.Decision != nil && e.Decision.Verdict != nil {
			r.Add(*e.Decision.Verdict)
		}
	}
	return r
}

// faithfulness looks for the values of a run's answer in what the run was told.
func faithfulness(r logs.Run) loop.Faithfulness {
	result := r.Result()
	if result == nil || result.Answer == nil {
		return nil
	}
	return loop.Faithful(loop.StateAt(r.Events, r.Events[len(r.Events)-1].Seq), result.Answer)
}

// A Removal is how many alternatives a rule removed from the grammar or narrowed.
type Removal struct {
	Rule string
	N    int
}

// Removals counts what each rule removed or narrowed over all decisions of a run, the most first. A tool, an argument and
// the answer count as one each.
func Removals(events []loop.Event) (list []Removal) {
	for _, e := range events {
		if e.Masked == nil {
			continue
		}
		i := slices.IndexFunc(list, func(r Removal) bool { return r.Rule == e.Masked.Rule })
		if i < 0 {
			list, i = append(list, Removal{Rule: e.Masked.Rule}), len(list)
		}
		list[i].N += len(e.Masked.Names)
	}
	slices.SortFunc(list, func(a, b Removal) int { return cmp.Or(b.N-a.N, strings.Compare(a.Rule, b.Rule)) })
	return list
}
