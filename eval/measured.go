package eval

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// A Miss is an item of an evaluation that went wrong, in words.
type Miss struct {
	ID        string   `json:"id"`
	Input     string   `json:"input"`
	Wanted    []string `json:"wanted"`               // any of them; none: that the sentence stays
	AnyChange bool     `json:"any_change,omitempty"` // counts as right
	Got       string   `json:"got"`
	Corrected string   `json:"corrected,omitempty"` // the sentence that came, if one did
	Trace     string   `json:"trace,omitempty"`     // the command that shows each step; "": there is none
	Task      bool     `json:"-"`                   // it is a task, and no sentence
	Steps     []string `json:"steps,omitempty"`     // in lines, where they were asked for
}

// Want says what the item wants.
func (m Miss) Want() string {
	switch {
	case m.Task:
		return "that the task is done"
	case m.AnyChange:
		return "any change"
	case len(m.Wanted) == 0:
		return "that nothing is changed"
	}
	return strings.Join(m.Wanted, "  or  ")
}

// A Measured is one line of eval --json, of sentences or of tasks: what one subject reached on one suite or toolset.
type Measured struct {
	Suite      string
	Model      string
	Planner    string
	Leash      string // how much of the leash held, or the part of an ablation; "": an earlier version did not say
	Items      int
	Shares     []Counted // what was counted, "right" first
	MissedBars []string  // in words
	Misses     []Miss    // where the file has only their ids, they have no other text
}

// A Counted is a share with its name.
type Counted struct {
	Name string
	Share
}

// Names of shares that evaluations of sentences and of tasks have in common.
const (
	Right = "right"
	Final = "final"
)

// Share returns a share by its name; false where nothing was counted.
func (m Measured) Share(name string) (Share, bool) {
	i := slices.IndexFunc(m.Shares, func(c Counted) bool { return c.Name == name })
	if i < 0 {
		return Share{}, false
	}
	return m.Shares[i].Share, true
}

// Title says who was measured.
func (m Measured) Title() string {
	title := m.Model + " · " + m.Planner
	if m.Leash != "" {
		title += " · " + m.Leash
	}
	return title
}

// A measuredLine has the members of both kinds of lines that are looked at.
type measuredLine struct {
	Model, Planner, Rung, Ceiling, Leash string
	Suite, Toolset                       string
	Items, Tasks                         int
	Fixed, Harm, Detected, Contract      Share
	Final, Done, Possible, Impossible    Share
	Fails                                Share
	Unended                              int
	BarsMissed                           []string `json:"bars_missed"`
	Missed                               []string
	Misses                               []Miss
	Wrong                                []struct{ ID, Task, Why, Outcome, Reason string }
}

// ReadMeasured reads what eval --json printed. An error names the line that is no score.
func ReadMeasured(text []byte) ([]Measured, error) {
	var list []Measured
	n := 0
	for line := range bytes.Lines(text) {
		n++
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		var in measuredLine
		if err := json.Unmarshal(line, &in); err != nil || in.Model == "" || in.Suite+in.Toolset == "" {
			return nil, fmt.Errorf("line %d: this is no score", n)
		}
		m, ok := in.measured()
		if !ok {
			return nil, fmt.Errorf("line %d: this score counts more hits than there are items", n)
		}
		list = append(list, m)
	}
	return list, nil
}

// measured turns a line into what is shown of it; false if its counts cannot be.
func (l measuredLine) measured() (Measured, bool) {
	m := Measured{Suite: l.Suite, Model: l.Model, Planner: l.Planner, Leash: l.Leash, Items: l.Items,
		MissedBars: l.BarsMissed, Misses: l.Misses}
	for _, part := range []string{l.Ceiling, l.Rung} {
		if part != "" {
			m.Leash = part
		}
	}
	if l.Suite != "" {
		m.Shares = []Counted{{Right, Share{Hits: l.Items - len(l.Missed), Of: l.Items}}, {"fixed", l.Fixed}, {"harm", l.Harm},
			{"detected", l.Detected}, {"contract", l.Contract}, {Final, l.Final}}
	} else {
		m.Suite, m.Items = l.Toolset, l.Tasks
		m.Shares = []Counted{{Right, l.Done}, {"possible", l.Possible}, {"impossible", l.Impossible}, {"failure", l.Fails},
			{Final, Share{Hits: l.Tasks - l.Unended, Of: l.Tasks}}}
		for _, w := range l.Wrong {
			got := w.Why
			if w.Outcome != Final {
				got += " (" + strings.Trim(w.Outcome+", "+w.Reason, ", ") + ")"
			}
			m.Misses = append(m.Misses, Miss{ID: w.ID, Input: w.Task, Got: got, Task: true})
		}
	}
	m.Shares = slices.DeleteFunc(m.Shares, func(c Counted) bool { return c.Share == Share{} })
	if m.Misses == nil {
		for _, id := range l.Missed {
			m.Misses = append(m.Misses, Miss{ID: id})
		}
	}
	return m, !slices.ContainsFunc(m.Shares, func(c Counted) bool { return c.Hits < 0 || c.Hits > c.Of })
}
