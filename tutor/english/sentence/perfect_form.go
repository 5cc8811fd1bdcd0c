package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// After have stands a participle, also after a modal and have. Learners write the base form (have visit, has
// already send) and the -ing form (have being). The parse takes a base form that is a noun too for the object
// of have; here stand those that can be no noun.

// readPerfect turns a lone have and the base form after it into one group, where the base form can only be a verb.
func (a *Analysis) readPerfect() {
	p := a.parser
	for i := 0; i < len(a.Groups); i++ {
		f := a.Groups[i].found
		if f.base != "have" || f.governor != byHave || len(f.aux) == 0 || f.main != f.aux[len(f.aux)-1] || f.inverted || f.order || f.fault != noFault || p.words[f.main].lower == "had" && len(f.aux) == 1 && !a.unrealHad(f) && !p.hadAlready(f.end) && !a.hadDone(f) {
			continue
		}
		next, _ := p.skipAdverbs(f.end)
		if next >= len(p.words) || !p.participleMeant(f, next) && !(a.unrealHad(f) && p.comparesAct(next)) && !a.actMeant(f, next) {
			continue
		}
		if o := a.groupAt(next); o != nil {
			if o.found.finite || o.found.to >= 0 || !a.actMeant(f, next) && !p.noNoun(next) {
				continue
			}
		}
		i = a.joinToHave(f, next, verb.Base)
	}
}

// joinToHave makes the form at word i the main verb of the lone have of f, in place of the group that it was, and returns where the group of f stands now.
func (a *Analysis) joinToHave(f *found, i int, form verb.Form) int {
	a.Groups = slices.DeleteFunc(a.Groups, func(g Group) bool { return g.found.main == i && g.found != f })
	at := slices.IndexFunc(a.Groups, func(g Group) bool { return g.found == f })
	readings := a.parser.words[i].form(form)
	v := *f.verbal
	v.main, v.end, v.base, v.readings, v.fault, v.governor = i, i+1, readings[0].Base, readings, wrongForm, byHave
	f.verbal = &v
	a.Groups[at] = a.group(f)
	return at
}

// unrealHad reports whether had stands after "if" in a sentence with would, could or might have, where a thing that somebody had is seldom meant: if he
// had study more, he would have passed.
func (a *Analysis) unrealHad(f *found) bool {
	p := a.parser
	return f.subject != nil && f.subject.start > 0 && p.words[f.subject.start-1].lower == "if" && slices.ContainsFunc(a.Groups, func(g Group) bool {
		o := g.found
		return o.finite && len(o.aux) == 2 && o.governor == byHave && (p.words[o.aux[0]].lower == "would" || p.words[o.aux[0]].lower == "could" || p.words[o.aux[0]].lower == "might")
	})
}

// hadDone reports whether the base form after had can be no thing that somebody had: the others had leave, the music had stop.
func (a *Analysis) hadDone(f *found) bool {
	p := a.parser
	next, _ := p.skipAdverbs(f.end)
	return a.actMeant(f, next) || next < len(p.words) && p.participleMeant(f, next) && (p.noNoun(next) || next > f.end && (p.words[next-1].lower == "ever" || p.words[next-1].lower == "never"))
}

// hadAlready reports whether already, just or never and the base form of an event stand at word i, after had, with nothing after them that would be a thing
// that somebody had: the film had already start.
func (p *parser) hadAlready(i int) bool {
	if i+1 >= len(p.words) || p.words[i].lower != "already" && p.words[i].lower != "just" && p.words[i].lower != "never" || !p.couldBeVerb(i+1) {
		return false
	}
	w := p.words[i+1].lower
	return p.lex.is(w, "event") && !p.lex.nouns["mass"][w] && (p.phraseEnds(i+2) || p.objectAt(i+2))
}

// comparesAct reports whether a base form stands at word i and a word after it that says how much better or earlier it should have been done: if he had
// play better, if we had leave earlier.
func (p *parser) comparesAct(i int) bool {
	if !p.couldBeVerb(i) || has(p.words[i].readings, verb.Participle) || i+1 >= len(p.words) || !p.lex.is(p.words[i].lower, "act", "event", "event-before", "mass-act", "moves", "lasts-awhile") && p.words[i].lower != "wake" {
		return false
	}
	next := p.words[i+1].lower
	if next == "up" {
		return p.words[i].lower == "wake" || p.words[i].lower == "get"
	}
	return (next == "earlier" || next == "later" || next == "better" || next == "harder" || next == "faster" || next == "sooner" || next == "longer") && p.phraseEnds(i+2)
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
	case adverb && (p.words[i-1].lower == "ever" || p.words[i-1].lower == "never"): // the worst hotel I have ever stay in
		return f.subject != nil
	case i+1 < len(p.words) && verbParticles[p.words[i+1].lower] && f.subject != nil && !p.lex.nouns["mass"][w] && !p.lex.chieflyNoun(w) && w != "paint" && w != "control" && !(i+2 < len(p.words) && p.words[i+2].lower == "from"): // have turn off the lights
		return p.objectAt(i+2) || p.phraseEnds(i+2)
	case p.lex.is(w, "mass-act") && p.massActsAt(i):
		return true
	case p.objectAt(i + 1):
		return !p.lex.nouns["mass"][w] || adverb
	case p.lex.is(w, "act"):
		return p.actsAt(i)
	}
	return false
}

// verbParticles are particles that make a verb of the word before them, rather than a noun.
var verbParticles = setOf("off up down away out")

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
	case a.actMeant(f, f.main):
		return true
	case w == "be":
		return f.end < len(p.words)
	case w == "live" && p.baseMeansParticiple(f.main), f.end < len(p.words) && verbParticles[p.words[f.end].lower] && (p.objectAt(f.end+1) || p.phraseEnds(f.end+1)):
		return true
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
	case "since", "very", "hard", "harder", "more":
		return true
	}
	return p.words[i+1].named() || p.matches(i+1, []string{"a", "lot"})
}
