package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A past form after "to" that no object follows may be an adjective (prefer boiled to fried, close to broken windows), or the verb of a clause that
// goes on after the preposition of another one (the people I talked to said); a third person may be a plural (to guides, to cooks). Where the parse
// found no such clause, and no noun can be meant, only the infinitive is left: went out to looked for it, it is nice to lives here.

// finiteForBase returns the form of the word after the "to" at word i where it is a past or a third person that stands for an infinitive; 0 where
// it may be anything else.
func (a *Analysis) finiteForBase(i int) verb.Form {
	p := a.parser
	w := p.words[i+1]
	if w.punct || w.capital || w.guessed || w.respelled || p.gapBefore(i+1) || has(w.readings, verb.Base|verb.Gerund) && !p.pastMeant(i+1) {
		return 0
	}
	turns := i > 1 && p.words[i-1].lower == "out" && isForm(p.words[i-2], "turn")
	if slices.ContainsFunc(a.Groups, func(g Group) bool {
		f := g.found
		return !turns && f.finite && f.start == i+1 || f.main == i+1 && (f.finite && !turns || g.Judgment.Verdict == Wrong || a.meansDone(f))
	}) || i > 0 && (p.prepositionTo(i) || a.relativeAt(i)) {
		return 0
	}
	switch {
	case len(w.form(verb.Past)) > 0 && (turns || a.pastForBase(i)):
		return verb.Past
	case len(w.form(verb.ThirdPerson)) > 0 && (turns || a.thirdForBase(i)):
		return verb.ThirdPerson
	}
	return 0
}

// thirdForBase reports whether the third person after the "to" at word i can be no plural.
func (a *Analysis) thirdForBase(i int) bool {
	p := a.parser
	w := p.words[i+1]
	if p.lex.is(w.lower, "noun", "adjective", "preposition") {
		return false
	}
	if !verb.IsAlsoNoun(w.form(verb.ThirdPerson)[0].Base) || i > 0 && p.asksWay(i-1) {
		return true
	}
	if p.objectAt(i + 2) {
		return !slices.ContainsFunc(a.Groups, func(g Group) bool { return g.found.finite && g.found.subject != nil && g.found.subject.start == i+2 })
	}
	return i > 0 && (infinitiveNouns[p.words[i-1].lower] && p.words[i-1].lower != "right" || p.words[i-1].lower == "yet" || p.words[i-1].lower == "about" && i > 1 && p.isBeWord(i-2)) && p.phraseEnds(i+2)
}

// pastForBase reports whether the past form after the "to" at word i can describe no noun.
func (a *Analysis) pastForBase(i int) bool {
	p := a.parser
	w := p.words[i+1]
	noun := p.lex.is(w.lower, "adjective", "preposition", "noun") || p.nounCost(w) == 0 || nounPasts[w.lower]
	switch {
	case i == 0:
		return p.verbish(w) || verbalPasts[w.lower] || !noun && a.finiteAfter(1) != nil
	case p.asksWay(i - 1):
		return true
	case a.beginsInfinitive(i) && (p.phraseEnds(i+2) || infinitiveNouns[p.words[i-1].lower] && !noun):
		return true
	}
	return !noun && (verbalPasts[w.lower] || p.verbish(w) || !p.nounAt(i+2)) && a.groupAt(i+1) != nil
}

// relativeAt reports whether a clause that describes the subject may end in the "to" at word i, so that the verb of the subject follows: nobody I showed it
// to understood, the nurse sent to asked, what he listened to made.
func (a *Analysis) relativeAt(i int) bool {
	p := a.parser
	relative := false
	for _, g := range a.Groups {
		f := g.found
		if f.main >= i || !f.finite || f.kind == relClause && f.subject != nil && p.lex.is(p.words[f.subject.head].lower, "relative", "question") {
			continue
		}
		if f.main == i-1 && len(f.aux) == 0 && has(f.readings, verb.Participle) && sendsTo[g.Verb] && f.subject != nil && f.subject.kind != pronoun {
			return true
		}
		if f.kind != relClause && !(f.subject != nil && f.subject.start > 0 && (p.words[f.subject.start-1].lower == "what" || p.words[f.subject.start-1].lower == "how")) {
			return false
		}
		relative = true
	}
	return relative
}

// sendsTo are verbs whose participle and "to" may describe a noun: the nurse sent to, the matter referred to.
var sendsTo = setOf("send write speak talk refer listen introduce show give lend sell read sing reply point allude")

// nounAt reports whether a noun that a participle could describe may stand at word i, as after to fried, in to fried eggs.
func (p *parser) nounAt(i int) bool {
	if i >= len(p.words) || p.words[i].punct {
		return false
	}
	w := p.words[i]
	if p.lex.is(w.lower, "coordinator") {
		return !p.phraseEnds(i) // to injured and retired players
	}
	return !p.functional(w) && p.adverb(i) == 0 && !p.lex.is(w.lower, "place-adverb", "frequency") && !p.timeAt(i)
}

// asksWay reports whether word i is a question word that an infinitive follows: how to cook.
func (p *parser) asksWay(i int) bool {
	switch p.words[i].lower {
	case "how", "what", "where", "when", "which", "whether":
		return true
	}
	return false
}

// beginsInfinitive reports whether the words before the "to" at word i go on with an infinitive only: about to, hard to, the chance to, for you to.
func (a *Analysis) beginsInfinitive(i int) bool {
	p := a.parser
	w := p.words[i-1].lower
	switch w {
	case "about":
		return i > 1 && p.isBeWord(i-2)
	case "yet", "enough", "order":
		return i > 1
	case "out":
		return i > 1 && isForm(p.words[i-2], "turn")
	}
	if infinitiveAdjectives[w] || adjectivesOfBoth[w] || infinitiveNouns[w] || p.lex.is(w, "easy-to", "to-noun") || p.toOnly(i-1) {
		return true
	}
	if slices.ContainsFunc(p.words[i-1].readings, func(r verb.Reading) bool { return infinitiveVerbs[r.Base] }) {
		return true
	}
	for k := i - 2; k >= 0 && k > i-6; k-- {
		if p.words[k].lower == "for" && slices.ContainsFunc(p.nominals(k+1), func(n *nominal) bool { return n.end == i && (n.kind != nounPhrase || p.acts(n)) }) {
			return true // for you to decide
		}
	}
	return false
}

// prepositionTo reports whether the "to" at word i is, or may be, a preposition: prefer boiled to fried, from hated to loved, look forward to.
func (p *parser) prepositionTo(i int) bool {
	w := p.words[i-1]
	if takesPreposition[w.lower] || p.getsUsed(i-1) || w.lower == "used" && i > 1 && p.isBeWord(i-2) {
		return true
	}
	if slices.ContainsFunc(w.readings, func(r verb.Reading) bool { return prepositionVerbs[r.Base] }) {
		return true
	}
	for k := i - 1; k >= 0 && !p.words[k].punct; k-- {
		if v := p.words[k]; v.lower == "from" || isForm(v, "prefer") {
			return k < i-1
		}
	}
	return false
}

var (
	// infinitiveVerbs take "to" and a verb, and no "to" with a noun.
	infinitiveVerbs = setOf("seem want hope decide plan manage refuse afford promise pretend tend fail attempt intend expect deserve hesitate threaten vote choose learn need try offer wish continue start begin regret long")
	// prepositionVerbs take "to" and a noun or an -ing form.
	prepositionVerbs = setOf("object confess admit lead contribute adapt adjust react amount belong refer resort commit devote dedicate relate compare respond listen")
	takesPreposition = setOf(`close closer next near nearer owing thanks according prior subject similar equal equivalent superior inferior related opposed compared contrary
		forward accustomed addicted devoted dedicated committed limited allergic alternative approach solution key reaction response objection return back switch change`)
	// verbalPasts stand before no noun that they could describe.
	verbalPasts = setOf(`said told met kept heard held sat stood understood bought brought sent caught taught won slept fought sought got had made built paid spent
		led dealt meant saved gave went was did felt learnt stayed lived asked tried visited helped looked waited talked listened`)
	// nounPasts are nouns too.
	nounPasts = setOf("left thought felt rose shot ground wound bore")
)

// isForm reports whether the word may be a form of the verb.
func isForm(w word, base string) bool {
	return slices.ContainsFunc(w.readings, func(r verb.Reading) bool { return r.Base == base })
}
