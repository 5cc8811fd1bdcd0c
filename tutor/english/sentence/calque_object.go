package sentence

import "slices"

// Some calques show in what their verb acts on, more than a row of words can say: one remembers a grandmother and records a song, lends a friend what this friend
// borrows, spends a weekend and passes an exam, earns a salary and wins a prize.

// makesQuestion reports whether a question, or several, stand at word i as what is made, after the person whom one asks or before: made me a lot of strange questions,
// made a silly question to the guide. One may make a question of something.
func (a *Analysis) makesQuestion(f *found) bool {
	p, i := a.parser, f.main+1
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

// fellsThing reports whether a person fell a thing that one drops: I fell my phone. One fells a tree.
func (a *Analysis) fellsThing(f *found) bool {
	p, i := a.parser, f.main+1
	if p.words[f.main].lower != "fell" || f.subject == nil || !p.acts(f.subject) || f.kind == relClause {
		return false
	}
	return slices.ContainsFunc(p.nominals(i), func(n *nominal) bool {
		head := p.words[n.head].lower
		return n.kind == nounPhrase && n.determined && (possessed(head) && head != "tree" || head == "tray") && p.phraseEnds(n.end)
	})
}

// findsNothing reports whether f says how something is found, and not what: the museum was great, but I found very boring. A clause may describe it, or ask for it.
func (a *Analysis) findsNothing(f *found) bool {
	p, i := a.parser, f.main+1
	if !f.finite || f.kind != mainClause || f.fronted || f.inverted || slices.ContainsFunc(p.words[:f.start], func(w word) bool { return p.lex.is(w.lower, "question", "relative") && w.lower != "that" }) {
		return false
	}
	return howMuch[p.wordAt(i)] && p.lex.is(p.wordAt(i+1), "adjective") && p.wordAt(i+1) != "little" && p.wordAt(i+1) != "few" && (i+2 >= len(p.words) || p.words[i+2].punct || p.wordAt(i+2) == "because")
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
func (a *Analysis) recordsKin(f *found) bool {
	p, i := a.parser, f.main+1
	return possessives[p.wordAt(i)] && slices.ContainsFunc(p.nominals(i), func(n *nominal) bool {
		head := p.words[n.head].lower
		return n.kind == nounPhrase && (kin[head] || parents[head] || theFaults().sets["relation"][head] || head == "teacher") && p.phraseEnds(n.end) && p.wordAt(n.end) != "on" && !(p.wordAt(n.end) == "when" && p.wordAt(n.end+1) != "i")
	})
}

// spendsTime reports whether f has a time with what it was like for its object: passed a wonderful week. An hour, and the time, may pass.
func (a *Analysis) spendsTime(f *found) bool {
	p := a.parser
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
		return head == "money" && (much == "enough" || much == "much" || much == "little" || much == "more")
	})
}

// played are what money is won in.
var played = setOf("lottery bet bets prize game games contest competition casino poker cards race tournament quiz raffle championship")

// changesOf reports whether somebody changes "of" a thing, which one changes: we changed of plans.
func (a *Analysis) changesOf(f *found) bool {
	return f.finite && a.parser.wordAt(f.main+1) == "of" && a.parser.wordAt(f.main+3) != "accord"
}

// contestsNothing reports whether somebody contests and no object follows, where to answer is meant: I called her and she didn't contest.
func (a *Analysis) contestsNothing(f *found) bool {
	p, i := a.parser, f.main+1
	return f.finite && a.keepsObject(f) && (i >= len(p.words) || p.words[i].punct)
}

// likesThat reports whether "so much that" follows what one likes, and no object: I liked so much that I saw it twice.
func (a *Analysis) likesThat(f *found) bool {
	return f.finite && f.kind != relClause && !f.fronted && a.parser.matches(f.main+1, []string{"so", "much", "that"})
}

// lacksWithoutSubject reports whether lack opens the sentence and says what is missing, or is followed by "of": lack two chairs, the town lacks of shops.
func (a *Analysis) lacksWithoutSubject(f *found) bool {
	p := a.parser
	w := p.wordAt(f.main + 1)
	return f.main == 0 && (w == "only" || p.isNumber(w) || p.lex.is(w, "determiner")) || f.finite && w == "of"
}

// staysAway reports whether somebody stays "at" an hour, where one meets, or a place stays so far from another, where it is: the hotel stays two blocks from the beach.
func (a *Analysis) staysAway(f *found) bool {
	p, s, i := a.parser, f.subject, f.main+1
	w := p.wordAt(i + 1)
	if f.finite && s != nil && p.acts(s) && p.wordAt(i) == "at" && (w == "half" || p.isNumber(w) && (p.phraseEnds(i+2) || p.wordAt(i+2) == "o'clock")) {
		return true
	}
	return f.finite && s != nil && s.kind == nounPhrase && !p.acts(s) && p.isNumber(p.wordAt(i)) && (p.wordAt(i+2) == "from" || w == "blocks")
}

// completesYears reports whether a person completes so many years, where one turns so many: she completed twenty years yesterday.
func (a *Analysis) completesYears(f *found) bool {
	p, i := a.parser, f.main+1
	return p.isNumber(p.wordAt(i)) && p.wordAt(i+1) == "years" && (i+2 >= len(p.words) || p.words[i+2].punct || p.wordAt(i+2) == "and" || p.timeAt(i+2) || p.timePhraseEnd(i+2) > i+2) && f.subject != nil && p.acts(f.subject)
}

// borrowsPersonThing reports whether a person and then a thing follow borrow, where one lends somebody a thing: she borrowed me her bike.
func (a *Analysis) borrowsPersonThing(f *found) bool {
	p := a.parser
	end := p.personAt(f.main + 1)
	return end > 0 && (p.objectAt(end) || ownWords[p.wordAt(end)])
}

// treatsAbout reports whether "about" follows treat, where to be about is meant: the film treats about a war.
func (a *Analysis) treatsAbout(f *found) bool {
	return f.finite && a.parser.wordAt(f.main+1) == "about" && !a.parser.isNumber(a.parser.wordAt(f.main+2))
}

// isLikeFeeling reports whether "like" and how a person feels follow look or feel, where like goes with nouns: she looks like tired.
func (a *Analysis) isLikeFeeling(f *found) bool {
	p, i := a.parser, f.main+2
	if p.wordAt(i-1) != "like" {
		return false
	}
	switch w := p.wordAt(i); w {
	case "very", "so":
		return p.lex.is(p.wordAt(i+1), "adjective") && p.phraseEnds(i+2)
	case "tired", "sad", "angry", "happy", "ill":
		return p.phraseEnds(i + 1)
	default:
		return feltBy[w] && p.phraseEnds(i+1)
	}
}

// attendsPerson reports whether a person is the object of attend, where to help or to serve is meant: the waiter attended us quickly.
func (a *Analysis) attendsPerson(f *found) bool {
	p := a.parser
	end := p.personAt(f.main + 1)
	return end > 0 && f.kind != relClause && p.wordAt(end) != "to" && (p.phraseEnds(end) || p.adverb(end) > 0)
}

// learnsPerson reports whether a person is the object of learn, where to teach is meant: my father learned me to swim.
func (a *Analysis) learnsPerson(f *found) bool {
	p, i := a.parser, f.main+1
	w := p.wordAt(i)
	return (w == "me" || w == "him" || w == "us") && p.wordAt(i+1) != "and" && !p.gapBefore(i)
}

// growsInThing reports whether a person grows "in" or "with" what one grows up in or with: I grew in a village.
func (a *Analysis) growsInThing(f *found) bool {
	p, s, i := a.parser, f.subject, f.main+1
	if !f.finite || f.kind == relClause || s == nil || !p.acts(s) || p.words[s.head].lower == "they" {
		return false
	}
	w := p.wordAt(i + 1)
	return p.wordAt(i) == "in" && (articles[w] || possessives[w]) || p.wordAt(i) == "with" && p.personAt(i+1) > 0
}
