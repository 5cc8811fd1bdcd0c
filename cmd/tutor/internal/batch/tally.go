package batch

import (
	"fmt"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/show"
	"github.com/shortleash/shortleash/loop"
)

// A tally counts answers.
type tally struct {
	done, corrected, right, outside int
	unsure, escalated               int
	faults                          int            // lines whose model could not be had
	otherwise                       map[string]int // by outcome
	rules                           map[string]int // edits by code
}

// count adds one line of answers.
func (t *tally) count(line []byte) {
	t.done++
	r := gjson.GetManyBytes(line, "outcome", "corrected", "in_scope", "edits.#.rule", "unsure", "escalations.#", "fault")
	if r[6].Exists() {
		t.faults++
	}
	if r[4].Bool() {
		t.unsure++
	}
	if r[5].Int() > 0 {
		t.escalated++
	}
	switch {
	case r[0].Str != string(loop.Final):
		if t.otherwise == nil {
			t.otherwise = map[string]int{}
		}
		t.otherwise[r[0].Str]++
	case r[1].Type == gjson.String:
		t.corrected++
	case r[2].Bool():
		t.right++
	default:
		t.outside++
	}
	for _, code := range r[3].Array() {
		if t.rules == nil {
			t.rules = map[string]int{}
		}
		t.rules[code.Str]++
	}
}

// others returns how many runs did not end final.
func (t *tally) others() int {
	n := 0
	for _, k := range t.otherwise {
		n += k
	}
	return n
}

// inShort counts what is shown while a batch runs.
func (t *tally) inShort() string {
	return fmt.Sprintf(" · %d corrected · %d out of scope", t.corrected, t.outside)
}

// summary counts what became of the inputs.
func (t *tally) summary() string {
	text := fmt.Sprintf("%d corrected · %d right · %d out of scope", t.corrected, t.right, t.outside)
	if t.unsure > 0 {
		text += fmt.Sprintf(" · %d unsure", t.unsure)
	}
	if t.escalated > 0 {
		text += fmt.Sprintf(" · %d asked again", t.escalated)
	}
	if len(t.otherwise) > 0 { // why is told in words beside it
		text += " · " + show.Frequencies(t.otherwise)
	}
	return text
}

// missing says how many lines have no answer: those whose model could not be had, or else the others.
func (t *tally) missing() string {
	if t.faults > 0 {
		return "The model could not be had for " + lines(t.faults)
	}
	return fmt.Sprintf("%s %s no answer", lines(t.others()), cli.PluralWord(t.others(), "has", "have"))
}
