package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A question inside a sentence that does not say who acts has an infinitive: I know how to cook, she asked where to go. Learners leave out the
// "to", or write an -ing form: know how cook, taught us how making bread.

// whInfinitives enters a wrong group for each base form or -ing form right after such a question word.
func (a *Analysis) whInfinitives() {
	p := a.parser
	for i := 2; i < len(p.words); i++ {
		if p.words[i].punct || p.gapBefore(i) || !a.asksForWay(i-1) || !a.baseAsked(i) && !a.gerundAsked(i) {
			continue
		}
		a.Groups = slices.DeleteFunc(a.Groups, func(g Group) bool { return g.found.main == i || slices.Contains(g.found.aux, i) })
		a.enterBase(i, -1, ToBase, missingTo)
	}
	a.sortGroups()
}

// asksForWay reports whether the question word at word i follows a verb of knowing or telling, or the person who is told.
func (a *Analysis) asksForWay(i int) bool {
	p := a.parser
	switch p.words[i].lower {
	case "how", "where", "what":
		return a.asksInside(i) || a.tellsPerson(i)
	case "when": // of other verbs it may say at what time: I help when needed
		opener := a.verbBefore(i)
		return opener != nil && (opener.Verb == "know" || opener.Verb == "decide" || opener.Verb == "ask") && a.asksInside(i)
	}
	return false
}

// tellsPerson reports whether the person whom somebody tells, shows or teaches something ends right before word i: explained to us, showed my aunt.
func (a *Analysis) tellsPerson(i int) bool {
	p := a.parser
	opener := a.verbBefore(i)
	if opener == nil || opener.found.end > i || !tellsOne[opener.Verb] && opener.Verb != "explain" {
		return false
	}
	if opener.found.end == i { // taught how to cook
		return opener.Verb == "teach"
	}
	from := opener.found.end
	if opener.Verb == "explain" {
		if p.words[from].lower != "to" {
			return false
		}
		from++
	}
	return slices.ContainsFunc(p.nominals(from), func(n *nominal) bool {
		return n.end == i && (n.kind == objectPronoun || p.acts(n))
	})
}

// baseAsked reports whether the base form at word i, after a question word, can be no noun that is the subject of what follows.
func (a *Analysis) baseAsked(i int) bool {
	p := a.parser
	w, asks := p.words[i].lower, p.words[i-1].lower
	switch {
	case w == "do" && p.words[i].text == w:
		if asks == "what" { // what do in this case
			return p.phraseEnds(i+1) && !p.asksOn(i+1)
		}
		return p.objectAt(i+1) && p.words[i+1].lower != "you" // how do it
	case w == "be":
		return i+1 < len(p.words) && (articles[p.words[i+1].lower] || p.lex.is(p.words[i+1].lower, "adjective"))
	case w == "have" || !p.couldBeVerb(i) || happening[w]:
		return false
	case p.lex.is(w, "adverb", "preposition", "adjective"): // how open this bottle, but not how open his mind is
		return asks == "how" && p.objectAt(i+1) && !p.verbFollows(i+1)
	case asks == "what":
		return asked[w] && !p.verbFollows(i+1) && (!verb.IsAlsoNoun(w) || i+1 == len(p.words) || p.words[i+1].punct || p.timeAt(i+1)) // not: what answer to give, what study you mean
	case p.noNoun(i):
		return true
	}
	object := p.objectAt(i+1) || p.pluralAt(i+1) && !has(p.words[i+1].readings, verb.ThirdPerson)
	if handled[w] && object {
		return !p.verbFollows(i + 1)
	}
	return !p.lex.nouns["mass"][w] && !p.lex.chieflyNoun(w) && (object || p.showsVerb(i) || p.phraseEnds(i+1)) && !p.verbFollows(i+1)
}

// asksOn reports whether word i is the subject of the do before it: what do you, what do people.
func (p *parser) asksOn(i int) bool {
	return i < len(p.words) && !p.words[i].punct && (p.lex.is(p.words[i].lower, "subject", "either", "determiner", "object", "indefinite", "negation") || p.isAuxiliary(i))
}

func (p *parser) isAuxiliary(i int) bool {
	if i >= len(p.words) {
		return false
	}
	_, ok := p.auxiliary(i)
	return ok
}

// happening are verbs that take no person as their subject.
var happening = setOf("happen exist seem belong occur matter mean depend consist")

// asked are verbs of what somebody may not know how to do: I don't know what say.
var asked = setOf("say wear eat cook buy write tell choose answer study bring think read order give")

// gerundAsked reports whether the -ing form at word i, after how or where, is no subject of what follows: how making bread, but not how making bread
// changed my life.
func (a *Analysis) gerundAsked(i int) bool {
	p := a.parser
	w := p.words[i]
	if p.words[i-1].lower != "how" && p.words[i-1].lower != "where" || w.capital || w.guessed || len(w.form(verb.Gerund)) == 0 || w.lower == "being" || w.lower == "having" {
		return false
	}
	if i+2 < len(p.words) && (p.lex.is(p.words[i+1].lower, "coordinator") || p.lex.number(p.words[i+1], false) == p3pl && p.couldBeVerb(i+2)) {
		return false // how loving parents behave
	}
	return !p.lex.is(w.lower, "adjective", "noun", "preposition") && !causing[w.lower] && !p.verbFollows(i+1)
}

// verbFollows reports whether a finite verb that a singular subject may have stands at word i or later in the clause.
func (p *parser) verbFollows(i int) bool {
	for ; i < len(p.words) && !p.words[i].punct; i++ {
		w, before := p.words[i], p.words[i-1].lower
		if p.lex.is(w.lower, "subordinator", "coordinator") && i+1 < len(p.words) && p.lex.is(p.words[i+1].lower, "subject", "either") {
			return false // the next clause
		}
		if p.isAuxiliary(i) && before != "to" {
			return true
		}
		described := p.lex.is(before, "adjective") && !p.lex.is(before, "adverb") && before != "alone" && !p.noNoun(i) && p.lex.number(w, true) == p3pl // short films, but not living alone feels
		if has(w.readings, verb.ThirdPerson|verb.Past) && !p.lex.is(before, "determiner") && !possessives[before] && before != "to" && !described {
			return true
		}
	}
	return false
}
