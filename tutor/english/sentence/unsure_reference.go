package sentence

import (
	"slices"
	"strings"
)

// A pronoun agrees with who it stands for: my grandmother taught herself. "Their" is written as it is, and what without denies is not denied again.

// hasOddReference reports whether a pronoun refers to nothing that it agrees with, or a word stands where another that sounds or means alike is asked for.
func (a *Analysis) hasOddReference() bool {
	p := a.parser
	for i := range p.words {
		if a.reflectsAnother(i) || a.marriesOwn(i) || a.ownsThere(i) || p.deniesWithout(i) {
			return true
		}
	}
	return false
}

// Who is a woman or a man by the noun.
var (
	women = setOf("mother mum mom sister aunt grandmother grandma wife daughter girl woman girlfriend queen niece lady actress waitress granddaughter")
	men   = setOf("father dad brother uncle grandfather grandpa husband son boy man boyfriend king nephew gentleman grandson")
)

// gender returns she or he for a subject that is a woman or a man, or its own pronoun; "" where it is neither for sure.
func (p *parser) gender(n *nominal) string {
	head := p.words[n.head].lower
	switch {
	case n.kind == pronoun:
		return head
	case n.kind != nounPhrase:
		return ""
	case women[head]:
		return "she"
	case men[head]:
		return "he"
	}
	return ""
}

// reflexives are the reflexive pronouns by their subjects.
var reflexives = map[string]string{"i": "myself", "he": "himself", "she": "herself", "it": "itself", "we": "ourselves", "they": "themselves"}

// reflectsAnother reports whether a reflexive pronoun right after a finite verb, at word i, is that of another subject: my grandmother taught himself.
func (a *Analysis) reflectsAnother(i int) bool {
	p := a.parser
	w := p.words[i].lower
	if i == 0 || !strings.HasSuffix(w, "self") && !strings.HasSuffix(w, "selves") || w == "yourself" || w == "oneself" {
		return false
	}
	g := a.groupAt(i - 1)
	if g == nil || !g.found.finite || g.found.subject == nil {
		return false
	}
	own := reflexives[p.gender(g.found.subject)]
	return own != "" && own != w
}

// marriesOwn reports whether somebody has, at word i, a wife or a husband of another person of the same kind: my brother lives with her wife.
func (a *Analysis) marriesOwn(i int) bool {
	p := a.parser
	pair := p.words[i].lower + " " + p.wordAt(i+1)
	if pair != "her wife" && pair != "his husband" || len(a.Groups) == 0 {
		return false
	}
	return slices.ContainsFunc(a.Groups, func(g Group) bool {
		n := g.found.subject
		return g.found.finite && n != nil && g.found.main < i && p.gender(n) == map[string]string{"her wife": "he", "his husband": "she"}[pair]
	})
}

// ownsThere reports whether "there" at word i stands between a verb and its object, where their is meant: the twins left there backpacks on the bus.
func (a *Analysis) ownsThere(i int) bool {
	p := a.parser
	if i == 0 || p.words[i].lower != "there" || i+1 >= len(p.words) {
		return false
	}
	g := a.groupAt(i - 1)
	if g == nil || !g.found.finite || g.Verb == "be" || a.groupAt(i+1) != nil || !a.valencyOf(g.found).has(transitive) {
		return false
	}
	next := p.words[i+1]
	return !next.punct && !next.capital && !p.functional(next) && p.adverb(i+1) == 0 && (p.lex.number(next, false) == p3pl || theFaults().sets["count"][next.lower])
}

// deniesWithout reports whether "without" at word i stands before what is denied once more: without saying hello to nobody.
func (p *parser) deniesWithout(i int) bool {
	if p.words[i].lower != "without" {
		return false
	}
	for _, w := range p.words[i+1:] {
		switch {
		case w.punct:
			return false
		case w.lower == "nobody", w.lower == "nothing", w.lower == "no", w.lower == "none", w.lower == "never", w.lower == "nowhere":
			return true
		}
	}
	return false
}
