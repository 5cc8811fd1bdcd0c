package corpus

import (
	"strings"

	"github.com/shortleash/shortleash/tutor/english/sentence"
)

// A recipe is what an example must be, whatever is tried to make it.
type recipe struct {
	outcome string // wrong, clean, or a reason
	codes   []sentence.Code
	made    bool // verbs are made up where they can be
	style   string
}

// The parts of the codes, in the order of [sentence.Codes], and of the reasons.
var (
	codeWeights = []int{14, 13, 12, 10, 10, 7, 10, 8, 11, 8, 7, 7, 7, 10, 8}
	reasons     = []sentence.Reason{sentence.OtherTense, sentence.NotASentence, sentence.NotEnglish, sentence.Request,
		sentence.OtherStructure, sentence.TooLong}
	reasonWeights = []int{36, 20, 15, 14, 14, 1}
)

// The ways in which a sentence may be typed; the zero value is the usual one.
const (
	jotted = "without a capital or a full stop"
	curled = "with typographic apostrophes"
)

// newRecipe draws a recipe.
func (d *draft) newRecipe() recipe {
	r := recipe{made: d.chance(85)}
	asIs := func(n int) int { return n }
	code := func() sentence.Code { return sentence.Codes[weighted(d, codeWeights, asIs)] }
	switch n := d.below(100); {
	case n < 53:
		r.outcome, r.codes = "wrong", []sentence.Code{code()}
	case n < 60:
		r.outcome, r.codes = "wrong", []sentence.Code{code(), code()}
	case n < 80:
		r.outcome = "clean"
	default:
		r.outcome = string(reasons[weighted(d, reasonWeights, asIs)])
	}
	switch n := d.below(100); {
	case n < 18:
		r.style = jotted
	case n < 21 && r.outcome == "clean": // a correction may bring an apostrophe of its own
		r.style = curled
	}
	return r
}

// draw makes an example of the recipe, or reports that its parts do not fit together.
func (d *draft) draw() (Example, bool) {
	switch r := d.recipe.outcome; {
	case r == "wrong" && len(d.recipe.codes) == 1 && len(d.words.plain[string(d.recipe.codes[0])]) > 0 && d.chance(12):
		d.plan.code = d.recipe.codes[0]
		return d.whole(d.words.plain[string(d.plan.code)])
	case r == "clean" && d.chance(15):
		return d.whole(d.words.plain[rightPlans])
	case r == "wrong":
		for _, c := range d.recipe.codes {
			d.plans = append(d.plans, d.planFor(string(c)))
		}
	case r == "clean":
		d.plans = []plan{d.planFor(rightPlans)}
	case r == string(sentence.OtherTense) && d.chance(55):
		d.plans = []plan{d.planFor(otherPlans)}
		if d.plans[0].tense == modal { // is judged
			d.plans[0].tense = conditional
		}
		return d.framed()
	case r == string(sentence.TooLong):
		for len(strings.Fields(string(d.text))) <= mostWords+2 {
			d.expand(pick(d, d.words.lists["long"]) + " ")
		}
		d.expand("and {name} {vsg}.")
		return d.notJudged(), true
	default:
		d.expand(pick(d, d.words.lists[r]))
		return d.notJudged(), true
	}
	for !d.plans[0].question && len(d.plans) < 3 && d.chance(22) { // right clauses beside it
		q := d.planFor(pick(d, []string{rightPlans, rightPlans, rightPlans, otherPlans}))
		if !q.question {
			d.plans = append(d.plans, q)
		}
	}
	d.random.Shuffle(len(d.plans), func(i, j int) { d.plans[i], d.plans[j] = d.plans[j], d.plans[i] })
	return d.framed()
}

// mostWords bounds a sentence that the tutor reads.
const mostWords = 60

// whole makes a sentence of the list.
func (d *draft) whole(list []string) (Example, bool) {
	d.expand(pick(d, list))
	return d.finish()
}

// framed puts the clauses into a frame.
func (d *draft) framed() (Example, bool) {
	first := d.plans[0]
	name := []string{"", "1", "2", "3"}[len(d.plans)]
	for _, p := range d.plans {
		if p.question && len(d.plans) > 1 {
			return Example{}, false
		}
	}
	if first.question {
		name = "?"
	}
	shells := d.words.shells[name]
	shell := pick(d, shells)
	if d.recipe.outcome == string(sentence.OtherTense) && (strings.Contains(shell, "[") || strings.Contains(shell, "Excuse")) ||
		first.code == sentence.DoMissing && first.question || first.clause == "terse" || len(shell) > 5 && d.chance(75) {
		shell = shells[0]
	}
	d.expand(shell)
	return d.finish()
}
