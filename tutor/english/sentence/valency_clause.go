package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// What a verb takes can be told where no word before it may be its object and the end of its clause is sure. Relative clauses, questions with a question word,
// comparisons and reduced participles have a gap, and are left alone.

// isReduced reports whether the verb of f may be a participle that says something about the noun before it, or one of a headline: the boy told to wait left.
func (a *Analysis) isReduced(f *found) bool {
	if f.subject.kind == pronoun || len(f.aux) > 0 || !has(f.readings, verb.Participle) {
		return false
	}
	return !f.subject.determined || slices.ContainsFunc(a.Groups, func(g Group) bool {
		o := g.found
		if o.main <= f.main || len(o.aux) > 0 && !o.finite || has(o.readings, verb.Base|verb.Gerund) && !o.finite {
			return false
		}
		return o.subject == nil || o.subject.start < f.main && !o.shared
	})
}

// clauseOf returns the finite group in whose clause the objects of the verb of f stand after it, or nil: f, where its clause asks and describes nothing, and for an
// infinitive or an -ing form the verb right before it.
func (a *Analysis) clauseOf(f *found) *found {
	if f.finite {
		if a.followsSubject(f) && (a.keepsObject(f) || a.followsAdverbs(f)) {
			return f
		}
		return nil
	}
	first := f.main
	if f.to >= 0 {
		first = f.to
	} else if f.governor != ungoverned || f.start != f.main || !has(f.readings, verb.Gerund) {
		return nil
	}
	g := a.before(first)
	if g == nil || g.found.main != first-1 || g.Judgment.Verdict == Wrong || a.isPassive(g.found) {
		return nil
	}
	v := theValencies()[g.Verb]
	if g.Verb == "be" || f.to >= 0 && !v.has(infinitive) || f.to < 0 && (!v.has(gerundive) || undergoing[g.Verb]) {
		return nil
	}
	return a.clauseOf(g.found)
}

// followsSubject reports whether only adverbs stand between the subject of f and f, or f goes on a verb before it. After a coordinator a noun may have been read as
// a verb: I dream of peace and love.
func (a *Analysis) followsSubject(f *found) bool {
	p := a.parser
	if f.subject == nil {
		return false
	}
	if f.subject.kind != pronoun && len(f.aux) == 0 && has(f.readings, verb.Base) && p.lex.is(p.words[f.main].lower, "adjective") { // all of them blind at birth
		return false
	}
	if f.shared {
		coordinated := p.lex.is(p.words[f.start-1].lower, "coordinator") || p.adverb(f.start-1) > 0
		return coordinated && (len(f.aux) > 0 || !has(f.readings, verb.Base) || p.adverb(f.main-1) > 0)
	}
	n := f.subject
	if n.kind == nounPhrase && !n.determined && (p.lex.is(p.words[n.head].lower, "adverb", "adjective") || !p.words[n.head].capital && p.lex.number(p.words[n.head], true) == p3sg) { // next came the clowns
		return false
	}
	if f.inverted {
		return true
	}
	i, _ := p.skipAdverbs(n.end)
	return i >= f.start
}

// undergoing are verbs after which an -ing form says what is done to their subject: the roof needs repairing.
var undergoing = setOf("need want require deserve bear stand go come")

// followsAdverbs reports whether f is in a question that begins with its auxiliary, or only adverbials stand before its subject: in my town we need. Where another verb
// follows, what comes after a preposition may be the object: in the box I found was a ring.
func (a *Analysis) followsAdverbs(f *found) bool {
	p := a.parser
	if f.fronted || f.kind != mainClause || f.subject == nil {
		return false
	}
	if f.inverted {
		return p.question && f.finiteWord() == 0
	}
	for i := 0; i < f.subject.start; {
		end := a.adverbialEnd(i)
		if end == i && a.onlyFinite() {
			end = a.prepositionalEnd(i)
		}
		if end == i || end > f.subject.start {
			return false
		}
		i = end
	}
	return !p.question
}

// adverbialEnd returns the end of the adverb or the time at word i that can be no object, or i.
func (a *Analysis) adverbialEnd(i int) int {
	p := a.parser
	for _, m := range p.times {
		if m.from == i {
			return m.to
		}
	}
	if end := p.timePhraseEnd(i); end > i {
		return end
	}
	if i >= len(p.words) || quantities[p.words[i].lower] {
		return i
	}
	if p.words[i].lower == "very" && p.wordAt(i+1) == "much" {
		return i + 2
	}
	if p.words[i].lower == "a" && (p.wordAt(i+1) == "lot" || p.wordAt(i+1) == "bit" || p.wordAt(i+1) == "little") {
		return i
	}
	return i + p.adverb(i)
}

// quantities are adverbs that stand for an object too, or before a clause: she learned more, as he said.
var quantities = setOf(`more less much most least enough all both little few better best worst worse first last next either neither so not as too rather else otherwise
	everywhere anywhere somewhere nowhere inside outside once than that no yes just only even`)

// clauseEnds reports whether nothing but adverbials follows from word i to the end of the clause.
func (a *Analysis) clauseEnds(start int) bool {
	p := a.parser
	i := start
	for i < len(p.words) {
		w := p.words[i]
		if w.punct {
			return w.text != "," && w.text != "-" && w.text != ":" && w.text != "(" && w.text != "—" && w.text != "–"
		}
		end := a.adverbialEnd(i)
		if end == i {
			end = a.prepositionalEnd(i)
		}
		if end == i {
			if g := a.groupAt(i + 1); w.lower == "to" && g != nil && g.found.to == i && i > start || w.lower == "and" && g != nil && g.found.shared && !a.valencyOf(g.found).has(transitive) {
				return true
			}
			return w.lower == "because" || w.lower == "although" || (w.lower == "but" || w.lower == "and" || w.lower == "so") && p.lex.is(p.wordAt(i+1), "subject", "either")
		}
		i = end
	}
	return true
}

// prepositionalEnd returns the end of the preposition and the noun phrase that the parse read at word i, or i.
func (a *Analysis) prepositionalEnd(i int) int {
	p := a.parser
	if !p.lex.is(p.words[i].lower, "preposition") || p.words[i].lower == "like" || p.words[i].lower == "as" || p.words[i].lower == "than" {
		return i
	}
	for _, s := range a.steps {
		if s.from == i && s.nominal != nil && s.nominal.start == i+1 && s.found == nil {
			return s.to
		}
	}
	return i
}
