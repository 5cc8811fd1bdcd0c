package sentence

import "github.com/shortleash/shortleash/tutor/english/verb"

// What goes on at this moment is in the continuous: she is having a shower right now. Here stand the presents of verbs
// that tell what somebody does for a while, with words that leave no reading as a habit.

// tenseByNow returns the present continuous, and the words that ask for it.
func (a *Analysis) tenseByNow(g *Group, m moment) (verb.Tense, string) {
	p, f := a.parser, g.found
	if g.Tense != verb.PresentSimple || g.Negative || f.inverted || f.fault != noFault || f.kind == relClause || m.tense != verb.PresentContinuous || !p.acts(f.subject) {
		return "", ""
	}
	opens := m.from == 0 && (m.to == f.subject.start || m.to == f.subject.start-1 && p.words[m.to].text == ",") // right now she cooks dinner
	if !opens && m.from < f.end || opens && a.isHabit(f) {
		return "", ""
	}
	switch told := a.text(m.from, m.to); {
	case m.to-m.from < 2, p.words[m.from].lower == "now", !opens && m.to < len(p.words) && !p.words[m.to].punct && !p.lex.is(p.words[m.to].lower, "coordinator", "subordinator"):
		return "", ""
	case g.Verb == "have" && f.main == f.finiteWord() && a.hasDone(f.end), p.lex.is(g.Verb, "lasts-awhile"):
		return verb.PresentContinuous, told
	}
	return "", ""
}

// seenNow returns the "look" or "listen" that opens the sentence, where g lacks its -s and tells what goes on before the eyes: look, it snow.
func (a *Analysis) seenNow(g *Group) string {
	p, f := a.parser, g.found
	if g.Tense != verb.PresentSimple || g.Negative || len(f.aux) > 0 || f.fault != noFault || f.inverted || f.shared || f.kind != mainClause || !has(f.readings, verb.Base) || a.agrees(f) || a.isState(f) || a.hasPresent(f) || g.Subject.Person == "" {
		return ""
	}
	if first := p.words[0].lower; first != "look" && first != "listen" || !p.words[1].punct || f.subject.start != 2 || f.start != f.subject.end {
		return ""
	}
	if !p.isWeather(f) && !p.lex.is(g.Verb, "event", "event-before", "moves", "act", "lasts-awhile") && !underway[g.Verb] {
		return ""
	}
	return p.words[0].text
}

// underway are more verbs of what one sees or hears going on.
var underway = setOf("wave bark ring fly burn melt swim play")

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
