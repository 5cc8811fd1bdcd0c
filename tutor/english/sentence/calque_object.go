package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// Some calques show in what their verb acts on, more than a row of words can say: one remembers a grandmother and records a song, lends a friend what this friend
// borrows, spends a weekend and passes an exam, earns a salary and wins a prize.

// isObjectCalque reports whether the object of f shows that another verb is meant.
func (a *Analysis) isObjectCalque(f *found) bool {
	p, i := a.parser, f.main+1
	if p.words[f.main].capital && f.main > 0 {
		return false
	}
	switch f.base {
	case "make":
		return p.makesQuestion(i)
	case "change":
		return f.finite && p.wordAt(i) == "of"
	case "fall", "fell":
		return p.words[f.main].lower == "fell" && f.subject != nil && p.acts(f.subject) && f.kind != relClause && p.dropsAt(i)
	case "contest":
		return f.finite && (i >= len(p.words) || p.words[i].punct)
	case "find":
		return a.findsNothing(f)
	case "like", "love", "enjoy":
		return f.finite && f.kind != relClause && !f.fronted && p.matches(i, []string{"so", "much", "that"})
	case "lack":
		w := p.wordAt(i)
		return f.main == 0 && (w == "only" || p.isNumber(w) || p.lex.is(w, "determiner")) || f.finite && w == "of"
	case "stay":
		if w := p.wordAt(i + 1); f.finite && p.wordAt(i) == "at" && (w == "half" || p.isNumber(w) && (p.phraseEnds(i+2) || p.wordAt(i+2) == "o'clock")) {
			return true
		}
		s := f.subject
		return f.finite && s != nil && s.kind == nounPhrase && !p.acts(s) && (p.isNumber(p.wordAt(i)) && (p.wordAt(i+2) == "from" || p.wordAt(i+1) == "blocks"))
	case "complete", "fulfill":
		return p.isNumber(p.wordAt(i)) && p.wordAt(i+1) == "years" && p.phraseEnds(i+2) && f.subject != nil && p.acts(f.subject)
	case "record":
		return a.recordsKin(i)
	case "borrow":
		end := p.personAt(i)
		return end > 0 && (p.objectAt(end) || ownWords[p.wordAt(end)])
	case "treat":
		return f.finite && p.wordAt(i) == "about"
	case "look", "seem", "sound", "feel":
		w := p.wordAt(i + 1)
		return p.wordAt(i) == "like" && ((w == "very" || w == "so") && p.lex.is(p.wordAt(i+2), "adjective") && p.phraseEnds(i+3) || feltBy[w] && p.phraseEnds(i+2) || (w == "tired" || w == "sad" || w == "angry" || w == "happy" || w == "ill") && p.phraseEnds(i+2))
	case "pass":
		return a.spendsTime(f)
	case "win":
		return a.earnsMoney(f)
	case "realize", "realise":
		return a.carriesOut(f)
	case "attend":
		end := p.personAt(i)
		return end > 0 && f.kind != relClause && p.wordAt(end) != "to" && (p.phraseEnds(end) || p.adverb(end) > 0)
	case "learn":
		w := p.wordAt(i)
		return (w == "me" || w == "him" || w == "us") && p.wordAt(i+1) != "and" && !p.gapBefore(i)
	case "put":
		return a.putsNothing(f)
	case "grow":
		w := p.wordAt(i + 1)
		return f.finite && f.subject != nil && f.subject.kind == pronoun && p.acts(f.subject) && p.words[f.subject.head].lower != "they" && (p.wordAt(i) == "in" || p.wordAt(i) == "with") && (articles[w] || possessives[w]) && f.kind != relClause
	}
	return false
}

// makesQuestion reports whether a question, or several, stand at word i as what is made, after the person whom one asks or before: made me a lot of strange questions,
// made a silly question to the guide. One may make a question of something.
func (p *parser) makesQuestion(i int) bool {
	if p.lex.is(p.wordAt(i), "object") || p.wordAt(i) == "you" {
		i++
	} else if p.wordAt(i) != "a" && p.wordAt(i) != "some" {
		return false
	}
	return slices.ContainsFunc(p.nominals(i), func(n *nominal) bool {
		head := p.words[n.head].lower
		return n.kind == nounPhrase && (head == "question" && n.determined || head == "questions") && p.phraseEnds(n.end)
	})
}

// dropsAt reports whether a thing that one drops stands at word i. One fells a tree.
func (p *parser) dropsAt(i int) bool {
	return slices.ContainsFunc(p.nominals(i), func(n *nominal) bool {
		head := p.words[n.head].lower
		return n.kind == nounPhrase && n.determined && possessed(head) && p.phraseEnds(n.end) || p.wordAt(i) == "the" && head == "tray"
	})
}

// findsNothing reports whether f says how something is found, and not what: the museum was great, but I found very boring. A clause may describe it, or ask for it.
func (a *Analysis) findsNothing(f *found) bool {
	p, i := a.parser, f.main+1
	if !f.finite || f.kind != mainClause || f.fronted || f.inverted || slices.ContainsFunc(p.words[:f.start], func(w word) bool { return p.lex.is(w.lower, "question", "relative") && w.lower != "that" }) {
		return false
	}
	w := p.wordAt(i)
	return (w == "very" || w == "really" || w == "quite" || w == "so" || w == "extremely") && p.lex.is(p.wordAt(i+1), "adjective") && p.wordAt(i+1) != "little" && p.wordAt(i+1) != "few" && (i+2 >= len(p.words) || p.words[i+2].punct || p.wordAt(i+2) == "because")
}

// putsNothing reports whether f goes on a verb with "and" and says where something is put, and not what: bought a cake, put in the fridge and forgot about it.
func (a *Analysis) putsNothing(f *found) bool {
	p, i := a.parser, f.main+1
	if !f.shared && !f.order || f.kind == relClause || p.wordAt(i) != "in" && p.wordAt(i) != "on" || !articles[p.wordAt(i+1)] && !possessives[p.wordAt(i+1)] {
		return false
	}
	return holders[p.wordAt(i+2)] && (p.phraseEnds(i+3) || p.wordAt(i+3) == "and")
}

// ownWords are the possessives that stand alone.
var ownWords = setOf("mine yours his hers ours theirs")

// recordsKin reports whether somebody of one's family stands at word i, as what is recorded, and nothing that they say or sing.
func (a *Analysis) recordsKin(i int) bool {
	p := a.parser
	return possessives[p.wordAt(i)] && slices.ContainsFunc(p.nominals(i), func(n *nominal) bool {
		head := p.words[n.head].lower
		return n.kind == nounPhrase && (kin[head] || parents[head] || theFaults().sets["relation"][head] || head == "teacher") && p.phraseEnds(n.end) && p.wordAt(n.end) != "on" && !(p.wordAt(n.end) == "when" && p.wordAt(n.end+1) != "i")
	})
}

// spendsTime reports whether f has a time with what it was like for its object: passed a wonderful week. An hour, and the time, may pass.
func (a *Analysis) spendsTime(f *found) bool {
	p := a.parser
	if f.subject == nil && f.finite || f.governor == byBe && has(f.readings, verb.Participle) {
		return false
	}
	return slices.ContainsFunc(p.nominals(f.main+1), func(n *nominal) bool {
		first := p.words[n.start].lower
		modified := n.head == n.start+2 && (first == "a" || first == "an") && p.isModifier(n.start+1)
		return n.kind == nounPhrase && modified && (timeNouns()[p.words[n.head].lower] || weeks[p.words[n.head].lower] || p.words[n.head].lower == "time") && p.objectEnds(n.end)
	})
}

// earnsMoney reports whether f has so much money, or a salary, for its object, and nothing in the sentence is played or bet.
func (a *Analysis) earnsMoney(f *found) bool {
	p := a.parser
	if slices.ContainsFunc(p.words, func(w word) bool { return played[w.lower] }) {
		return false
	}
	return slices.ContainsFunc(p.nominals(f.main+1), func(n *nominal) bool {
		head := p.words[n.head].lower
		if n.kind != nounPhrase || !p.objectEnds(n.end) {
			return false
		}
		much := p.words[n.start].lower
		return head == "salary" || head == "wage" || head == "money" && (much == "enough" || much == "much" || much == "little" || much == "more")
	})
}

// played are what money is won in.
var played = setOf("lottery bet bets prize game games contest competition casino poker cards race tournament quiz raffle championship")

// carriedOut are what one carries out, and hardly becomes aware of.
var carriedOut = setOf(`project projects survey surveys operation operations work works test tests exam exams study studies trip trips task tasks activity activities interview
	interviews experiment experiments course courses analysis research purchase purchases payment payments reservation reservations meeting meetings exercise exercises training visit visits
	inventory inspection inspections audit report reports delivery deliveries sale sales maintenance repair repairs event events investment procedure transfer call calls`)

// carriesOut reports whether such a thing is the object of f, and no clause begins with it: we realized the project in May.
func (a *Analysis) carriesOut(f *found) bool {
	p := a.parser
	return slices.ContainsFunc(p.nominals(f.main+1), func(n *nominal) bool {
		return n.kind == nounPhrase && carriedOut[p.words[n.head].lower] && p.objectEnds(n.end) && !p.verbAt(n.end) && !a.subjectAt(n)
	})
}
