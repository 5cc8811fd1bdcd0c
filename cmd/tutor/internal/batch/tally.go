package batch

import (
	"fmt"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/cmd/internal/show"
	"github.com/shortleash/shortleash/cmd/tutor/internal/render"
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

func (t *tally) fixed() render.Words {
	return count(t.corrected, "corrected", "corregida", "corregidas")
}

func (t *tally) unjudged() render.Words {
	return count(t.outside, "out of scope", "sin revisar", "sin revisar")
}

// inShort counts what is shown while a batch runs.
func (b *batchJob) inShort() string {
	return " · " + b.live.Inline(b.tally.fixed()) + " · " + b.live.Inline(b.tally.unjudged())
}

// summary counts what became of the inputs.
func (t *tally) summary() render.Words {
	text := t.fixed().With(" · ").And(count(t.right, "right", "correcta", "correctas")).With(" · ").And(t.unjudged())
	if t.unsure > 0 {
		text = text.With(" · ").And(count(t.unsure, "unsure", "dudosa", "dudosas"))
	}
	if t.escalated > 0 {
		text = text.With(" · ").And(count(t.escalated, "asked again", "preguntada otra vez", "preguntadas otra vez"))
	}
	if len(t.otherwise) > 0 { // why is told in words beside it
		text = text.With(" · ").And(render.Words{English: show.Frequencies(t.otherwise), Spanish: fmt.Sprintf("%d sin respuesta", t.others())})
	}
	return text
}
