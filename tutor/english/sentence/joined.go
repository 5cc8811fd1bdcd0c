package sentence

import "github.com/shortleash/shortleash/tutor/english/verb"

// A noun phrase after a verb may be more than its object: the verb of somebody that "and" adds, the next verb of the same subject, or what a
// genitive before it owns. Here stand the signs of that.

// ratherOwned reports whether "'s" after a noun, read as is, rather says whose the bare noun after it is: my uncle's dogs.
func (p *parser) ratherOwned(c *clause, n *nominal) bool {
	f := c.found
	if f == nil || len(f.aux) != 1 || f.main != f.aux[0] || p.words[f.main].lower != "'s" || f.subject == nil || f.subject.kind != nounPhrase && f.subject.kind != coordinated {
		return false
	}
	return c.objects == 0 && n.start == f.end && n.kind == nounPhrase && !n.determined && !p.lex.nouns["mass"][p.words[n.head].lower]
}

// joinedActor reports whether a coordinator stands right before the last noun phrase of clause c, which is one that acts: … and my dog.
func (p *parser) joinedActor(c *clause) bool {
	n := c.last
	return n != nil && n.kind == nounPhrase && n.start > 0 && p.lex.is(p.words[n.start-1].lower, "coordinator") && p.acts(n)
}

// thatActs reports whether "that" and a noun right after a noun phrase are rather a relative clause: a dog that bark.
func (p *parser) thatActs(c *clause, n *nominal) bool {
	return p.words[n.start].lower == "that" && n.end == n.start+2 && has(p.words[n.head].readings, verb.Base|verb.ThirdPerson) &&
		c.last != nil && c.last.end == n.start && c.last.kind == nounPhrase
}

// actorOrSeems reports whether a bare noun after two objects is rather what the one that was joined last does, or how something seems:
// … and my dog bark, the air smell good.
func (p *parser) actorOrSeems(c *clause, n *nominal) bool {
	w := p.words[n.start]
	if n.determined || n.end != n.start+1 || !has(w.readings, verb.Base) || p.lex.nouns["mass"][w.lower] {
		return false
	}
	return p.joinedActor(c) || seemingBases[w.lower] && n.end < len(p.words) && p.lex.is(p.words[n.end].lower, "adjective")
}

// pronounActs reports whether a bare noun after a pronoun that a comma parts from the verb is rather what that one does: hear the sea, and at
// night it sound.
func (p *parser) pronounActs(c *clause, n *nominal) bool {
	one := c.last
	return c.objects > 0 && one != nil && one.kind == pronoun && one.end == n.start && !n.determined && has(p.words[n.start].readings, verb.Base) &&
		c.found != nil && p.marked(c.found.end, one.start, ",")
}

// joinedPersonActs reports whether a noun after a person whom a coordinator joins to what a preposition takes is rather what
// that person does: I live in Madrid and my wife work. After a verb, such a noun may be what two persons are given.
func (p *parser) joinedPersonActs(c *clause, n *nominal) bool {
	person := c.last
	if person == nil || c.found == nil || !person.determined || person.end != n.start || person.start <= c.found.end || !p.lex.is(p.words[person.start-1].lower, "coordinator") {
		return false
	}
	head := p.words[person.head].lower
	if !p.lex.nouns["animate"][head] && !p.lex.nouns["kin"][head] {
		return false
	}
	w := p.words[n.start]
	if n.determined || n.end != n.start+1 || !has(w.readings, verb.Base) || p.lex.chieflyNoun(w.lower) || n.end < len(p.words) && p.words[n.end].lower == "of" {
		return false
	}
	for _, before := range p.words[c.found.end : person.start-1] {
		if p.lex.is(before.lower, "preposition") {
			return true
		}
	}
	return false
}

// joinsVerb reports whether the noun phrase after a coordinator is rather a verb that shares the subject: works in
// the morning and study at night, has a bike and ride it, live in Chile but works in Peru.
func (p *parser) joinsVerb(c *clause, n *nominal) bool {
	w := p.words[n.start]
	at := n.start - 1
	if n.determined || n.kind != nounPhrase || at < 2 || !p.lex.is(p.words[at].lower, "coordinator") || w.capital || w.guessed || !has(w.readings, verb.Base|verb.ThirdPerson) ||
		p.lex.chieflyNoun(w.lower) || p.lex.nouns["mass"][w.lower] || timeNouns()[w.lower] || p.lex.is(w.lower, "adjective", "noun") {
		return false
	}
	before := p.words[at-1].lower
	switch {
	case timeNouns()[before] && n.end == n.start+1:
		return true
	case p.words[at].lower == "but" && !p.isNegation(c.found.end-1) && c.found.not < 0 && n.end == n.start+1:
		return len(w.form(verb.ThirdPerson)) > 0
	}
	return n.end < len(p.words) && n.end == n.start+1 && (p.lex.is(p.words[n.end].lower, "object") || p.words[n.end].lower == "it")
}

// verbGoesOn reports whether what stands at word i can go on a verb, and hardly a noun: to cry, the ball.
func (p *parser) verbGoesOn(i int) bool {
	if i+1 >= len(p.words) {
		return false
	}
	w := p.words[i].lower
	return w == "to" && has(p.words[i+1].readings, verb.Base) || p.lex.is(w, "object") || articles[w] || possessives[w]
}
