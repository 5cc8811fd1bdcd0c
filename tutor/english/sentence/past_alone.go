package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A participle that is no past, and a regular ending on an irregular verb, may stand where only the past can: in a list of pasts (got up, had a shower and
// gone to work), or after somebody with an object of its own (the doctor given me some pills). The parse takes such a word for one that describes a noun.

// readPasts enters a finite group for each such word.
func (a *Analysis) readPasts() {
	p := a.parser
	for i := 1; i < len(p.words); i++ {
		w := p.words[i]
		if w.punct || w.capital || w.joined || len(w.form(verb.Participle)) == 0 || a.isMentioned(i) {
			continue
		}
		if g := a.groupAt(i); g != nil && (g.found.finite || g.found.governor != ungoverned) || a.isPartOfGroup(i) {
			continue
		}
		if n, clause, shared := a.pastSubject(i); n != nil {
			a.enterPast(i, n, clause, shared)
		}
	}
	a.sortGroups()
}

// isPartOfGroup reports whether word i is an auxiliary of a group.
func (a *Analysis) isPartOfGroup(i int) bool {
	return slices.ContainsFunc(a.Groups, func(g Group) bool { return slices.Contains(g.found.aux, i) })
}

// pastSubject returns the subject of the word at i, where only the past can stand there, its clause, and whether a verb before it has the same subject.
func (a *Analysis) pastSubject(i int) (*nominal, int, bool) {
	p := a.parser
	over := p.isOverregular(i)
	if !over && !p.isOnlyParticiple(i) {
		return nil, 0, false
	}
	from := i - 1
	for from > 1 && (p.adverb(from) == 1 || p.words[from].lower == "then") {
		from--
	}
	switch joint := p.words[from]; {
	case joint.text == "," || joint.lower == "and" || joint.lower == "but":
		if before := a.pastGoesOn(from); before != nil && (over || p.goesOnActively(i) && (joint.text != "," || a.listGoesOnPast(i))) {
			return before.found.subject, before.found.clause, true
		}
	case over && a.noMainVerb() && p.opensAsClause():
		return &nominal{start: 0, end: i, head: 0, persons: p3sg, kind: gerund, adjective: -1}, 0, false
	case over:
		return nil, 0, false
	default:
		if n := a.doerBefore(i, from+1); n != nil {
			return n, n.start, false
		}
	}
	return nil, 0, false
}

// isOverregular reports whether word i is nothing but an irregular verb with a regular ending.
func (p *parser) isOverregular(i int) bool {
	w := p.words[i]
	return len(w.readings) > 0 && !w.guessed && !slices.ContainsFunc(w.readings, func(r verb.Reading) bool { return !r.Overregular }) && has(w.readings, verb.Past)
}

// isOnlyParticiple reports whether word i is the participle of an irregular verb and nothing else.
func (p *parser) isOnlyParticiple(i int) bool {
	w := p.words[i]
	return !w.guessed && !slices.ContainsFunc(w.readings, func(r verb.Reading) bool { return r.Forms != verb.Participle || r.Misspelled || r.Overregular }) &&
		!p.lex.is(w.lower, "noun") && w.lower != "been"
}

// pastGoesOn returns the last group before word i, if it is a plain past whose subject the next verb may share.
func (a *Analysis) pastGoesOn(i int) *Group {
	p := a.parser
	last := a.verbBefore(i)
	for last != nil && !last.found.finite && last.found.governor == ungoverned && has(last.found.readings, verb.Past) && last.found.start > 0 && p.words[last.found.start-1].text == "," {
		i = last.found.start // picked up the phone, listened and
		last = a.verbBefore(i)
	}
	if last == nil || !last.found.finite || last.found.subject == nil || last.found.inverted || last.Tense != verb.PastSimple {
		return nil
	}
	if f := last.found; f.governor != alone && !((last.Verb == "have" || last.Verb == "do") && f.main == f.finiteWord() && (p.objectAt(f.end) || meals[p.wordAt(f.end)])) {
		return nil
	}
	if slices.ContainsFunc(p.words[last.found.end:i], func(w word) bool {
		return len(w.form(verb.Participle)) > 0 || p.lex.is(w.lower, "coordinator", "relative", "subordinator")
	}) {
		return nil // found the house burnt and taken over
	}
	return last
}

// goesOnActively reports whether what follows the participle at word i shows that somebody does what it says: taken his bag, given it to us, gone home.
// Of a verb with two objects only a pronoun shows it, since a passive of it has one object as well: given a medal.
func (p *parser) goesOnActively(i int) bool {
	base := p.words[i].readings[0].Base
	next := p.wordAt(i + 1)
	switch {
	case base == "go", base == "rise":
		return p.goesSomewhere(i + 1)
	case base == "ring":
		return p.words[i-1].lower == "phone" || p.words[i-1].lower == "telephone" || p.words[i-1].lower == "bell" || p.words[i-1].lower == "doorbell" || p.words[i-1].lower == "alarm"
	case base == "fall" && next == "asleep", base == "break" && next == "down" && !p.lex.is(p.wordAt(i+2), "preposition"), base == "give" && next == "up":
		return true
	case next == "each" && p.wordAt(i+2) == "other", next == "something", next == "everything", p.matches(i+1, []string{"a", "lot", "of"}):
		return true
	case p.lex.is(base, "two-objects") && p.handsTo(i+1):
		return true
	case base == "begin":
		return i+1 < len(p.words) && (p.words[i+1].lower == "to" || len(p.words[i+1].form(verb.Gerund)) > 0)
	case i+1 >= len(p.words):
		return false
	case p.lex.is(p.words[i+1].lower, "object"):
		return p.words[i+1].lower != "her" || p.phraseEnds(i+2)
	case p.words[i+1].lower == "it":
		return !p.verbAt(i + 2)
	case p.lex.is(base, "two-objects"), naming[base]:
		return false
	}
	return p.objectAt(i+1) && !p.timeAt(i+1)
}

// handsTo reports whether a thing and "to" with a person stand at word i: a ring to me.
func (p *parser) handsTo(i int) bool {
	return slices.ContainsFunc(p.nominals(i), func(n *nominal) bool {
		return n.kind == nounPhrase && p.wordAt(n.end) == "to" && n.end+1 < len(p.words) && (p.lex.is(p.words[n.end+1].lower, "object") || possessives[p.words[n.end+1].lower])
	})
}

// naming are verbs whose passive takes a noun that says what somebody becomes or is for how long: a man known the world over, grown a foot.
var naming = setOf("know grow choose become call")

// goesSomewhere reports whether word i says where somebody goes.
func (p *parser) goesSomewhere(i int) bool {
	switch p.wordAt(i) {
	case "to", "out", "home", "back", "off", "away", "into", "down", "up", "upstairs", "downstairs", "outside", "inside", "straight", "shopping", "swimming", "abroad", "alone":
		return true
	}
	return false
}

// noMainVerb reports whether no finite verb stands in a main clause.
func (a *Analysis) noMainVerb() bool {
	return !slices.ContainsFunc(a.Groups, func(g Group) bool {
		return g.found.finite && g.found.kind == mainClause && g.found.subject != nil && g.found.subject.start == 0
	})
}

// opensAsClause reports whether an infinitive or a question inside the sentence opens it, as what may be the subject of its verb: how he got it, to find a flat.
func (p *parser) opensAsClause() bool {
	first := p.words[0].lower
	return !p.question && (first == "how" || first == "where" || first == "why" || first == "to") && !p.lex.is(p.wordAt(1), "be", "have", "do", "modal")
}

// doerBefore returns the person, or who or what else acts, right before word end, where the participle at word i after it has an object that only somebody who does it
// can have: the doctor given me some pills, I wonder who done it.
func (a *Analysis) doerBefore(i, end int) *nominal {
	p := a.parser
	if p.words[end-1].lower == "who" {
		if i != end || !p.goesOnActively(i) && (i+1 >= len(p.words) || p.lex.is(p.words[i].readings[0].Base, "two-objects") || !articles[p.words[i+1].lower] || p.timeAt(i+1)) {
			return nil
		}
		return &nominal{start: end - 1, end: end, head: end - 1, persons: pThird, kind: indefinite, adjective: -1}
	}
	n := p.phraseBefore(end)
	if n == nil || !p.goesOnActively(i) && !(n.kind == indefinite && heard[p.words[i].readings[0].Base]) || p.timeAt(n.start) {
		return nil
	}
	head := p.words[n.head]
	gone := movesAlone[p.words[i].readings[0].Base]
	name := p.nameless(head) && n.end == n.start+1
	if n.kind == nounPhrase && !name && (!n.determined || !p.isPerson(head) && !actingBodies[head.lower] && !gone) || n.kind == indefinite && !p.lex.nouns["person"][head.lower] {
		return nil
	}
	if n.start > 0 {
		before := p.words[n.start-1].lower
		clause := beforeSubject[before]
		contact := !gone && i+1 < len(p.words) && p.lex.is(p.words[i+1].lower, "object") && p.lex.number(p.words[n.start-1], true) != 0 && !p.functional(p.words[n.start-1]) && len(p.words[n.start-1].readings) == 0
		if !clause && !contact {
			return nil
		}
		if last := a.verbBefore(n.start); last != nil && (!contact && p.lex.is(last.Verb, "bare", "perception") || last.Verb == "be" && before == "and") {
			return nil // saw the house burnt and the boys driven it away
		}
		if before == "and" && slices.ContainsFunc(p.words[:n.start-1], func(w word) bool { return w.lower == "with" }) {
			return nil // with the lights off and the children gone home
		}
	} else if gone && slices.ContainsFunc(p.words[i:], func(w word) bool { return w.text == "," }) {
		return nil // the children gone to bed, we
	}
	before := ""
	if n.start > 0 {
		before = p.words[n.start-1].lower
	}
	if timed := before == "when" || before == "while" || before == "until" || before == "because"; a.goesOnWith(n, i) && !(timed && p.wordAt(i+1) == ",") {
		return nil
	}
	return n
}

var (
	// movesAlone are verbs without an object.
	movesAlone = setOf("go begin ring rise fall break")
	// heard are verbs whose participle describes nobody.
	heard = setOf("speak sing swim")
	// beforeSubject are words after which a clause begins.
	beforeSubject = setOf("and but so when because until that then where before after since while if although as")
)

// actingBodies are nouns for bodies that do what people in them do.
var actingBodies = setOf("embassy bank school hospital hotel company police government council university office court airline church committee team ministry library")

// goesOnWith reports whether a finite verb has the subject n, without the participle at word i in it.
func (a *Analysis) goesOnWith(n *nominal, i int) bool {
	return slices.ContainsFunc(a.Groups, func(g Group) bool {
		f := g.found
		return f.finite && f.subject != nil && f.subject.start == n.start && f.subject.end <= i
	})
}

// enterPast enters a finite group for the word at i as a past, to be judged like any other.
func (a *Analysis) enterPast(i int, subject *nominal, clause int, shared bool) {
	v := newVerbal(i)
	v.main, v.end, v.governor, v.finite = i, i+1, alone, true
	v.readings = a.parser.words[i].form(verb.Past | verb.Participle)
	v.base, v.fault = v.readings[0].Base, bareParticiple
	if a.parser.isOverregular(i) {
		v.fault = misformed
	}
	g := a.group(&found{verbal: &v, subject: subject, kind: mainClause, clause: clause, shared: shared, sure: true})
	a.Groups = slices.DeleteFunc(a.Groups, func(old Group) bool { return old.found.main == i })
	a.Groups = append(a.Groups, g)
}

// regularEndingAlone reports whether an irregular verb with a regular ending is left over, which is never right, or done opens a tag.
func (a *Analysis) regularEndingAlone() bool {
	p := a.parser
	for i, w := range p.words {
		if w.lower == "done" && p.question && i > 0 && p.words[i-1].text == "," && p.lex.is(p.wordAt(i+1), "subject", "either") && p.phraseEnds(i+2) {
			return true // you didn't tell her, done you?
		}
		if w.punct || w.named() || a.isMentioned(i) || !p.isOverregular(i) || p.lex.is(w.lower, "adjective", "noun") || !p.lex.inNoTable(w.lower) {
			continue
		}
		if g := a.groupAt(i); g == nil || g.Judgment.Verdict != Wrong && !g.found.finite {
			return true
		}
	}
	return false
}
