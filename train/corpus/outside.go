package corpus

import (
	"strings"

	"github.com/shortleash/shortleash/tools/english/sentence"
	"github.com/shortleash/shortleash/tools/english/verb"
)

// outside makes a sentence of which nothing is judged.
func (d *draft) outside() (Example, bool) {
	reason := sentence.Reason(d.recipe.outcome)
	switch reason {
	case sentence.OtherTense:
		plans := []plan{d.otherPlan()}
		if !plans[0].question && d.chance(20) {
			q := d.otherPlan()
			q.question, q.asked = false, ""
			plans = append(plans, q)
		}
		return d.write(plans)
	case sentence.NotVerb:
		p := d.rightPlan()
		f := pick(d, d.words.faults)
		p.fault, p.words, p.asked, p.time = &f, "", "", ""
		return d.write([]plan{p})
	case sentence.TooLong:
		return d.tooLong()
	}
	d.expand(pick(d, d.words.lists[string(reason)]))
	d.flush()
	text := capital(render(d.pieces, false))
	return Example{Text: text, Reason: reason, Cell: string(reason), Verbs: d.recipe.verbs}, true
}

// mostWords bounds a sentence that the tutor reads.
const mostWords = 60

// tooLong makes a right sentence of more words than the tutor reads.
func (d *draft) tooLong() (Example, bool) {
	d.fixed([]string{"{person}", pick(d, []string{"see", "visit", "like", "know", "find"}), string(verb.PresentSimple), string(verb.ThirdSingular)})
	for i := 0; i < 3 || len(strings.Fields(render(d.pieces, false)+string(d.text))) <= mostWords+2; i++ {
		if i > 0 {
			d.put(",")
		}
		d.put(" ")
		d.expand("the {adjective} {person1} from {place}")
	}
	d.expand(" and {name}.")
	d.flush()
	e, ok := d.tell()
	e.InScope, e.Reason, e.Notes = false, sentence.TooLong, nil
	return e, ok
}
