package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// postures are verbs of how somebody is somewhere, whose -ing form tells which person is meant.
var postures = setOf("sit stand wait talk lean kneel")

// seatedGerunds enters a wrong group for each base form after one person that opens the sentence and has another verb in the third person: the girl sit next to the window is my
// cousin.
func (a *Analysis) seatedGerunds() {
	p := a.parser
	if p.question || len(p.words) < 6 || !articles[p.words[0].lower] && p.words[0].lower != "that" && p.words[0].lower != "this" {
		return
	}
	for i := 2; i < 4 && i+3 < len(p.words); i++ {
		if !postures[p.words[i].lower] || !p.lex.is(p.words[i+1].lower, "preposition") && p.words[i+1].lower != "next" || !slices.ContainsFunc(p.nominals(0), func(n *nominal) bool {
			return n.end == i && n.kind == nounPhrase && n.determined && n.persons == p3sg && p.isPerson(p.words[n.head])
		}) {
			continue
		}
		for k := i + 3; k < len(p.words); k++ {
			w := p.words[k]
			if w.punct || p.lex.is(w.lower, "coordinator", "subordinator", "relative", "question", "subject") {
				return
			}
			if w.lower == "is" || w.lower == "was" || w.lower == "has" || len(w.form(verb.ThirdPerson)) > 0 && !p.lex.is(w.lower, "noun") && p.noNoun(k) {
				a.enterBase(i, -1, ToBase, gerundAsked)
				a.sortGroups()
				return
			}
		}
	}
}
