package corpus

import (
	"strings"

	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// outside makes a sentence of which nothing is judged.
func (d *draft) outside() (Example, bool) {
	reason := sentence.Reason(d.recipe.outcome)
	switch reason {
	case sentence.OtherTense:
		if d.chance(45) {
			return d.listedSentence(reason)
		}
		plans := []plan{d.otherPlan()}
		if !plans[0].question && d.chance(20) {
			q := d.otherPlan()
			q.question, q.asked = false, ""
			plans = append(plans, q)
		}
		for i := range plans {
			if plans[i].tense == modal { // is judged
				plans[i].tense = conditional
			}
		}
		return d.write(plans)
	case sentence.TooLong:
		return d.tooLong()
	}
	return d.listedSentence(reason)
}

// listedSentence takes a sentence from the list of a reason, and sometimes types it carelessly.
func (d *draft) listedSentence(reason sentence.Reason) (Example, bool) {
	if reason == sentence.OtherStructure && d.chance(15) { // code begins as it is written
		d.recipe.style = lowered
		d.expand(pick(d, d.words.lists["code"]))
		return d.notJudged(reason), true
	}
	d.expand(pick(d, d.words.lists[string(reason)]))
	return d.notJudged(reason), true
}

// notJudged returns the text of the draft as an example that is not judged, for a reason.
func (d *draft) notJudged(reason sentence.Reason) Example {
	d.flush()
	text := render(d.pieces, false)
	if !d.chance(10) {
		text = d.styled(text)
	}
	return Example{Text: text, Reason: reason, Cell: string(reason), Verbs: d.recipe.verbs}
}

// mostWords bounds a sentence that the tutor reads.
const mostWords = 60

// tooLong makes a right sentence of more words than the tutor reads.
func (d *draft) tooLong() (Example, bool) {
	if d.chance(60) {
		return d.manyClauses()
	}
	d.fixed([]string{"{person}", pick(d, []string{"see", "visit", "like", "know", "find"}), string(verb.PresentSimple),
		string(verb.ThirdSingular)})
	for i := 0; i < 3 || len(strings.Fields(render(d.pieces, false)+string(d.text))) <= mostWords+2; i++ {
		if i > 0 {
			d.put(",")
		}
		d.put(" ")
		d.expand("the {adjective} {person1} from {place}")
	}
	d.expand(" and {name}.")
	d.flush()
	e, ok := d.finish()
	e.InScope, e.Reason, e.Notes = false, sentence.TooLong, nil
	return e, ok
}

// manyClauses makes a right sentence of too many clauses.
func (d *draft) manyClauses() (Example, bool) {
	for len(strings.Fields(string(d.text))) <= mostWords+2 {
		d.expand(pick(d, d.words.lists["long"]))
		d.put(" ")
	}
	d.expand("and {name} {vsg}.")
	return d.notJudged(sentence.TooLong), true
}
