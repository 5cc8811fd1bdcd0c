package sentence

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// After the auxiliary have stands a participle. Learners write the -ing form: the police have finding the car. But have is a full verb too, whose object may be a noun in
// -ing (has training, has swimming on Fridays) or a noun that one describes (growing pains, running water). What follows the -ing form tells them apart: an object, a
// clause or an adverb of manner shows a verb, and so does the end of the phrase after a form that is no noun.

// readHaveGerunds turns a lone have and the -ing form after it into one group, where that form can be neither the object of have nor describe one.
func (a *Analysis) readHaveGerunds() {
	p := a.parser
	for i := 0; i < len(a.Groups); i++ {
		f := a.Groups[i].found
		if !f.finite && (f.to < 0 || f.main != f.to+1) || f.base != "have" || f.governor != byHave || f.main != f.aux[len(f.aux)-1] || f.order || f.fault != noFault || f.finite && f.subject == nil || f.no >= 0 {
			continue
		}
		from := f.end
		if f.inverted && !p.question && f.subject.start == f.end && f.start > 0 {
			if w := p.words[f.start-1].lower; w == "neither" || w == "none" { // neither has replying: no inversion
				f.subject, f.inverted = &nominal{start: f.start - 1, end: f.start, head: f.start - 1, persons: p3sg, kind: indefinite, adjective: -1}, false
			}
		}
		if f.inverted {
			if !p.question || f.subject.start < f.main {
				continue
			}
			from = f.subject.end
		}
		next, _ := p.skipAdverbs(from)
		if next >= len(p.words) || p.words[next].punct || p.words[next].named() || len(p.words[next].form(verb.Gerund)) == 0 || !a.continuesUntilNow(f, next) && !a.gerundForParticiple(f, next) {
			continue
		}
		i = a.joinToHave(f, next, verb.Gerund)
	}
}

// continuesUntilNow reports whether the sentence says since when or for how many years a person does what the -ing form at word i tells, right after the have of f: I have working here for two
// years.
func (a *Analysis) continuesUntilNow(f *found, i int) bool {
	p := a.parser
	if !f.finite || f.inverted || len(f.aux) != 1 || i != f.end || p.words[f.main].lower == "had" || p.lex.is(p.words[i].lower, "noun", "adjective") || !p.acts(f.subject) {
		return false
	}
	since := slices.ContainsFunc(p.times, func(m moment) bool { return m.tense == verb.PresentPerfect && p.words[m.from].lower == "since" })
	return since || p.forYears(i) || a.everSince(f)
}

var longTimes = setOf("years months weeks year month")

// everSince reports whether since and a clause of the past say from when what have belongs to goes on: I have loving music since I was a child. A quality that
// somebody's friends or parents have may be meant too.
func (a *Analysis) everSince(f *found) bool {
	p := a.parser
	if f.end+1 >= len(p.words) || p.isPerson(p.words[f.end+1]) || p.lex.nouns["in-ing"][p.words[f.end].lower] {
		return false
	}
	return slices.ContainsFunc(a.Groups, func(g Group) bool {
		o := g.found
		if o.subject == nil || g.Tense != verb.PastSimple || o.subject.start == 0 || p.words[o.subject.start-1].lower != "since" {
			return false
		}
		return theValencies()[p.words[f.end].form(verb.Gerund)[0].Base].has(transitive)
	})
}

// forYears reports whether "for" and a number of years, months or weeks stand after word i.
func (p *parser) forYears(i int) bool {
	for ; i+2 < len(p.words); i++ {
		if p.words[i].lower == "for" && (p.isNumber(p.words[i+1].lower) || p.words[i+1].lower == "many") && longTimes[p.words[i+2].lower] {
			return true
		}
	}
	return false
}

// gerundForParticiple reports whether the -ing form at word i, after the have of f, stands for a participle.
func (a *Analysis) gerundForParticiple(f *found, i int) bool {
	p := a.parser
	w, next, base := p.words[i].lower, p.wordAt(i+1), p.words[i].form(verb.Gerund)[0].Base
	before := p.words[i-1].lower
	never := before == "never" || before == "ever" || before == "already"
	if base == "be" || next == "of" || before == "better" || before == "best" || p.hasOnMind(i+1) || p.introduces(base, i+1) {
		return false
	}
	if !f.finite { // seems to have losing it, but: to have riding lessons
		return never || p.gerundObjectAt(i+1)
	}
	if a.haveGap(f) {
		v := theValencies()[base]
		return before == "never" || before == "ever" || v.has(transitive) && !v.has(intransitive|ergative) && (p.phraseEnds(i+1) || p.verbAt(i+1)) && !p.lex.is(next, "determiner", "object", "either", "indefinite")
	}
	switch {
	case never, p.gerundObjectAt(i + 1), p.matches(i+1, []string{"a", "lot"}) && p.wordAt(i+3) != "of":
		return true
	case base == "play" && p.lex.is(next, "game") && next != "cards", askedTo[base] && p.pluralAt(i+1) && p.wordAt(i+2) == "to":
		return true
	case verbParticles[next] && p.gerundObjectAt(i+2), base == "listen" && next == "to" && !p.couldBeVerb(i+2):
		return true
	case p.lex.nouns["in-ing"][w]:
		return false
	case p.clauseOfGerund(base, i+1):
		return true
	case next == "to" && p.wordAt(i+2) == "do", next == "as", !p.acts(f.subject) && p.matches(i+1, []string{"in", "it"}):
		return p.lex.is(base, "stative")
	case next == "to" && p.couldBeVerb(i+2):
		return theValencies()[base].has(infinitive)
	case neverDescribe[base] && next != ",", base == "go" && next != "concern" && next != "concerns" && next != "rate" && next != "rates" && next != "price" && next != ",":
		return true
	case a.afterNthTime(f):
		return true
	case next == "," && f.kind == subClause && p.couldBeVerb(i+2):
		return true
	case next == ",", p.lex.is(next, "coordinator") && next != "for":
		return p.clauseGoesOn(i + 2)
	case doneHow[next] || next == "faster" || next == "slower":
		return true
	case !p.phraseEnds(i+1) && p.adverb(i+1) == 0:
		return false
	}
	return i > f.end && before != "n't" && before != "not" || p.namesNothing(base) && (!p.acts(f.subject) || p.lex.is(base, "event", "stative", "unpassive") || !p.scheduledAt(i+1))
}

// namesNothing reports whether the -ing form of the verb at the end of a phrase names nothing that one may have, as flooding and rioting do.
func (p *parser) namesNothing(base string) bool {
	if heardOrSeen[base] {
		return false
	}
	v := theValencies()[base]
	return p.lex.is(base, "moves", "event", "event-before", "stative", "act", "lasting", "no-passive", "unpassive") || v.has(transitive) && !v.has(intransitive|ergative) || alters[base]
}

// haveGap reports whether what have has stands before its clause, as in a relative clause and in many questions: the taxi I have waiting outside, what do you have cooking?
func (a *Analysis) haveGap(f *found) bool {
	p, n := a.parser, f.subject
	if before := p.words[f.finiteWord()-1].lower; a.afterNthTime(f) || before == "who" || before == "that" || before == "which" || n.start > 1 && a.says(n.start-2) {
		return false
	}
	if n.start > 0 && hardOrPleasant[p.words[n.start-1].lower] {
		return true
	}
	if f.inverted {
		first := p.words[0].lower
		return first == "what" || first == "which" || first == "who" || first == "whom" || first == "how" && (p.wordAt(1) == "many" || p.wordAt(1) == "much")
	}
	return f.kind == relClause && (n.kind == pronoun || n.kind == nounPhrase) && !(n.start > 0 && p.words[n.start-1].lower == "where") || n.start > 0 && (p.words[n.start-1].lower == "what" || p.words[n.start-1].lower == "which")
}

// hardOrPleasant are nouns after which an -ing form says what was hard or pleasant: the trouble they have finding a flat.
var hardOrPleasant = setOf("trouble difficulty difficulties problem problems fun luck success time hassle")

// says reports whether word i is a finite verb, so that "that" after it opens a clause and stands for nothing.
func (a *Analysis) says(i int) bool {
	g := a.groupAt(i)
	return g != nil && g.found.finite && a.parser.wordAt(i+1) == "that"
}

// gerundObjectAt reports whether an object stands at word i, after an -ing form, and no time: finding the car, seen nothing, inviting two hundred people, arresting Tom.
func (p *parser) gerundObjectAt(i int) bool {
	if i >= len(p.words) || p.words[i].punct || p.words[i].lower == "that" || p.timeAt(i) {
		return false
	}
	w := p.words[i]
	switch {
	case p.objectAt(i):
		return true
	case w.lower == "each" || w.lower == "every" || w.lower == "all":
		return false
	case p.lex.is(w.lower, "indefinite"), p.isNumber(w.lower) && p.pluralAt(i+1):
		return true
	}
	return w.named() && !p.lex.is(w.lower, "adjective", "noun") && !(i+1 < len(p.words) && !p.words[i+1].punct && !p.functional(p.words[i+1]) && p.adverb(i+1) == 0 && !p.words[i+1].named())
}

// clauseOfGerund reports whether a clause that the verb takes stands at word i: asking what I want, deciding that it is late.
func (p *parser) clauseOfGerund(base string, i int) bool {
	v := theValencies()[base]
	switch w := p.wordAt(i); {
	case w == "that":
		return v.has(thatClause | objectThat)
	case w == "if", w == "whether", p.lex.is(w, "question"):
		return v.has(whClause | objectWh)
	}
	return false
}

// clauseGoesOn reports whether what stands at word i, after a comma or a coordinator, is no second quality or thing that somebody has: he has leaving, and she is sad.
func (p *parser) clauseGoesOn(i int) bool {
	w := p.wordAt(i)
	if p.words[i-1].text == "," && p.couldBeVerb(i) && p.noNoun(i) || p.lex.is(w, "subject", "either", "determiner", "coordinator", "subordinator", "have", "be", "do", "modal") {
		return true
	}
	return i < len(p.words) && has(p.words[i].readings, verb.Participle) && !strings.HasSuffix(w, "ed") && p.phraseEnds(i+1)
}

// scheduledAt reports whether a time stands at word i, for which somebody may have a lesson: she has judging on Saturdays, he has debating after school.
func (p *parser) scheduledAt(i int) bool {
	switch p.wordAt(i) {
	case "at", "on", "after", "before", "until", "from":
		return true
	case "today", "tonight", "tomorrow", "now", "next", "this", "later", "first", "twice", "once":
		return true
	}
	return p.timeAt(i)
}

// hasOnMind reports whether words from i on say in what way somebody has what he or she does: on his mind, in her blood, to look forward to.
func (p *parser) hasOnMind(i int) bool {
	for ; i+1 < len(p.words); i++ {
		last := p.wordAt(i + 2)
		switch p.words[i].lower {
		case "on":
			if last == "mind" || last == "minds" || last == "list" || last == "agenda" || last == "side" {
				return true
			}
		case "in":
			if p.words[i+1].lower == "common" || last == "blood" || last == "genes" || last == "bones" || last == "heart" {
				return true
			}
		case "as":
			if slices.ContainsFunc(p.words[i:], func(w word) bool { return aims[w.lower] }) {
				return true
			}
		case "to":
			if next := p.words[i+1].lower; next == "thank" || next == "blame" || next == "celebrate" || next == "look" && last == "forward" || last == "about" && p.phraseEnds(i+3) {
				return true
			}
		case "down":
			if p.matches(i+1, []string{"to", "a", "fine", "art"}) {
				return true
			}
		}
	}
	return false
}

// aims are nouns for what somebody wants to reach or does with his or her time.
var aims = setOf("goal aim aims goals hobby purpose job task")

// introduces reports whether the verb is one that stands between have and the guest or the thing that one has: we have joining us tonight a famous singer.
func (p *parser) introduces(base string, i int) bool {
	if p.lex.is(p.wordAt(i), "object") && !theValencies()[base].has(ditransitive) {
		for k := i + 1; k < min(i+3, len(p.words)); k++ {
			if w := p.words[k].lower; !p.words[k].punct && (w == "a" || w == "an" || w == "some" || p.isNumber(w)) && !p.timeAt(k) && p.wordAt(k+1) != "lot" && p.wordAt(k+1) != "bit" {
				return true
			}
		}
	}
	switch base {
	case "stay", "wait", "live", "sit", "lie", "stand", "work", "hang", "come":
	default:
		return false
	}
	for k := i + 2; k < len(p.words); k++ {
		if w := p.words[k].lower; !p.words[k].punct && (articles[w] || p.isNumber(w) || possessives[w]) && !p.timeAt(k) && !p.lex.is(p.words[k-1].lower, "preposition", "determiner", "coordinator", "be", "subordinator") && len(p.words[k-1].readings) == 0 && !p.words[k-1].punct {
			return true
		}
	}
	return false
}

// askedTo are verbs whose object is asked to do something: asking drivers to slow down.
var askedTo = setOf("ask advise order urge warn persuade invite encourage allow force")

// neverDescribe are verbs whose -ing form neither describes a thing nor is a thing that one has.
var neverDescribe = setOf("have get take make tell want say bring put let do see come become")

var (
	// heardOrSeen are verbs whose -ing form says what is heard or seen in a place.
	heardOrSeen = setOf("shoot knock scream laugh cry shout talk sneeze bite kick hit jump throw push charge rob attack crash explode ring wash clean brake beg steal itch")
	// alters are verbs of what becomes of things and people, and of what people say.
	alters = setOf("double grow melt shrink dry cancel complain vote travel pay call pass increase decrease improve change finish end develop collapse drown faint reply answer apologize apologise escape retire graduate marry divorce recover lie")
)
