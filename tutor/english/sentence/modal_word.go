package sentence

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A modal has one form for all persons and stands alone before its verb: she can swim. Learners give it the -s of other verbs (she cans swim, the bus
// wills come) or put be before it, which Spanish has nothing of (we are can go, I'm will call you). Both are read as the modal that is meant.

// modalWithS returns the modal that token i is with the -s of other verbs. Cans, musts and wills are nouns too, and count only after what may be their
// subject and before a base form.
func modalWithS(tokens []Token, i int, before []word) string {
	switch tokens[i].Lower {
	case "shoulds", "mights", "coulds", "woulds":
		return strings.TrimSuffix(tokens[i].Lower, "s")
	case "cans", "musts", "wills":
	default:
		return ""
	}
	p := &parser{lex: theLexicon()}
	if len(before) == 0 || !baseFollows(tokens, i) {
		return ""
	}
	subject := before[len(before)-1]
	switch {
	case p.isPerson(subject), p.lex.is(subject.lower, "subject", "either", "relative"):
	case subject.punct, p.lex.is(subject.lower, "determiner", "adjective", "preposition", "number", "coordinator", "subordinator"):
		return ""
	case tokens[i].Lower == "cans", len(before) < 2, !p.lex.is(before[len(before)-2].lower, "determiner", "adjective"):
		return "" // the soup cans cost two euros
	}
	return strings.TrimSuffix(tokens[i].Lower, "s")
}

// baseFollows reports whether a base form stands after token i, or after the adverb or the negation there.
func baseFollows(tokens []Token, i int) bool {
	rest := slices.DeleteFunc(slices.Clone(tokens[i+1:]), func(t Token) bool { return t.Kind == Space })
	if len(rest) > 1 && (betweenModal[rest[0].Lower] || strings.HasSuffix(rest[0].Lower, "ly")) {
		rest = rest[1:]
	}
	if len(rest) == 0 || rest[0].Kind != Word || rest[0].Lower == "power" {
		return false
	}
	return has(verb.Readings(rest[0].Lower), verb.Base) && (rest[0].Lower == "like" && tokens[i].Lower == "would" || !theLexicon().is(rest[0].Lower, "preposition", "determiner"))
}

var betweenModal = setOf("not n't never always also only just hardly often still soon all")

// beBeforeModal returns the token of a form of be that stands too much before the modal at token i; 0 for none. A clause that ends with be may be the subject of
// the modal (what you are can change, the question is can they pay), and must and will are nouns (this film is must see).
func beBeforeModal(tokens []Token, i int, before []word) int {
	n := len(before)
	if !doubledModals[tokens[i].Lower] || n < 2 || !theLexicon().is(before[n-1].lower, "be") || before[n-1].respelled || !baseFollows(tokens, i) {
		return 0
	}
	lex := theLexicon()
	subject := before[n-2]
	if subject.punct || lex.is(subject.lower, "there", "question", "adverb", "preposition") || questionNouns[subject.lower] {
		return 0
	}
	for k := n - 3; k >= 0 && !before[k].punct; k-- {
		if w := before[k].lower; w != "when" && w != "that" && lex.is(w, "question", "relative") || w == "as" || w == "than" || w == "all" || w == "way" {
			return 0
		}
	}
	next := slices.IndexFunc(tokens[i+1:], func(t Token) bool { return t.Kind != Space })
	if tokens[i].Lower == "must" && !lex.is(subject.lower, "subject", "either") && mustSee[tokens[i+1+next].Lower] {
		return 0
	}
	return before[n-1].token
}

// maybeBeBeforeModal reports whether a form of be stands right before a modal and a base form, where it was not clear that it goes out: anyone who is can swim.
func (p *parser) maybeBeBeforeModal() bool {
	if slices.ContainsFunc(p.words, func(w word) bool { return w.lower == "all" || w.lower == "way" || w.lower == "wish" }) {
		return false // all there is can be seen, the way things are will change
	}
	for i := 1; i+2 < len(p.words); i++ {
		if p.lex.is(p.words[i].lower, "be") && doubledModals[p.words[i+1].lower] && has(p.words[i+2].readings, verb.Base) && !p.words[i+2].capital && !questionNouns[p.words[i-1].lower] && !p.lex.is(p.words[0].lower, "question", "relative") {
			return true
		}
	}
	return false
}

var (
	mustSee       = setOf("see read watch have visit try do know")
	doubledModals = setOf("can could will would should must")
	questionNouns = setOf("question problem issue point thing")
)
