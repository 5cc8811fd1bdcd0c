package sentence

import "github.com/shortleash/shortleash/tutor/english/verb"

// A clause of time or a condition has no will: when I will land, if it will rain, before you will go.

// futureInside returns the words that open the clause of group g, if it is one of time or a condition, which
// have no will: when I will land, if it will rain.
func (a *Analysis) futureInside(g *Group) string {
	p, f := a.parser, g.found
	if f.inverted || f.subject == nil || f.kind == relClause {
		return ""
	}
	i := a.conjunctionBefore(f)
	if i < 0 {
		if s := f.subject.start; s > 0 && (p.words[s-1].lower == "if" || p.words[s-1].lower == "unless") {
			i = s - 1
		}
	}
	if i < 0 || f.start > f.subject.end+6 || p.words[i].lower == "whenever" || p.words[i].lower == "while" {
		return ""
	}
	word := p.words[i].lower
	if i > 0 && word == "if" && (p.words[i-1].lower == "clear" || p.words[i-1].lower == "certain" || p.words[f.subject.head].lower == "it" && f.base == "make") {
		return "" // it may not be clear if he will come, if it will make you happy
	}
	if i > 0 && word == "if" {
		if main := a.verbBefore(i); main != nil && f.not < 0 && p.words[f.subject.head].lower != "it" {
			switch {
			case main.Verb == "mind" && main.found.end == i: // do you mind if I will open it
				return a.text(i, i+1)
			case leanings[g.Verb] && main.found.finite && !p.words[i-1].punct && !a.asksWhen(main) && !p.lex.is(main.Verb, "clausal") && !p.lex.is(p.words[i-1].lower, "subordinator", "relative", "coordinator", "adverb", "adjective"):
				return a.text(i, i+1) // you can come if you will want to
			}
		}
	}
	if i > 0 {
		before := p.words[i-1].lower
		if p.lex.is(before, "subordinator", "relative", "object", "either", "coordinator") && before != "us" || before == "sure" || before == "about" || before == "even" || before == "only" || before == "as" {
			if before != "you" && before != "them" && before != "him" && before != "her" && before != "me" && before != "it" {
				return ""
			}
		}
		if before == "long" {
			return "" // it won't be long before you will see it
		}
		if a.limitsPlan(g, i) {
			return a.text(i, min(i+1+2*boolInt(word == "as"), len(p.words)))
		}
		main := a.verbBefore(i)
		if main != nil && (word == "if" || word == "unless") && main.Tense != verb.FutureSimple && !main.found.order && !a.obliges(main) {
			return ""
		}
		if main == nil || (a.asksWhen(main) || p.lex.is(main.Verb, "clausal")) && !(main.Verb == "see" && main.found.end < i) || !a.looksAhead(a.plannedIn(main)) || p.words[i-1].lower == "sure" {
			return ""
		}
		if s := main.found.subject; s != nil && timeNouns()[p.words[s.head].lower] {
			return "" // the day will come when
		}
	} else if a.parser.ordersAfter(f.end) {
	} else if main := a.verbAfter(f); main == nil || word == "when" && main.found.kind != mainClause || !a.looksAhead(main) && !a.followsFuture(g, main) {
		return ""
	}
	head := p.words[f.subject.head].lower
	you := f.subject.kind == pronoun && head == "you"
	if main := a.verbAfter(f); word == "if" && you && i == 0 && undertaken[g.Verb] && main != nil && main.Tense == verb.FutureSimple && main.found.subject != nil && p.words[main.found.subject.head].lower == "you" {
		return a.text(0, 1) // if you will come, you will see: no request
	}
	if word == "if" && you && f.base == "be" && f.end < len(p.words) && (p.words[f.end].lower == "patient" || p.words[f.end].lower == "kind" || p.words[f.end].lower == "good" || p.words[f.end].lower == "so") {
		return "" // if you will be patient
	}
	if word == "if" && i == 0 && help[g.Verb] && !p.acts(f.subject) {
		return "" // if it will help you, we can wait
	}
	if word == "if" && you && (!mishaps[g.Verb] || f.end < len(p.words) && p.lex.is(p.words[f.end].lower, "reflexive")) && !a.isState(f) && f.base != "be" && f.base != "have" && f.base != "see" && f.base != "feel" {
		return "" // if you will follow me
	}
	if f.not >= 0 && (word == "if" && p.acts(f.subject) || word == "unless") {
		return "" // if he won't listen: he refuses; unless you won't hurry: unless you hurry
	}
	return a.text(i, min(i+1+2*boolInt(word == "as"), len(p.words)))
}

// undertaken are verbs of what is not asked as a favor with "if you will".
var undertaken = setOf("come go visit arrive study win travel play work pass")

// leanings are verbs of state of which will says no willingness after "if".
var leanings = setOf("want need like prefer")

// help are verbs of what comes of doing something, which stays ahead after "if": if it will make you happy. Mishaps are verbs of what
// happens to somebody, so that "if you will" asks for no favor: if you will lose your card.
var (
	help    = setOf("help make save please cheer take cost")
	mishaps = setOf("lose fall forget miss fail")
)

// limitsPlan reports whether before, until or as soon as at word i, right before the subject of g, says how far a present, an order or
// a plan reaches: we have to wait until he will come. Will may say there that somebody agrees: pay before they will help you.
func (a *Analysis) limitsPlan(g *Group, i int) bool {
	p, f := a.parser, g.found
	switch p.words[i].lower {
	case "before", "until", "till", "as":
	default:
		return false
	}
	if i+1+2*boolInt(p.words[i].lower == "as") != f.subject.start || f.not >= 0 || g.Verb == "" || agreed[g.Verb] || p.lex.is(p.words[i-1].lower, "adverb") {
		return false
	}
	if p.words[0].lower == "please" && f.kind == subClause && len(a.Groups) == 1 {
		return true // the order was read as a noun
	}
	if !p.acts(f.subject) && (works[g.Verb] || p.words[f.subject.head].lower == "it") {
		return false // the glue has to dry before it will hold
	}
	var main *Group
	for k := range a.Groups {
		if o := &a.Groups[k]; o.found.main < i && (o.found.finite || o.found.order) {
			main = o
		}
	}
	if head := p.words[f.subject.head].lower; p.words[i].lower == "before" && p.acts(f.subject) && head != "you" && !p.lex.is(g.Verb, "beginning") && !returns[g.Verb] && (main == nil || !main.found.order || head == "i") {
		return false // he wants money before he will see you
	}
	if main == nil || main.found.subject != nil && p.words[main.found.subject.head].lower == "it" {
		return false // it takes a while before you will see it
	}
	return main.found.order || main.Tense == verb.PresentSimple || main.Tense == verb.PresentContinuous
}

// returns are verbs of what happens to whom one waits for.
var returns = setOf("come arrive return get finish leave reach land")

// agreed are verbs of what somebody may be willing to do.
var agreed = setOf("speak talk help let agree accept forgive believe trust listen lend admit consider sell allow answer pay buy sign join marry invest vote work hire")

// works are verbs of what a thing may be fit to do.
var works = setOf("hold rise fit stick boil move grow turn burn cook dry dissolve freeze melt start open")

// readLimits gives will its own subject where the parse took an order before it for that: please close the door before you will leave.
func (a *Analysis) readLimits() {
	p := a.parser
	if p.words[0].lower != "please" || len(a.Groups) == 0 {
		return
	}
	g := &a.Groups[0]
	f := g.found
	if g.Tense != verb.FutureSimple || f.inverted || f.subject == nil {
		return
	}
	for own := f.start - 1; own > 2 && own >= f.start-4; own-- {
		if word := p.words[own-1].lower; word != "before" && word != "until" || f.subject.end > own-1 {
			continue
		}
		for _, n := range p.nominals(own) {
			if n.end == f.start && (n.kind == pronoun || n.kind == nounPhrase && n.determined) {
				f.subject, f.kind = n, subClause
				*g = a.group(f)
				return
			}
		}
	}
}

// ordersAfter reports whether the first clause after word i and a comma is an order: please close the door, don't wait.
func (p *parser) ordersAfter(i int) bool {
	for i < len(p.words) && p.words[i].text != "," {
		i++
	}
	if i++; i < len(p.words) && p.words[i].lower == "please" {
		i++
	}
	if i+1 < len(p.words) && p.words[i].lower == "do" && p.isNegation(i+1) {
		return true
	}
	return i+1 < len(p.words) && p.couldBeVerb(i) && (p.noNoun(i) || p.objectAt(i+1) || p.words[i-1].lower == "please")
}

// followsFuture reports whether main is a statement in the present that the clause of g, which opens the sentence, says the time or the
// condition of: when I will arrive, I call you. What somebody does not know may stand there too: when I will be free, I don't know.
func (a *Analysis) followsFuture(g, main *Group) bool {
	p, f, m := a.parser, g.found, main.found
	if m.subject != nil && m.subject.kind == nounPhrase && main.Tense == verb.PresentSimple && m.kind == mainClause && m.subject.start > f.end {
		return p.words[0].lower == "if" && f.not < 0 && (undertaken[g.Verb] || mishaps[g.Verb] || nonvolitional[g.Verb] && p.acts(f.subject) || p.isWeather(f)) // if she will pass, her parents buy her a bike
	}
	if main.Tense != verb.PresentSimple || m.kind != mainClause || m.inverted || m.subject == nil || m.subject.kind != pronoun || m.subject.start < f.end || a.asksWhen(main) && (m.not >= 0 || !p.objectAt(m.end)) {
		return false
	}
	switch p.words[m.subject.head].lower {
	case "i", "you", "he", "she", "it", "we", "they":
		return true
	}
	return false
}

// obliges reports whether g says what must or should be done, so that a condition beside it looks ahead.
func (a *Analysis) obliges(g *Group) bool {
	f := g.found
	if len(f.aux) == 0 || f.inverted {
		return false
	}
	first := a.parser.words[f.aux[0]].lower
	return first == "must" || first == "should" || first == "may" || first == "might"
}

// looksAhead reports whether group g speaks of the future, gives an order, or has a modal.
func (a *Analysis) looksAhead(g *Group) bool {
	p, f := a.parser, g.found
	if f.order || g.Tense == verb.FutureSimple || f.fault == bareGerund && f.base == "go" { // I going to call
		return true
	}
	if g.Tense == verb.PresentSimple && planned[g.Verb] && f.end < len(p.words) && p.words[f.end].lower == "to" && p.couldBeVerb(f.end+1) {
		return true // when I will finish, I want to travel
	}
	if len(f.aux) == 0 {
		return false
	}
	switch p.words[f.aux[0]].lower {
	case "can", "ca", "must", "should", "may", "might", "will", "'ll", "wo":
		return true
	}
	if first := p.words[f.aux[0]].lower; (first == "would" || first == "'d") && g.Verb == "like" && p.toAfter(f.end) {
		return true // when they will be older, I would like to travel
	}
	return f.base == "go" || len(f.aux) > 1 && p.words[f.aux[len(f.aux)-1]].lower == "to"
}
