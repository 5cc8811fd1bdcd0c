package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// Here stand patterns of words that the parse gave no place of their own: a pronoun without its verb, a verb without its
// subject. Where one is left over, something else than the parse found may be meant.

// pronounAlone reports whether a pronoun that can only be a subject is that of no verb: when she was young she walk to school.
func (a *Analysis) pronounAlone() bool {
	p := a.parser
	if p.matches(0, []string{"how", "come"}) {
		return false
	}
	for i, w := range p.words {
		if w.lower == "it" && i > 0 && p.lex.is(p.words[i-1].lower, "coordinator") && i+2 < len(p.words) && p.couldBeVerb(i+1) && p.words[i+2].named() && a.groupAt(i+1) == nil {
			return true // and it call Coco
		}
		if w.lower != "i" && w.lower != "he" && w.lower != "she" && w.lower != "we" && w.lower != "they" || w.lower == "i" && w.text != "I" {
			continue
		}
		if i+1 >= len(p.words) || p.words[i+1].punct || p.lex.is(p.words[i+1].lower, "coordinator") || p.words[i+1].lower == "who" {
			continue
		}
		if i > 0 && (p.isBeWord(i-1) || p.lex.is(p.words[i-1].lower, "coordinator") && i > 1 && !p.words[i-2].punct || p.words[i-1].lower == "than" || p.words[i-1].lower == "as" || p.words[i-1].lower == "like") {
			continue
		}
		if a.isMentioned(i) || p.question && p.lex.is(p.words[i+1].lower, "clausal") && i+2 < len(p.words) && p.isBeWord(i+2) { // who do you think is there
			continue
		}
		if next := p.words[i+1].lower; i > 1 && (next == "do" || next == "does" || next == "did") && i+2 < len(p.words) && !p.couldBeVerb(i+2) {
			continue // the things they do annoy me
		}
		if !slices.ContainsFunc(a.Groups, func(g Group) bool {
			n := g.found.subject
			return g.found.finite && n != nil && n.start <= i && i < n.end
		}) {
			return true
		}
	}
	return false
}

// verbAlone reports whether a base form that can be no noun, or a verb form before an object, belongs to no verb group: my husband dry them.
func (a *Analysis) verbAlone() bool {
	p := a.parser
	for i := 1; i < len(p.words); i++ {
		w, before := p.words[i], p.words[i-1]
		if before.lower == "already" && i > 1 && p.lex.is(p.words[i-2].lower, "have") && has(w.readings, verb.Base) && !has(w.readings, verb.Participle) {
			return true // the match had already start
		}
		if before.lower == "felt" && (w.lower == "asleep" || (w.lower == "off" || w.lower == "down" || w.lower == "over" || w.lower == "into") && i+1 < len(p.words) && p.lex.is(p.words[i+1].lower, "determiner")) {
			return true // he felt off his bike: fell
		}
		if has(w.readings, verb.Past|verb.Participle) && !has(w.readings, verb.Base) && slices.ContainsFunc(before.readings, func(r verb.Reading) bool { return r.Base == "help" }) {
			return true // helped made this possible
		}
		if g := a.groupAt(i); g != nil && before.lower == "very" && g.found.finite && len(g.found.aux) == 0 && i > 1 && p.lex.is(p.words[i-2].lower, "subject", "either") {
			return true // I very enjoyed it
		}
		if w.lower == "'s" && i > 1 && p.phraseEnds(i+1) && has(before.readings, verb.Base) && p.lex.is(p.words[i-2].lower, "subject", "question") {
			return true // who care's
		}
		if w.punct || w.capital || w.guessed || w.respelled || w.joined || p.functional(w) || p.adverb(i) > 0 || p.gapBefore(i) || p.lex.is(before.lower, "determiner", "adjective", "relative", "object", "preposition", "subject", "be") {
			continue
		}
		if slices.ContainsFunc(a.Groups, func(g Group) bool { return g.found.main == i || slices.Contains(g.found.aux, i) }) {
			continue
		}
		plain := p.couldBeVerb(i) && p.noNoun(i)
		if plain && !a.takesBareBefore(i) || has(w.readings, verb.Base|verb.ThirdPerson) && i+1 < len(p.words) && p.lex.is(p.words[i+1].lower, "object") && p.words[i+1].lower != "her" {
			return true
		}
	}
	return false
}

// actorAlone reports whether somebody after "and" or "but" stands before a base form with what goes on a verb, which the parse made no finite verb:
// he never comes to see us and my mother miss him.
func (a *Analysis) actorAlone() bool {
	p := a.parser
	for i := 3; i+1 < len(p.words); i++ {
		if !p.couldBeVerb(i) || has(p.words[i].readings, verb.Past) || p.words[i].lower == "have" || p.words[i].lower == "be" || p.adverb(i) > 0 || p.lex.is(p.words[i].lower, "preposition", "adjective") {
			continue
		}
		if !p.objectAt(i+1) && !p.lex.is(p.words[i+1].lower, "object", "preposition") || p.words[i+1].lower == "of" {
			continue
		}
		n := p.phraseBefore(i)
		if n == nil || n.start < 2 || n.kind != nounPhrase || !n.determined || n.persons != p3sg || !p.acts(n) || p.words[n.start-1].lower != "and" && p.words[n.start-1].lower != "but" {
			continue
		}
		if before := a.verbBefore(n.start - 1); before != nil && p.lex.is(before.Verb, "bare") && slices.ContainsFunc(p.nominals(before.found.end), func(m *nominal) bool {
			return m.kind == nounPhrase && m.end == n.start-1
		}) {
			continue // heard the teacher and a pupil talk
		}
		if g := a.groupAt(i); g == nil && !p.lex.chieflyNoun(p.words[i].lower) || g != nil && !g.found.finite && len(g.found.aux) == 0 && g.found.to < 0 && g.Judgment.Verdict != Wrong {
			return true
		}
	}
	return false
}

// takesBareBefore reports whether a verb before word i takes a base form after its object: had the mechanic check it.
func (a *Analysis) takesBareBefore(i int) bool {
	before := a.verbBefore(i)
	return before != nil && a.parser.lex.is(before.Verb, "bare")
}

// oddSubject reports whether a pronoun stands inside the subject of a verb, where two clauses were read as one.
func (a *Analysis) oddSubject(g *Group) bool {
	p, n := a.parser, g.found.subject
	if n.kind == pronoun || g.found.inverted {
		return false
	}
	if p.joinsClauses(n) || p.holdsGerund(g.found) {
		return true
	}
	if first := p.words[n.start].lower; n.kind == nounPhrase && (first == "that" || first == "this") && n.head > n.start && p.lex.number(p.words[n.head], true) == p3pl {
		return true // that shoes is expensive
	}
	if end := g.found.start; end > n.end && !g.found.shared {
		last := p.words[end-1]
		if last.lower == "as" && len(g.found.aux) == 0 || takesGerund[last.lower] && p.governsGerund(end-1) { // works as engineers, sorry for don't write
			return true
		}
		for i := n.end + 1; i+1 < end; i++ {
			if p.words[i].lower == "also" && p.words[i-1].lower == "but" { // not only the soup but also the salads
				return true
			}
			if p.words[i-1].text == "," && p.lex.is(p.words[i].lower, "coordinator") && p.lex.is(p.words[i+1].lower, "indefinite", "subject") && end == i+2 {
				return true
			}
		}
	}
	for i := n.start + 1; i < n.end; i++ {
		switch p.words[i].lower {
		case "i", "he", "she", "we", "they":
			if p.words[i].text != "i" && !p.lex.is(p.words[i-1].lower, "coordinator") && !(g.found.governor == byDo && a.doneThing(g.found)) {
				return true
			}
		}
	}
	return false
}

// holdsGerund reports whether a noun that ends what an -ing form in the subject takes was read as the verb: the boys building a tree
// house and they …
func (p *parser) holdsGerund(f *found) bool {
	if len(f.aux) > 0 || !p.lex.chieflyNoun(p.words[f.main].lower) || f.end >= len(p.words) || !p.lex.is(p.words[f.end].lower, "coordinator") || f.start <= f.subject.end {
		return false
	}
	return slices.ContainsFunc(p.words[f.subject.end:f.start], func(w word) bool { return len(w.form(verb.Gerund)) > 0 })
}

// joinsClauses reports whether two subjects that were read as one are those of two clauses: the music stopped, and my sister.
func (p *parser) joinsClauses(n *nominal) bool {
	for i := n.start + 1; i+1 < n.end; i++ {
		if w := p.words[i]; n.kind == coordinated && i+3 < n.end && p.lex.number(p.words[i-1], true) == p3pl && !p.functional(p.words[i-1]) && has(w.readings, verb.Base|verb.ThirdPerson) && !p.lex.chieflyNoun(w.lower) &&
			!p.lex.is(w.lower, "preposition", "adjective", "adverb", "coordinator") && !p.lex.is(p.words[i+1].lower, "coordinator") && slices.ContainsFunc(p.words[i+1:n.end-1], func(v word) bool { return v.lower == "and" }) {
			return true // the leaves changes colour and the air
		}
		if p.words[i].lower == "and" && n.kind == coordinated && i+2 == n.end && p.lex.is(p.words[i+1].lower, "subject") && i > n.start+2 && slices.ContainsFunc(p.words[n.start+1:i-1], func(w word) bool {
			return len(w.form(verb.Gerund)) > 0 && p.nounCost(w) >= surelyNoun
		}) {
			return true // my brother cooking dinner and I set
		}
		if p.words[i].lower == "and" && n.kind == coordinated && p.words[i-1].text == "," && i > n.start+2 && has(p.words[i-2].readings, verb.Past) && !p.lex.is(p.words[i-2].lower, "adjective", "noun") {
			return true
		}
	}
	return false
}

// wantsLoose reports whether a base form that can be no noun follows want where other clauses may take it: if you want come, tell me.
func (a *Analysis) wantsLoose(g *Group) bool {
	p, f := a.parser, g.found
	if loose := a.groupAt(f.end); loose != nil && loose.Judgment.Verdict == Wrong {
		return false
	}
	return (g.Verb == "want" || g.Verb == "need" || g.Verb == "decide") && len(f.aux) == 0 && p.acts(f.subject) && p.couldBeVerb(f.end) && p.noNoun(f.end)
}

// pastTimeAlone reports whether a time that is over stands at the end or the beginning of a sentence without any past.
func (a *Analysis) pastTimeAlone() bool {
	p := a.parser
	if p.question || isYear(p.wordAt(1)) && a.tellsHistory() { // in 1808 the French enter Spain
		return false
	}
	first, last := -1, -1
	for i := range a.Groups {
		g := &a.Groups[i]
		if g.Judgment.Verdict == Wrong || g.found.order || g.found.subjectless || len(g.found.aux) == 0 && has(g.found.readings, verb.Past) {
			return false
		}
		for _, w := range g.found.aux {
			switch p.words[w].lower {
			case "was", "were", "had", "did", "have", "has", "'ve", "'d", "could", "would":
				return false
			}
		}
		if g.found.finite && g.found.subject != nil {
			last = g.found.end
			if first < 0 {
				first = g.found.subject.start
			}
		}
	}
	return first >= 0 && slices.ContainsFunc(p.times, func(m moment) bool {
		if m.tense != verb.PastSimple {
			return false
		}
		opens := m.from == 0 || m.from == 2 && p.words[0].lower == "this" && p.words[1].lower == "time" // this time last night they are sleeping
		return opens && m.to <= first && !p.verbAt(m.to) || m.from >= last && !has(p.words[m.from-1].readings, verb.Past|verb.Participle)
	})
}

// timeSets reports whether a time that is over is itself the subject of what begins, passes or ends in the present or the perfect: last week has started
// with rain.
func (a *Analysis) timeSets(g *Group) bool {
	p, n := a.parser, g.found.subject
	if n == nil || g.Tense != verb.PresentSimple && g.Tense != verb.PresentPerfect || n.kind != nounPhrase || n.head != 1 || n.end != 2 || p.words[0].lower != "last" || !timeNouns()[p.words[n.head].lower] {
		return false
	}
	switch g.Verb {
	case "go":
		return p.wordAt(g.found.end) == "by"
	case "start", "begin", "pass", "end", "finish", "bring", "fly":
		return true
	}
	return false
}

// canThen reports whether a time that is over opens the clause of g, which has can where could is meant: last night I can't sleep because …
func (a *Analysis) canThen(g *Group) bool {
	p, f := a.parser, g.found
	if len(f.aux) == 0 || f.inverted || p.words[f.aux[0]].lower != "can" && p.words[f.aux[0]].lower != "ca" {
		return false
	}
	return slices.ContainsFunc(p.times, func(m moment) bool {
		return m.tense == verb.PastSimple && (m.from == 0 || p.words[m.from-1].punct) && m.to <= f.subject.start && !slices.ContainsFunc(p.words[m.to:f.subject.start], func(w word) bool { return w.text != "," })
	})
}
