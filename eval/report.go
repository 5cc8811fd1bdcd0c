package eval

import (
	"cmp"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/loop"
)

// A Scored is a score with the setup that earned it. It is what tutor eval --json prints.
type Scored struct {
	Model   string     `json:"model"`
	Planner string     `json:"planner"`
	Rung    string     `json:"rung,omitempty"`    // of the ablation
	Ceiling loop.Leash `json:"ceiling,omitempty"` // the leash of which this is the best or worst possible score
	Jobs    int        `json:"jobs"`
	Score
	Leash   loop.Leash `json:"leash,omitempty"` // the leash that held
	Misses  []Miss     `json:"misses"`          // the items of missed, in words
	Missing []string   `json:"bars_missed"`     // in words
}

// Title returns the setup that earned a score.
func (s Scored) Title() string {
	parts := []string{s.Model, s.Planner, s.Rung, string(s.Ceiling)}
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), " · ")
}

// A Miss describes an item of an evaluation that went wrong.
type Miss struct {
	ID        string   `json:"id"`
	Input     string   `json:"input"`
	Wanted    []string `json:"wanted"`               // any of these; none: the sentence must stay
	AnyChange bool     `json:"any_change,omitempty"` // counts as right
	Got       string   `json:"got"`
	Corrected string   `json:"corrected,omitempty"` // the resulting sentence, if there is one
	Trace     string   `json:"trace,omitempty"`     // the command that shows each step; "": there is none
	Steps     []string `json:"steps,omitempty"`     // in lines, if they were requested
}

// Want describes what the item expects.
func (m Miss) Want() string {
	switch {
	case m.AnyChange:
		return "any change"
	case len(m.Wanted) == 0:
		return "that nothing is changed"
	}
	return strings.Join(m.Wanted, "  or  ")
}

// Gold is the name of the model that knows the right answers.
const Gold = "gold"

// A Report is the data for the template of a page of scores.
type Report struct {
	Command  string // makes the page again
	Made     string // when and where
	Timed    bool   // one sentence at a time, so that times are meaningful
	Subjects []section
	Leashes  []ceiling
	Ladders  []ladder // strategies, and the rungs of an ablation, side by side; nil if one strategy is measured
	Rungs    []Rung
}

// A section has the scores of one model with one strategy.
type section struct {
	Model, Planner string
	Scores         []Scored
	Rules          []RuleScore
	Missed         bool // some bar
}

// A ceiling is what a leash lets through of a suite.
type ceiling struct {
	Ceiling Scored
	Floor   Score
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
	Scored
	Name, Against string
}

// NewReport makes a Report from measurements. command is the command that makes the page again. compare says
// that strategies or the rungs of an ablation are compared; own is the rung with the program's own rules.
func NewReport(all []Scored, command string, compare bool, own string) Report {
	r := Report{Command: command, Made: Made(), Timed: len(all) > 0 && all[0].Jobs == 1, Rungs: slices.Clone(Rungs)}
	for i := range r.Rungs {
		r.Rungs[i].What = cmp.Or(r.Rungs[i].What, own)
	}
	var usual, rungs, lengths []Scored
	for _, s := range all {
		switch {
		case s.Rung != "":
			rungs = append(rungs, s)
		case s.Ceiling != "":
			lengths = append(lengths, s)
		default:
			usual = append(usual, s)
		}
	}
	if compare {
		r.Ladders = append(laddersOf(usual, func(s Scored) string { return s.Planner }, false),
			laddersOf(rungs, func(s Scored) string { return s.Rung }, true)...)
	}
	for _, own := range groups(usual, func(s Scored) string { return s.Model + "\x00" + s.Planner }) {
		missed := slices.ContainsFunc(own, func(s Scored) bool { return len(s.Missing) > 0 })
		r.Subjects = append(r.Subjects, section{own[0].Model, own[0].Planner, own, RulesOf(own), missed})
	}
	for _, s := range lengths {
		floor := slices.IndexFunc(lengths, func(o Scored) bool { return o.Model != Gold && o.Suite == s.Suite && o.Ceiling == s.Ceiling })
		if s.Model == Gold && floor >= 0 {
			r.Leashes = append(r.Leashes, ceiling{s, lengths[floor].Score})
		}
	}
	return r
}

// laddersOf returns a table for each model and suite; name is that of a row.
func laddersOf(scores []Scored, name func(Scored) string, ablation bool) []ladder {
	var list []ladder
	for _, own := range groups(scores, func(s Scored) string { return s.Model }) {
		l := ladder{Model: own[0].Model, Ablation: ablation, First: own[0].Planner, Last: own[len(own)-1].Planner}
		for _, rows := range groups(own, func(s Scored) string { return s.Suite }) {
			table := sideBySide{Suite: rows[0].Suite}
			for i, s := range rows {
				row := compared{s, name(s), ""}
				if before := rows[0]; i > 0 {
					if ablation {
						before = rows[i-1]
					}
					row.Against = Compare(before.Missed, s.Missed).String()
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
func groups(scores []Scored, key func(Scored) string) [][]Scored {
	var list [][]Scored
	for _, s := range scores {
		i := slices.IndexFunc(list, func(group []Scored) bool { return key(group[0]) == key(s) })
		if i < 0 {
			i, list = len(list), append(list, nil)
		}
		list[i] = append(list[i], s)
	}
	return list
}

// RulesOf adds up the results of suites for each rule, by its name.
func RulesOf(scores []Scored) []RuleScore {
	var sum Score
	for _, s := range scores {
		for _, r := range s.Rules {
			of := sum.rule(r.Rule)
			of.Fixed.Add(r.Fixed)
			of.Named.Add(r.Named)
			of.Edits += r.Edits
		}
	}
	slices.SortFunc(sum.Rules, func(a, b RuleScore) int { return strings.Compare(a.Rule, b.Rule) })
	return sum.Rules
}
