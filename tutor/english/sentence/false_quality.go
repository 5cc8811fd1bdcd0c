package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// Words of one's own language that mean something else in English, where what else the sentence says shows it: a sensible girl who cries is sensitive, an educated
// child who says thank you is polite, and what actually is so, but next year is not, is so now. What likes me pleases me.

// qualities are such adjectives, and the words that show what is meant.
var qualities = map[string]map[string]bool{
	"sensible":    setOf("cry cries cried crying hurt tears offended skin eyes teeth gums stomach"),
	"sympathetic": setOf("laugh laughs jokes funny"),
	"educated":    setOf("please thank thanks thanked greet greets greeted hello mouth"),
}

// mistakesQuality reports whether an adjective for a person stands beside what shows that another is meant: she is very sensible and cries.
func (p *parser) mistakesQuality() bool {
	for i, w := range p.words {
		shows := qualities[w.lower]
		if shows == nil || i < 1 || w.lower != "sensible" && !intensifiers[p.words[i-1].lower] {
			continue
		}
		if i+1 < len(p.words) && !p.phraseEnds(i+1) && p.words[i+1].lower != "and" && !p.isPerson(p.words[i+1]) {
			continue
		}
		if p.words[i-1].lower == "too" && p.wordAt(i+1) == "to" {
			continue
		}
		for k, other := range p.words {
			if shows[other.lower] && !slices.ContainsFunc(p.words[min(i, k):max(i, k)], func(w word) bool { return w.lower == "not" || w.lower == "n't" || w.lower == "never" }) {
				return true
			}
		}
	}
	return false
}

// intensifiers say how much an adjective holds.
var intensifiers = setOf("very so really quite extremely")

// mistakesNow reports whether actually begins what is so at present, and the other half of the sentence says what was so, or will be, at another time: actually I live
// with my parents, but next year I will rent a flat; I lived in Rome and actually I live in Pisa.
func (a *Analysis) mistakesNow() bool {
	p := a.parser
	at := slices.IndexFunc(p.words, func(w word) bool { return w.lower == "actually" })
	if at < 0 || p.question {
		return false
	}
	now := -1
	for k := range a.Groups {
		g := &a.Groups[k]
		if g.found.finite && g.found.main > at && (g.Tense == verb.PresentSimple || g.Tense == verb.PresentContinuous) {
			now = k
			break
		}
	}
	if now < 0 {
		return false
	}
	if at == 0 {
		but := slices.IndexFunc(p.words, func(w word) bool { return w.lower == "but" })
		if but < 2 || p.words[but-1].text != "," || a.Groups[now].found.main > but || a.Groups[now].Negative {
			return false
		}
		when, unit := p.wordAt(but+1), p.wordAt(but+2)
		return (when == "next" || when == "last") && weeks[unit] || when == "before" && p.lex.is(unit, "subject")
	}
	then := &a.Groups[0]
	return now == 1 && then.Tense == verb.PastSimple && then.Verb == a.Groups[now].Verb && then.Verb != "be" && then.found.kind == mainClause && then.found.main < at && p.lex.is(p.words[at-1].lower, "coordinator")
}

// pleasing are things that a person likes, and that like no one.
var pleasing = setOf(`film films movie movies song songs music book books novel story food pizza pasta chocolate cheese fish meat soup cake coffee tea beer wine city town
	village beach sea mountains football tennis basketball sport sports summer winter car house flat job work dress shoes shirt jacket game games dishes dish restaurant museum
	concert party series show idea painting colour color poem language english spanish french italian`)

// pleasesPerson reports whether a thing is said to like a person, where it pleases this person: the film likes me a lot.
func (a *Analysis) pleasesPerson(f *found) bool {
	p, n := a.parser, f.subject
	if n == nil || !f.finite || f.governor == byModal || n.kind != gerund && n.kind != nounPhrase {
		return false
	}
	if w := p.wordAt(f.main + 1); n.kind == nounPhrase && !pleasing[p.words[n.head].lower] && (p.acts(n) || p.lex.nouns["collective"][p.words[n.head].lower] || n.head == n.start || !n.determined || w != "me" && w != "us" && w != "him") {
		return false
	}
	end := p.personAt(f.main + 1)
	if end == 0 && p.wordAt(f.main+1) == "her" {
		end = f.main + 2
	}
	return end > 0 && (p.phraseEnds(end) || p.wordAt(end) == "more" || p.wordAt(end) == "a")
}
