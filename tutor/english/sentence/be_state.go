package sentence

import (
	"strings"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A verb of state has no continuous form in what it usually means: am knowing, is belonging. Some of these verbs have
// one in another meaning (is having lunch, is thinking about it), which what follows them shows.

// judgeStative judges the -ing form of a verb of state: am knowing, is belonging.
func (a *Analysis) judgeStative(g *Group) Judgment {
	f := g.found
	if !a.cannotContinue(f) {
		return Judgment{}
	}
	tense := verb.PresentSimple
	if a.parser.pastBe(f.aux[0]) {
		tense = verb.PastSimple
	}
	return Judgment{Wrong, BeGerund, Call{Tool: Conjugate, Verb: g.Verb, Person: g.person(), Tense: tense}, ""}
}

// cannotContinue reports whether the verb of f has no -ing form in what it means here.
func (a *Analysis) cannotContinue(f *found) bool {
	p := a.parser
	if f.end > f.main+1 || a.isGradual(f) || p.toAfter(f.end) || f.end < len(p.words) &&
		p.words[f.end].lower == "by" { // is knowing by all: rather known
		return false
	}
	next := p.at(f.end)
	ends := next.punct
	object := !ends && (p.lex.is(next.lower, "determiner", "object", "either", "indefinite") || next.named() || p.plainNounAt(f.end))
	past := p.pastBe(f.aux[0])
	switch f.base {
	case "have":
		return p.havesAt(f.end) && f.subject.kind != wh
	case "like", "want", "need", "hate":
		return object || f.inverted && f.fronted && ends
	case "understand", "recognize", "recognise":
		return object
	case "remember", "include", "involve":
		return object && !past
	case "mean":
		return f.inverted && f.fronted && ends
	case "cost":
		return f.inverted && f.fronted && ends
	case "depend":
		return next.lower == "on"
	case "know":
		return !p.lex.is(next.lower, "adverb")
	case "believe":
		return next.lower != "in" && !ends
	case "own", "prefer", "doubt", "possess", "resemble", "lack", "owe", "detest", "despise", "contain", "deserve":
		return object || f.inverted && f.fronted && ends || f.base == "doubt" && next.lower == "that"
	case "seem":
		return !ends
	case "smell", "taste", "sound": // the cook is tasting the soup
		return !p.acts(f.subject) && p.lex.is(next.lower, "adjective")
	case "belong":
		return next.lower == "to"
	case "consist":
		return next.lower == "of"
	}
	return false
}

// isState reports whether the verb of f is one of a state, which has no continuous form: agree, know.
func (a *Analysis) isState(f *found) bool {
	p := a.parser
	if f.base == "think" { // I am think that …; I am think about you
		return f.end < len(p.words) && !p.lex.is(p.words[f.end].lower, "preposition", "adverb") && !p.words[f.end].punct
	}
	return p.lex.is(f.base, "stative") || f.base == "live"
}

// isGradual reports whether a word beside f says that something is changing, or complains; then verbs
// of state may be in the continuous: I am liking it more and more, is always wanting.
func (a *Analysis) isGradual(f *found) bool {
	words := a.parser.words
	for i, w := range words {
		switch w.lower {
		case "increasingly", "gradually", "slowly", "finally", "always", "constantly", "forever", "really", "actually", "just":
			return true
		case "more", "less":
			if i+2 < len(words) && words[i+1].lower == "and" && words[i+2].lower == w.lower {
				return true
			}
		}
	}
	return false
}

// havesAt reports whether what stands at word i is had and not done: two brothers, a car.
func (p *parser) havesAt(i int) bool {
	if i >= len(p.words) || p.words[i].punct {
		return false
	}
	for _, n := range p.nominals(i) {
		if n.kind != nounPhrase || n.persons == 0 {
			continue
		}
		head := p.words[n.head].lower
		counted := n.determined && (theTimes().numbers[p.words[n.start].lower] || isDigits(p.words[n.start].text))
		for _, form := range []string{head, p.lex.plural[head], strings.TrimSuffix(head, "s")} {
			if form != "" && (p.lex.nouns["had"][form] || counted && p.lex.nouns["kin"][form]) {
				return true
			}
		}
	}
	return false
}

// toAfter reports whether "to" and a verb follow word i in its clause: liking to ski, wanting him to go.
func (p *parser) toAfter(i int) bool {
	for ; i+1 < len(p.words) && !p.words[i].punct; i++ {
		if p.words[i].lower == "to" && has(p.words[i+1].readings, verb.Base) {
			return true
		}
	}
	return false
}
