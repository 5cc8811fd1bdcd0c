package sentence

import "slices"

// A phrase of two prepositions may open the sentence: according to the radio, the police are looking for him. The parse joins its noun and the
// one after the comma to one subject where the two together fit the verb, and so takes the verb for right.

// openers are the phrases of two words that a noun follows.
var openers = [][]string{{"according", "to"}, {"because", "of"}, {"due", "to"}, {"thanks", "to"}, {"owing", "to"}, {"next", "to"}, {"instead", "of"}, {"apart", "from"}, {"except", "for"}, {"as", "for"}}

// readOpeners gives the verb after such a phrase the noun between the comma and it as its subject.
func (a *Analysis) readOpeners() {
	p := a.parser
	if !slices.ContainsFunc(openers, func(phrase []string) bool { return p.matches(0, phrase) }) {
		return
	}
	comma := slices.IndexFunc(p.words, func(w word) bool { return w.punct })
	if comma < 3 || p.words[comma].text != "," {
		return
	}
	first := slices.IndexFunc(a.Groups, func(g Group) bool { return g.found.finite })
	if first < 0 {
		return
	}
	f := a.Groups[first].found
	old := f.subject
	if old == nil || f.inverted || f.start < comma || old.start > comma {
		return
	}
	for _, n := range p.nominals(comma + 1) {
		end := n.end
		if end < len(p.words) && p.adverb(end) == 1 {
			end++
		}
		if end != f.start && n.end != f.start || n.kind != nounPhrase || !n.determined && !p.isSomebody(n) && !p.nameless(p.words[n.head]) {
			continue
		}
		for i := range a.Groups {
			if g := &a.Groups[i]; g.found.subject == old {
				g.found.subject = n
				*g = a.group(g.found)
			}
		}
		return
	}
}
