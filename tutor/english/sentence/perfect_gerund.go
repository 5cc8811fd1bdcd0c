package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// After have stands a participle, or been and the -ing form: has found, has been looking. Learners write the -ing form alone: has finding the car. An -ing form
// after have is right where it is what somebody has (have training, have dancing on Fridays), describes what somebody has (have running water), or goes on
// with what stands before (the taxi they have waiting, have fun swimming).

// readLasting turns a lone have and the -ing form after it into one group, where the form can be no thing that somebody has.
func (a *Analysis) readLasting() {
	p := a.parser
	for i := 0; i < len(a.Groups); i++ {
		f := a.Groups[i].found
		if f.base != "have" || f.governor != byHave || len(f.aux) != 1 || f.main != f.aux[0] || f.inverted || f.order || f.fault != noFault || f.subject == nil {
			continue
		}
		next, _ := p.skipAdverbs(f.end)
		if next >= len(p.words) || !a.gerundForParticiple(f, next) {
			continue
		}
		a.Groups = slices.DeleteFunc(a.Groups, func(o Group) bool { return o.found.main == next })
		i = slices.IndexFunc(a.Groups, func(o Group) bool { return o.found == f })
		v := *f.verbal
		v.main, v.end, v.base, v.readings, v.fault, v.governor = next, next+1, p.words[next].form(verb.Gerund)[0].Base, p.words[next].form(verb.Gerund), wrongForm, byHave
		f.verbal = &v
		a.Groups[i] = a.group(f)
	}
}

// gerundForParticiple reports whether the -ing form at word i stands for the participle after the have of f.
func (a *Analysis) gerundForParticiple(f *found, i int) bool {
	p, w := a.parser, a.parser.words[i]
	if w.punct || w.capital || w.guessed || w.respelled || len(w.form(verb.Gerund)) == 0 || has(w.readings, verb.Base) || w.lower == "being" || w.lower == "having" && p.words[f.main].lower == "having" {
		return false
	}
	between := i > f.end && perfectAdverbs[p.words[i-1].lower]
	last := i+1 >= len(p.words) || p.words[i+1].punct
	switch {
	case between && (p.words[i-1].lower != "always" || !heldActivities[w.lower]):
		return true
	case a.ownsGap(f):
		return false
	case !last && (p.objectAt(i+1) || p.lex.is(p.words[i+1].lower, "determiner", "object")):
		return true
	case i > f.end, heldActivities[w.lower], p.lex.is(w.lower, "noun", "adjective"):
		return false
	case last, a.saysHowLong(i):
		return true
	}
	next := p.wordAt(i + 1)
	return next == "that" && p.lex.is(w.form(verb.Gerund)[0].Base, "clausal") || p.lex.is(next, "preposition", "question") && next != "of" || p.adverb(i+1) > 0 && next != "very"
}

// ownsGap reports whether what the clause of f describes or asks for may be what somebody has: the taxi they have waiting, what he has coming.
func (a *Analysis) ownsGap(f *found) bool {
	p, s := a.parser, f.subject
	if f.kind == relClause {
		return f.start == 0 || !p.lex.is(p.words[f.start-1].lower, "relative", "question") // the taxi they have waiting, and not the man who has sleeping
	}
	return s.start > 0 && p.words[0].lower != "since" && !p.timeBefore(s.start) && p.words[s.start-1].lower != "time" && p.words[s.start-1].lower != "childhood" && !p.words[s.start-1].punct && (p.lex.is(p.words[s.start-1].lower, "question", "relative") && p.words[s.start-1].lower != "when" || len(p.words[s.start-1].readings) == 0 && !p.functional(p.words[s.start-1]))
}

// saysHowLong reports whether the sentence says since when or for how long, after word i.
func (a *Analysis) saysHowLong(i int) bool {
	p := a.parser
	return p.forYears(i) || slices.ContainsFunc(p.words, func(w word) bool { return w.lower == "since" })
}

var (
	perfectAdverbs = setOf("already just never ever always often recently finally not n't")
	longTimes      = setOf("years months weeks year month")
)

// heldActivities are -ing forms that are what somebody has, without an article: we have dancing on Fridays.
var heldActivities = setOf(`swimming dancing cooking running shopping cleaning fishing singing painting drawing reading writing training riding sailing skating skiing walking washing
	ironing knitting sewing gardening acting boxing climbing hiking camping parking heating lighting seating teaching testing housing funding banking catering counselling
	engineering staffing voting trading nursing mining marketing packing printing recording surfing smoking standing understanding backing bearing breeding longing suffering
	wiring wrapping tutoring cycling bathing driving drinking something nothing anything everything missing`)
