package sentence

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// Where nothing acts, English has "it" for a subject: it is important to recycle, when it rains. Spanish has none, and its "that" only joins the clauses.

// lacksIt reports whether "it" is missing in a clause: I think that is important to recycle, if rains tomorrow, when finished the lesson, we left.
func (a *Analysis) lacksIt() bool {
	return a.supposesWithoutIt() || a.findsWithoutIt() || a.parser.rainsAlone() || a.parser.eventAlone()
}

// findsWithoutIt reports whether an adjective of doing and an infinitive follow find or make right away: I found difficult to understand him.
func (a *Analysis) findsWithoutIt() bool {
	p := a.parser
	return slices.ContainsFunc(a.Groups, func(g Group) bool {
		i := p.afterDegree(g.found.main + 1)
		finds := (g.Verb == "find" || g.Verb == "make") && g.found.governor != byBe && a.keepsObject(g.found)
		return finds && judged[p.wordAt(i)] && p.wordAt(i+1) == "to" && p.couldBeVerb(i+2) && a.lacksNothing(i+2)
	})
}

// judged are adjectives that say what it is to do something.
var judged = setOf(`important necessary essential crucial vital possible impossible difficult hard easy dangerous better best useful useless interesting nice safe healthy
	fun expensive cheap good bad advisable convenient easier harder safer cheaper`)

// supposesWithoutIt reports whether be and an adjective of doing follow a verb of thinking, with or without "that", and the infinitive lacks nothing: I think that is
// important to recycle. In "that is easy to do", the infinitive lacks what "that" stands for.
func (a *Analysis) supposesWithoutIt() bool {
	p := a.parser
	for i := 1; i+4 < len(p.words); i++ {
		if g := a.groupAt(i - 1); p.gapBefore(i) || g == nil || !supposes[g.Verb] && g.Verb != "know" || !a.opensAnew(g.found) {
			continue
		}
		k := i
		if p.words[k].lower == "that" {
			k++
		}
		if w := p.words[k].lower; w != "is" && w != "'s" && w != "was" {
			continue
		}
		k++
		if p.words[k].lower == "going" && p.matches(k+1, []string{"to"}) && k+2 < len(p.words) && weather[p.words[k+2].lower] {
			return true
		}
		k = p.afterIs(k)
		if k+2 < len(p.words) && judged[p.words[k].lower] && p.words[k+1].lower == "to" && p.couldBeVerb(k+2) && a.lacksNothing(k+2) {
			return true
		}
	}
	return false
}

// opensAnew reports whether the clause of f describes nothing and asks nothing, so that its object is no word before it: what I think is good to eat.
func (a *Analysis) opensAnew(f *found) bool {
	if f.subject == nil || f.kind == relClause {
		return false
	}
	i := f.subject.start - 1
	if i < 0 {
		return true
	}
	before := a.parser.words[i]
	return before.punct || a.parser.lex.is(before.lower, "coordinator", "do") || before.lower == "because" || before.lower == "if"
}

// doneAlone are verbs that need no object, beside those in the tables.
var doneAlone = setOf("recycle exercise study relax wait arrive drive ski dance")

// lacksNothing reports whether the infinitive at word i has its object, or takes none.
func (a *Analysis) lacksNothing(i int) bool {
	p := a.parser
	base := p.words[i].lower
	if a.endsOnPreposition(i+1) || p.lex.is(base, "two-objects") || base == "say" || base == "see" && p.phraseEnds(i+1) {
		return false
	}
	if i+1 >= len(p.words) || p.words[i+1].punct {
		return doneAlone[base] || base == "swim"
	}
	next := p.words[i+1]
	if doneAlone[base] || p.lex.is(base, "unpassive", "no-passive") || base == "go" {
		return true
	}
	if base == "get" {
		return next.lower == "up"
	}
	return a.thingAt(i+1) && !p.timeAt(i+1) && p.adverb(i+1) == 0 || next.named() || p.lex.chieflyNoun(next.lower) && p.phraseEnds(i+2) || theTimes().numbers[next.lower] || base == "read" && next.lower == "every"
}

// weather are verbs of the weather.
var weather = setOf("rain snow")

// rainsAlone reports whether rain or snow follows a conjunction as a verb: if rains tomorrow, when finally stopped raining. Before a verb, the rains are
// a noun.
func (p *parser) rainsAlone() bool {
	for i := 1; i < len(p.words); i++ {
		opener := p.words[i-1].lower
		if !opensCondition[opener] && opener != "because" && opener != "although" && opener != "though" || p.gapBefore(i) {
			continue
		}
		k := i
		if k+1 < len(p.words) && strings.HasSuffix(p.words[k].lower, "ly") && len(p.words[k].readings) == 0 {
			k++
		}
		switch w := p.words[k].lower; {
		case w == "rains", w == "snows", w == "rained", w == "snowed":
			if p.phraseEnds(k+1) && !(k+1 < len(p.words) && (p.words[k+1].lower == "and" || p.lex.is(p.words[k+1].lower, "be", "have", "modal", "do"))) || p.timeAt(k+1) || k+1 < len(p.words) && (p.words[k+1].lower == "a" || p.adverb(k+1) > 0 && !p.verbAt(k+1)) {
				return true
			}
		case w == "stopped" || w == "stops":
			if p.matches(k+1, []string{"raining"}) || p.matches(k+1, []string{"snowing"}) {
				return opener != "after" || w == "stops" || k > i
			}
		case w == "started", w == "starts", w == "began", w == "begins":
			if k+2 < len(p.words) && (p.words[k+1].lower == "raining" || p.words[k+1].lower == "snowing" || p.words[k+1].lower == "to" && weather[p.words[k+2].lower]) {
				return true
			}
		}
	}
	return false
}

// ends are verbs of events whose subject a learner puts after them, or leaves out.
var ends = setOf("finish start begin stop")

// eventAlone reports whether a conjunction, a verb of an event and a thing open the sentence before a comma: when finished the lesson, we went home; before
// started the film, we ate.
func (p *parser) eventAlone() bool {
	if len(p.words) < 6 || p.words[0].lower != "when" && p.words[0].lower != "before" && p.words[0].lower != "until" && p.words[0].lower != "because" {
		return false
	}
	w := p.words[1]
	if !slices.ContainsFunc(w.form(verb.Past|verb.ThirdPerson), func(r verb.Reading) bool { return ends[r.Base] }) {
		return false
	}
	return slices.ContainsFunc(p.nominals(2), func(n *nominal) bool {
		return n.kind == nounPhrase && n.determined && n.end+1 < len(p.words) && p.words[n.end].text == "," && p.lex.is(p.words[n.end+1].lower, "subject", "either", "determiner")
	})
}
