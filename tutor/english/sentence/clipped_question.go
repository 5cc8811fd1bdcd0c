package sentence

import "github.com/shortleash/shortleash/tutor/english/verb"

// In talk a question to somebody leaves its auxiliary out: you coming tonight? Anyone seen my keys? With any other subject learners leave it out.

// clipsQuestion reports whether f is the participle of such a question. A time that is over asks for a past instead.
func (a *Analysis) clipsQuestion(f *found) bool {
	p, n := a.parser, f.subject
	if !p.question || n == nil || f.inverted || f.shared || f.kind != mainClause || len(f.aux) > 0 || f.no >= 0 || !has(f.readings, verb.Gerund|verb.Participle) {
		return false
	}
	for i := range n.start { // so, you coming?
		if w := p.words[i]; !w.punct && !p.lex.is(w.lower, "interjection") && w.lower != "so" && w.lower != "and" && w.lower != "but" {
			return false
		}
	}
	if has(f.readings, verb.Participle) && a.isThen(f) {
		return false // you gone there yesterday?
	}
	return p.words[n.start].lower == "you" || p.isSomebody(n)
}
