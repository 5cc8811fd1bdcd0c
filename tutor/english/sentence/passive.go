package sentence

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// splitPassives parts a wrong passive whose auxiliary does not agree either into two groups, one for each call that mends it: the windows was
// broke.
func (a *Analysis) splitPassives() {
	for i := range a.Groups {
		g := &a.Groups[i]
		f := g.found
		if g.Judgment.Verdict != Wrong || g.Judgment.Call.Tool != Lookup || f.governor != byBe || !f.finite || f.subjectless || len(f.aux) == 0 || f.main == f.aux[len(f.aux)-1] || a.agrees(f) {
			continue
		}
		be := *f.verbal
		be.main = f.aux[len(f.aux)-1]
		be.end, be.base, be.readings, be.fault = be.main+1, "be", a.parser.words[be.main].readings, noFault
		first := *f
		first.verbal = &be
		agreeing := a.group(&first)
		agreeing.Judgment = a.judgeAgreement(&agreeing, agreeing.Tense)
		if agreeing.Judgment.Verdict != Wrong || agreeing.Judgment.Call.Tool != Agreement {
			continue
		}
		participle := *f.verbal
		participle.start, participle.aux, participle.not, participle.finite = f.main, nil, -1, false
		second := *f
		second.verbal, second.subjectless = &participle, true
		judged := g.Judgment
		a.Groups[i] = Group{Verb: g.Verb, Main: g.Main, Finite: -1, Tokens: []int{g.Main}, found: &second, Judgment: judged}
		a.Groups = append(a.Groups, agreeing)
	}
	a.sortGroups()
}

// plannedThings are what is cancelled.
var plannedThings = setOf("match game concert flight class lesson meeting trip party train exam event show festival course")

// judgeLostPassive judges what a modal or have says in the active of a thing to which it is done: the tickets can bought online, the flight has
// cancelled because of the storm.
func (a *Analysis) judgeLostPassive(g *Group) Judgment {
	p, f := a.parser, g.found
	if len(f.aux) != 1 || f.main == f.aux[0] || f.inverted || f.shared || f.to >= 0 || f.kind == relClause || f.subject.kind != nounPhrase || p.acts(f.subject) && !(f.base == "announce" && announced[p.words[f.subject.head].lower]) || f.end < len(p.words) && !p.words[f.end].punct && !p.timeAt(f.end) && !p.lex.is(p.words[f.end].lower, "preposition", "subordinator", "adverb") {
		return Judgment{}
	}
	by := f.end+1 < len(p.words) && p.words[f.end].lower == "by" && slices.ContainsFunc(p.nominals(f.end+1), func(n *nominal) bool {
		return n.kind == nounPhrase && (p.isPerson(p.words[n.head]) || agents[p.words[n.head].lower])
	})
	if f.end < len(p.words) && (p.words[f.end].lower == "out" || p.words[f.end].lower == "for" || p.words[f.end].lower == "off") { // can sell out
		return Judgment{}
	}
	switch {
	case f.governor == byModal && f.fault == wrongForm && has(f.readings, verb.Participle|verb.Past) && !has(f.readings, verb.Base) && (p.lex.is(f.base, "needs-object") || heardThings[f.base] || a.undergoes(f)):
	case f.governor == byModal && f.fault == noFault && by && f.end+2 < len(p.words) && (p.lex.is(f.base, "needs-object") || lostPassives[f.base] || f.base == "review" || f.base == "write"):
	case f.governor == byHave && f.fault == noFault && has(f.readings, verb.Participle) && a.isDoneThing(f):
	default:
		return Judgment{}
	}
	if f.governor == byHave && a.isThen(f) { // has stolen yesterday: the tense is wrong too
		return Judgment{Verdict: NotJudged}
	}
	f.fault = lostPassive
	return Judgment{Wrong, PastParticiple, Call{Tool: Lookup, Verb: g.Verb}, ""}
}

// isDoneThing reports whether the subject of f is a thing of which have and a participle can only tell what was done to it: the match has cancelled, my
// wallet has stolen.
func (a *Analysis) isDoneThing(f *found) bool {
	p := a.parser
	if !f.subject.determined || f.end < len(p.words) && p.words[f.end].lower == "that" {
		return false
	}
	switch head := p.words[f.subject.head].lower; f.base {
	case "cancel", "postpone":
		return p.thingOf(head, plannedThings)
	case "delay":
		return p.thingOf(head, plannedThings) || p.thingOf(head, transports)
	case "steal":
		return ownThings[head]
	case "send", "deliver":
		return sentThings[head]
	case "build", "demolish", "destroy", "construct":
		return builtThings[head] && (f.end >= len(p.words) || p.words[f.end].lower != "up" && p.words[f.end].lower != "on" && p.words[f.end].lower != "for")
	case "publish":
		return head == "book" || head == "article" || head == "results" || head == "novel" || head == "poem"
	}
	return false
}

// Things by what is done to them.
var (
	transports  = setOf("bus plane ferry departure arrival delivery journey")
	ownThings   = setOf("wallet bike bicycle phone bag car passport purse laptop motorbike camera backpack suitcase keys money")
	sentThings  = setOf("parcel package letter email order message packet postcard letters emails")
	builtThings = setOf("house bridge castle building tower temple palace stadium houses")
	agents      = setOf("group team committee police staff government jury company expert experts people")
)

// heardThings are more verbs whose thing, as a subject, has it done to it.
var heardThings = setOf("hear see do write eat wear sell pay read speak understand leave teach show draw drink")

// undergoes reports whether a thing, or somebody who is chosen, has done to it what the verb of f says, so that a participle after a modal lacks its be: should
// recycled, the match will played, zoos should closed. What closes or is played by itself, and a group of people, may act.
func (a *Analysis) undergoes(f *found) bool {
	p := a.parser
	head := p.words[f.subject.head].lower
	if p.lex.nouns["collective"][head] || institutions[strings.TrimSuffix(head, "s")] {
		return false
	}
	switch f.base {
	case "announce":
		return announced[head] || !p.acts(f.subject)
	case "play":
		return plannedThings[head] || head == "song" || head == "songs" || head == "final"
	case "close":
		modal := p.words[f.aux[0]].lower
		return (modal == "should" || modal == "must") && p.phraseEnds(f.end) && !p.timeAt(f.end)
	}
	return undergone[f.base]
}

// What undergoes, and who acts though no person.
var (
	announced    = setOf("winner winners finalist finalists result results name names")
	undergone    = setOf("sign recycle ban forbid check wash serve replace remove respect punish print copy delete download limit")
	institutions = setOf("company firm school university hospital bank shop museum council court country city hotel restaurant magazine newspaper website machine")
)

// lacksPassiveBe reports whether g tells in the active what can only be done to its subject, and when and by whom, or why: this house built in 1920 by my
// grandfather, the match cancelled because of the rain.
func (a *Analysis) lacksPassiveBe(g *Group) bool {
	p, f := a.parser, g.found
	if g.Tense != verb.PastSimple || len(f.aux) > 0 || f.fault != noFault || f.shared || !a.lacksPassive(g) || f.end+2 >= len(p.words) || a.verbAfter(f) != nil || f.main > 0 && p.isBeWord(f.main-1) {
		return false
	}
	next := p.words[f.end].lower
	return next == "in" && isYear(p.words[f.end+1].text) && p.words[f.end+2].lower == "by" || next == "because" && p.words[f.end+1].lower == "of" && g.Verb == "cancel" && plannedThings[p.words[f.subject.head].lower]
}
