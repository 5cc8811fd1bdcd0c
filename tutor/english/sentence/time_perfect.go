package sentence

import "github.com/shortleash/shortleash/tutor/english/verb"

// The perfect is asked for by "this is the first time", and by "yet" with a verb of what is done once. Here stand the
// presents that leave no other reading.

// tenseByCount returns the present perfect, and the words that ask for it: this is the first time I eat sushi, I don't
// finish it yet.
func (a *Analysis) tenseByCount(g *Group, _ moment) (verb.Tense, string) {
	p, f := a.parser, g.found
	switch {
	case f.fault != noFault || f.inverted || f.subject.kind == existential:
		return "", ""
	case g.Tense == verb.PresentSimple || g.Tense == verb.PresentContinuous:
		if from, to := a.firstTimeBefore(g); to > 0 {
			return verb.PresentPerfect, a.text(from, to)
		}
	}
	if g.Tense == verb.PresentSimple && g.Negative && p.lex.is(g.Verb, "done-once") && len(f.aux) == 1 {
		for i := f.end; i < len(p.words) && i < f.end+6 && !p.words[i].punct; i++ {
			if p.words[i].lower == "yet" && p.phraseEnds(i+1) && a.governs(f, i) {
				return verb.PresentPerfect, p.words[i].text
			}
		}
	}
	return "", ""
}

// firstTimeBefore returns where "the first time" stands right before the subject of g, if "this is" or "it's" says so of now.
func (a *Analysis) firstTimeBefore(g *Group) (from, to int) {
	p, f := a.parser, g.found
	i := f.subject.start - 1
	if i > 0 && p.words[i].lower == "that" {
		i--
	}
	if i < 3 || f.shared || p.words[i].lower != "time" || p.words[i-2].lower != "the" || f.subject.kind == wh {
		return 0, 0
	}
	switch p.words[i-1].lower {
	case "first", "second", "third", "fourth", "fifth":
	default:
		return 0, 0
	}
	is := p.words[i-3].lower
	if is == "n't" || is == "not" || p.adverb(i-3) == 1 {
		is = p.words[max(0, i-4)].lower
	}
	said := a.verbBefore(i)
	if said == nil || said.Verb != "be" || !said.found.finite || said.found.main < i-4 {
		return 0, 0
	}
	switch {
	case said.found.inverted: // is this the first time you come here?
		return i - 2, i + 1
	case is == "is" || is == "'s":
		switch p.words[said.found.subject.head].lower {
		case "this", "it", "that":
			return i - 2, i + 1
		}
	}
	return 0, 0
}

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
