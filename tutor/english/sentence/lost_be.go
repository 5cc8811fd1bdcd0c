package sentence

import "github.com/shortleash/shortleash/tutor/english/verb"

// An -ing form without be stands for a whole verb (we moving to Lima), or is a participle that belongs to a noun (the boys
// playing in the garden). Here stands what tells the two apart.

// lacksBe reports whether an -ing form after the subject stands for a whole verb: we moving, Ana
// and I reading. After a noun it may as well be a participle, unless the clause has no other verb.
func (a *Analysis) lacksBe(f *found) bool {
	n := f.subject
	if f.kind == relClause || f.shared || a.parser.commaBeforeVerb(f) {
		return false
	}
	switch n.kind {
	case pronoun, coordinated:
		return f.kind == mainClause || n.kind == coordinated || a.parser.lex.is(a.parser.words[n.start].lower, "subject", "either")
	case nounPhrase, indefinite:
		return n.determined || a.parser.nameless(a.parser.words[n.head]) || n.kind == indefinite && n.persons == p3sg
	}
	return false
}

// isHabitual reports whether an adverb between subject and -ing form says how often, so that the simple form may be meant.
func (a *Analysis) isHabitual(f *found) bool {
	for i := f.subject.end; i < f.main; i++ {
		switch a.parser.words[i].lower {
		case "usually", "often", "sometimes", "normally", "rarely", "seldom", "generally":
			return true
		}
	}
	return false
}

// isPastStory reports whether the sentence tells of the past, so that what lacks its be lacks was or were.
func (a *Analysis) isPastStory(f *found) bool {
	for i := range a.Groups {
		if g := &a.Groups[i]; g.found != f && g.found.finite && g.Tense == verb.PastSimple && (g.found.fault == noFault || g.found.governor == byDo) {
			return true
		}
	}
	for _, m := range a.parser.times {
		if m.tense == verb.PastSimple {
			return true
		}
	}
	return false
}

// firstClause reports whether no other finite verb stands before f, and none after it without a mark between.
func (a *Analysis) firstClause(f *found) bool {
	for i := range a.Groups {
		other := a.Groups[i].found
		if other == f || !other.finite {
			continue
		}
		marked := false
		for _, w := range a.parser.words[f.main:max(f.main, other.main)] {
			marked = marked || w.punct
		}
		if other.main < f.main || !marked {
			return false
		}
	}
	return true
}

// captions reports whether a noun and its -ing form are all there is, without a word that says when:
// that is how pictures are described (the boys playing in the garden).
func (a *Analysis) captions(f *found) bool {
	n := f.subject
	named := n.kind == nounPhrase || n.kind == indefinite || n.kind == coordinated && n.persons&^pThird == 0
	return named && !a.parser.question && f.kind == mainClause && f.not < 0 && len(a.parser.times) == 0 && a.onlyFinite()
}
