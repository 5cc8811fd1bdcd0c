package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A form of be or have can be nothing but a verb, and the phrase right before it is its subject where a clause opens before that: the bell rang, but nobody have come. The parse,
// which prefers what agrees, may leave such a form without a subject, or join it with a phrase farther off.

// readBesideAuxiliaries gives each form of be or have the phrase right before it as its subject, where a clause opens there and the two do not agree.
func (a *Analysis) readBesideAuxiliaries() {
	p := a.parser
	for s := 1; s+1 < len(p.words); s++ {
		if !a.opensClauseFor(s) {
			continue
		}
		for _, n := range p.nominals(s) {
			k, _ := p.skipAdverbs(n.end)
			if k >= len(p.words) || !p.isClearOne(n) && !p.isKinAfterWhose(n) || !a.disagreesBeside(n, k) {
				continue
			}
			v := p.cheapestFinite(k)
			if v == nil {
				continue
			}
			if g := a.groupAt(v.main); g != nil && g.found.finite && (g.found.inverted || g.found.subject != nil && g.found.subject.start == n.start || g.found.finiteWord() != k) {
				continue
			}
			a.Groups = slices.DeleteFunc(a.Groups, func(g Group) bool {
				return g.found.main >= s && g.found.main <= v.main || g.found.finite && g.found.finiteWord() == k
			})
			a.Groups = append(a.Groups, a.group(&found{verbal: v, subject: n, kind: subClause, clause: s, sure: true}))
			a.sortGroups()
			break
		}
	}
}

// isClearOne reports whether n is a pronoun, somebody or nobody, or a determined phrase of one number, that can be the subject of one verb alone.
func (p *parser) isClearOne(n *nominal) bool {
	head := p.words[n.head]
	switch n.kind {
	case pronoun:
		return true
	case indefinite:
		return n.persons == p3sg && (p.isSomebody(n) || head.lower == "everything" || head.lower == "nothing")
	case nounPhrase:
		return n.determined && (n.persons == p3sg || n.persons == p3pl) && n.end == n.head+1 && !p.lex.is(head.lower, "adjective", "adverb", "unit") && !p.lex.nouns["collective"][head.lower] && !timeNouns()[head.lower]
	}
	return false
}

// isKinAfterWhose reports whether n is one relation of somebody, after "whose": my cousin, whose father is a pilot.
func (p *parser) isKinAfterWhose(n *nominal) bool {
	return n.kind == nounPhrase && n.end == n.start+1 && p.words[n.start-1].lower == "whose" && (n.persons == p3sg || n.persons == p3pl) && p.isPerson(p.words[n.head])
}

// disagreesBeside reports whether the form of be or have at word k fits n not. Were goes with every subject in what is only thought of: if it were, I wish it were.
func (a *Analysis) disagreesBeside(n *nominal, k int) bool {
	p := a.parser
	switch w := p.words[k].lower; w {
	case "is", "are", "was", "has", "have":
	case "were":
		if n.persons&p3sg != 0 && slices.ContainsFunc(p.words, func(w word) bool {
			return w.lower == "if" || w.lower == "as" || w.lower == "though" || w.lower == "would" || w.lower == "'d" || w.lower == "suppose" || w.lower == "imagine" || w.lower == "whether" || len(w.readings) > 0 && w.readings[0].Base == "wish"
		}) {
			return false
		}
	default:
		return false
	}
	return auxiliaryPersons(p.words[k].lower)&n.persons == 0
}

// cheapestFinite returns the verb that a form of be or have at word k most likely belongs to.
func (p *parser) cheapestFinite(k int) *verbal {
	var best *verbal
	for _, v := range p.finites(k) {
		if v.finiteWord() == k && v.fault == noFault && (best == nil || v.cost < best.cost) {
			best = v
		}
	}
	return best
}

// opensClauseFor reports whether a clause with a subject of its own must open at word s: after but or yet, after a comma and "and", after an adjective and "and", after a word that
// opens a clause, and after a verb of saying.
func (a *Analysis) opensClauseFor(s int) bool {
	p := a.parser
	before, two := p.words[s-1].lower, ""
	if s > 1 {
		two = p.words[s-2].lower
	}
	switch before {
	case "because", "although", "whereas", "while", "unless":
		return true
	case "whose":
		return true
	case "but", "yet":
		return a.clauseBefore(s) && !a.baseMayGoOn(s, before) && two != "nobody" && two != "nothing" && two != "all" && two != "anything"
	case "and":
		if !a.clauseBefore(s) || a.baseMayGoOn(s, before) || p.question {
			return false
		}
		first := a.verbBefore(s - 1)
		if first == nil || !first.found.finite || p.lex.is(first.Verb, "clausal") {
			return false
		}
		return two == "," || (p.lex.is(two, "adjective") || verb.IsAlsoAdjective(two)) && first.found.main == s-3 || p.isSomebodyAt(s)
	}
	return a.reportsBefore(s)
}

// isSomebodyAt reports whether a pronoun such as nobody stands at word i.
func (p *parser) isSomebodyAt(i int) bool {
	return slices.ContainsFunc(p.nominals(i), func(n *nominal) bool { return n.kind == indefinite && p.isSomebody(n) })
}
