package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// Words between quotation marks are what somebody says, or words that the sentence is about: a title, a phrase. What is only
// mentioned is not judged, and a title has no number that its verb must agree with: "The Birds" is a film, he wrote "he don't" on the board.

// saying are verbs beside which quoted words are speech.
var saying = setOf("say shout ask tell answer reply think whisper cry add explain yell scream exclaim announce insist repeat warn call")

// isMentioned reports whether word i stands between quotation marks and is no speech.
func (a *Analysis) isMentioned(i int) bool {
	if !a.quotes {
		return false
	}
	from, to := a.parser.quoteAround(a.Tokens, i)
	if from < 0 || from == 0 && to >= len(a.parser.words)-1 {
		return false
	}
	p := a.parser
	if last := p.words[to-1]; last.punct { // "I go there." "I go there," she said
		return false
	}
	if from > 0 && p.words[from-1].punct || to < len(p.words) && p.words[to].text == "," {
		return false
	}
	says := func(w word) bool {
		return slices.ContainsFunc(w.readings, func(r verb.Reading) bool { return saying[r.Base] })
	}
	if from > 0 && says(p.words[from-1]) { // says "I has a dog", but: says "she have" instead of "she has"
		g := a.groupAt(from - 1)
		return !p.words[from].capital || g == nil || !g.found.finite
	}
	return !slices.ContainsFunc(p.words[to:min(to+2, len(p.words))], says)
}

// quoteAround returns the words of the quotation that word i stands in, or -1. Single marks are too like apostrophes to count.
func (p *parser) quoteAround(tokens []Token, i int) (from, to int) {
	open := -1
	for k, t := range tokens {
		if !isQuotes(t) {
			continue
		}
		if open < 0 {
			open = k
			continue
		}
		if at := p.words[i].token; open < at && at < k {
			from = slices.IndexFunc(p.words, func(w word) bool { return w.token > open })
			if to = slices.IndexFunc(p.words, func(w word) bool { return w.token > k }); to < 0 {
				to = len(p.words)
			}
			return from, to
		}
		open = -1
	}
	return -1, -1
}
