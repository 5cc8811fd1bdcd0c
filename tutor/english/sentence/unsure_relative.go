package sentence

import "slices"

// A relative clause lacks what it describes: the book that I told you about. Learners say it once more (about it), leave out who or whose (a friend his father owns a shop, the man sold me
// this was polite), or leave out the preposition (the woman that I share the office). What the clause has too much or too little shows that it was not read rightly.

// hasUnsureRelative reports whether a relative clause has a pronoun for what it describes, or lacks nothing.
func (a *Analysis) hasUnsureRelative() bool {
	for i := range a.parser.words {
		if a.describesPersonWithWhich(i) || a.describesThingWithWho(i) || a.describesWithWhat(i) || a.opensWithThatClause(i) {
			return true
		}
	}
	return slices.ContainsFunc(a.Groups, func(g Group) bool {
		f := g.found
		if !f.finite || f.subject == nil || f.subject.start < 1 {
			return false
		}
		return a.resumesInside(f) || a.describesWhole(f) || a.describesByOwner(f) || a.describesPronoun(f)
	})
}

// notResumed are nouns that a whole clause may follow: the day that I saw it, the news that he likes it, the way she does it.
var notResumed = setOf(`day time moment year month week night morning evening way reason fact news idea hope feeling chance proof sign doubt belief rumor rumour opinion
	impression case condition truth`)

// describedBefore returns the noun phrase that the clause of f describes, and the word that opens this clause.
func (a *Analysis) describedBefore(f *found) (head *nominal, opener string) {
	p, i := a.parser, f.subject.start
	switch p.words[i-1].lower {
	case "that", "which", "who", "whom", "where":
		opener = p.words[i-1].lower
		i--
	default:
		return nil, ""
	}
	n := p.phraseBefore(i)
	if n == nil || n.kind != nounPhrase || !n.determined || p.lex.is(p.wordAt(n.start-1), "preposition") || notResumed[p.words[n.head].lower] && opener != "which" || timeNouns()[p.words[n.head].lower] {
		return nil, ""
	}
	if slices.ContainsFunc(p.words[:n.end], func(w word) bool { return w.lower == "so" || w.lower == "such" }) {
		return nil, ""
	}
	if before := a.verbBefore(n.start + 1); before != nil && (before.Verb == "tell" || before.Verb == "show" || before.Verb == "remind" || before.Verb == "warn" || before.Verb == "promise" || before.Verb == "convince") {
		return nil, "" // told the boy that it was late
	}
	return n, opener
}

// resumesInside reports whether an object pronoun in the clause of f stands for what this clause describes: a problem that nobody knew how to solve it.
func (a *Analysis) resumesInside(f *found) bool {
	p := a.parser
	n, opener := a.describedBefore(f)
	if n == nil {
		return false
	}
	person := p.isPerson(p.words[n.head]) || p.words[n.head].named()
	for i := f.main + 1; i < len(p.words) && !p.words[i].punct && !p.lex.is(p.words[i].lower, "coordinator", "subordinator", "relative") || i < len(p.words) && p.words[i].lower == "how"; i++ {
		if g := a.groupAt(i); g != nil && g.found.finite || a.finiteAt(i) {
			return false
		}
		if opener == "where" && !p.lex.is(p.words[i-1].lower, "preposition") {
			continue
		}
		ends := i+1 >= len(p.words) || p.phraseEnds(i+1) || a.finiteAt(i+1)
		switch p.words[i].lower {
		case "it":
			if !person && n.persons&p3sg != 0 && ends {
				return p.words[f.subject.start].lower != "it"
			}
		case "them":
			if n.persons&p3pl != 0 && n.persons&p3sg == 0 && ends {
				return p.words[f.subject.start].lower != "they"
			}
		case "him":
			if person && n.persons&p3sg != 0 && ends {
				return p.words[f.subject.start].lower != "he"
			}
		}
	}
	return false
}

// describesWhole reports whether the clause of f has a subject and all that its verb takes, so that a preposition is missing: the woman that I share the office is away, my uncle,
// which he died.
func (a *Analysis) describesWhole(f *found) bool {
	p := a.parser
	n, opener := a.describedBefore(f)
	v := theValencies()[f.base]
	if p.words[f.subject.start-1].lower == "which" && f.subject.kind == pronoun && v.has(intransitive) && !v.has(transitive) && !a.endsOnPreposition(f.main+1) && p.wordAt(f.subject.start-2) == "," {
		return true
	}
	if n != nil && opener != "where" && v.has(intransitive) && !v.has(transitive|copular|thatClause|whClause) && f.subject.end == f.start && a.finiteAt(f.main+1) {
		return true // the concert which we went was good
	}
	if n == nil || opener != "that" && opener != "who" && opener != "whom" || !p.isPerson(p.words[n.head]) || f.subject.end != f.start || v.has(ditransitive|objectInfinitive|objectBare|objectAdjective|thatClause) || !v.has(transitive) {
		return false
	}
	return slices.ContainsFunc(p.nominals(f.main+1), func(n *nominal) bool {
		return n.kind == nounPhrase && n.determined && slices.ContainsFunc(a.Groups, func(o Group) bool { return o.found.finite && o.found.start == n.end })
	})
}

// describesByOwner reports whether what belongs to a noun is the subject of f right after this noun, and f lacks nothing: I have a friend his father owns a shop.
func (a *Analysis) describesByOwner(f *found) bool {
	p, s := a.parser, f.subject
	switch p.words[s.start].lower {
	case "his", "her", "their", "its":
	default:
		return false
	}
	n := p.phraseBefore(s.start)
	if n == nil || n.kind != nounPhrase || s.end != f.start || n.start == 0 || timeNouns()[p.words[n.head].lower] || slices.ContainsFunc(p.words[:s.start], func(w word) bool { return p.lex.is(w.lower, "subordinator", "question") }) {
		return false
	}
	before := a.verbBefore(n.start + 1)
	if before == nil || before.found.end != n.start || !before.found.finite || p.lex.is(before.Verb, "clausal") {
		return false
	}
	return p.objectAt(f.main+1) || f.base == "be" && !a.endsOnPreposition(f.main+1)
}

// describesPronoun reports whether the clause of f was read as one about a pronoun right before its subject: the man sold me this phone was polite.
func (a *Analysis) describesPronoun(f *found) bool {
	p := a.parser
	w := p.words[f.subject.start-1].lower
	before := a.verbBefore(f.subject.start)
	return f.kind == relClause && f.subject.kind == nounPhrase && (w == "me" || w == "him" || w == "us" || w == "them") && before != nil && before.found.main == f.subject.start-2 && before.found.finite && !p.lex.is(before.Verb, "clausal")
}

// describesPersonWithWhich reports whether "which" at word i describes a person: the man which fixed our roof. After ask or tell it asks for one of several.
func (a *Analysis) describesPersonWithWhich(i int) bool {
	p := a.parser
	if i == 0 || p.words[i].lower != "which" || i+1 >= len(p.words) {
		return false
	}
	head := p.words[i-1]
	if head.punct || head.capital || !p.isPerson(head) || p.lex.nouns["collective"][head.lower] || animals[head.lower] || p.lex.is(p.wordAt(i+1), "coordinator") {
		return false
	}
	g := a.verbBefore(i)
	return g == nil || !theValencies()[g.Verb].has(ditransitive) || p.verbAt(i+1)
}

// describesThingWithWho reports whether "who" at word i describes a thing: the shop who sells shoes.
func (a *Analysis) describesThingWithWho(i int) bool {
	p := a.parser
	if i == 0 || p.words[i].lower != "who" || !p.verbAt(i+1) && !p.lex.is(p.wordAt(i+1), "subject", "determiner") {
		return false
	}
	if n := p.phraseBefore(i); n == nil || p.lex.is(p.wordAt(n.start-1), "preposition") { // a family in our street who
		return false
	}
	head, t := p.words[i-1].lower, theFaults().sets
	return !p.isPerson(p.words[i-1]) && !animals[head] && !asking[head] && p.thingOf(head, t["count"]) || p.thingOf(head, workingThings) || t["dwelling"][head] || t["place"][head] || readThings[head]
}

// describesWithWhat reports whether "what" at word i describes the noun before it: the man what fixed our roof. After tell or ask it opens what is told.
func (a *Analysis) describesWithWhat(i int) bool {
	p := a.parser
	if i < 2 || p.words[i].lower != "what" || p.words[i-1].punct {
		return false
	}
	n := p.phraseBefore(i)
	if n == nil || n.kind != nounPhrase || !n.determined {
		return false
	}
	g := a.verbBefore(i)
	return g == nil || !theValencies()[g.Verb].has(ditransitive|whClause) && g.Verb != "be" && n.start == g.found.end
}

// opensWithThatClause reports whether "that" at word i opens the sentence before a clause that lacks its object, where what is meant, or a person is described by what is his or hers: that I like most is
// the food, the lady that her son plays with mine.
func (a *Analysis) opensWithThatClause(i int) bool {
	p := a.parser
	if p.words[i].lower != "that" && p.words[i].lower != "who" {
		return false
	}
	if i == 0 {
		w := p.wordAt(3)
		return p.lex.is(p.wordAt(1), "subject", "either") && wantedMost[p.wordAt(2)] && (w == "most" || w == "best" || w == "about" || w == "from" || w == "is" || w == "now")
	}
	owner := p.wordAt(i + 1)
	if owner != "his" && owner != "her" && owner != "their" || a.verbBefore(i) != nil {
		return false
	}
	n := p.phraseBefore(i)
	return n != nil && n.kind == nounPhrase && n.determined && p.isPerson(p.words[n.head])
}

// wantedMost are verbs of what somebody likes or needs.
var wantedMost = setOf("like love want need hate prefer enjoy miss likes loves wants needs")

// readThings are more things that no person is in; asking are nouns that a question may follow; animals are called who and which.
var (
	readThings = setOf("book books novel novels letters film films movie movies song songs story shop shops house houses bag bags shoes table chair dress shirt cake recipe game games exam tool bridge street tree flower job jobs photo photos picture letter gift present trip")
	asking     = setOf("idea question problem mistake door doubt family")
	animals    = setOf("dog dogs cat cats horse horses bird birds animal animals fish cow cows pig pigs bear bears lion lions mouse mice rabbit baby wolf wolves bee bees sheep hen hens duck ducks elephant elephants")
)
