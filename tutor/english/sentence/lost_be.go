package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// An -ing form without be stands for a whole verb (we moving to Lima), or is a participle that belongs to a noun (the boys
// playing in the garden). Here stands what tells the two apart.

// judgeBareGerund judges an -ing form without be, where conjugate is the call that puts it in; ours tells that the tense and the person are known.
func (a *Analysis) judgeBareGerund(g *Group, conjugate Call, ours bool) Judgment {
	f := g.found
	if a.lacksWas(g) {
		f.fault = bornAlone
		return Judgment{Wrong, BeGerund, Call{Tool: Conjugate, Verb: "be", Person: g.person(), Tense: verb.PastSimple}, ""}
	}
	if how := a.habitMeant(g); how != "" && ours && a.lacksBe(f) && !a.captions(f) && !a.isPastStory(f) {
		conjugate.Tense = verb.PresentSimple
		return Judgment{Wrong, TenseAdverb, conjugate, how}
	}
	if n := f.subject; a.isHabitual(f) || a.clipsQuestion(f) || n != nil && n.kind == pronoun && n.start > 0 && a.parser.isBeWord(n.start-1) || causing[a.parser.words[f.main].lower] && f.end < len(a.parser.words) && !a.parser.objectAt(f.end) { // I usually going: go or am going; what is he doing here
		return Judgment{}
	}
	if ours && a.lacksBe(f) && (a.lastsSince(g) || !a.captions(f) && !a.isPastStory(f)) {
		if a.lastsSince(g) {
			conjugate.Tense = verb.PresentPerfect
		} else if a.simpleMeant(f) {
			conjugate.Tense = verb.PresentSimple
		}
		f.asks = a.asksBefore(f) && a.isSimple() || a.parser.question && f.subject.kind == pronoun && f.subject.start == 0 && a.firstClause(f)
		return Judgment{Wrong, BeGerund, conjugate, ""}
	}
	return Judgment{}
}

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

// habitMeant returns the adverb between subject and -ing form that says how often, where only the simple form is meant: she never eating meat, before
// lunch I always washing my hands. With always alone somebody may complain: she is always singing.
func (a *Analysis) habitMeant(g *Group) string {
	p, f := a.parser, g.found
	if f.kind != mainClause || f.inverted || f.not >= 0 || f.no >= 0 || f.start != f.main-1 || f.subject.end != f.start || p.question || p.wordAt(f.end) == "to" && !p.lex.is(p.wordAt(f.end+1), "determiner") || p.wordAt(f.end) == "back" || a.saysPresentTime() {
		return ""
	}
	switch how := p.words[f.start]; how.lower {
	case "usually", "often", "sometimes", "normally", "rarely", "seldom", "generally":
		return how.text
	case "never":
		if g.Verb != "come" && g.Verb != "leave" && !slices.ContainsFunc(p.words, func(w word) bool { return w.lower == "again" }) {
			return how.text // I never going there again: am never going
		}
	case "always":
		if first := p.words[0].lower; f.subject.start > 1 && (first == "before" || first == "after" || first == "in" || first == "on" || first == "at" || first == "every") {
			return how.text
		}
	}
	return ""
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
