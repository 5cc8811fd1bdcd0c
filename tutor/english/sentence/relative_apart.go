package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A clause with who or which after a comma says something of what stands before it, or with which of the whole sentence, which is one thing as well. Where
// no second noun can be meant, its verb agrees with that noun.

// readApart gives the verb of each such clause the noun before the comma as its subject, and enters the verb where the parse passed over the clause.
func (a *Analysis) readApart() {
	p := a.parser
	for i := 2; i+2 < len(p.words); i++ {
		if p.words[i-1].text != "," || p.words[i].lower != "who" && p.words[i].lower != "which" {
			continue
		}
		at, _ := p.skipAdverbs(i + 1)
		n := a.apartOf(i)
		if n == nil || at >= len(p.words) {
			continue
		}
		if g := a.startingAt(i+1, at); g != nil {
			if f := g.found; f.finite && !f.inverted && f.subject != nil && f.subject.end == i+1 && !a.parser.fits(f.verbal, n, false, false) {
				f.subject, f.sure = n, true
				*g = a.group(f)
			}
			continue
		}
		if !p.lex.is(p.words[at].lower, "be", "have", "do") || slices.ContainsFunc(a.Groups, func(g Group) bool { return g.found.main > i && g.found.main < i+4 }) {
			continue
		}
		var best *verbal
		for _, v := range p.finites(i + 1) {
			if best == nil || v.cost < best.cost {
				best = v
			}
		}
		if best == nil || best.fault != noFault || p.fits(best, n, false, false) {
			continue
		}
		a.Groups = append(a.Groups, a.group(&found{verbal: best, subject: n, kind: relClause, clause: i, sure: true}))
	}
	a.sortGroups()
}

// startingAt returns the group that begins at word from or has its finite word at word at, nil where there is none.
func (a *Analysis) startingAt(from, at int) *Group {
	for i := range a.Groups {
		if f := a.Groups[i].found; f.finite && (f.start == from || f.finiteWord() == at) {
			return &a.Groups[i]
		}
	}
	return nil
}

// apartOf returns the noun that a clause with who or which at word i, after a comma, says something of; nil where it may be another, or several.
func (a *Analysis) apartOf(i int) *nominal {
	p := a.parser
	n := p.phraseBefore(i - 1)
	if n == nil || n.kind != nounPhrase || !n.determined || n.persons != p3sg && n.persons != p3pl || n.end-n.start > 1 && p.words[n.start+1].lower == "of" {
		return nil
	}
	head := p.words[n.head].lower
	person := p.isPerson(p.words[n.head])
	if p.lex.nouns["collective"][head] || p.lex.nouns["group"][head] || timeNouns()[head] || person != (p.words[i].lower == "who") || p.words[i].lower == "which" && n.persons == p3pl {
		return nil
	}
	for k := n.start - 1; k >= 0; k-- {
		w := p.words[k]
		if w.punct || a.groupAt(k) != nil && a.groupAt(k).found.finite {
			return n
		}
		several := p.lex.number(w, true)&p3pl != 0 && !p.functional(w) && p.adverb(k) == 0 && !p.lex.is(w.lower, "adjective", "preposition")
		other := n.persons == p3pl && p.isPerson(w)
		if several || other || p.lex.is(w.lower, "coordinator", "object") || p.isNumber(w.lower) || w.named() || len(w.form(verb.Gerund)) > 0 {
			return nil
		}
	}
	return n
}
