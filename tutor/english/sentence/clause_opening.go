package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// Spanish puts what is new at the end and opens a clause with what matters. English keeps the subject first, but for a place before a short verb.

// turnsUp are verbs of what turns up or ends, which Spanish puts before their subject.
var turnsUp = setOf("come arrive happen open close die start begin appear enter go leave pass return live occur visit")

// subjectAtEnd reports whether a time, a verb, and a place stand before an indefinite subject: last week came to our school a famous writer.
func (a *Analysis) subjectAtEnd() bool {
	p := a.parser
	for start := range p.words {
		if start > 0 && p.words[start-1].lower != "because" && p.words[start-1].text != ":" && p.words[start-1].lower != "but" && p.words[start-1].lower != "and" {
			continue
		}
		opens := p.words[start].lower
		if (opens == "finally" || opens == "suddenly") && p.arrivesAt(start+1) || slices.ContainsFunc(p.afterTimeAt(start), func(i int) bool { return i+2 < len(p.words) && p.arrivesAt(i) }) {
			return true
		}
	}
	for _, i := range p.afterTimeAt(0) {
		if i+3 >= len(p.words) || !p.lex.is(p.words[i+1].lower, "preposition") {
			continue
		}
		if !slices.ContainsFunc(p.words[i].form(verb.Past|verb.ThirdPerson), func(r verb.Reading) bool { return turnsUp[r.Base] }) {
			continue
		}
		if slices.ContainsFunc(p.nominals(i+2), func(place *nominal) bool {
			return place.kind == nounPhrase && p.words[place.head].lower != "end" && p.newThingAt(place.end)
		}) {
			return true
		}
	}
	return false
}

// arrivesAt reports whether a verb of what happens and what is new, or a verb of coming and who or what one waited for, stand at word i: last week happened to me an
// accident, yesterday arrived my cousins.
func (p *parser) arrivesAt(i int) bool {
	if p.lex.is(p.wordAt(i), "do") && p.isNegation(i+1) {
		i += 2
	}
	if i+2 >= len(p.words) {
		return false
	}
	subject, _ := p.skipAdverbs(i + 1)
	if p.wordAt(subject) == "to" && p.lex.is(p.wordAt(subject+1), "object") {
		subject += 2
	}
	return slices.ContainsFunc(p.words[i].form(verb.Past|verb.ThirdPerson|verb.Base), func(r verb.Reading) bool {
		if happenings[r.Base] {
			return p.newThingAt(subject) || p.wordAt(subject) == "something"
		}
		if !comings[r.Base] || subject >= len(p.words) {
			return false
		}
		several := p.wordAt(subject) == "many" || p.wordAt(subject) == "more" || p.wordAt(subject) == "a" && p.wordAt(subject+1) == "lot"
		return slices.ContainsFunc(p.nominals(subject), func(n *nominal) bool {
			awaited := possessives[p.words[subject].lower] && (p.isPerson(p.words[n.head]) || r.Base == "arrive") || p.words[subject].lower == "the" && (r.Base == "die" || r.Base == "arrive" && p.words[n.head].lower != "news")
			return n.kind == nounPhrase && n.head > n.start && (awaited || several) && (p.phraseEnds(n.end) || p.wordAt(n.end) == "of")
		})
	})
}

// comings are verbs whose subject Spanish puts after them, where English has it before.
var comings = setOf("arrive come die appear")

// settings are what one says there is much or little of: a town, a country, a school.
var settings = setOf("town city village country street neighbourhood neighborhood area region school class family house flat building office team")

// happenings are verbs of what turns up that no place opens a clause before.
var happenings = setOf("happen occur exist")

// verbAfterPlace reports whether a place, a verb, and what is new open the sentence, where English begins with the subject or with there: in my town are many
// churches, in this story happens many things. A thing may be in or on another before its name: on the table are two glasses.
func (a *Analysis) verbAfterPlace() bool {
	p := a.parser
	if p.question || len(p.words) < 5 || !p.lex.is(p.words[0].lower, "preposition") {
		return false
	}
	inside := p.words[0].lower == "in"
	return slices.ContainsFunc(p.nominals(1), func(place *nominal) bool {
		i := place.end
		if place.kind != nounPhrase || i+2 >= len(p.words) {
			return false
		}
		if inside && p.isBeWord(i) && !p.words[i].joined {
			whole := settings[p.words[place.head].lower] && (possessives[p.words[1].lower] || p.words[1].lower == "this") || place.end == 2 && p.words[1].named()
			i++
			if p.isNegation(i) {
				i++
			}
			return whole && (p.newThingAt(i) || p.matches(i, []string{"a", "lot", "of"}))
		}
		if possessives[p.wordAt(i+1)] && p.arrivesAt(i) || (p.wordAt(i) == "does" || p.wordAt(i) == "do" || p.wordAt(i) == "did") && p.isNegation(i+1) && p.wordAt(i+2) == "appear" && articles[p.wordAt(i+3)] {
			return true
		}
		if p.wordAt(i) == "appeared" && p.adverb(i+1) > 0 && possessives[p.wordAt(i+2)] {
			return true
		}
		if g := a.groupAt(i); g != nil && g.Verb != "exist" && (!g.found.finite || g.found.start != i) {
			return false
		}
		for _, r := range p.words[i].form(verb.Base | verb.Past | verb.ThirdPerson) {
			third := len(p.words[i].form(verb.ThirdPerson)) > 0
			if happenings[r.Base] && p.newThingAt(i+1) || inside && turnsUp[r.Base] && third && !p.lex.chieflyNoun(p.words[i].lower) && p.severalAt(i+1) {
				return true
			}
		}
		return false
	})
}

// newThingAt reports whether a phrase for what is not known yet, which ends the clause or what is said, stands at word i: many churches, a good bakery.
func (p *parser) newThingAt(i int) bool {
	if i >= len(p.words) || p.timeAt(i) {
		return false
	}
	w := p.words[i].lower
	if w != "a" && w != "an" && w != "many" && w != "some" && w != "several" && w != "lots" && w != "no" && !p.isNumber(w) {
		return false
	}
	return slices.ContainsFunc(p.nominals(i), func(n *nominal) bool {
		return n.kind == nounPhrase && n.determined && (p.phraseEnds(n.end) || p.words[n.end].lower == "of")
	})
}

// severalAt reports whether a phrase for several things that are not known yet stands at word i.
func (p *parser) severalAt(i int) bool {
	return p.newThingAt(i) && slices.ContainsFunc(p.nominals(i), func(n *nominal) bool { return n.kind == nounPhrase && n.persons == p3pl && p.phraseEnds(n.end) })
}

// afterTimeAt returns the words that may stand right after a time at word start, which opens a clause.
func (p *parser) afterTimeAt(start int) []int {
	var list []int
	for _, m := range p.times {
		if m.from == start {
			list = append(list, m.to)
		}
	}
	if end := p.timePhraseEnd(start); end > start {
		list = append(list, end)
	}
	if p.words[start].lower == "yesterday" {
		list = append(list, start+1)
	}
	if p.matches(start, []string{"late", "at", "night"}) {
		list = append(list, start+3)
	}
	if p.words[start].lower == "this" && timeNouns()[p.wordAt(start+1)] {
		list = append(list, start+2)
	}
	return list
}

// opensWithAdverb reports whether an adverb that belongs right before the verb of g opens its clause: always I have breakfast, never she arrives late. After
// "also" and a comma, and before a verb, they are right.
func (a *Analysis) opensWithAdverb(g *Group) bool {
	p, f := a.parser, g.found
	i := f.subject.start - 1
	if f.inverted || f.shared || f.kind == relClause || i < 0 || i > 0 && !slices.Contains(p.phraseEndsFrom(0), i) || f.start != f.subject.end && p.adverb(f.subject.end) == 0 {
		return false
	}
	full := f.base == "be" && f.subject.kind == nounPhrase && p.words[f.subject.start].lower == "the" && f.end < len(p.words) && p.lex.is(p.words[f.end].lower, "adjective")
	who := full || f.subject.kind == pronoun || f.subject.kind == nounPhrase && f.subject.determined && p.isPerson(p.words[f.subject.head]) || p.words[f.subject.start].named()
	if !who || g.Verb == "mind" {
		return false
	}
	switch p.words[i].lower {
	case "always", "never", "ever", "also", "almost":
		return true
	case "already":
		return f.governor == byHave
	}
	return false
}

// latecomers are verbs that Spanish puts before the person who does it.
var latecomers = setOf("come arrive die live work study call sleep eat teach")

// personAtEnd reports whether a time or a place with "in" opens the sentence and a verb follows before the person who does it, or before what happened: in
// this restaurant works my cousin, at midnight came three policemen to our door. A person not known yet may come last in a story, but then nothing follows.
func (a *Analysis) personAtEnd() bool {
	p := a.parser
	if p.question || len(p.words) < 4 || p.words[0].token != 0 {
		return false
	}
	times := p.phraseEndsFrom(0)
	if w := p.words[1].lower; p.words[0].lower == "at" && (w == "midnight" || w == "noon") || p.words[0].lower == "that" && timeNouns()[w] {
		times = append(times, 2)
	}
	opens := slices.Clone(times)
	if p.words[0].lower == "in" {
		for _, n := range p.nominals(1) {
			if n.kind == nounPhrase {
				opens = append(opens, n.end)
			}
		}
	}
	return slices.ContainsFunc(opens, func(i int) bool {
		if i+1 >= len(p.words) || p.words[i].capital {
			return false
		}
		for _, r := range p.words[i].form(verb.Past | verb.ThirdPerson | verb.Base) {
			switch timed := slices.Contains(times, i); {
			case happenings[r.Base] && p.words[i+1].lower == "something", latecomers[r.Base] && p.relativeAt(i+1),
				p.words[i].lower == "dies" && p.matches(i+1, []string{"the"}) && (p.personAt(i+1) > 0 || p.matches(i+2, []string{"main", "character"})),
				timed && (r.Base == "come" || r.Base == "arrive") && p.strangerThenTo(i+1):
				return true
			}
		}
		return false
	})
}

// relativeAt reports whether somebody's relative or friend, and no verb after, stands at word i: my cousin, my best friend.
func (p *parser) relativeAt(i int) bool {
	end := p.personAt(i)
	if p.matches(i+1, []string{"family"}) {
		end = i + 2
	}
	return end > 0 && possessives[p.words[i].lower] && p.phraseEnds(end) && p.wordAt(end) != "," && !p.verbAt(end)
}

// strangerThenTo reports whether a person not known yet stands at word i and "to" follows in the clause: three policemen to our door.
func (p *parser) strangerThenTo(i int) bool {
	if w := p.words[i].lower; w != "a" && w != "an" && w != "some" && w != "many" && !p.isNumber(w) {
		return false
	}
	end := p.personAt(i)
	if end == 0 {
		return false
	}
	for ; end < len(p.words) && !p.words[end].punct; end++ {
		switch p.words[end].lower {
		case "to":
			return true
		case "who", "that", "and", "with":
			return false
		}
	}
	return false
}
