package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A noun phrase and a pronoun with a verb side by side are a noun and a clause that describes it where the verb lacks what the noun stands for (the girl he likes is
// here). The pronoun repeats the subject where the verb lacks nothing (my father he works at night), or where the phrase opens a clause and no other verb is left for it: if the
// bus it doesn't come, we walk.

// repeatsSubject reports whether the pronoun that is the subject of f repeats the noun phrase before it.
func (a *Analysis) repeatsSubject(f *found) bool {
	n := a.repeatedBy(f)
	if n == nil {
		return false
	}
	if a.opensInnerClause(n) && !a.takenLater(n, f) {
		return true
	}
	return a.standsAsSubject(n, f) && a.lacksNothingOf(f) && (!a.takenLater(n, f) || a.bearsNoGap(n, f))
}

// followsRepeated reports whether f, judged wrong, was read with a subject that a pronoun before it repeats, so that it is rather no verb of this subject.
func (a *Analysis) followsRepeated(f *found) bool {
	return f.finite && slices.ContainsFunc(a.Groups, func(g Group) bool {
		if g.found.main >= f.main {
			return false
		}
		n := a.repeatedBy(g.found)
		return n != nil && slices.Contains(a.takers(n, g.found), f) && (a.repeatsSubject(g.found) || a.resumesSubject(g.found) || a.doublesSubject(g.found))
	})
}

// repeatedBy returns the noun phrase right before the pronoun that is the subject of f, where both have the same number, or nil. A time, a place or a way needs no gap in its
// clause: the day he came, the way he works.
func (a *Analysis) repeatedBy(f *found) *nominal {
	p, s := a.parser, f.subject
	if s == nil || !f.finite || f.inverted || s.kind != pronoun || s.start < 1 || f.start < s.end || p.gapBefore(s.start) {
		return nil
	}
	n := p.phraseBefore(s.start)
	if n == nil || timeNouns()[p.words[n.head].lower] || freeNouns[p.words[n.head].lower] || p.isGerundPhrase(n) || p.lex.is(p.words[n.start].lower, "question") || p.lex.is(p.words[n.head].lower, "adjective", "adverb") || p.words[n.head].lower == "worse" || p.words[n.head].lower == "better" {
		return nil
	}
	if !p.standsFor(s.start, n) {
		return nil
	}
	return n
}

// freeNouns are nouns that a clause without a gap describes.
var freeNouns = setOf("way reason place time speed direction morning evening afternoon night nights moment minute second instant")

// opensInnerClause reports whether a word that opens a clause inside the sentence stands right before n, so that n is its subject.
func (a *Analysis) opensInnerClause(n *nominal) bool {
	p := a.parser
	if n.start == 0 {
		return false
	}
	switch p.words[n.start-1].lower {
	case "when", "whenever", "if", "because", "although", "unless", "while", "whether", "once":
		return true
	case "that":
		return n.start > 1 && a.saysBefore(n.start-1)
	case "but", "so": // but my flight it leaves at noon
		return n.start > 1 && p.words[n.start-2].punct && p.isDefinite(n)
	case "how", "where":
		return n.start > 1
	case "what":
		return n.start > 1 && p.isDefinite(n)
	}
	return false
}

// takenLater reports whether the noun phrase n is the subject of a verb after f, or such a verb stands in the same clause.
func (a *Analysis) takenLater(n *nominal, f *found) bool {
	return len(a.takers(n, f)) > 0
}

// takers returns the finite verbs after f that stand in its clause, or whose subject n was read as.
func (a *Analysis) takers(n *nominal, f *found) []*found {
	p := a.parser
	end := f.main + 1
	for end < len(p.words) && !p.words[end].punct && !p.lex.is(p.words[end].lower, "coordinator", "subordinator") {
		end++
	}
	var list []*found
	for _, g := range a.Groups {
		o := g.found
		if o == f || !o.finite && !has(o.readings, verb.Past) || o.main <= f.main || a.joinedWithOwnSubject(f, o) {
			continue
		}
		if o.main < end || o.subject != nil && o.subject.start <= n.head && n.head < o.subject.end {
			list = append(list, o)
		}
	}
	return list
}

// joinedWithOwnSubject reports whether a comma and a coordinator stand between f and o, and then a subject right before o: my mother she cooks well, but butter is dear.
func (a *Analysis) joinedWithOwnSubject(f, o *found) bool {
	p := a.parser
	for i := f.main + 1; i+2 < o.start; i++ {
		if p.words[i].text == "," && p.lex.is(p.words[i+1].lower, "coordinator") {
			return slices.ContainsFunc(p.nominals(i+2), func(m *nominal) bool { return m.end == o.start && m.kind == nounPhrase })
		}
	}
	return false
}

// standsAsSubject reports whether n stands where a subject does: at the beginning, after a mark, a coordinator or "that", or after until and its like after a whole clause.
func (a *Analysis) standsAsSubject(n *nominal, f *found) bool {
	p := a.parser
	if n.start == 0 || p.lex.is(p.words[0].lower, "preposition") && p.afterPlace(0) == n.start || n.start == 1 && (p.adverb(0) > 0 || p.words[0].lower == "not" || p.words[0].lower == "so") {
		return true
	}
	before := p.words[n.start-1]
	if g := a.groupAt(n.start - 1); g != nil && g.found.finite && (supposes[g.Verb] || g.Verb == "imagine") {
		return true
	}
	switch before.lower {
	case "until", "before", "since", "after":
		g := a.finiteBefore(n.start - 1)
		return n.start > 1 && g != nil && !slices.ContainsFunc(p.words[g.found.main:n.start], func(w word) bool { return w.punct })
	case "so":
		return n.start > 1 && p.words[n.start-2].punct
	}
	if before.text == "," && p.words[0].lower != "when" && p.lex.is(p.words[0].lower, "preposition") && p.wordAt(f.end) == "" {
		return false
	}
	return before.punct || p.lex.is(before.lower, "coordinator") && n.start > 1 && (p.words[n.start-2].punct || a.finiteBefore(n.start-1) != nil) || a.opensInnerClause(n) || before.lower == "suddenly"
}

// lacksNothingOf reports whether the verb of f has all that it takes after it, so that the noun before its clause cannot be its object.
func (a *Analysis) lacksNothingOf(f *found) bool {
	p := a.parser
	i, _ := p.skipAdverbs(f.main + 1)
	v := a.valencyOf(f)
	if f.base == "be" {
		i = p.afterBeAdverbs(f.main + 1)
	}
	if a.endsOnPreposition(f.main+1) || i >= len(p.words) {
		return i >= len(p.words) && f.base != "be" && v.frames != 0 && !v.has(transitive|ditransitive|copular|thatClause)
	}
	next := p.words[i]
	switch {
	case f.base == "be", linkingVerbs[f.base]:
		return (p.lex.is(next.lower, "adjective") || adjectival(next.lower)) && p.wordAt(i+1) != "to" || f.base == "be" && (articles[next.lower] && !p.timeAt(i) || len(next.form(verb.Gerund)) > 0 || p.lex.is(next.lower, "preposition"))
	case f.governor == byBe && has(f.readings, verb.Participle) && !has(f.readings, verb.Gerund):
		return next.punct || next.lower == "by" || p.lex.is(p.words[f.main].lower, "adjective") && next.lower != "to" || feelingAdjectives[p.words[f.main].lower] && next.lower != "to"
	case f.base == "need" && len(next.form(verb.Gerund)) > 0, f.base == "get" && p.lex.is(next.lower, "place-adverb"):
		return true
	case v.frames != 0 && !v.has(transitive|ditransitive|copular|thatClause):
		return true
	case next.lower == "that" && v.has(thatClause):
		return a.clauseAfter(i)
	case v.has(objectBare) && p.surePronoun(i) && p.couldBeVerb(i+1): // she made me wash it
		return p.objectAt(i+2) || p.lex.is(p.wordAt(i+2), "preposition")
	case v.has(thatClause|ditransitive|objectAdjective|copular|objectInfinitive|objectBare) && !wholeWithOne[f.base]:
		return false
	}
	return i == f.main+1 && (a.thingAt(i) && p.phraseEnds(i+1) || (articles[next.lower] || possessives[next.lower] || p.surePronoun(i)) && p.objectAt(i)) && !p.timeAt(i)
}

// wholeWithOne are verbs whose one object says all, though the tables have other frames for them.
var wholeWithOne = setOf("have need like love buy sell")

// surePronoun reports whether a pronoun for a person that is nothing but an object stands at word i.
func (p *parser) surePronoun(i int) bool {
	switch p.wordAt(i) {
	case "me", "him", "us", "them":
		return true
	}
	return false
}

// bearsNoGap reports whether all that was read as a verb of n after f is rather a noun or an adjective of the clause of f, or what its verb governs: the floor it is still
// wet, they robbed a bank in the center, she made me wash the dishes.
func (a *Analysis) bearsNoGap(n *nominal, f *found) bool {
	p := a.parser
	return !slices.ContainsFunc(a.takers(n, f), func(o *found) bool {
		if len(o.aux) > 0 {
			return true
		}
		if a.valencyOf(f).has(objectBare) && o.main == f.main+2 && has(o.readings, verb.Base) && p.surePronoun(f.main+1) || p.lex.is(p.words[o.main].lower, "adjective") && !has(o.readings, verb.Past) {
			return false
		}
		for k := f.main + 1; k <= o.main; k++ {
			if slices.ContainsFunc(p.nominals(k), func(m *nominal) bool { return m.kind == nounPhrase && m.determined && m.head == o.main }) {
				return false
			}
		}
		return true
	})
}
