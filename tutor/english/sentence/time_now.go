package sentence

import "github.com/shortleash/shortleash/tutor/english/verb"

// What goes on at this moment is in the continuous: she is having a shower right now. Here stand the presents of verbs
// that tell what somebody does for a while, with words that leave no reading as a habit.

// tenseByNow returns the present continuous, and the words that ask for it.
func (a *Analysis) tenseByNow(g *Group, m moment) (verb.Tense, string) {
	p, f := a.parser, g.found
	if g.Tense != verb.PresentSimple || g.Negative || f.inverted || f.fault != noFault || f.kind == relClause ||
		m.tense != verb.PresentContinuous || m.from < f.end || !p.acts(f.subject) {
		return "", ""
	}
	switch told := a.text(m.from, m.to); {
	case m.to-m.from < 2, p.words[m.from].lower == "now", m.to < len(p.words) && !p.words[m.to].punct &&
		!p.lex.is(p.words[m.to].lower, "coordinator", "subordinator"):
		return "", ""
	case g.Verb == "have" && f.main == f.finiteWord() && a.hasDone(f.end), p.lex.is(g.Verb, "lasts-awhile"):
		return verb.PresentContinuous, told
	}
	return "", ""
}

// hasDone reports whether what stands at word i is done rather than owned: a shower, lunch.
func (a *Analysis) hasDone(i int) bool {
	p := a.parser
	for _, n := range p.nominals(i) {
		switch p.words[n.head].lower {
		case "shower", "bath", "lunch", "dinner", "breakfast", "nap", "swim", "walk", "rest", "snack", "chat":
			return n.kind == nounPhrase
		}
	}
	return false
}
