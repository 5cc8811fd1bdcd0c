package sentence

import "github.com/shortleash/shortleash/tutor/english/verb"

// A wish about now, and what it is high time for, stand in the past: I wish I had a car, it's high time he found a job.

// wishedPast returns the words that ask for the past of g, which stands in the present: wish, high time.
func (a *Analysis) wishedPast(g *Group) string {
	p, f := a.parser, g.found
	i := f.subject.start - 1
	if f.inverted || f.shared || i < 1 {
		return ""
	}
	if p.words[i].lower == "time" && (p.words[i-1].lower == "high" || p.words[i-1].lower == "about" && !a.agrees(f)) && i > 2 && (p.isBeWord(i-2) || p.words[i-2].lower == "'s") {
		return a.text(i-1, i+1)
	}
	told := a.wishBefore(i)
	if told == "" {
		return ""
	}
	if n := f.subject; n.kind == pronoun && p.words[n.head].lower == "you" && g.Verb == "have" { // I wish you have a nice day
		return ""
	}
	for _, m := range p.times {
		if m.tense != verb.PresentSimple && m.tense != verb.PresentContinuous && a.clauseAt(m.from) == f.clause {
			return "" // I wish he comes tomorrow: came or would come
		}
	}
	return told
}
