package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A sentence that opens with its subject and what be says of it may have a verb further on, that of a clause with its own opener: my mother angry because I broke it, Ana the only
// person who helped me. This verb is not that of the sentence.

// opensWithoutBe reports whether the subject that opens the statement and what be says of it are followed by no verb, or by that of an inner clause alone.
func (a *Analysis) opensWithoutBe() bool {
	p := a.parser
	if p.question || a.quotes || len(p.words) < 4 || p.words[len(p.words)-1].text != "." {
		return false
	}
	var only *found
	for i := range a.Groups {
		switch f := a.Groups[i].found; {
		case f.order && f.start == 0 && f.base != "", f.finite && only != nil:
			return false
		case f.finite:
			only = f
		}
	}
	if p.isSubjectOnly(0) && p.matches(1, []string{"about", "to"}) && (only == nil || only.main == 3) {
		return true
	}
	return slices.ContainsFunc(p.nominals(0), func(n *nominal) bool {
		if n.kind != nounPhrase || n.end+2 >= len(p.words) || p.words[n.end].punct || p.lex.is(p.words[n.start].lower, "question") || p.lex.is(p.words[n.head].lower, "adjective") {
			return false
		}
		if p.matches(n.end, []string{"about", "to"}) {
			return only == nil || only.main == n.end+2 && p.endsSentence(n.end+3)
		}
		k := p.afterBeAdverbs(n.end)
		if p.wordAt(k) == "more" && p.onlyAdjective(k+1) {
			k++
		}
		if only == nil || only.start <= k+1 {
			return false
		}
		if p.isDefinite(n) && p.onlyAdjective(k) && !p.lex.is(p.words[k+1].lower, "particle") { // the neighbors quiet down when it gets late
			return a.opensInside(only, k+1)
		}
		return (p.isDefinite(n) || n.end == 1 && (p.isPerson(p.words[0]) || p.lex.nouns["mass"][p.words[0].lower])) && p.saysWhatIs(n.end) && a.opensInside(only, n.end+2)
	})
}

// saysWhatIs reports whether a noun phrase that says what somebody or something is stands at word i: the only person, a man, my favorite sport, one of those people.
func (p *parser) saysWhatIs(i int) bool {
	w := p.wordAt(i)
	return (articles[w] || possessives[w] && w != "her") && !p.timeAt(i) || p.matches(i, []string{"one", "of"})
}

// opensInside reports whether an opener of a clause after word i stands right before the subject of f, or before f, and only the words of that clause come after it.
func (a *Analysis) opensInside(f *found, i int) bool {
	p := a.parser
	for k := f.start - 1; k >= i; k-- {
		w := p.words[k].lower
		switch w {
		case "who", "which", "that", "because", "when", "although", "than", "before", "after", "until", "while", "since":
			for ; i < k; i++ { // Ana the nurse helped the man who fell
				if has(p.words[i].readings, verb.Past) && !p.lex.is(p.words[i].lower, "adjective") {
					return false
				}
			}
			return f.subject == nil || f.subject.start > k || p.lex.is(p.words[k+1].lower, "subject", "either") || w == "who" || w == "which" || w == "that"
		}
		if f.subject == nil || k < f.subject.start && k < f.start-1 {
			return false
		}
	}
	return false
}
