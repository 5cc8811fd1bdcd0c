package sentence

// An adjective with too or enough, and one that says how it is to do something, goes with "to" and a verb: too hot to eat, old enough to vote, easy to use. Learners
// leave out the "to": too hot eat.

// adjectiveBase reports whether an adjective that goes with an infinitive stands before the base form at word i: is able swim, too tired eat, old enough vote.
func (a *Analysis) adjectiveBase(i int) bool {
	p := a.parser
	w := p.words[i-1].lower
	too := p.words[i-2].lower == "too" && p.lex.is(w, "adjective")
	if a.tooFarBase(i) {
		return true
	}
	asks := w == "enough" && p.adverb(i-2) > 0 && (!p.lex.is(p.words[i-2].lower, "adjective") || p.words[i-2].lower == "well") || w == "able" || w == "unable" // after these there is no noun
	if p.words[i-2].lower == "it" && p.lex.is(w, "easy-to") && p.actEnds(i+1) && madeHard[p.words[i].lower] {
		g := a.before(i - 2) // makes it hard sleep
		return g != nil && (g.Verb == "make" || g.Verb == "find") && g.found.subject != nil && !g.found.order && a.mainElsewhere(g, i)
	}
	if !too && w != "enough" && w != "interested" && w != "curious" && !infinitiveAdjectives[w] && !adjectivesOfBoth[w] && !p.lex.is(w, "easy-to", "ready-to") || p.hadBetter(i-1) || !p.verbShown(i, asks) && !(p.bareAct(i) && (too || p.lex.is(w, "ready-to"))) && !a.qualifiedAct(i, too) {
		return false
	}
	if restful[p.words[i].lower] && p.itIsAdjectiveAt(i) && !p.objectAt(i+1) { // it is a nice walk may be meant
		return false
	}
	k := i - 2
	for k > 0 && (p.adverb(k) > 0 || p.isNegation(k) || w == "enough" && p.lex.is(p.words[k].lower, "adjective")) {
		k--
	}
	g := a.groupAt(k)
	if g == nil && k > 0 && (p.words[k].lower == "it" || p.lex.is(p.words[k].lower, "object")) {
		g = a.groupAt(k - 1) // makes it hard hear
		return g != nil && (g.Verb == "make" || g.Verb == "find") && (p.words[k].lower == "it" || p.lex.is(w, "easy-to"))
	}
	if g == nil && p.words[k].lower != "to" { // are the mushrooms safe eat
		if g = a.verbBefore(i - 1); g != nil && (!g.found.inverted || g.found.subject == nil || g.found.subject.end != k+1) {
			g = nil
		}
	}
	return g != nil && !g.found.order && (g.Verb == "be" || g.Verb == "feel" || g.Verb == "seem" || w == "enough" && asks) && (g.found.subject == nil || g.found.finite) && a.mainElsewhere(g, i)
}

// tooFarBase reports whether the base form at word i follows what somebody is too good or too tired of: too good at maths fail the exam.
func (a *Analysis) tooFarBase(i int) bool {
	p := a.parser
	if !p.tooMuchTo(i) || p.words[i-2].lower == "too" || !p.noNoun(i) && !p.objectAt(i+1) && !(p.words[i].lower == "be" && p.lex.is(p.wordAt(i+1), "adjective")) || a.groupAt(i) != nil && a.groupAt(i).found.finite {
		return false
	}
	g := a.verbBefore(i)
	return g != nil && g.Verb == "be" && g.found.finite && p.closesPhrase(i-1) && a.mainElsewhere(g, i)
}

// qualifiedAct reports whether the base form at word i, which is a noun too, says what something is too big or somebody too young for (the bag is too heavy lift,
// he is too young vote), or what is easy: the book is easy read. Of "it" a noun may be meant: it is a hard climb.
func (a *Analysis) qualifiedAct(i int, too bool) bool {
	p := a.parser
	w, how := p.words[i].lower, p.words[i-1].lower
	g := a.verbBefore(i - 1)
	if g == nil || g.found.subject == nil || !p.phraseEnds(i+1) {
		return false
	}
	n := g.found.subject
	if tooFor[w] {
		return too && p.acts(n)
	}
	return doneToIt[w] && !p.acts(n) && (too || easyFor[how] && (n.kind != pronoun || p.words[n.head].lower != "it"))
}

var (
	// tooFor are what somebody may be too young or too tired for.
	tooFor = setOf("drive vote work study")
	// doneToIt are acts that are done to a thing.
	doneToIt = setOf("drink read use lift climb catch pass clean follow wear")
	// madeHard are acts that something makes hard; hard work and easy prey are things.
	madeHard = setOf("sleep talk stop move answer study travel")
	// easyFor say how it is to do them.
	easyFor = setOf("easy hard difficult safe fun simple")
)
