package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A story in the past does not go on in the perfect: first we ate and then we went out. Learners whose own language tells with a perfect change to one
// half way, or put a past form after have where the past alone was meant.

// perfectAfterThen returns the words of the past that the perfect g goes on after "and then" or "and after that": we ate and then we have gone out.
func (a *Analysis) perfectAfterThen(g *Group) string {
	p, f := a.parser, g.found
	if f.inverted || f.not >= 0 || len(f.aux) != 1 || p.perfectAdverb(f) || a.hasPresent(f) || a.saysPresentTime() || a.isState(f) || g.Verb == "be" || g.Verb == "have" || !p.acts(f.subject) {
		return ""
	}
	if slices.ContainsFunc(p.words, func(w word) bool { return w.lower == "since" || w.lower == "lately" || w.lower == "recently" }) {
		return ""
	}
	i := f.subject.start
	if f.shared {
		i = f.start
	}
	switch {
	case i > 2 && p.words[i-1].lower == "then" && f.kind == mainClause:
		i -= 2
	case i > 3 && p.words[i-1].lower == "that" && p.words[i-2].lower == "after":
		i -= 3
	default:
		return ""
	}
	if p.words[i].lower != "and" && p.words[i].text != "," {
		return ""
	}
	before := a.finiteBefore(i)
	if before == nil || before.found.kind != mainClause || before.found.inverted || before.Tense != verb.PastSimple || !a.isPast(before) {
		return ""
	}
	return a.told(before)
}

// finiteBefore returns the last finite group before word i, or nil.
func (a *Analysis) finiteBefore(i int) *Group {
	before := a.verbBefore(i)
	for before != nil && !before.found.finite {
		before = a.verbBefore(before.found.main)
	}
	return before
}

// pastAfterHave returns the hour or the day of g, a perfect with a past form in the place of its participle, before another past: I have went to the bank at
// noon, but it was closed.
func (a *Analysis) pastAfterHave(g *Group) string {
	p, f := a.parser, g.found
	if f.fault != wrongForm || f.kind != mainClause || f.inverted || f.shared || f.not >= 0 || len(f.aux) != 1 || !has(f.readings, verb.Past) || p.perfectAdverb(f) || a.hasPresent(f) {
		return ""
	}
	next := a.next(g)
	if next == nil || next.found.shared || next.found.subject == nil || next.found.kind == relClause || next.Tense != verb.PastSimple && !a.isPast(next) && !p.deniesThen(next.found) {
		return ""
	}
	i := next.found.subject.start - 1
	if i < f.end || p.words[i].lower != "but" && p.words[i].lower != "so" && p.words[i].lower != "and" && p.words[i].lower != "because" {
		return ""
	}
	for k := f.end; k+1 < i; k++ {
		w, at := p.words[k+1].lower, p.words[k].lower
		if at == "at" && (p.isNumber(w) || w == "noon" || w == "midday" || w == "midnight") || at == "on" && timeNouns()[w] {
			return a.text(k, k+2)
		}
	}
	return ""
}

// deniesThen reports whether f is couldn't and a base form.
func (p *parser) deniesThen(f *found) bool {
	return len(f.aux) == 1 && f.not >= 0 && p.words[f.aux[0]].lower == "could"
}
