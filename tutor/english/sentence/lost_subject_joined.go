package sentence

import "github.com/shortleash/shortleash/tutor/english/verb"

// After but and so a verb may share the subject before them: she works hard but earns little. It cannot where it has another number, where that subject is its object
// too (I tried to help him, but didn't let me), or where that subject is the "it" of the weather (it is raining, so can't play).

// goesOnWithoutSubject reports whether the verb after "but" or "so" at word i cannot share the subject of the verb before it.
func (a *Analysis) goesOnWithoutSubject(i int) bool {
	p := a.parser
	if i == 0 || p.words[i].lower != "but" && (p.words[i].lower != "so" || !p.words[i-1].punct) { // I so want a dog
		return false
	}
	before := a.finiteBefore(i)
	if before == nil || before.found.subject == nil || before.found.kind == relClause || before.found.inverted {
		return false
	}
	s := before.found.subject
	head := p.words[s.head].lower
	k, _ := p.skipAdverbs(i + 1)
	if k+2 >= len(p.words) {
		return false
	}
	main := p.plainVerb(k)
	base := ""
	if main >= 0 && main < len(p.words) && len(p.words[main].readings) > 0 {
		base = p.words[main].readings[0].Base
	}
	switch {
	case main < 0 || main+1 >= len(p.words):
		return false
	case head == "i" && p.words[main+1].lower == "me", head == "we" && p.words[main+1].lower == "us":
		return main > k || !p.couldBeVerb(k) // but tell me
	case head != "it" && weather[base]:
		return p.words[k].lower != "are" && (main > k || len(p.words[k].form(verb.Past|verb.ThirdPerson)) > 0) // but rained
	case head == "it" && a.saysWeather(before):
		return (main > k || len(p.words[main].form(verb.Past)) > 0) && playsOutside[base] && p.words[main+1].lower != "on"
	case s.persons&(p3sg|p1sg) == 0 || s.persons&(p3pl|p1pl) != 0:
		return false
	case p.words[k].lower == "do":
		return neverOrdered[p.words[main].lower]
	case p.words[k].lower == "are":
		return p.lex.is(p.words[k+1].lower, "adjective") && p.phraseEnds(k+2)
	}
	return main == k && neverOrdered[p.words[k].lower] && (p.words[k+1].lower == "another" || articles[p.words[k+1].lower] || p.words[k+1].lower == "to")
}

// saysWeather reports whether g says that it rains or snows, or that it is hot or cold.
func (a *Analysis) saysWeather(g *Group) bool {
	next := a.parser.wordAt(g.found.main + 1)
	return weather[g.Verb] || g.Verb == "be" && (next == "raining" || next == "snowing" || weatherAdjectives[next])
}

// plainVerb returns the main verb after the auxiliary at word i, i where there is none, or -1: didn't let, can't play, are.
func (p *parser) plainVerb(i int) int {
	if p.words[i].punct || p.words[i].capital {
		return -1
	}
	if _, ok := p.auxiliary(i); ok {
		k := i + 1
		for p.isNegation(k) {
			k++
		}
		if p.words[i].lower == "are" || k < len(p.words) && p.couldBeVerb(k) {
			return k
		}
		return -1
	}
	if p.verbAt(i) {
		return i
	}
	return -1
}

var (
	// neverOrdered are verbs that no order has.
	neverOrdered = setOf("want need know understand prefer like")
	// playsOutside are verbs of what persons do, whether it rains or not.
	playsOutside = setOf("go play eat drink walk swim run leave see stay drive cycle travel")
)

// cliticAlone reports whether a shortened verb stands apart after what opens a clause, as it does where a pronoun before it was left out: because 's late.
func (a *Analysis) cliticAlone(i int) bool {
	p := a.parser
	switch p.words[i].lower {
	case "but", "so", "because", "if", "when", "that", "while":
	default:
		return false
	}
	switch p.words[i+1].lower {
	case "'s", "'re", "'ve", "'ll", "'d", "'m":
	default:
		return false
	}
	return a.Tokens[p.words[i+1].token].Start > a.Tokens[p.words[i].token].End()
}
