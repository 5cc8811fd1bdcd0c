package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// Patterns of what follows a verb or an adjective, where "to" and -ing say different things, or a preposition is missing that no form of the verb brings: stopped to
// smoke, never forget to meet her, insists to pay. Here too stands a clause after make.

// takesBoth reports whether to and a verb of habit follow stop, or a verb after which -ing says something else.
func (a *Analysis) takesBoth(g *Group) bool {
	p, f := a.parser, g.found
	if g.Verb == "go" && p.words[f.main].lower == "going" && f.end+1 < len(p.words) && p.words[f.end].lower == "to" && len(p.words[f.end+1].form(verb.Gerund)) > 0 {
		return true // going to studying law
	}
	if g.Verb == "forget" && g.Tense == verb.PastSimple && f.not < 0 && !(f.main > 0 && p.words[f.main-1].lower == "never") && f.end < len(p.words) && len(p.words[f.end].form(verb.Gerund)) > 0 {
		return true // I forgot bringing my umbrella
	}
	if a.feelsForGerund(g) || a.carriesOnTo(g) || a.recallsWithTo(g) || a.tiredTo(g) {
		return true
	}
	if f.end+1 >= len(p.words) || p.words[f.end].lower != "to" || !has(p.words[f.end+1].readings, verb.Base) {
		return false
	}
	switch g.Verb {
	case "go":
		switch p.words[f.end+1].lower {
		case "swim", "ski", "dance", "camp", "fish", "shop", "run", "jog", "hike", "climb", "surf", "cycle":
			return true
		}
		return false
	case "stop":
		switch p.words[f.end+1].form(verb.Base)[0].Base {
		case "smoke", "drink", "work", "eat", "play", "talk", "speak", "cry", "laugh", "study", "live", "use", "worry", "run", "fight":
			return true
		}
	case "stand", "bear":
		return len(f.aux) > 0 && p.lex.is(p.words[f.aux[0]].lower, "modal") && f.not >= 0
	}
	return false
}

// feelsForGerund reports whether somebody is happy or sad "for" doing something, where "to" or another preposition is meant: I was happy for seeing you.
func (a *Analysis) feelsForGerund(g *Group) bool {
	p, f := a.parser, g.found
	if g.Verb != "be" && g.Verb != "feel" || !p.acts(f.subject) {
		return false
	}
	i, _ := p.skipAdverbs(f.end)
	if i+2 >= len(p.words) || p.words[i+1].lower != "for" || len(p.words[i+2].form(verb.Gerund)) == 0 {
		return false
	}
	switch p.words[i].lower {
	case "happy", "glad", "sad", "pleased", "delighted", "surprised":
		return true
	}
	return false
}

// carriesOnTo reports whether carry on and "to" with a verb may stand for carry on with -ing: she carried on to read. It may say what for, too.
func (a *Analysis) carriesOnTo(g *Group) bool {
	p, end := a.parser, g.found.end
	return g.Verb == "carry" && p.matches(end, []string{"on", "to"}) && p.couldBeVerb(end+2)
}

// recallsWithTo reports whether what somebody remembers, or won't forget, to do lies in the past, so that -ing is rather meant: I'll never forget to score my first
// goal when I was eight.
func (a *Analysis) recallsWithTo(g *Group) bool {
	p, f := a.parser, g.found
	if g.Verb != "forget" && g.Verb != "remember" || a.isPast(g) || !p.matches(f.end, []string{"to"}) || !p.couldBeVerb(f.end+1) {
		return false
	}
	next := slices.IndexFunc(a.Groups, func(o Group) bool { return o.found.finite && o.found.main > f.end })
	if next >= 0 {
		n := a.Groups[next].found.subject
		return n != nil && p.wordAt(n.start-1) == "when" && a.isPast(&a.Groups[next])
	}
	return slices.ContainsFunc(p.times, func(m moment) bool { return m.tense == verb.PastSimple && m.from > f.end })
}

// tiredTo reports whether "to" and a verb follow tired or busy, which take -ing, and with too or enough another meaning: I'm tired to hear your excuses.
func (a *Analysis) tiredTo(g *Group) bool {
	p, f := a.parser, g.found
	i, _ := p.skipAdverbs(f.end)
	if g.Verb != "be" && g.Verb != "feel" && g.Verb != "get" || i+2 >= len(p.words) || p.words[i].lower != "tired" && p.words[i].lower != "busy" || p.words[i+1].lower != "to" {
		return false
	}
	return p.acts(f.subject) && p.words[i-1].lower != "too" && p.words[i-1].lower != "so" && p.couldBeVerb(i+2) && !comments[p.words[i+2].lower]
}

// insistsTo reports whether "to" and a verb follow a verb that takes a preposition and -ing: he insists to pay, she dreams to be a singer.
func (a *Analysis) insistsTo(g *Group) bool {
	p, f := a.parser, g.found
	switch g.Verb {
	case "insist", "succeed", "dream":
		return f.end+1 < len(p.words) && p.words[f.end].lower == "to" && p.couldBeVerb(f.end+1)
	}
	return false
}

// makesThat reports whether a clause follows make and "that", where an object and a base form are meant: the coach makes that we run. A thing that was made may have a
// clause of its own: the cheese they made that we bought.
func (a *Analysis) makesThat(g *Group) bool {
	p, f := a.parser, g.found
	if g.Verb != "make" || f.end != f.main+1 || f.kind == relClause || !p.matches(f.end, []string{"that"}) || f.governor == byBe && !has(f.readings, verb.Gerund) {
		return false
	}
	return slices.ContainsFunc(a.Groups, func(o Group) bool {
		return o.found.finite && o.found.subject != nil && o.found.subject.start == f.end+1
	})
}
