package sentence

import "slices"

// What a thing is called, and what it is like, one asks with what; Spanish asks both with how: how do you call this in English, how is your flatmate like.

// asksHow reports whether a question or a clause of the sentence begins with how where what is meant.
func (a *Analysis) asksHow() bool {
	p := a.parser
	for i := 0; i+3 < len(p.words); i++ {
		if p.words[i].lower == "how" && (p.callsHow(i) || p.question && i == 0 && p.isLikeHow()) {
			return true
		}
	}
	return false
}

// called are what has a number or a name by which one calls it on the phone.
var called = setOf("number phone person man woman boy girl dog cat child baby doctor hotel taxi police office company people place")

// callsHow reports whether "how" at word i asks for the name of something: how do you call this vegetable. One asks how to call a dog or a hotel, too.
func (p *parser) callsHow(i int) bool {
	if !p.lex.is(p.words[i+1].lower, "do") || !p.lex.is(p.words[i+2].lower, "subject", "either") && p.words[i+2].lower != "people" || p.words[i+3].lower != "call" || i+4 >= len(p.words) {
		return false
	}
	end := i + 4
	for end < len(p.words) && !p.words[end].punct {
		end++
	}
	if slices.ContainsFunc(p.words[i+4:end], func(w word) bool { return called[w.lower] }) {
		return false
	}
	for k := i + 5; k+1 < end; k++ { // in English, in your country
		next := p.words[min(k+2, len(p.words)-1)].lower
		if p.words[k].lower == "in" && (languages[p.words[k+1].lower] || possessives[p.words[k+1].lower] && (next == "language" || next == "country")) {
			return true
		}
	}
	switch p.words[i+4].lower {
	case "this", "that", "these", "those": // how do you call that fair
		return end == i+5 || end == i+6 && p.words[i+4].lower != "that" && !p.isPerson(p.words[i+5]) && !p.lex.is(p.words[i+5].lower, "adjective", "preposition", "particle")
	}
	return false
}

// isLikeHow reports whether the question asks how somebody or something is like or looks like, with nothing after like that it could be compared with.
func (p *parser) isLikeHow() bool {
	first := p.words[1].lower
	if !p.isBeWord(1) && first != "do" && first != "does" && first != "did" {
		return false
	}
	for _, n := range p.nominals(2) {
		i := n.end
		if !p.isBeWord(1) {
			if i >= len(p.words) || p.words[i].lower != "look" {
				continue
			}
			i++
		}
		if i >= len(p.words) || p.words[i].lower != "like" {
			continue
		}
		if i+1 >= len(p.words) || p.words[i+1].punct || p.words[i+1].lower == "when" || p.words[i+1].lower == "at" || p.words[i+1].lower == "in" || p.timeAt(i+1) {
			return true
		}
	}
	return false
}
