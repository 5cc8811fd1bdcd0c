package sentence

import "github.com/shortleash/shortleash/tutor/english/verb"

// After have stands a participle, also after a modal and have. Learners write the base form (have visit, has
// already send) and the -ing form (have being). The parse takes a base form that is a noun too for the object
// of have; here stand those that can be no noun.

// readPerfect turns a lone have and the base form after it into one group, where the base form can only be a verb.
func (a *Analysis) readPerfect() {
	p := a.parser
	for i := range a.Groups {
		g := &a.Groups[i]
		f := g.found
		if f.base != "have" || f.governor != byHave || len(f.aux) == 0 || f.main != f.aux[len(f.aux)-1] || f.inverted || f.order || f.fault != noFault || p.words[f.main].lower == "had" && len(f.aux) == 1 {
			continue
		}
		next, _ := p.skipAdverbs(f.end)
		if next >= len(p.words) || !p.participleMeant(f, next) || a.groupAt(next) != nil {
			continue
		}
		v := *f.verbal
		v.main, v.end, v.base, v.readings, v.fault, v.governor = next, next+1, p.words[next].form(verb.Base)[0].Base, p.words[next].form(verb.Base), wrongForm, byHave
		f.verbal = &v
		*g = a.group(f)
	}
}

// groupAt returns the group whose main verb is word i, or nil.
func (a *Analysis) groupAt(i int) *Group {
	for k := range a.Groups {
		if a.Groups[k].found.main == i {
			return &a.Groups[k]
		}
	}
	return nil
}

// participleMeant reports whether the base form at word i, after have, can only stand for a participle.
func (p *parser) participleMeant(f *found, i int) bool {
	if !p.couldBeVerb(i) || has(p.words[i].readings, verb.Participle) || p.words[i].lower == "have" {
		return false
	}
	w := p.words[i].lower
	adverb := i > f.end || f.not >= 0
	switch {
	case w == "be":
		return i+1 < len(p.words)
	case p.noNoun(i):
		return f.subject != nil
	case p.lex.is(w, "adjective"):
		return false
	case p.lex.is(w, "mass-act") && p.massActsAt(i):
		return true
	case p.objectAt(i + 1):
		return !p.lex.nouns["mass"][w] || adverb
	case p.lex.is(w, "act"):
		return p.actsAt(i)
	}
	return false
}

// actsAt reports whether what stands after word i, a noun of an act that is a verb too, goes on a verb: a noun
// phrase would have its determiner before that word.
func (p *parser) actsAt(i int) bool {
	return p.phraseEnds(i+1) || p.words[i+1].named() || p.pluralAt(i+1) || p.adverb(i+1) > 0 || articles[p.words[i+1].lower]
}

// baseForParticiple reports whether the base form of f after have stands for a participle, though it is a noun
// too: has already send, has work in this factory.
func (a *Analysis) baseForParticiple(f *found) bool {
	p := a.parser
	if !has(f.readings, verb.Base) || f.subject == nil || f.no >= 0 {
		return false
	}
	w := p.words[f.main].lower
	adverb := f.main > f.aux[len(f.aux)-1]+1
	switch {
	case w == "be":
		return f.end < len(p.words)
	case p.lex.is(w, "adjective", "adverb", "preposition"):
		return false
	case !verb.IsAlsoNoun(f.base), p.lex.is(w, "act", "mass-act"), a.takesObject(f):
		return true
	}
	for _, m := range p.times {
		if m.tense == verb.PresentPerfect && a.clauseAt(m.from) == f.clause && p.acts(f.subject) {
			return true
		}
	}
	return adverb && !p.lex.chieflyNoun(w) || p.words[len(p.words)-2].lower == "life" && p.acts(f.subject) || a.parser.words[f.aux[len(f.aux)-1]].lower == "'ve"
}

// massActsAt is actsAt for a noun that may stand without a determiner: study, change.
func (p *parser) massActsAt(i int) bool {
	if i+1 >= len(p.words) {
		return false
	}
	switch p.words[i+1].lower {
	case "since", "very", "hard", "harder":
		return true
	}
	return p.words[i+1].named() || p.matches(i+1, []string{"a", "lot"})
}

// isBorn reports whether "born" stands without a form of be: I born in May, where did you born. The past of bear that
// the other rules would ask for is never meant.
func (a *Analysis) isBorn(g *Group) bool {
	f := g.found
	return a.parser.words[f.main].lower == "born" && f.governor != byBe && f.governor != byBeOr
}
