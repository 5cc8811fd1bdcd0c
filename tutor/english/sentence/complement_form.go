package sentence

import (
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// The forms that a word asks of the verb after it, where another one stands: enjoys to swim, decided
// buying, without say, want that he comes, made me to go. Verbs that take both forms are left alone.

// judgeComplement judges a verb that is not finite by the word that governs it.
func (a *Analysis) judgeComplement(g *Group) Judgment {
	p, f := a.parser, g.found
	if f.finite || f.order || f.start == 0 {
		return Judgment{}
	}
	lookup := Call{Tool: Lookup, Verb: g.Verb}
	if f.not >= 0 {
		if a.deniedGoverned(f) || a.deniedBareAfter(f) {
			f.governor, f.fault, f.aux = byTo, missingTo, nil
			return Judgment{Wrong, ToBase, lookup, ""}
		}
		return Judgment{}
	}
	if g.Verb == "be" && f.start == f.main && p.words[f.main].lower == "be" {
		if before := a.before(f.start); before != nil && before.found.finite && (before.Verb == "seem" || before.Verb == "appear") { // seems be easy
			f.governor, f.fault, f.aux = byTo, missingTo, nil
			return Judgment{Wrong, ToBase, lookup, ""}
		}
	}
	switch {
	case f.governor == byTo && f.fault == noFault && len(f.aux) == 1 && f.to == f.start && has(f.readings, verb.Base) && a.gerundGoverned(f), a.enjoysToBe(f):
		f.fault = gerundAsked
		return Judgment{Wrong, ToBase, a.askForGerund(f), ""}
	case f.governor == byTo && f.fault == noFault && len(f.aux) == 1 && f.to == f.start && has(f.readings, verb.Base) && a.bareGoverned(f):
		f.governor, f.fault = byModal, strayTo
		return Judgment{Wrong, ModalBase, lookup, ""}
	case p.loneGerund(f) && f.start == f.main:
		switch {
		case a.infinitiveGoverned(f):
			f.governor, f.fault, f.aux = byTo, missingTo, nil
			return Judgment{Wrong, ToBase, lookup, ""}
		case len(f.aux) == 0 && a.bareGoverned(f):
			f.governor, f.fault = byModal, wrongForm
			return Judgment{Wrong, ModalBase, lookup, ""}
		}
	case f.governor == ungoverned && len(f.aux) == 0 && f.start == f.main && has(f.readings, verb.Past|verb.Participle) && !has(p.words[f.main].readings, verb.Base) && p.lex.is(f.base, "moves") && a.bareGoverned(f):
		f.governor, f.fault = byModal, wrongForm
		return Judgment{Wrong, ModalBase, lookup, ""}
	}
	return Judgment{}
}

// before returns the group whose main verb stands right before word i, or before its particle: gave up.
func (a *Analysis) before(i int) *Group {
	for k := range a.Groups {
		if f := a.Groups[k].found; f.main == i-1 || f.main == i-2 && a.parser.words[i-1].lower == "up" && f.base == "give" {
			return &a.Groups[k]
		}
	}
	return nil
}

// skipDegree returns where the words of degree before word i begin: enjoy very much | to swim.
func (p *parser) skipDegree(i int) int {
	if i > 2 && (p.words[i-1].lower == "much" && (p.words[i-2].lower == "very" || p.words[i-2].lower == "so") || p.words[i-1].lower == "lot" && p.words[i-2].lower == "a") {
		return i - 2
	}
	return i
}

// gerundGoverned reports whether the word before the infinitive f takes an -ing form only.
func (a *Analysis) gerundGoverned(f *found) bool {
	p := a.parser
	if p.joinsBase(f.end) || f.base == "be" {
		return false
	}
	if g := a.before(p.skipDegree(f.start)); g != nil {
		acts := g.found.subject == nil || p.acts(g.found.subject)
		switch {
		case g.Verb == "use" && g.found.governor == byBe && g.found.finite: // I am not used to get up
			thing := (f.end >= len(p.words) || p.words[f.end].punct) && (p.lex.nouns["mass"][f.base] || p.lex.is(f.base, "mass-act")) // I am used to work
			n := g.found.subject
			known := n != nil && (n.kind != nounPhrase || possessives[p.words[n.start].lower] || p.words[n.head].named()) // boys were used to sweep chimneys
			past := len(g.found.aux) > 0 && p.pastBe(g.found.aux[0])                                                      // was used to play: used to play, or was used to playing
			return acts && known && p.words[g.found.main].lower == "used" && !thing && !past && a.usedInPast(g) == ""
		case g.Verb == "help": // can't help to laugh
			return g.found.not >= 0 && len(g.found.aux) > 0 && (p.words[g.found.aux[0]].lower == "ca" || p.words[g.found.aux[0]].lower == "can" || p.words[g.found.aux[0]].lower == "could") && unwilled[f.base]
		case g.Verb == "give":
			return p.words[f.start-1].lower == "up" && (f.base == "smoke" || f.base == "drink" || f.base == "eat" || f.base == "play")
		case g.found.governor == byBe && !has(g.found.readings, verb.Gerund), g.found.governor == byBeOr && !has(g.found.readings, verb.Gerund):
			return false // is considered to be
		}
		if s := g.found.subject; g.Verb == "enjoy" && s != nil && s.kind != pronoun && s.start > 0 && !p.words[s.start-1].punct && !p.lex.is(p.words[s.start-1].lower, "coordinator", "subordinator", "adverb") && p.words[s.start-1].lower != "that" {
			return false // a sport people enjoy to relax
		}
		return (acts || g.Verb == "enjoy" && g.found.subject.start == 0) && p.lex.is(g.Verb, "asks-gerund")
	}
	switch p.words[f.start-1].lower { // had fun to dance; difficulties to overcome are right
	case "use", "point":
		return a.isNoUse(f)
	case "fun", "difficulty", "difficulties", "trouble":
		for k := range a.Groups {
			if g := &a.Groups[k]; g.Verb == "have" && g.found.main < f.start && f.start-g.found.main <= 5 {
				return a.objectFollows(f) || p.words[f.start-1].lower == "fun" || strained[f.base] && p.phraseEnds(f.end)
			}
		}
		return false
	}
	// spent two hours to look for it
	if !timeNouns()[p.words[f.start-1].lower] {
		return false
	}
	for k := range a.Groups {
		if g := &a.Groups[k]; (g.Verb == "spend" || g.Verb == "waste") && g.found.governor != byBe && g.found.main < f.start && f.start-g.found.main <= 6 {
			return true
		}
	}
	return false
}

// strained are verbs of what one may have difficulty doing, without an object.
var strained = setOf("sleep breathe walk concentrate speak talk relax swim fall")

// enjoysToBe reports whether "to be" or "to have", as a main verb, stands right after a verb that takes an -ing form: enjoys to have breakfast.
func (a *Analysis) enjoysToBe(f *found) bool {
	p := a.parser
	if f.to < 0 || f.to != f.start || f.fault != noFault || len(f.aux) != 2 || f.main != f.aux[1] || p.words[f.main].lower != "be" && p.words[f.main].lower != "have" || p.joinsBase(f.end) {
		return false
	}
	g := a.before(p.skipDegree(f.start))
	return g != nil && gerundOnly[g.Verb] && g.Verb != "stop" && g.Verb != "keep" && g.Verb != "quit" && g.Verb != "practice" && g.Verb != "practise" &&
		g.found.subject != nil && p.acts(g.found.subject) && g.found.kind != relClause && !(g.found.governor == byBe && !has(g.found.readings, verb.Gerund))
}

// isNoUse reports whether "it is no use", or "there is no point", stands right before the infinitive f, and not a point of which f says what is done with it: there is no
// point to add.
func (a *Analysis) isNoUse(f *found) bool {
	p := a.parser
	g := a.before(f.start - 2)
	if g == nil || g.Verb != "be" || p.words[f.start-2].lower != "no" || g.found.subject == nil {
		return false
	}
	if p.words[f.start-1].lower == "use" {
		return p.words[g.found.subject.head].lower == "it" || g.found.subject.kind == existential
	}
	return g.found.subject.kind == existential && (a.objectFollows(f) || f.base == "argue" || f.base == "wait" || f.base == "complain" || f.base == "worry")
}

// unwilled are verbs of what people do without wanting it.
var unwilled = setOf("laugh cry smile think feel wonder notice look love like blush worry sing fall")

// bareGoverned reports whether f stands after an object of make or let, which take the verb without "to";
// help and hear do so after a person.
func (a *Analysis) bareGoverned(f *found) bool {
	p := a.parser
	for k := range a.Groups {
		g := &a.Groups[k]
		i := g.found.main + 1
		if g.Verb == "let" && i == 1 && f.start == 2 && p.words[1].lower == "'s" && has(f.readings, verb.Gerund) {
			return true // let's meeting
		}
		if i >= f.start || f.start-i > 6 || g.found.governor == byBe && !has(g.found.readings, verb.Gerund) {
			continue
		}
		for _, n := range append(p.pairsOfPeople(i), p.nominals(i)...) {
			if n.end != f.start && !a.isPerceivedAfar(g, n, f) {
				continue
			}
			person := n.kind == objectPronoun || n.kind == coordinated || p.isSomebody(n) || n.kind == pronoun && p.words[n.head].lower == "you" || n.kind == nounPhrase && (n.determined || p.nameless(p.words[n.start])) && p.isPerson(p.words[n.head])
			thing := n.kind == pronoun && p.words[n.head].lower == "it"
			gerund := has(f.readings, verb.Gerund)
			switch g.Verb {
			case "let":
				return person && (f.governor == byTo || p.lex.is(f.base, "moves") && !p.rentedAt(n)) || n.kind == nounPhrase && p.isPerson(p.words[n.head]) && gerund && p.lex.is(f.base, "moves")
			case "make":
				if a.madeFor(g, f) {
					return false
				}
				if p.words[n.head].lower == "them" && f.governor == byTo {
					return false // he made them to sell
				}
				if gerund && p.words[n.head].lower == "them" || f.base == "use" || f.base == "follow" || f.base == "accord" {
					return false // I made them using my grandmother's recipe
				}
				if gerund && n.kind == objectPronoun && !p.lex.is(p.words[f.main].lower, "adjective") && !causing[p.words[f.main].lower] && !p.phraseEnds(f.end) || gerund && n.kind == objectPronoun && p.objectAt(f.end) || gerund && n.kind == indefinite && unwilled[f.base] {
					return true // make us learning dates
				}
				return person && (f.governor == byTo && f.base != "be" && g.found.subject != nil || p.lex.is(f.base, "moves")) && !thing
			case "help":
				return n.kind == objectPronoun && gerund
			case "hear", "see", "watch", "notice", "feel":
				return f.governor == byTo && f.base != "be" && a.isPerceived(g, n, f, person)
			}
		}
	}
	return false
}

// pairsOfPeople returns the objects at word i that are two people with "and" between them: Peter and me.
func (p *parser) pairsOfPeople(i int) []*nominal {
	var list []*nominal
	isOne := func(n *nominal) bool {
		return n.kind == objectPronoun || p.isSomebody(n) || n.kind == nounPhrase && (n.determined || p.nameless(p.words[n.start])) && p.isPerson(p.words[n.head])
	}
	for _, first := range p.nominals(i) {
		if !isOne(first) || first.end >= len(p.words) || p.words[first.end].lower != "and" {
			continue
		}
		for _, second := range p.nominals(first.end + 1) {
			if isOne(second) {
				list = append(list, &nominal{start: i, end: second.end, head: second.head, persons: p3pl, kind: coordinated, adjective: -1})
			}
		}
	}
	return list
}

func (p *parser) rentedAt(n *nominal) bool { return rented[p.words[n.head].lower] }

// judgeInside judges a finite verb of a clause that another verb should have as an infinitive: want that she
// comes, told my mother drink, let your son goes.
func (a *Analysis) judgeInside(g *Group) Judgment {
	p, f := a.parser, g.found
	n := f.subject
	lone := len(f.aux) == 0 && f.not < 0 && f.no < 0 && (f.fault == noFault || f.fault == bareParticiple) && !f.inverted && !f.shared
	be := f.base == "be" && len(f.aux) == 1 && f.main == f.aux[0] && f.not < 0 && !f.inverted && !f.shared
	if n == nil || n.start == 0 || !lone && !be || n.end != f.start {
		return Judgment{}
	}
	lookup := Call{Tool: Lookup, Verb: g.Verb}
	before := p.words[n.start-1]
	switch n.kind {
	case nounPhrase, coordinated, pronoun, indefinite:
	default:
		return Judgment{}
	}
	if before.lower == "that" && n.start > 1 && !clitics[p.words[f.finiteWord()].lower] {
		opener := a.before(n.start - 1)
		if opener == nil || n.kind == pronoun && objectForms[p.words[n.head].lower] == "" || !a.wantsThat(opener) || g.Tense == verb.PastSimple {
			return Judgment{}
		}
		f.fault = thatAsked
		return Judgment{Wrong, ToBase, lookup, ""}
	}
	opener := a.before(n.start)
	if opener != nil && opener.Verb == "advise" && n.kind == pronoun && p.words[n.head].lower == "you" && lone && has(f.readings, verb.Base) { // I advise you study more
		f.governor, f.fault = byTo, missingTo
		return Judgment{Wrong, ToBase, lookup, ""}
	}
	if opener != nil && (lone || be) && n.kind == pronoun && p.lex.is(p.words[n.head].lower, "subject") && g.Tense == verb.PresentSimple && a.wantsFirst(opener) {
		f.governor, f.fault = byTo, missingTo // wants he helps her
		return Judgment{Wrong, ToBase, lookup, ""}
	}
	if opener != nil && lone && n.kind == nounPhrase && n.determined && p.isPerson(p.words[n.head]) && has(f.readings, verb.Base) && (!verb.IsAlsoNoun(f.base) || p.complementFollows(f.end)) && a.wantsFirst(opener) {
		f.governor, f.fault = byTo, missingTo // want my children grow up
		return Judgment{Wrong, ToBase, lookup, ""}
	}
	if opener == nil || be || n.kind == pronoun && p.words[n.head].lower != "it" || opener.found.governor == byBe && !has(opener.found.readings, verb.Gerund) {
		return Judgment{}
	}
	switch opener.Verb {
	case "let":
		if n.kind == nounPhrase && has(f.readings, verb.ThirdPerson) && !verb.IsAlsoNoun(f.base) {
			f.governor, f.fault = byModal, wrongForm
			return Judgment{Wrong, ModalBase, lookup, ""}
		}
	case "tell", "order", "advise", "allow", "invite", "force", "persuade", "encourage", "want", "get":
		if n.kind == nounPhrase && p.isPerson(p.words[n.head]) && has(f.readings, verb.Base) && !a.agrees(f) {
			f.governor, f.fault = byTo, missingTo
			return Judgment{Wrong, ToBase, lookup, ""}
		}
	}
	return Judgment{}
}

// wantsFirst reports whether g is the want of the clause that opens the sentence: she wants. In other clauses what follows may be a clause of
// its own: if you want we go, what she wants she gets.
func (a *Analysis) wantsFirst(g *Group) bool {
	f := g.found
	if g.Verb != "want" || f.kind != mainClause || f.subject == nil || f.subject.kind == wh {
		return false
	}
	return f.subject.start == 0 || f.inverted && f.subject.start == 1
}

// objectForms are the pronouns that may be the subject of a clause, and how they stand after a verb.
var objectForms = map[string]string{"i": "me", "you": "you", "he": "him", "she": "her", "it": "it", "we": "us", "they": "them"}

// wantsThat reports whether g is want, or would like, which take no clause.
func (a *Analysis) wantsThat(g *Group) bool {
	p := a.parser
	would := len(g.found.aux) > 0 && (p.words[g.found.aux[0]].lower == "would" || p.words[g.found.aux[0]].lower == "'d")
	return g.Verb == "want" || g.Verb == "need" || would && (g.Verb == "like" || g.Verb == "love")
}
