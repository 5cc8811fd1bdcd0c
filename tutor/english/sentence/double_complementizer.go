package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// One word opens a clause that is asked or told. Learners put "that" before the question word: asked me that where I lived, asked that if I was hungry.

// askedThat are verbs after which "that" and a question word open no clause of one verb.
var askedThat = setOf("ask wonder know tell understand remember explain say find inquire")

// doublesComplementizer reports whether "that" stands before the word that opens a question inside the sentence, and only one verb follows, which leaves none
// for the clause of "that". In "ask me that when you come" it is a pronoun.
func (a *Analysis) doublesComplementizer() bool {
	p := a.parser
	for i := 1; i+2 < len(p.words); i++ {
		if p.words[i].lower != "that" || p.gapBefore(i) || p.gapBefore(i+1) {
			continue
		}
		opener := a.verbBefore(i)
		if opener == nil || !askedThat[opener.Verb] || opener.found.end != i && p.personEnds(opener.found.end) != i {
			continue
		}
		switch p.words[i+1].lower {
		case "if":
			if opener.Verb == "tell" || opener.Verb == "say" || p.words[i+2].lower == "you" {
				continue
			}
		case "where", "what", "why", "how", "who", "whether":
			if opener.Verb != "ask" && opener.Verb != "wonder" && !opener.Negative && !p.question && p.words[0].lower != "nobody" {
				continue // I know that what he did was wrong
			}
		default:
			continue
		}
		after := 0
		for k := range a.Groups {
			if f := a.Groups[k].found; f.finite && f.main > i {
				after++
				if f.base == "be" && f.governor == byDo { // what you did was right
					after++
				}
			}
		}
		if after == 1 && !a.verbLeft(i+2) && !slices.ContainsFunc(p.words[i:], func(w word) bool { return w.text == "," }) {
			return true
		}
	}
	return false
}

// verbLeft reports whether a word at i or later, that belongs to no finite verb of the sentence, may be the finite one of the clause of "that": that what he
// said hurt her.
func (a *Analysis) verbLeft(i int) bool {
	p := a.parser
	for ; i < len(p.words); i++ {
		w, before := p.words[i], p.words[i-1].lower
		if w.capital || a.inVerb(i) || before != "what" && p.lex.is(before, "determiner", "adjective", "preposition") {
			continue
		}
		if p.isAuxiliary(i) || has(w.readings, verb.Past|verb.ThirdPerson) {
			return true
		}
	}
	return false
}

// inVerb reports whether word i belongs to a finite verb of the sentence.
func (a *Analysis) inVerb(i int) bool {
	return slices.ContainsFunc(a.Groups, func(g Group) bool { return g.found.finite && (g.found.main == i || slices.Contains(g.found.aux, i)) })
}

// personEnds returns the end of the person at word i, or i.
func (p *parser) personEnds(i int) int { return max(i, p.personAt(i)) }
