package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// Verbs that Spanish does not tell apart, where a row of words does not show which one is meant, but who acts, on whom and when: one meets a girl and
// knows her then, wins a match and beats a friend, leaves an umbrella and lets it fall.

// meetsPerson reports whether somebody knew a person, new in the sentence, at a point of time, or asks where a person was known: last week I knew a girl.
func (a *Analysis) meetsPerson(f *found) bool {
	p := a.parser
	if !f.finite || f.subject == nil || !p.acts(f.subject) || f.not >= 0 {
		return false
	}
	if s := f.subject; s.kind == pronoun && s.start > 1 && f.governor == alone && has(f.readings, verb.Past) && (p.lex.is(p.words[0].lower, "preposition") || p.words[0].lower == "the" || p.words[0].lower == "last" || p.words[0].lower == "there") && slices.Contains(p.phraseEndsFrom(0), s.start) {
		if w := p.wordAt(f.main + 1); (w == "a" && (p.wordAt(f.main+2) != "lot" || p.words[0].lower == "last")) || w == "an" || p.isNumber(w) {
			return slices.ContainsFunc(p.nominals(f.main+1), func(n *nominal) bool {
				return n.kind == nounPhrase && p.isPerson(p.words[n.head]) && p.objectEnds(n.end)
			})
		}
	}
	asked := f.inverted && f.fronted && f.governor == byDo && p.words[f.aux[0]].lower == "did" && (p.words[0].lower == "where" || p.words[0].lower == "when")
	if !asked && !f.inverted && p.lately(f) {
		return slices.ContainsFunc(p.nominals(f.main+1), func(n *nominal) bool {
			first := p.words[n.start].lower
			return n.kind == nounPhrase && (first == "a" || first == "an" || first == "some") && p.isPerson(p.words[n.head]) && (p.timeAt(n.end) || p.matches(n.end, []string{"at"}) || p.matches(n.end, []string{"in"}))
		})
	}
	if !asked && (f.inverted || len(f.aux) > 0 || !has(f.readings, verb.Past)) {
		return false
	}
	if p.firstTime(f.main) {
		return p.personAt(f.main+1) > 0
	}
	return slices.ContainsFunc(p.nominals(f.main+1), func(n *nominal) bool {
		if n.kind == nounPhrase && n.end == n.start+1 && p.words[n.start].named() && p.isPerson(p.words[n.start]) && p.wordAt(n.end) == "at" && n.end+2 < len(p.words) {
			return articles[p.words[n.end+1].lower] && gatherings[p.words[n.end+2].lower]
		}
		if n.kind != nounPhrase || !n.determined || !p.isPerson(p.words[n.head]) || !p.objectEnds(n.end) {
			return false
		}
		if asked {
			return n.end >= len(p.words) || p.words[n.end].punct
		}
		switch first := p.words[n.start].lower; {
		case first == "a", first == "an", first == "some":
			return p.dayNamed(f) || p.lex.is(p.wordAt(n.end), "preposition") && p.wordAt(n.end) != "of" && p.wordAt(n.end) != "with" && (p.seasonEnds() || !p.matches(n.start, []string{"a", "lot"}) && (p.words[0].lower == "last" && weeks[p.wordAt(1)] || p.opensAtGathering()))
		case possessives[first]:
			at := n.end + 2
			if spouses[p.words[n.head].lower] && p.wordAt(n.end) == "in" && n.end+1 < len(p.words) && p.matchesTime(n.end+1, []string{"@"}) && (at >= len(p.words) || p.words[at].text == ".") {
				return true
			}
			if spouses[p.words[n.head].lower] && (n.end >= len(p.words) || p.words[n.end].text == ".") && p.dayNamed(f) {
				return true
			}
			if spouses[p.words[n.head].lower] && len(p.words) > at && p.words[len(p.words)-2].lower == "ago" && p.lex.is(p.wordAt(n.end), "preposition") {
				return true
			}
			return p.matches(n.end, []string{"at"}) && at < len(p.words) && p.lex.is(p.words[at-1].lower, "determiner") && gatherings[p.words[at].lower]
		}
		return false
	})
}

// spouses are persons whom one has met once, and then known.
var spouses = setOf("husband wife boyfriend girlfriend partner friend fiancé fiancée")

// lately reports whether f is a perfect in a sentence with a time that is not over yet: I have known a nice girl this weekend.
func (p *parser) lately(f *found) bool {
	if f.governor != byHave || f.not >= 0 {
		return false
	}
	for i := f.end; i+1 < len(p.words); i++ {
		if p.words[i].lower == "this" && weeks[p.words[i+1].lower] {
			return true
		}
	}
	return false
}

// firstTime reports whether "for the first time" follows word i: I knew her parents for the first time.
func (p *parser) firstTime(i int) bool {
	for ; i+3 < len(p.words); i++ {
		if p.matches(i, []string{"for", "the", "first", "time"}) {
			return true
		}
	}
	return false
}

// seasonEnds reports whether "last" and a part of the year end the sentence: last summer.
func (p *parser) seasonEnds() bool {
	end := len(p.words)
	for end > 0 && p.words[end-1].punct {
		end--
	}
	return end > 2 && p.words[end-2].lower == "last" && weeks[p.words[end-1].lower]
}

// opensAtGathering reports whether the sentence opens with where one meets people: at the party, on holiday.
func (p *parser) opensAtGathering() bool {
	switch p.words[0].lower {
	case "at", "on", "in":
		if p.wordAt(1) == "the" && (p.wordAt(2) == "first" || p.wordAt(2) == "last" || p.wordAt(2) == "second") && p.wordAt(3) == "day" {
			return true
		}
		return p.wordAt(1) == "holiday" || p.wordAt(1) == "vacation" || p.lex.is(p.wordAt(1), "determiner") && gatherings[p.wordAt(2)]
	}
	return false
}

// gatherings are events at which one meets people.
var gatherings = setOf("party wedding concert conference festival disco nightclub")

// dayNamed reports whether a day or a week that is over opens the sentence of f, or ends it: yesterday, last Saturday, two days ago.
func (p *parser) dayNamed(f *found) bool {
	return slices.ContainsFunc(p.times, func(m moment) bool {
		if m.tense != verb.PastSimple || m.from != 0 && m.to < len(p.words) && !p.words[m.to].punct || m.from > 0 && m.from < f.end {
			return false
		}
		switch last := p.words[m.to-1].lower; last {
		case "yesterday", "night", "week", "weekend", "afternoon", "evening":
			return true
		case "ago":
			unit := p.words[max(m.to-2, 0)].lower
			return unit == "days" || unit == "weeks"
		default:
			return theFaults().sets["weekday"][last]
		}
	})
}

// clubs are teams whose names are those of cities, too.
var clubs = setOf("barcelona madrid valencia sevilla seville betis liverpool chelsea arsenal juventus")

// beatsPerson reports whether a person or a team wins a person or another team, whom one beats: he won me at chess. One wins people over, too.
func (a *Analysis) beatsPerson(f *found) bool {
	p, i := a.parser, f.main+1
	if f.subject == nil || i >= len(p.words) {
		return false
	}
	who := p.words[f.subject.head].lower
	if clubs[p.words[i].lower] && (who == "team" || who == "we" || clubs[who]) {
		return i+1 >= len(p.words) || !p.words[i].owner && !clitics[p.words[i+1].lower]
	}
	if !p.acts(f.subject) && who != "team" || f.inverted && f.fronted {
		return false
	}
	end := p.personAt(i)
	if end == 0 || (end > i+1 || p.words[i].named()) && !p.matches(end, []string{"at"}) {
		return false
	}
	switch {
	case end >= len(p.words):
		return true
	case p.words[end].lower == "at":
		return end+1 < len(p.words) && (p.lex.is(p.words[end+1].lower, "game") || theFaults().sets["skill"][p.words[end+1].lower])
	}
	return p.words[end].punct && p.words[end].text != "," || p.words[end].lower == "when" || p.words[end].lower == "again" || p.timeAt(end)
}

// forgotten are things that one leaves somewhere.
var forgotten = setOf("umbrella key keys bag bags phone mobile wallet passport glasses coat jacket book books notebook suitcase suitcases homework bike bicycle purse laptop camera ticket tickets")

// leavesThing reports whether a thing and where it is follow let, and no verb: I let my umbrella on the train.
func (a *Analysis) leavesThing(f *found) bool {
	p := a.parser
	return slices.ContainsFunc(p.nominals(f.main+1), func(n *nominal) bool {
		if n.kind != nounPhrase || !n.determined || !forgotten[p.words[n.head].lower] || n.end >= len(p.words) {
			return false
		}
		switch p.words[n.end].lower {
		case "here", "there":
			return p.phraseEnds(n.end+1) || p.timeAt(n.end+1)
		case "in", "on", "at", "under", "inside":
			return p.matches(n.end, []string{"at", "home"}) || slices.ContainsFunc(p.nominals(n.end+1), func(place *nominal) bool {
				plain := place.head == place.start+1 || place.head == place.start+2 && p.isModifier(place.start+1)
				return place.kind == nounPhrase && place.determined && plain && (p.phraseEnds(place.end) && !p.matches(place.end, []string{"of"}) || p.timeAt(place.end))
			})
		}
		return false
	})
}

// borrowsYours reports whether somebody asks to lend what is the other's: can I lend your pen? One lends it to a third.
func (a *Analysis) borrowsYours(f *found) bool {
	p := a.parser
	if !f.inverted || f.governor != byModal || f.subject == nil || p.words[f.subject.head].lower != "i" || !p.matches(f.main+1, []string{"your"}) {
		return false
	}
	return slices.ContainsFunc(p.nominals(f.main+1), func(n *nominal) bool {
		return n.kind == nounPhrase && n.head > n.start && !p.isPerson(p.words[n.head]) && p.phraseEnds(n.end) && !p.lex.is(p.words[min(n.end, len(p.words)-1)].lower, "determiner") &&
			!slices.ContainsFunc(p.words[n.end:], func(w word) bool { return w.lower == "to" })
	})
}

// examined are what a pupil passes or fails.
var examined = setOf("exam exams test tests subject subjects")

// sitsExam reports whether one who can only be a pupil approves or suspends an exam, which one passes or fails: I approved all my exams. Others may say
// whether an exam takes place.
func (a *Analysis) sitsExam(f *found) bool {
	p, s := a.parser, f.subject
	if s == nil || p.words[s.head].lower != "i" && !(s.kind == nounPhrase && possessives[p.words[s.start].lower] && kin[p.words[s.head].lower]) {
		return false
	}
	return slices.ContainsFunc(p.nominals(f.main+1), func(n *nominal) bool {
		return n.kind == nounPhrase && examined[p.words[n.head].lower] && p.objectEnds(n.end)
	})
}

// kin are members of a family who may be pupils.
var kin = setOf("brother sister son daughter cousin nephew niece boyfriend girlfriend")

// makesMeal reports whether one of a family does breakfast, a cake or a party, which one makes or has. Who does the cake, or parties, has it for a task.
func (a *Analysis) makesMeal(f *found) bool {
	p, s := a.parser, f.subject
	if s == nil || f.inverted || f.finiteWord() != f.main {
		return false
	}
	one := s.kind == pronoun && p.words[s.head].lower != "they" && p.words[s.head].lower != "it" && p.words[s.head].lower != "you"
	if !one && !(s.kind == nounPhrase && possessives[p.words[s.start].lower] && (kin[p.words[s.head].lower] || parents[p.words[s.head].lower])) {
		return false
	}
	return slices.ContainsFunc(p.nominals(f.main+1), func(n *nominal) bool {
		head, first := p.words[n.head].lower, p.words[n.start].lower
		made := head == "breakfast" && n.start == n.head || (first == "a" || first == "an") && (head == "cake" || head == "party")
		return n.kind == nounPhrase && made && p.objectEnds(n.end) && !a.subjectAt(n)
	})
}

var parents = setOf("mother father grandmother grandfather mum mom dad wife husband aunt uncle")

// annoying are people whom one cannot stand, and hardly has to support.
var annoying = setOf("boss manager neighbor neighbors neighbour neighbours colleague colleagues mother-in-law father-in-law flatmate")

// standsPerson reports whether somebody cannot support such a person: I can't support my new manager. One supports a person in something.
func (a *Analysis) standsPerson(f *found) bool {
	p := a.parser
	if f.governor != byModal || f.not < 0 && p.words[f.aux[0]].lower != "cannot" || !p.lex.is(p.words[f.aux[0]].lower, "modal") {
		return false
	}
	switch p.words[f.aux[0]].lower {
	case "can", "ca", "cannot":
	default:
		return false
	}
	return slices.ContainsFunc(p.nominals(f.main+1), func(n *nominal) bool {
		if head := p.words[n.head].lower; n.kind == nounPhrase && (head == "people" || head == "person" || head == "men" || head == "women") && (p.wordAt(n.end) == "who" || p.wordAt(n.end) == "that") {
			return true
		}
		return n.kind == nounPhrase && n.determined && annoying[p.words[n.head].lower] && (n.end >= len(p.words) || p.words[n.end].punct || p.words[n.end].lower == "because" || p.words[n.end].lower == "any" || p.words[n.end].lower == "anymore")
	})
}

// missesRide reports whether a person loses what leaves without one, which one misses, and says what comes of it or when: I lost the bus and now I have to
// walk. What "and" joins to the ride is lost with it.
func (a *Analysis) missesRide(f *found) bool {
	p := a.parser
	if f.subject != nil && f.subject.kind != pronoun {
		return false
	}
	return slices.ContainsFunc(p.nominals(f.main+1), func(n *nominal) bool {
		if n.kind != nounPhrase || n.end != n.start+2 || !theFaults().sets["departing"][p.words[n.head].lower] || p.words[n.head].owner {
			return false
		}
		switch i := n.end; p.words[n.start].lower {
		case "this":
			return p.phraseEnds(i)
		case "the":
			return i+1 < len(p.words) && p.lex.is(p.words[i].lower, "coordinator") && (p.adverb(i+1) > 0 || p.words[i+1].lower == "now" || p.words[i+1].lower == "had" || p.timeAt(i+1))
		}
		return false
	})
}

// disturbs reports whether molest says what a thing does to a person, or I do now, or one who is told not to, or what is done always or with something, which is to
// disturb. A report of a crime says who did it.
func (a *Analysis) disturbs(f *found) bool {
	p, i := a.parser, f.main+1
	end := p.personAt(i)
	if p.matches(i, []string{"her"}) {
		end = max(end, i+1)
	}
	before := a.verbBefore(f.start)
	if f.main == 0 {
		return end > 0
	}
	switch s := f.subject; {
	case end == 0:
		return f.governor == byDo && s != nil && (i >= len(p.words) || p.words[i].punct)
	case f.order, p.words[f.main-1].lower == "always" && (f.governor == byBe || p.lex.is(p.words[i].lower, "object")), p.wordAt(end) == "with":
		return true
	case f.finite && s != nil:
		first := p.words[s.head].lower
		now := has(f.readings, verb.Base) && (len(f.aux) == 0 || p.words[f.aux[0]].lower != "did")
		return now && (first == "i" || first == "we") || first == "it" || s.kind == nounPhrase && !p.acts(s)
	case before == nil || f.finite:
		return false
	}
	s := before.found.subject
	return before.found.order || s != nil && (p.words[s.head].lower == "i" || p.words[s.head].lower == "we" || p.words[i].lower == "you" && p.words[s.head].lower != "you")
}
