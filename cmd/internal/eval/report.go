package eval

import (
	"cmp"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/eval"
)

// A report is what the template of a page gets.
type report struct {
	Command  string // makes the page again
	Made     string // when and where
	Timed    bool   // one sentence at a time, so that times say something
	Subjects []section
	Lengths  []ceiling
	Ladders  []ladder // strategies, and the rungs of an ablation, side by side; nil where one strategy is measured
	Rungs    []eval.Rung
}

// A section has the scores of one model with one strategy.
type section struct {
	Model, Planner string
	Scores         []scored
	Rules          []eval.RuleScore
	Missed         bool // some bar
}

// A ceiling is what a length of the policy lets through of a suite.
type ceiling struct {
	Ceiling scored
	Floor   eval.Score
}

// A ladder sets scores of one model side by side.
type ladder struct {
	Model       string
	Ablation    bool // each row is compared with the one before it, not with the first
	First, Last string
	Suites      []sideBySide
}

// A sideBySide is the table of one suite.
type sideBySide struct {
	Suite string
	Rows  []compared
}

// A compared is a row with its change; "" of the first.
type compared struct {
	scored
	Name, Against string
}

// report gathers what was measured.
func (e *evaluation) report(all []scored, names []string) report {
	r := report{Command: e.commandLine(names), Made: eval.Made(), Timed: len(all) > 0 && all[0].Jobs == 1, Rungs: slices.Clone(eval.Rungs)}
	for i := range r.Rungs {
		r.Rungs[i].What = cmp.Or(r.Rungs[i].What, e.about.Grounding)
	}
	var usual, rungs, lengths []scored
	for _, s := range all {
		switch {
		case s.Rung != "":
			rungs = append(rungs, s)
		case s.Length != "":
			lengths = append(lengths, s)
		default:
			usual = append(usual, s)
		}
	}
	if len(e.Planners) > 1 || e.ablation {
		planner := func(s scored) string { return s.Planner }
		r.Ladders = append(laddersOf(usual, planner, false), laddersOf(rungs, func(s scored) string { return s.Rung }, true)...)
	}
	for _, own := range groups(usual, func(s scored) string { return s.Model + "\x00" + s.Planner }) {
		missed := slices.ContainsFunc(own, func(s scored) bool { return len(s.Missing) > 0 })
		r.Subjects = append(r.Subjects, section{own[0].Model, own[0].Planner, own, rulesOf(own), missed})
	}
	for _, s := range lengths {
		floor := slices.IndexFunc(lengths, func(o scored) bool { return o.Model != Gold && o.Suite == s.Suite && o.Length == s.Length })
		if s.Model == Gold && floor >= 0 {
			r.Lengths = append(r.Lengths, ceiling{s, lengths[floor].Score})
		}
	}
	return r
}

// laddersOf returns a table for each model and suite; name is that of a row.
func laddersOf(scores []scored, name func(scored) string, ablation bool) []ladder {
	var list []ladder
	for _, own := range groups(scores, func(s scored) string { return s.Model }) {
		l := ladder{Model: own[0].Model, Ablation: ablation, First: own[0].Planner, Last: own[len(own)-1].Planner}
		for _, rows := range groups(own, func(s scored) string { return s.Suite }) {
			table := sideBySide{Suite: rows[0].Suite}
			for i, s := range rows {
				row := compared{s, name(s), ""}
				if before := rows[0]; i > 0 {
					if ablation {
						before = rows[i-1]
					}
					row.Against = eval.Compare(before.Missed, s.Missed).String()
				}
				table.Rows = append(table.Rows, row)
			}
			l.Suites = append(l.Suites, table)
		}
		list = append(list, l)
	}
	return list
}

// groups parts scores by a key, in the order in which its values come.
func groups(scores []scored, key func(scored) string) [][]scored {
	var list [][]scored
	at := map[string]int{}
	for _, s := range scores {
		i, known := at[key(s)]
		if !known {
			i = len(list)
			at[key(s)] = i
			list = append(list, nil)
		}
		list[i] = append(list[i], s)
	}
	return list
}

// commandLine returns the command line that makes the page again.
func (e *evaluation) commandLine(names []string) string {
	command := []string{e.Name + " eval"}
	for _, name := range names {
		command = append(command, cli.Quoted(name))
	}
	command = append(command, "--models", cli.Quoted(strings.Join(e.Models, ",")))
	if len(e.Planners) > 1 || e.Planners[0] != e.about.Planner {
		command = append(command, "--planners", strings.Join(e.Planners, ","))
	}
	if e.Sample > 0 {
		command = append(command, "--sample", e.Sample.String())
	}
	if e.ceiling {
		command = append(command, "--ceiling")
	}
	if e.ablation {
		command = append(command, "--ablation")
	}
	return strings.Join(append(command, "--page", cli.Quoted(e.page)), " ")
}
