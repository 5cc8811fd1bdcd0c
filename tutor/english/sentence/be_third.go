package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// No third person of the present stands after is, but many are plurals of nouns too, and those may say what something is: the problem is lies, but not
// my aunt is lies, nor the coffee is smells good. And is may end a clause that is the subject of the verb after it: who he is remains unclear.

// surelyThird reports whether g, before whose verb an is was left out, has a third person that can be no noun, and no is that ends a clause.
func (a *Analysis) surelyThird(g *Group) bool {
	f := g.found
	return !a.endsClauseBefore(f) && (!a.isNounToo(f) || a.thirdMeant(f))
}

// isNounToo reports whether the word of f is the plural of a noun too.
func (a *Analysis) isNounToo(f *found) bool {
	w := a.parser.words[f.main].lower
	return verb.IsAlsoNoun(f.base) || a.parser.lex.plural[w] != "" || a.parser.lex.chieflyNoun(w)
}

// thirdMeant reports whether the subject of f, or what stands after it, shows that its third person is no noun.
func (a *Analysis) thirdMeant(f *found) bool {
	p, n := a.parser, f.subject
	next := p.wordAt(f.end)
	switch {
	case a.isSensed(f):
		return true
	case next == "of" || next == "which" || next == "who" || next == "that" && f.end+1 < len(p.words) && (p.verbAt(f.end+1) || p.lex.is(p.words[f.end+1].lower, "subject")):
		return false // it is looks that count
	case timeNouns()[p.words[f.main].lower] || p.lex.is(f.base, "unit") || distances[next] && f.base != "run" || a.titles(f) || a.saysHowMuch(f):
		return false // two streets away, sales manager, all smiles
	case a.takesPerson(f), a.isPersonal(f) && !a.pairsNouns(f):
		return true
	case f.base == "rain" || f.base == "snow":
		return n.kind == pronoun && p.phraseEnds(f.end)
	case f.base == "need" && p.needsAt(f.end), f.base == "lead" && next == "to":
		return true
	case a.predicts(n) && n.kind != wh || abstract[p.words[n.head].lower]:
		return false
	case a.takesThing(f), actedHow[next] && p.phraseEnds(f.end+1), startsAt[f.base] && a.startsThen(f), next == "how" || next == "what" || next == "why":
		return true
	case f.base == "stand" || f.base == "hang" || f.base == "sit":
		return p.lex.is(next, "preposition")
	case mostlyVerbs[f.base]:
		return p.phraseEnds(f.end) && !p.lex.is(next, "preposition") && !a.pairsNouns(f) && (n.kind == nounPhrase && n.determined || f.kind == subClause)
	}
	return false
}

// titles reports whether a noun for one person stands right after f, whose word is a part of it: is works manager.
func (a *Analysis) titles(f *found) bool {
	p := a.parser
	if f.end >= len(p.words) {
		return false
	}
	w := p.words[f.end]
	return !w.capital && (p.isRole(w) || headsOf[w.lower] || p.isPerson(w) && p.lex.number(w, false) != p3pl)
}

// isPersonal reports whether the subject of f is a person, also one that "who" stands for.
func (a *Analysis) isPersonal(f *found) bool {
	return a.parser.acts(f.subject) || f.start > 0 && a.parser.words[f.start-1].lower == "who"
}

// pairsNouns reports whether and or or, and a plural, stand after f, so that both may say how somebody is: the child is smiles and tears.
func (a *Analysis) pairsNouns(f *found) bool {
	p := a.parser
	return p.lex.is(p.wordAt(f.end), "coordinator") && p.pluralAt(f.end+1)
}

// saysHowMuch reports whether a word before the verb of f says how much of something the subject is: is all smiles, is mostly legs.
func (a *Analysis) saysHowMuch(f *found) bool {
	return f.main > f.start && mainly[a.parser.words[f.main-1].lower]
}

// takesPerson reports whether a pronoun or a word for a person is the object of f.
func (a *Analysis) takesPerson(f *found) bool {
	p := a.parser
	if f.end >= len(p.words) || a.opensSubject(f.end) {
		return false
	}
	next := p.words[f.end].lower
	return p.lex.is(next, "object", "reflexive") && next != "her" && next != "it" && next != "you" || p.lex.is(next, "indefinite") && p.lex.nouns["person"][next]
}

// takesThing reports whether a noun phrase with a determiner, or a name, is the object of f.
func (a *Analysis) takesThing(f *found) bool {
	p := a.parser
	if f.end >= len(p.words) || a.opensSubject(f.end) || slices.ContainsFunc(p.nominals(f.end), func(n *nominal) bool { return n.determined && p.isAuxiliary(n.end) }) {
		return false
	}
	if f.base != "last" && f.base != "take" && f.base != "cost" && p.timeAt(f.end) {
		return false
	}
	switch f.base {
	case "cost":
		return p.plainNounAt(f.end) || p.adverb(f.end) > 0 || p.lex.is(p.words[f.end].lower, "determiner", "number", "indefinite")
	case "offer", "help", "worry", "surprise", "interest", "need":
		return p.plainNounAt(f.end) || p.objectAt(f.end)
	}
	return p.objectAt(f.end) || p.words[f.end].named()
}

// isSensed reports whether f says how something looks, smells or tastes: smells good, looks like rain.
func (a *Analysis) isSensed(f *found) bool {
	p := a.parser
	switch f.base {
	case "look", "smell", "taste", "sound", "feel":
	default:
		return false
	}
	at := p.afterDegree(f.end)
	if at >= len(p.words) || p.words[at].punct {
		return false
	}
	w := p.words[at].lower
	return p.lex.is(w, "adjective") || verb.IsAlsoAdjective(w) || w == "like" || w == "as" || w == "good" || w == "better" || w == "well" || w == "worse"
}

// needsAt reports whether "to" and a verb, or an -ing form, stand at word i: needs to dry, needs painting.
func (p *parser) needsAt(i int) bool {
	return p.matches(i, []string{"to"}) && i+1 < len(p.words) && (p.couldBeVerb(i+1) || p.words[i+1].lower == "be") || i < len(p.words) && len(p.words[i].form(verb.Gerund)) > 0
}

// startsThen reports whether the time at which something starts or ends stands after f.
func (a *Analysis) startsThen(f *found) bool {
	p := a.parser
	next := p.wordAt(f.end)
	return next == "at" || next == "tomorrow" || next == "tonight" || next == "today" || next == "soon" || next == "early" || next == "late" || (next == "in" || next == "on" || next == "from") && p.timeAfter(f.end+1)
}

// timeAfter reports whether a time stands at word i, after a preposition: ten minutes, Monday, May, 1900.
func (p *parser) timeAfter(i int) bool {
	return i < len(p.words) && (p.timeAt(i) || months[p.words[i].lower] || isDigits(p.words[i].text))
}

var (
	distances   = setOf("away ahead behind apart better worse older younger")
	mainly      = setOf("all both half just only mostly mainly largely partly merely simply nothing")
	actedHow    = setOf("well badly fast easily slowly quickly better worse early late again smoothly hard")
	startsAt    = setOf("start end open close leave begin finish land stop date")
	mostlyVerbs = setOf("start end stop open close leave land ring hurt cost need matter last help work kill stay die sleep")
)

// endsClauseBefore reports whether the is left out before the verb of f may end a clause that is the subject of that verb: who he is remains unclear, the man he was came back.
func (a *Analysis) endsClauseBefore(f *found) bool {
	p, n := a.parser, f.subject
	if f.inverted {
		return false
	}
	if last := f.start - 1; last > 0 && compoundRelatives[p.words[last-1].lower] && n.start == last-1 { // whoever that is has a dog
		return true
	} else if n.kind != coordinated && n.start < last && p.lex.is(p.words[last].lower, "subject") { // the man he was came back
		return true
	}
	start := n.start
	if n.kind == wh || n.end != f.start || start == 0 || f.shared || f.start > 0 && p.lex.is(p.words[f.start-1].lower, "relative") {
		return false
	}
	before := p.words[start-1].lower
	if before != "when" && p.lex.is(before, "question") || start > 1 && p.words[start-2].lower == "how" {
		if !clauseSubjects[f.base] || start > 2 && actsOfThings[f.base] {
			return false
		}
	} else if thing := p.phraseBefore(start); f.kind != relClause && (n.kind != pronoun || before != "all" && (thing == nil || timeNouns()[p.words[thing.head].lower])) {
		return false
	}
	return !slices.ContainsFunc(a.Groups, func(o Group) bool {
		m := o.found.subject
		after := m != nil && m.start < start && o.found.main > f.main
		asked := o.found.main < start && o.found.kind == mainClause && !p.lex.is(o.Verb, "clausal") && o.Verb != "be"
		return o.found.finite && (after || asked)
	})
}

// clauseSubjects are verbs whose subject may be a clause: who he is remains unclear.
var clauseSubjects = setOf(`remain matter depend come become take make mean show say tell explain prove suggest surprise worry bother interest help hurt annoy scare
	go fall lie rise please affect change count determine decide give leave cause seem appear have need stay strike puzzle amaze shock follow cost work`)

var (
	actsOfThings      = setOf("work cost need have stay follow start")
	headsOf           = setOf("manager director officer editor chief reporter coach minister secretary clerk foreman")
	compoundRelatives = setOf("whoever whatever whichever wherever however")
)
