package sentence

import (
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// The forms that a word asks of the verb after it, where another one stands: enjoys to swim, decided
// buying, without say, want that he comes, made me to go. Verbs that take both forms are left alone.

// judgeComplement judges a verb that is not finite by the word that governs it.
func (a *Analysis) judgeComplement(g *Group) Judgment {
	p, f := a.parser, g.found
	if f.finite || f.order || f.not >= 0 || f.start == 0 {
		return Judgment{}
	}
	lookup := Call{Tool: Lookup, Verb: g.Verb}
	infinitive := f.governor == byTo && f.fault == noFault && len(f.aux) == 1 && f.to == f.start && has(f.readings, verb.Base)
	lone := f.governor == ungoverned && len(f.aux) == 0 && f.start == f.main
	gerund := lone && has(f.readings, verb.Gerund) && !has(f.readings, verb.Base)
	past := lone && has(f.readings, verb.Past|verb.Participle) && !has(p.words[f.main].readings, verb.Base) && p.lex.is(f.base, "moves")
	switch {
	case infinitive && a.gerundGoverned(f):
		f.fault = gerundAsked
		return Judgment{Wrong, ToBase, a.askForGerund(f), ""}
	case gerund && a.infinitiveGoverned(f):
		f.governor, f.fault = byTo, missingTo
		return Judgment{Wrong, ToBase, lookup, ""}
	case (infinitive || gerund || past) && a.bareGoverned(f):
		f.governor, f.fault = byModal, wrongForm
		if infinitive {
			f.fault = strayTo
		}
		return Judgment{Wrong, ModalBase, lookup, ""}
	}
	return Judgment{}
}

// before returns the group whose main verb stands right before word i, or before its particle: gave up.
func (a *Analysis) before(i int) *Group {
	for k := range a.Groups {
		if f := a.Groups[k].found; f.main == i-1 || f.main == i-2 && f.main >= 0 && a.parser.words[i-1].lower == "up" && f.base == "give" {
			return &a.Groups[k]
		}
	}
	return nil
}

// gerundGoverned reports whether the word before the infinitive f takes an -ing form only.
func (a *Analysis) gerundGoverned(f *found) bool {
	p := a.parser
	if p.joinsBase(f.end) || f.base == "be" {
		return false
	}
	if g := a.before(f.start); g != nil {
		acts := g.found.subject == nil || p.acts(g.found.subject)
		switch {
		case g.Verb == "use" && g.found.governor == byBe && g.found.finite: // I am not used to get up
			return acts && g.found.subject != nil && p.words[g.found.main].lower == "used"
		case g.Verb == "give":
			return p.words[f.start-1].lower == "up" && (f.base == "smoke" || f.base == "drink" || f.base == "eat" || f.base == "play")
		case g.found.governor == byBe && !has(g.found.readings, verb.Gerund), g.found.governor == byBeOr && !has(g.found.readings, verb.Gerund):
			return false // is considered to be
		}
		return acts && p.lex.is(g.Verb, "asks-gerund")
	}
	switch p.words[f.start-1].lower { // had fun to dance; difficulties to overcome are right
	case "fun", "difficulty", "difficulties", "trouble":
		for k := range a.Groups {
			if g := &a.Groups[k]; g.Verb == "have" && g.found.main < f.start && f.start-g.found.main <= 4 {
				return a.objectFollows(f) || p.words[f.start-1].lower == "fun"
			}
		}
		return false
	}
	// spent two hours to look for it
	if !timeNouns()[p.words[f.start-1].lower] {
		return false
	}
	for k := range a.Groups {
		if g := &a.Groups[k]; g.Verb == "spend" && g.found.governor != byBe && g.found.main < f.start && f.start-g.found.main <= 6 {
			return true
		}
	}
	return false
}

// infinitiveGoverned reports whether the word before the -ing form f takes an infinitive with "to" only.
func (a *Analysis) infinitiveGoverned(f *found) bool {
	p := a.parser
	if g := a.before(f.start); g != nil {
		if g.found.subject != nil && !p.acts(g.found.subject) || g.found.governor == byBe && !has(g.found.readings, verb.Gerund) {
			return false
		}
		would := len(g.found.aux) > 0 && (p.words[g.found.aux[0]].lower == "would" || p.words[g.found.aux[0]].lower == "'d")
		if g.Verb == "like" && would {
			return p.objectAt(f.end) || f.end < len(p.words) && p.words[f.end].named()
		}
		if g.Verb == "want" && g.found.subject != nil && g.found.finite { // the house wants painting
			return !p.phraseEnds(f.end) || p.objectAt(f.end)
		}
		if !p.lex.is(g.Verb, "asks-infinitive") {
			return false
		}
		return g.Verb != "offer" || p.objectAt(f.end)
	}
	if w := p.words[f.start-1].lower; f.start < 2 || w != "me" && w != "him" && w != "us" && w != "them" {
		return false
	}
	if g := a.before(f.start - 1); g != nil {
		switch g.Verb {
		case "advise", "allow", "order", "invite", "persuade", "encourage", "tell", "ask":
			return true
		}
	}
	return false
}

// bareGoverned reports whether f stands after an object of make or let, which take the verb without "to";
// help and hear do so after a person.
func (a *Analysis) bareGoverned(f *found) bool {
	p := a.parser
	for k := range a.Groups {
		g := &a.Groups[k]
		i := g.found.main + 1
		if g.found.main < 0 || i >= f.start || f.start-i > 4 || g.found.governor == byBe && !has(g.found.readings, verb.Gerund) {
			continue
		}
		for _, n := range p.nominals(i) {
			if n.end != f.start {
				continue
			}
			person := n.kind == objectPronoun || n.kind == pronoun && p.words[n.head].lower == "you" || n.kind == nounPhrase &&
				(n.determined || p.nameless(p.words[n.start])) && p.isPerson(p.words[n.head])
			thing := n.kind == pronoun && p.words[n.head].lower == "it"
			gerund := has(f.readings, verb.Gerund)
			switch g.Verb {
			case "let":
				return person && (f.governor == byTo || p.lex.is(f.base, "moves") && !rented[p.words[n.head].lower]) || n.kind == nounPhrase &&
					p.isPerson(p.words[n.head]) && gerund && p.lex.is(f.base, "moves")
			case "make":
				if p.words[n.head].lower == "them" && f.governor == byTo {
					return false // he made them to sell
				}
				return person && (f.governor == byTo && f.base != "be" && g.found.subject != nil || p.lex.is(f.base, "moves")) && !thing
			case "help":
				return n.kind == objectPronoun && gerund
			case "hear":
				return person && f.governor == byTo
			}
		}
	}
	return false
}

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
		if opener == nil || n.kind == pronoun && p.words[n.head].lower != "you" && p.words[n.head].lower != "it" ||
			!a.wantsThat(opener) || g.Tense == verb.PastSimple {
			return Judgment{}
		}
		f.fault = thatAsked
		return Judgment{Wrong, ToBase, lookup, ""}
	}
	opener := a.before(n.start)
	if opener == nil || be || n.kind == pronoun && p.words[n.head].lower != "it" || opener.found.governor == byBe &&
		!has(opener.found.readings, verb.Gerund) {
		return Judgment{}
	}
	switch opener.Verb {
	case "let":
		if n.kind == nounPhrase && has(f.readings, verb.ThirdPerson) && !verb.IsAlsoNoun(f.base) {
			f.governor, f.fault = byModal, wrongForm
			return Judgment{Wrong, ModalBase, lookup, ""}
		}
	case "tell", "order", "advise", "allow", "invite", "force", "persuade", "encourage", "want":
		if n.kind == nounPhrase && p.isPerson(p.words[n.head]) && has(f.readings, verb.Base) && !a.agrees(f) {
			f.governor, f.fault = byTo, missingTo
			return Judgment{Wrong, ToBase, lookup, ""}
		}
	}
	return Judgment{}
}

// wantsThat reports whether g is want, or would like, which take no clause.
func (a *Analysis) wantsThat(g *Group) bool {
	p := a.parser
	would := len(g.found.aux) > 0 && (p.words[g.found.aux[0]].lower == "would" || p.words[g.found.aux[0]].lower == "'d")
	return g.Verb == "want" || would && (g.Verb == "like" || g.Verb == "love")
}
