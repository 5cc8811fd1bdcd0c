package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// "To" and a verb say what for somebody did something, after its object, after an adverb, or after where and when: sold his car to pay the rent, left
// early to avoid the traffic. Learners leave out the "to". A clause that has its verb and its object has no place for another verb, so that the base form can be
// nothing else, but after see, let and their like, which take an object and a base form.

// purposeBase reports whether the base form at word i says what for somebody did what the verb before it says.
func (a *Analysis) purposeBase(i int, g *Group) bool {
	p := a.parser
	before := p.words[i-1].lower
	if clitics[before] { // my mother's hand
		return false
	}
	if g != nil && (g.found.finite || g.found.governor != ungoverned || len(g.found.aux) > 0) || has(p.words[i].readings, verb.Past|verb.Participle) || !p.purposeAt(i) || p.runsOn(i) {
		return false
	}
	o := a.verbBefore(i)
	if o == nil || !o.found.finite || o.found.order || o.found.subject == nil || !p.acts(o.found.subject) || o.found.kind == relClause || o.found.end >= i || !a.clauseOpens(o.found) || !a.mainElsewhere(o, i) {
		return false
	}
	if later := a.finiteAfter(i); later != nil && !p.lex.is(p.words[later.found.start-1].lower, "coordinator") || a.ownsAfter(i) {
		return false
	}
	for k := o.found.end; k < i; k++ {
		w := p.words[k]
		if w.punct || notPurpose[w.lower] || p.lex.is(w.lower, "coordinator", "subordinator", "question", "relative") || w.lower == "to" && p.couldBeVerb(k+1) {
			return false
		}
	}
	v := theValencies()[o.Verb]
	if o.Verb == "be" {
		return o.found.end == i-1 && (p.words[i-1].lower == "here" || p.words[i-1].lower == "there") && p.noNoun(i)
	}
	if v.frames == 0 && !p.noNoun(i) || v.has(objectBare|bareInfinitive) || o.Verb == "need" && before == "only" || (o.Verb == "spend" || o.Verb == "waste") && timeNouns()[before] || p.lex.is(o.Verb, "bare") || quoting[o.Verb] || a.isPassive(o.found) {
		return false
	}
	if n := p.objectBetween(o.found.end, i); n != nil {
		if o.found.shared && !n.determined && has(o.found.readings, verb.Participle) { // but widely used packages access it
			return false
		}
		if !p.objectAt(i+1) && (p.words[i-1].capital || p.wordAt(i+1) == "by" || p.lex.is(p.words[i-1].lower, "adjective") || !p.actEnds(i+1) && !p.pluralAt(i+1) && p.adverb(i+1) == 0 && !p.lex.is(p.wordAt(i+1), "adjective")) { // the Fourier transform, the default underline color
			return false
		}
		w := p.words[i]
		recipient := v.has(ditransitive) && o.Verb != "keep" && o.Verb != "open" && !p.noNoun(i) && (p.acts(n) || p.isPerson(w) || p.lex.nouns["collective"][w.lower]) // gave the dog walk another try, sold the football coach the tickets
		return !recipient && !(v.has(thatClause) && o.Verb != "write") && (!p.acts(n) || !v.has(objectInfinitive))
	}
	if n := p.phraseBefore(i); n != nil && n.kind == nounPhrase && n.start > o.found.end && !n.determined && n.persons == p3sg && p.adverb(i-1) == 0 && p.noNoun(i) && !p.objectAt(i+1) { // the timeout for message publish
		return false
	}
	return p.closesPhrase(i - 1)
}

// purposeAt reports whether the base form at word i is a verb by itself or by its object.
func (p *parser) purposeAt(i int) bool {
	w := p.words[i].lower
	if w == "be" || p.lex.is(w, "adjective", "adverb", "preposition") || linking[w] || thanks[w] || w == "save" && i > 0 && p.lex.is(p.words[i-1].lower, "indefinite") { // everything save his life
		return false
	}
	next := p.wordAt(i + 1)
	return p.noNoun(i) && w != "spite" || p.objectAt(i+1) && !verb.IsAlsoAdjective(w) || w == "look" && (next == "for" || next == "at" || next == "after")
}

// runsOn reports whether another sentence may begin with the base form at word i, which its writer did not part: I have a problem help me, it was fun see you soon.
func (p *parser) runsOn(i int) bool {
	next := p.wordAt(i + 1)
	return next == "me" || next == "us" || next == "you" && saidToYou[p.words[i].lower]
}

var (
	// thanks open sentences of their own.
	thanks = setOf("thank hope wish please suppose guess bet")
	// saidToYou are verbs by which people take leave of one another.
	saidToYou = setOf("see love miss bless tell give send call write text let")
	// quoting are verbs that what is said follows.
	quoting = setOf("say shout whisper answer reply sing read call mean think know hope suggest insist demand propose recommend do")
)

// clauseOpens reports whether the subject of f opens its clause, so that f cannot be the verb of a clause about a noun before it: the people we invited.
func (a *Analysis) clauseOpens(f *found) bool {
	p, s := a.parser, f.subject.start
	if f.shared || s == 0 || f.inverted {
		return true
	}
	w := p.words[s-1]
	return w.punct || p.lex.is(w.lower, "coordinator", "subordinator") || p.adverb(s-1) > 0
}

// ownsAfter reports whether a finite verb has its subject right after word i: the summer dress the woman in red wore.
func (a *Analysis) ownsAfter(i int) bool {
	return slices.ContainsFunc(a.Groups, func(g Group) bool {
		return g.found.finite && g.found.subject != nil && g.found.subject.start <= i+1 && g.found.subject.end > i+1 && g.found.main > i
	})
}

// objectBetween returns the noun phrase or the pronoun that stands between the words from and to and nothing beside it; nil where there is none.
func (p *parser) objectBetween(from, to int) *nominal {
	for _, n := range p.nominals(from) {
		if n.end == to && (n.kind != nounPhrase || n.determined || p.lex.number(p.words[n.head], false) == p3pl) {
			return n
		}
	}
	return nil
}

// closesPhrase reports whether word i can close an adverbial or the object of a preposition: early, off, this morning, at five.
func (p *parser) closesPhrase(i int) bool {
	w := p.words[i].lower
	if p.lex.is(w, "determiner", "subject", "modal", "be", "have", "do", "negation") && !p.lex.is(w, "object", "particle") {
		return false
	}
	if p.lex.is(w, "preposition") {
		return p.lex.is(w, "particle", "place-adverb") && w != "on" && w != "about" && w != "over" && w != "through" // rely on append
	}
	return !p.lex.is(w, "adjective") || p.adverb(i) > 0 || p.lex.is(w, "place-adverb")
}

// purposeOfPast reports whether g, the verb at word i, was given the subject of the past form before it, which stands right before its object, so that it is no
// participle: the teacher used a puppet explain the rule.
func (a *Analysis) purposeOfPast(i int, g *Group) bool {
	p := a.parser
	if g == nil || !g.found.finite || len(g.found.aux) > 0 || g.found.main != i || g.found.subject == nil || g.found.kind == relClause || !has(g.found.readings, verb.Base) || !p.purposeAt(i) || p.runsOn(i) {
		return false
	}
	n := g.found.subject
	k := n.end
	if n.kind != nounPhrase && n.kind != pronoun || k+2 >= i || !p.acts(n) || len(p.words[k].form(verb.Past)) == 0 || p.lex.is(p.words[k].lower, "adjective", "preposition") || a.groupAt(k) != nil {
		return false
	}
	v := theValencies()[p.words[k].form(verb.Past)[0].Base]
	if !v.has(transitive) || v.has(ditransitive|copular|objectBare|objectAdjective|thatClause) && !v.has(objectInfinitive) && p.words[k].lower != "bought" && p.words[k].lower != "built" && p.words[k].lower != "made" {
		return false
	}
	o := p.objectBetween(k+1, i)
	return o != nil && o.kind == nounPhrase && o.determined && !p.acts(o)
}

// opensPurpose reports whether the base form and its object that open the sentence say what for somebody did what the sentence tells: save time, we took a cab. An order
// may stand before what somebody says (stay here, she said), but not before a story.
func (a *Analysis) opensPurpose() bool {
	p := a.parser
	if !openedWith[p.words[0].lower] || len(p.words) < 6 {
		return false
	}
	comma := slices.IndexFunc(p.words, func(w word) bool { return w.punct })
	if comma < 2 || comma > 6 || p.words[comma].text != "," || p.words[1].lower == "no" || p.words[1].lower == "it" || p.words[1].lower == "for" || p.lex.is(p.words[1].lower, "question") {
		return false
	}
	g := a.verbAfter(&found{verbal: &verbal{main: comma}})
	if g == nil || g.found.subject == nil || g.found.subject.start != comma+1 || g.found.inverted || g.Tense != verb.PastSimple || (p.lex.is(g.Verb, "clausal", "mandative") || quoting[g.Verb]) && !(g.Verb == "ask" && p.objectAt(g.found.end)) {
		return false
	}
	return g.found.subject.kind == pronoun
}

// openedWith are verbs of what one does something else for.
var openedWith = setOf("save avoid reach earn find make")

// openerTold reports whether the base form at word i is what somebody was told to do by the participle that opens the sentence: told wait, he waited.
func (p *parser) openerTold(i int) bool {
	return i == 1 && (p.words[0].lower == "told" || p.words[0].lower == "asked" || p.words[0].lower == "forced" || p.words[0].lower == "ordered") && (p.noNoun(i) || askedActs[p.words[i].lower]) && p.actEnds(i+1)
}
