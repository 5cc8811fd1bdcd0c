package sentence

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// Words that are right each for itself and do not go with what stands beside them: a list whose verbs differ in form, an
// adverb on the wrong side of its verb, a clause that lacks nothing after the noun it describes.

// Verbs of which both -ing and "to" may follow, or one of them, so that what is joined by "and" takes the same form.
var (
	likes    = setOf("like love hate prefer enjoy start begin continue dislike stop avoid mind adore keep finish practise practice suggest")
	plans    = setOf("want like love hate prefer plan decide hope need try learn wish expect start begin continue intend")
	teaches  = setOf("learn teach study practise practice try do enjoy love like hate prefer start stop finish keep begin continue go")
	comments = setOf("honest fair tell sum conclude make begin start finish top be")
)

// unlikeForms reports whether "and" joins an -ing form to an infinitive where both hang on one word: likes swimming and to run, wants to
// travel and working abroad.
func (a *Analysis) unlikeForms() bool {
	p := a.parser
	if a.prefersThan() || a.sharesTwoNumbers() {
		return true
	}
	for i := 2; i+1 < len(p.words); i++ {
		if p.words[i-1].lower != "and" && p.words[i-1].lower != "or" || p.words[i].capital || p.gapBefore(i) {
			continue
		}
		switch {
		case p.words[i].lower == "to" && p.couldBeVerb(i+1) && !comments[p.words[i+1].lower]:
			if a.joinsTo(i-1, verb.Gerund) {
				return true
			}
		case len(p.words[i].form(verb.Gerund)) > 0 && !p.functional(p.words[i]):
			next := p.objectAt(i+1) || p.phraseEnds(i+1) && !p.verbAt(i+1) || i+1 < len(p.words) && (p.pluralAt(i+1) || p.words[i+1].named() || p.adverb(i+1) > 0)
			if after := a.finiteAfter(i); next && (after == nil || after.found.start > i+1 && p.lex.is(p.words[after.found.start-1].lower, "subordinator", "relative", "coordinator")) && a.joinsTo(i-1, verb.Base) {
				return true
			}
		}
	}
	return false
}

// prefersThan reports whether "than" and a verb follow prefer and another verb, where "to" and -ing, or rather than, is meant: I prefer reading
// than to watch television.
func (a *Analysis) prefersThan() bool {
	p := a.parser
	for i := 2; i+1 < len(p.words); i++ {
		if p.words[i].lower != "than" || p.words[i-1].lower == "rather" {
			continue
		}
		if g := a.groupAt(i - 2); g != nil && g.Verb == "prefer" && p.wordAt(i-1) != "more" && p.wordAt(i-1) != "less" && p.wordAt(i-1) != "other" && !strings.HasSuffix(p.wordAt(i-1), "er") {
			return true // prefer tea than coffee
		}
		w := p.words[i+1]
		if !(w.lower == "to" && p.couldBeVerb(i+2)) && len(w.form(verb.Gerund)) == 0 && !p.couldBeVerb(i+1) {
			continue
		}
		for k := i - 1; k >= 0 && !p.words[k].punct; k-- {
			if slices.ContainsFunc(p.words[k].readings, func(r verb.Reading) bool { return r.Base == "prefer" }) {
				return true
			}
			if p.words[k].lower == "rather" || p.words[k].lower == "more" || strings.HasSuffix(p.words[k].lower, "er") && p.lex.is(p.words[k].lower, "adjective") {
				break
			}
		}
	}
	return false
}

// sharesTwoNumbers reports whether two verbs of one subject, each of which fits it, are of different numbers: one of the people that understands
// me and always have time.
func (a *Analysis) sharesTwoNumbers() bool {
	p := a.parser
	for i := range a.Groups {
		f := a.Groups[i].found
		if !f.finite || !f.shared || f.subject == nil || f.subject.persons != pThird && f.subject.persons != pAny || f.freeForm || f.hypothetical || a.Groups[i].Judgment.Verdict != Right {
			continue
		}
		own := p.finitePersons(f.verbal) & pThird
		for k := range a.Groups[:i] {
			other := a.Groups[k].found
			if fit := p.finitePersons(other.verbal) & pThird; other.finite && other.subject != nil && other.subject.start <= f.subject.end && other.main < f.main && a.Groups[k].Judgment.Verdict == Right &&
				own != 0 && fit != 0 && own&fit == 0 && (other.subject == f.subject || other.kind == relClause && k == i-1 && other.main > f.subject.end) {
				return true
			}
		}
	}
	return false
}

// joinsTo reports whether what "and" at word i joins begins with a verb in that form: an -ing form right after what takes one, or "to" and a
// base form. Nothing else with the form of what follows "and" may stand between.
func (a *Analysis) joinsTo(i int, form verb.Form) bool {
	p := a.parser
	for k := i - 1; k > 0; k-- {
		w := p.words[k]
		if w.punct && w.text != "," || p.lex.is(w.lower, "subordinator", "relative") && !p.lex.is(w.lower, "preposition") {
			return false
		}
		if form == verb.Gerund {
			if w.lower == "to" && p.couldBeVerb(k+1) {
				return false // a list of infinitives
			}
			if g := a.groupAt(k); g != nil && g.found.finite {
				n := g.found.subject
				return g.found.governor == byBe && has(g.found.readings, verb.Gerund) && n != nil && n.kind == nounPhrase && !p.acts(n) && !p.lex.is(g.Verb, "moves")
			}
			if len(w.form(verb.Gerund)) > 0 && (p.governsGerund(k-1) && p.words[k-1].lower != "to" || a.takesForm(k, likes)) {
				return true
			}
			continue
		}
		if len(w.form(verb.Gerund)) > 0 {
			return false
		}
		if w.lower == "to" && p.couldBeVerb(k+1) {
			goesOn := i+2 < len(p.words) && p.nounCost(p.words[i+1]) >= surelyNoun && p.lex.is(p.words[i+2].lower, "preposition")
			verbs := p.objectAt(i+2) || p.pluralAt(i+2) || goesOn || !teaches[p.words[k+1].lower] && k+2 == i
			return verbs && !(teaches[p.words[k+1].lower] && !p.objectAt(i+2)) && a.takesForm(k, plans)
		}
	}
	return false
}

// takesForm reports whether the word before word k is a verb of the set, or be after a thing: my hobbies are reading and to play chess.
func (a *Analysis) takesForm(k int, set map[string]bool) bool {
	p := a.parser
	g := a.verbBefore(k)
	if g == nil || g.found.end != k {
		return false
	}
	if g.Verb == "be" {
		return g.found.finite && !g.found.inverted && g.found.subject != nil && g.found.subject.kind == nounPhrase && !p.acts(g.found.subject)
	}
	return set[g.Verb]
}

// oftenEarly are the adverbs of frequency that stand after be and before other verbs.
var oftenEarly = setOf("always usually never rarely seldom normally often frequently")

// misplacesAdverb reports whether an adverb of frequency stands before be or have with what they belong to (my boss always is angry, I
// never have seen it), or after another verb and before its object (drinks always coffee).
func (a *Analysis) misplacesAdverb(g *Group) bool {
	p, f := a.parser, g.found
	if f.inverted || f.subjectless || f.order || f.subject.kind == wh || f.end >= len(p.words) {
		return false
	}
	if f.start > 0 && f.subject.start > 0 {
		switch p.words[f.subject.start-1].lower {
		case "than", "as", "what", "how", "which", "that", "who", "whatever", "however", "wherever", "where":
			return false
		}
	}
	finite := f.finiteWord()
	if len(f.aux) == 0 || f.main == finite && f.base != "be" {
		return f.main == finite && f.fault == noFault && (oftenEarly[p.words[f.end].lower] || p.words[f.end].lower == "sometimes") && p.words[f.end-1].lower != "n't" && f.not < 0 && a.thingAt(f.end+1) && !p.lex.is(f.base, "clausal") && f.base != "want"
	}
	if finite < 1 || !oftenEarly[p.words[finite-1].lower] || f.subject.end != finite-1 || p.words[finite].joined {
		return false
	}
	switch {
	case p.isBeWord(finite):
		return !p.words[f.end].punct && (f.main != finite || !p.lex.is(p.words[f.end].lower, "coordinator", "subordinator"))
	case p.lex.is(p.words[finite].lower, "have"):
		return f.main != finite && f.base != "be" && has(f.readings, verb.Participle)
	}
	return false
}

// thingAt reports whether an object of any kind stands at word i: the cake, coffee, apples.
func (a *Analysis) thingAt(i int) bool {
	p := a.parser
	if i >= len(p.words) || p.words[i].punct {
		return false
	}
	w := p.words[i].lower
	return p.objectAt(i) || (p.lex.nouns["mass"][w] || p.lex.nouns["same"][w] || meals[w] || p.pluralAt(i)) && p.phraseEnds(i+1)
}

// stays are verbs that take no object.
var stays = setOf("work live come go arrive sleep die travel smile laugh cry bark happen fall stay break sit stand walk run")

// lacksWhose reports whether a clause after who, which or that begins with a possessive and lacks nothing, so that whose is meant: a
// friend that her mother works in a bank. What lacks its object is right: a girl that her friends call Lola.
func (a *Analysis) lacksWhose(g *Group) bool {
	p, f := a.parser, g.found
	n := f.subject
	if n == nil || f.inverted || n.start < 2 || n.kind != nounPhrase && n.kind != coordinated {
		return false
	}
	switch p.words[n.start].lower {
	case "his", "her", "its", "their":
	default:
		return false
	}
	opener := p.words[n.start-1].lower
	if opener != "that" && opener != "who" && opener != "which" || p.words[n.start-2].punct {
		return false
	}
	head := p.phraseBefore(n.start - 1)
	if head != nil && head.start > 1 && !p.isPerson(p.words[head.head]) && p.lex.is(p.words[head.start-1].lower, "preposition") {
		head = p.phraseBefore(head.start - 1) // a boy in my class that
	}
	if head == nil || opener != "which" && !p.isPerson(p.words[head.head]) && !theFaults().sets["profession"][p.words[head.head].lower] {
		return false
	}
	if opener == "that" && a.reportsTo(head) {
		return false
	}
	return f.base == "be" && f.end < len(p.words) && !p.words[f.end].punct && !p.lex.is(p.words[f.end].lower, "coordinator") ||
		f.governor == byBe && has(f.readings, verb.Participle) || p.objectAt(f.end) || p.pluralAt(f.end) && !p.words[f.end].capital ||
		(stays[f.base] || p.lex.is(f.base, "unpassive", "no-passive")) && !a.endsOnPreposition(f.end)
}

// reportsTo reports whether the phrase is rather the person who is told what the clause with "that" says: told a friend that her mother
// works, was so strict that his students left.
func (a *Analysis) reportsTo(head *nominal) bool {
	p := a.parser
	before := a.verbBefore(head.start)
	if before == nil || before.found.end > head.end {
		return false
	}
	if p.lex.is(before.Verb, "clausal") && before.Verb != "know" && before.Verb != "see" && before.Verb != "remember" && before.Verb != "find" && before.Verb != "hear" && before.Verb != "dream" && before.Verb != "understand" {
		return true
	}
	switch before.Verb {
	case "tell", "show", "promise", "remind", "warn", "assure", "inform", "convince", "persuade", "teach", "say", "explain", "ask", "write", "answer", "reply", "swear", "shout", "whisper", "text", "mean":
		return true
	}
	return slices.ContainsFunc(p.words[before.found.end:head.end], func(w word) bool { return w.lower == "so" || w.lower == "such" })
}

// endsOnPreposition reports whether a preposition that is hardly a particle follows at word i or later with nothing after it that it takes: the house that her
// mother lives in, the girl that he lives with no longer plays.
func (a *Analysis) endsOnPreposition(i int) bool {
	p := a.parser
	for ; i < len(p.words) && !p.words[i].punct; i++ {
		switch w := p.words[i].lower; {
		case w == "up", w == "down", w == "off", w == "out", w == "back", w == "away", !p.lex.is(w, "preposition"):
		case i+1 >= len(p.words), p.words[i+1].punct, a.finiteAt(i + 1), p.matches(i+1, []string{"no", "longer"}), p.lex.is(p.words[i+1].lower, "be", "have", "do", "modal", "coordinator"):
			return true
		}
	}
	return false
}

// meansDone reports whether a participle stands after "to" where a thing has something done to it: the car needs to repaired.
func (a *Analysis) meansDone(f *found) bool {
	p := a.parser
	if f.governor != byTo || f.to < 1 || !has(f.readings, verb.Participle) || p.lex.is(f.base, "no-passive", "unpassive") {
		return false
	}
	if next := f.main + 1; next < len(p.words) && !p.words[next].punct && !p.timeAt(next) && p.adverb(next) == 0 && !p.lex.is(p.words[next].lower, "preposition", "coordinator", "subordinator") {
		return false
	}
	for k := range a.Groups {
		g := &a.Groups[k]
		if g.found.finite && g.found.end == f.to && g.found.subject != nil {
			return !p.acts(g.found.subject) && g.found.subject.kind != wh || p.lex.is(f.base, "needs-object", "done-to") || lostPassives[f.base]
		}
	}
	return false
}

// isAskedOf reports whether g stands in a clause with that after the person who is asked, where "to" or if is meant: she asked me that I watered her plants.
func (a *Analysis) isAskedOf(g *Group) bool {
	that := g.found.subject.start - 1
	if that < 2 || a.parser.words[that].lower != "that" {
		return false
	}
	asks := a.verbBefore(that)
	return asks != nil && asks.Verb == "ask" && asks.found.governor != byBe && a.tellsPerson(that)
}

// tellsNobody are verbs that take no person and "to" after them, as tell and ask do: she suggested me to go, I hope you to come.
var tellsNobody = setOf("suggest propose recommend say explain demand hope prevent thank forgive congratulate accuse")

// asksPerson reports whether g is such a verb, and a person and "to" follow.
func (a *Analysis) asksPerson(g *Group) bool {
	p, end := a.parser, g.found.end
	if g.found.main != end-1 || end+2 >= len(p.words) {
		return false
	}
	if advises[g.Verb] && slices.ContainsFunc(p.nominals(end), func(n *nominal) bool {
		return p.acts(n) && p.wordAt(n.end) == "to" && p.couldBeVerb(n.end+1)
	}) {
		return true
	}
	if !tellsNobody[g.Verb] && !(g.Verb == "have" && g.Tense == verb.PastSimple && p.lex.is(p.words[end].lower, "object") && p.words[end].lower != "it") || p.words[end+1].lower != "to" || !p.couldBeVerb(end+2) {
		return false
	}
	w := p.words[end].lower
	return p.lex.is(w, "object") || w == "you" || p.nameless(p.words[end])
}

// advises are those of them that a person is hardly the object of.
var advises = setOf("suggest propose recommend")
