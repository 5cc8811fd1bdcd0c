package sentence

import (
	"strings"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// Learners put a form of be where the perfect has have: is come, am lost my keys. A participle after be is a passive
// or an adjective too, so only those are mended that can be neither.

// judgeBeForHave judges a participle after be that is no passive: is come, am lost my keys.
func (a *Analysis) judgeBeForHave(g *Group) Judgment {
	f := g.found
	if !a.haveMeant(f) {
		return Judgment{}
	}
	return Judgment{Wrong, PastParticiple, Call{Tool: Conjugate, Verb: g.Verb, Person: g.person(), Tense: verb.PresentPerfect}, ""}
}

// haveMeant reports whether the participle after be leaves no reading as a passive or an adjective: the
// verb has none, or an object follows.
func (a *Analysis) haveMeant(f *found) bool {
	p := a.parser
	if has(f.readings, verb.Gerund) || f.kind == relClause && f.subject.kind == wh || a.predicts(f.subject) {
		return false
	}
	past := p.pastBe(f.aux[0])
	since := false
	for _, m := range p.times {
		since = since || m.tense == verb.PresentPerfect && p.words[m.from].lower == "since" && a.clauseAt(m.from) == f.clause
	}
	if past && !since {
		return false
	}
	next := p.at(f.end)
	perfect := since || a.parser.perfectAdverb(f)
	switch f.base {
	case "be":
		return p.words[f.main].lower == "been"
	case "go":
		return next.lower == "to" && !past && p.lex.is(p.at(f.end+1).lower, "determiner") && (perfect || p.timesCounted())
	case "come":
		return !past && !next.punct && (next.lower == "back" || next.lower == "home" || next.lower == "here" || perfect)
	case "leave", "finish", "start":
		if perfect && next.punct {
			return p.words[f.end-2].lower == "just" || p.words[f.end-2].lower == "already"
		}
	case "decide", "promise", "try", "manage", "forget", "learn", "begin", "hope", "choose":
		if next.lower == "to" {
			return p.acts(f.subject)
		}
	}
	if p.lex.is(f.base, "no-passive") {
		return !(p.lex.is(next.lower, "preposition") && p.phraseEnds(f.end+1) && f.end+1 >= len(p.words)) &&
			!p.lex.is(p.words[f.main].lower, "adjective")
	}
	if next.lower == "by" {
		return false
	}
	if since && p.lex.is(f.base, "lasting") {
		return true
	}
	if f.kind == subClause && f.clause == 0 && !perfect {
		return false // if t is exhausted the strings …
	}
	return !past && a.hasObjectOfItsOwn(f, perfect)
}

// perfectAdverb reports whether already, ever, never, just or yet belongs to f.
func (p *parser) perfectAdverb(f *found) bool {
	for i := f.start; i < len(p.words) && i < f.end+8; i++ {
		switch p.words[i].lower {
		case "already", "ever", "never", "just":
			if i < f.end {
				return true
			}
		case "yet":
			return true
		}
	}
	return false
}

// timesCounted reports whether the sentence says how often: three times.
func (p *parser) timesCounted() bool {
	for i, w := range p.words {
		if w.lower == "times" && i > 0 && (theTimes().numbers[p.words[i-1].lower] || isDigits(p.words[i-1].text) ||
			p.words[i-1].lower == "many") {
			return true
		}
	}
	return false
}

// hasObjectOfItsOwn reports whether an object follows the participle, which no passive has: lost my keys,
// told me. Verbs with two objects keep one in the passive, and some take a noun that says what became.
func (a *Analysis) hasObjectOfItsOwn(f *found, perfect bool) bool {
	p := a.parser
	next := p.at(f.end)
	personal := next.lower == "me" || next.lower == "him" || next.lower == "us"
	if f.end >= len(p.words) || p.lex.is(f.base, "two-objects", "naming") && !personal || p.timeAt(f.end) {
		return false
	}
	switch {
	case personal, next.lower == "them", next.lower == "it":
		return true
	case articles[next.lower], possessives[next.lower], next.lower == "all", next.lower == "too",
		p.numberAt(f.end), next.lower == "that" && !p.at(f.end+1).punct && p.plainNounAt(f.end+1):
	case perfect:
		return p.plainNounAt(f.end) && !p.lex.is(next.lower, "adjective", "adverb", "preposition") && !p.lex.is(p.words[f.main].lower,
			"adjective")
	default:
		return false
	}
	for _, n := range p.nominals(f.end) {
		if n.kind == nounPhrase && n.determined && !timeNouns()[p.words[n.head].lower] &&
			!p.lex.is(strings.TrimSuffix(p.words[n.head].lower, "s"), "unit") {
			return true
		}
	}
	return next.lower == "too" && (p.at(f.end+1).lower == "many" || p.at(f.end+1).lower == "much")
}

func (p *parser) numberAt(i int) bool {
	return theTimes().numbers[p.words[i].lower] || isDigits(p.words[i].text)
}
