package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A clause without a finite verb may open a sentence and tell how things are by then: dinner over, the dishes done and the kids in bed. Its participle
// and its adjective may be read as verbs.

// isAbsolute reports whether f opens the sentence and another clause follows after a comma alone, so that its participle tells what was over
// by then: the dishes done and the kids in bed, we opened the wine.
func (a *Analysis) isAbsolute(f *found) bool {
	p := a.parser
	if f.subject == nil || f.subject.kind != nounPhrase && !a.joinsDescribed(f) || f.subject.start > 0 && !a.goesOnVerbless(f.subject.start) {
		return false
	}
	next := a.verbAfter(f)
	if next != nil && next.found.fault == bareParticiple && next.found.subject != nil && next.found.subject.start > f.end && p.lex.is(p.words[next.found.subject.start-1].lower, "coordinator") { // his hat gone and his coat torn
		next = a.verbAfter(next.found)
	}
	return next != nil && next.found.subject != nil && next.found.subject.start > f.end && p.words[next.found.subject.start-1].text == ","
}

// joinsDescribed reports whether the first part of the joined subject of f ends in an adjective, so that it tells how somebody is: her mother dead and her father gone.
func (a *Analysis) joinsDescribed(f *found) bool {
	p, n := a.parser, f.subject
	if n.kind != coordinated {
		return false
	}
	for k := n.start + 2; k < f.start; k++ {
		if p.lex.is(p.words[k].lower, "coordinator") && p.lex.is(p.words[k-1].lower, "adjective") {
			return true
		}
	}
	return false
}

// goesOnVerbless reports whether a coordinator stands right before word i and no verb before it: with the lights off and the guests gone home, her mother dead and her
// father gone.
func (a *Analysis) goesOnVerbless(i int) bool {
	p := a.parser
	return p.lex.is(p.words[i-1].lower, "coordinator") && !slices.ContainsFunc(a.Groups, func(g Group) bool {
		return g.found.main < i && (!g.found.finite || g.found.fault != bareParticiple)
	})
}

// describesAbsolute reports whether f is the adjective after the second part of such an opening: with his wife away and the fridge empty, he ate out.
func (a *Analysis) describesAbsolute(f *found) bool {
	p, n := a.parser, f.subject
	if n == nil || n.kind != nounPhrase || n.start == 0 || len(f.aux) > 0 || !has(f.readings, verb.Base) || !p.lex.is(p.words[f.main].lower, "adjective") || !a.goesOnVerbless(n.start) {
		return false
	}
	next := a.verbAfter(f)
	return p.wordAt(f.end) == "," && next != nil && next.found.subject != nil && next.found.subject.start == f.end+1
}
