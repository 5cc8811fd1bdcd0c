package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// After have or get and an object, a participle says what somebody else does to it: has her nails done, had my car repaired. Learners write a past
// (had her bag stole), a form that there is not (have his hair cutted) or the base form (had my car repair).

// causatives enters a wrong group for each such form.
func (a *Analysis) causatives() {
	p := a.parser
	for k := range a.Groups {
		f := a.Groups[k].found
		if base := a.Groups[k].Verb; base != "have" && base != "get" || a.haveBefore(f) {
			continue
		}
		subjectOf := a.opensClauseAsSubject(f)
		for i := f.main + 2; i < len(p.words) && i < f.main+6; i++ {
			n := p.ownedObject(f.main+1, i)
			if n == nil {
				if n = p.theObject(f.main+1, i); n != nil && a.redoneAt(f, n, i) {
					a.enterCaused(i, verb.Base, PastParticiple)
					a.sortGroups()
					return
				}
				continue
			}
			if forms, code := a.causedForm(f, n, i); forms != 0 && !(forms == verb.Past && subjectOf) {
				a.enterCaused(i, forms, code)
				a.sortGroups()
				return
			}
		}
	}
}

// opensClauseAsSubject reports whether f, a form of have or get, stands in a clause or an infinitive that is the subject of what follows: how he got his money became
// clear, to get our old house took years.
func (a *Analysis) opensClauseAsSubject(f *found) bool {
	p := a.parser
	if f.to == 0 {
		return true
	}
	for k := f.start - 1; k >= 0 && !p.words[k].punct; k-- {
		switch p.words[k].lower {
		case "how", "where", "why", "when", "what", "that", "whether", "once":
			return true
		}
	}
	return false
}

// haveBefore reports whether the object of f, a form of have, stands before it: the cat my sister had died, all he had his whole life was his work.
func (a *Analysis) haveBefore(f *found) bool {
	n := f.subject
	if n == nil || n.kind == wh {
		return false
	}
	before := ""
	if n.start > 0 {
		before = a.parser.words[n.start-1].lower
	}
	return f.kind == relClause || before == "what" || before == "all" || before == "everything"
}

// hadBefore reports whether "had" of f may be a verb whose object stands before it, and the past after it that of the sentence, which has no other: the thing he had
// broke yesterday.
func (a *Analysis) hadBefore(f *found) bool {
	p := a.parser
	n := f.subject
	if n == nil || n.kind != nounPhrase || n.end != f.start-1 || !p.lex.is(p.words[n.end].lower, "subject") || len(f.aux) != 1 || p.words[f.aux[0]].lower != "had" {
		return false
	}
	return has(f.readings, verb.Past) && !slices.ContainsFunc(a.Groups, func(g Group) bool { return g.found.finite && g.found != f })
}

// ownedObject returns the noun phrase with a possessive from word i to end, of a thing; nil where there is none.
func (p *parser) ownedObject(i, end int) *nominal {
	if !possessives[p.words[i].lower] && p.words[i].lower != "her" {
		return nil
	}
	for _, n := range p.nominals(i) {
		if n.end == end && n.kind == nounPhrase && n.determined && !p.isPerson(p.words[n.head]) && n.end > n.start+1 {
			return n
		}
	}
	return nil
}

// causedForm returns the forms that the verb at word i has and should not have after the object n of f, a form of have, and the code of the error; 0 where it may be right.
func (a *Analysis) causedForm(f *found, n *nominal, i int) (verb.Form, Code) {
	p := a.parser
	w := p.words[i]
	if w.punct || w.capital || w.guessed || w.respelled || len(w.readings) == 0 {
		return 0, ""
	}
	if g := a.groupAt(i); g != nil && g.found.finite && g.found.fault == misformed && p.opensAsClause() {
		return 0, "" // how he got his job goed unexplained
	}
	slips := !slices.ContainsFunc(w.readings, func(r verb.Reading) bool { return !r.Overregular && !r.Misspelled })
	switch {
	case slips && has(w.readings, verb.Participle):
		if w.readings[0].Overregular {
			return verb.Participle, Overregular
		}
		return verb.Participle, Misspelling
	case has(w.readings, verb.Past) && !has(w.readings, verb.Participle|verb.Base) && !p.lex.is(w.lower, "adjective", "noun", "be", "have"):
		if g := a.groupAt(i); g != nil && g.found.finite && len(g.found.aux) > 0 && g.found.main != g.found.aux[0] {
			return 0, "" // his nails did not break
		}
		if p.isNegation(i+1) || p.objectAt(i+1) && !p.timeAt(i+1) {
			return 0, ""
		}
		return verb.Past, PastParticiple
	case w.form(verb.Base) != nil && !has(w.readings, verb.Participle) && p.servedAt(f, n, i):
		return verb.Base, PastParticiple
	}
	return 0, ""
}

// servedAt reports whether the base form at word i is what one has done to the thing n, and makes no compound with it: have my eyes test next week, but
// not have my eye test next week, had my chocolate fix, have our house paint.
func (p *parser) servedAt(f *found, n *nominal, i int) bool {
	head := p.words[n.head].lower
	if (p.words[f.main].lower == "have" || p.words[f.main].lower == "has") && f.to < 0 && (len(f.aux) == 0 || f.aux[0] == f.main) {
		return false // I have my phone repair tomorrow
	}
	if servicedParts[head] && services[p.words[i].lower] && p.phraseEnds(i+1) && !p.objectAt(i+1) && p.wordAt(i+1) != "and" {
		return true // his teeth check at the clinic: a plural makes no compound
	}
	switch w := p.words[i].lower; w {
	case "repair", "fix":
		if !serviced[head] {
			return false
		}
	case "paint":
		if f.base != "have" || head != "house" && head != "kitchen" && head != "fence" && head != "roof" {
			return false
		}
	case "check":
		if !inspected[head] {
			return false
		}
	case "redecorate", "renovate":
		if !rooms[head] {
			return false
		}
	default:
		if w != "test" || head != "eyes" {
			return false
		}
	}
	next := i + 1
	if next >= len(p.words) || p.words[next].punct {
		return f.to >= 0 && p.words[i].lower != "paint"
	}
	switch p.words[next].lower {
	case "by", "before", "last", "next", "yesterday", "tomorrow":
		return true
	}
	return p.timeAt(next) || p.adverb(next) > 0
}

// services are verbs of what people have done to their things.
var services = setOf("test check repair fix dye paint polish whiten examine alter")

// servicedParts are things in the plural that people have seen to, and that make no compound with the name of the service.
var servicedParts = setOf("eyes teeth ears nails shoes boots sandals trousers jeans shirts suits tyres tires brakes bikes cars phones computers laptops curtains carpets windows doors walls glasses")

// theObject returns the noun phrase with "the" from word i to end, of a thing; nil where there is none.
func (p *parser) theObject(i, end int) *nominal {
	if p.words[i].lower != "the" {
		return nil
	}
	for _, n := range p.nominals(i) {
		if n.end == end && n.kind == nounPhrase && !p.isPerson(p.words[n.head]) && n.end > n.start+1 {
			return n
		}
	}
	return nil
}

// redoneAt reports whether the base form at word i is what was done, for a group that is only "had", to the thing n, before a time that is over: had the
// kitchen paint last month. The car wash, the boiler service and the roof repair are things that one has, too.
func (a *Analysis) redoneAt(f *found, n *nominal, i int) bool {
	p := a.parser
	w := p.words[i]
	if p.words[f.main].lower != "had" || f.base != "have" || f.main != f.finiteWord() || f.subject == nil || !p.acts(f.subject) || has(w.readings, verb.Participle) || len(w.form(verb.Base)) == 0 {
		return false
	}
	head := p.words[n.head].lower
	switch w.lower {
	case "paint", "redecorate", "renovate":
		if !rooms[head] {
			return false
		}
	case "fix":
		if !serviced[head] {
			return false
		}
	case "check":
		if !inspected[head] {
			return false
		}
	default:
		return false
	}
	return slices.ContainsFunc(p.times, func(m moment) bool {
		return m.from == i+1 && m.tense == verb.PastSimple && (m.to >= len(p.words) || p.words[m.to].punct)
	})
}

// mayBeServiced reports whether a base form that names a job too follows what g, "had", has as its object, before a time that is over: had my car wash yesterday.
func (a *Analysis) mayBeServiced(g *Group) bool {
	p, f := a.parser, g.found
	if g.Verb != "have" || f.main != f.finiteWord() || p.words[f.main].lower != "had" || !p.acts(f.subject) {
		return false
	}
	return slices.ContainsFunc(p.times, func(m moment) bool {
		i := m.from - 1
		if m.tense != verb.PastSimple || i < f.end+2 || m.to < len(p.words) && !p.words[m.to].punct {
			return false
		}
		own := p.ownedObject(f.end, i) != nil
		if n := p.theObject(f.end, i); n == nil && !own {
			return false
		}
		head := p.words[i-1].lower
		switch p.words[i].lower {
		case "wash":
			return own && serviced[head]
		case "service":
			return serviced[head] || head == "boiler" || head == "heating"
		case "repair":
			return serviced[head]
		case "clean":
			return head == "windows" || head == "carpets" || head == "curtains"
		}
		return false
	})
}

var (
	rooms     = setOf("kitchen bathroom bedroom house flat room fence walls wall ceiling roof door doors windows")
	inspected = setOf("brakes eyes tyres tires lights teeth")
)

// serviced are things that people have repaired.
var serviced = setOf("car cars roof bike bicycle motorbike watch clock phone computer laptop camera house kitchen fence door doors windows shoes boots glasses")

// enterCaused enters a wrong group for the form at word i, where a participle should stand.
func (a *Analysis) enterCaused(i int, forms verb.Form, code Code) {
	w := a.parser.words[i]
	v := newVerbal(i)
	v.main, v.end, v.governor, v.fault, v.readings = i, i+1, byHave, wrongForm, w.form(forms)
	v.base = v.readings[0].Base
	g := a.group(&found{verbal: &v, subjectless: true, clause: a.clauseAt(i)})
	g.Judgment = Judgment{Wrong, code, Call{Tool: Lookup, Verb: v.base}, ""}
	at := slices.IndexFunc(a.Groups, func(g Group) bool { return g.found.main == i })
	if at >= 0 {
		a.Groups[at] = g
		return
	}
	a.Groups = append(a.Groups, g)
}
