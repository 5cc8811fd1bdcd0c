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

// deniedThen reports whether g denies with did something that somebody did, before a time that is over or nearly so: I wish I didn't eat so much this morning. What one has to
// do, is or feels goes on.
func (a *Analysis) deniedThen(g *Group) bool {
	p, f := a.parser, g.found
	if !g.Negative || f.governor != byDo || a.isState(f) || !p.acts(f.subject) || a.isHabit(f) {
		return false
	}
	switch g.Verb {
	case "have", "be", "feel", "hurt", "work", "start", "get":
		return false
	}
	for i := f.end; i+1 < len(p.words) && !p.words[i].punct; i++ {
		then := p.words[i].lower == "last" && timeNouns()[p.words[i+1].lower] || p.words[i].lower == "this" && p.words[i+1].lower == "morning"
		if then && p.phraseEnds(i+2) && a.governs(f, i) && !p.lex.is(p.words[i-1].lower, "preposition") {
			return true
		}
	}
	return false
}
