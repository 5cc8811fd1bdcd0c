package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// After a preposition stands the -ing form of a verb, and for a purpose "to": without saying, interested in
// learning, came to buy. Here stand the base forms that take their place and can be no noun: without say,
// interested in learn, came for buy, for to buy.

// afterPrepositions judges base forms after a preposition. It enters a group of its own for each that the
// parse did not see as a verb.
func (a *Analysis) afterPrepositions() {
	p := a.parser
	for i := 0; i+1 < len(p.words); i++ {
		base := a.toAfterPreposition(i)
		if g := a.groupAt(i + 1); g != nil && g.found.fault == forPurpose {
			continue
		}
		switch {
		case base > 0:
			a.enterBase(base, base-1, ToBase, gerundAsked)
		case p.words[i].lower == "for" && p.forTo(i):
			a.enterBase(i+2, i, ToBase, forPurpose)
		case !p.hardFor(i) && p.forBase(i), p.meansFor(i):
			a.enterBase(i+1, i, ToBase, forPurpose)
		case p.gerundTo(i):
			a.enterBase(i+2, i+1, ToBase, gerundAsked)
		case p.deniedBase(i):
			a.enterBase(i+2, -1, ToBase, gerundAsked)
		case p.skilledAt(i), p.worksForOne(i):
			a.enterBase(i+1, -1, ToBase, gerundAsked)
		case (takesGerund[p.words[i].lower] && !p.hardFor(i) || p.feelsLike(i)) && p.baseAfter(i) && !a.opensClauseAt(i+2) && !a.passesBy(i), a.takesOwnObject(i):
			a.enterBase(i+1, -1, ToBase, gerundAsked)
		}
	}
	a.sortGroups()
}

// skilledAt reports whether "good at" and the like stand before word i+1, one of what people learn to do: good at draw.
func (p *parser) skilledAt(i int) bool {
	if i == 0 || p.words[i].lower != "at" || !skills[p.words[i+1].lower] || !p.phraseEnds(i+2) && p.words[i+2].lower != "and" && p.words[i+2].lower != "but" {
		return false
	}
	switch p.words[i-1].lower {
	case "good", "bad", "great", "terrible", "better", "brilliant":
		return true
	}
	return false
}

var skills = setOf("draw cook swim sing drive paint write read speak ski listen")

func (a *Analysis) sortGroups() {
	slices.SortStableFunc(a.Groups, func(x, y Group) int { return x.Main - y.Main })
}

// enterBase enters a wrong group for the base form at word i, whose fault is one that needs no subject. Word to
// is the one that becomes "to", or goes before it; -1 where there is none. A group that was judged right there stays.
func (a *Analysis) enterBase(i, to int, code Code, f fault) {
	p := a.parser
	w := p.words[i]
	at := slices.IndexFunc(a.Groups, func(g Group) bool { return g.found.main == i })
	if at >= 0 && a.Groups[at].found.finite && a.Groups[at].Judgment.Verdict == Right && !a.isHours(a.Groups[at].found) && !(p.words[i-1].lower == "for" && p.governsGerund(i-1) && !a.endsRelative(i-2)) && !(to < 0 && p.actAfter(i-1)) && !(f == forPurpose && !a.endsRelative(i-2)) {
		return
	}
	readings := w.form(verb.Base)
	if len(readings) == 0 { // know how making bread, too shy for asking
		readings = w.form(verb.Gerund)
	}
	base := readings[0].Base
	v := newVerbal(i)
	v.main, v.end, v.base, v.readings, v.governor, v.fault, v.to = i, i+1, base, readings, ungoverned, f, to
	g := Group{Verb: base, Main: w.token, Finite: -1, Tokens: []int{w.token}, found: &found{verbal: &v, subjectless: true, clause: a.clauseAt(i)}}
	switch f {
	case gerundAsked:
		g.Judgment = Judgment{Wrong, code, a.askForGerund(g.found), ""}
	default:
		v.governor = byTo
		if to >= 0 {
			g.Tokens = []int{p.words[to].token, w.token}
		}
		g.Judgment = Judgment{Wrong, code, Call{Tool: Lookup, Verb: base}, ""}
	}
	if at >= 0 {
		a.Groups[at] = g
	} else {
		a.Groups = append(a.Groups, g)
	}
}

// endsRelative reports whether the verb of a relative clause stands at word i or right before it, so that a preposition after it may end the clause: the people I work for live
// here, the songs they are famous for make me cry.
func (a *Analysis) endsRelative(i int) bool {
	return slices.ContainsFunc(a.Groups, func(g Group) bool {
		return g.found.finite && g.found.kind != mainClause && g.found.main <= i && g.found.main >= i-1
	})
}

var takesGerund = setOf("in without for at of about before after from by on despite besides")

// feelsLike reports whether word i is the "like" of feel like, which takes -ing.
func (p *parser) feelsLike(i int) bool {
	return i > 0 && p.words[i].lower == "like" && (p.words[i-1].lower == "feel" || p.words[i-1].lower == "feels" || p.words[i-1].lower == "felt")
}

// couldBeVerb reports whether word i is a base form of a known verb that stands where a noun would.
func (p *parser) couldBeVerb(i int) bool {
	if i >= len(p.words) {
		return false
	}
	w := p.words[i]
	if w.punct || w.capital || w.guessed || w.joined || w.respelled || !has(w.readings, verb.Base) || p.gapBefore(i) {
		return false
	}
	if w.lower == "be" || w.lower == "have" {
		return true
	}
	return !p.functional(w) && w.form(verb.Base)[0].Base == w.lower && !p.lex.is(w.lower, "name")
}

// noNoun reports whether the base form at word i is no noun, adjective or adverb in any table.
func (p *parser) noNoun(i int) bool {
	w := p.words[i].lower
	return !verb.IsAlsoNoun(w) && !verb.IsAlsoAdjective(w) && !p.lex.is(w, "adjective", "noun", "adverb", "preposition") && !p.lex.chieflyNoun(w) && !p.lex.nouns["mass"][w]
}

// baseAfter reports whether the word after the preposition at word i is a base form that can be no noun.
func (p *parser) baseAfter(i int) bool {
	if p.doneAfter(i) {
		return true
	}
	if !p.couldBeVerb(i+1) || i > 0 && p.words[i-1].lower == "to" || i+3 < len(p.words) && p.words[i+3].lower == p.words[i+1].lower {
		return false // despite call after call
	}
	w := p.words[i+1].lower
	if w == "spite" || w == "doubt" && p.words[i].lower == "without" || i+2 < len(p.words) && p.words[i+2].lower == "of" { // in spite of, without doubt, in search of
		return false
	}
	governed := p.governsGerund(i)
	if p.actAfter(i) || w == "buy" && p.words[i].lower == "on" && (p.objectAt(i+2) || p.pluralAt(i+2)) { // spend money on buy clothes
		return true
	}
	switch w {
	case "be":
		return i+2 < len(p.words) && (governed && p.words[i+2].lower == "part" || (governed || p.words[i].lower != "of") && (articles[p.words[i+2].lower] || possessives[p.words[i+2].lower] || p.lex.is(p.words[i+2].lower, "adjective", "preposition") || p.adverb(i+2) > 0 && i+3 < len(p.words) && p.lex.is(p.words[i+3].lower, "adjective")))
	case "have":
		return i+2 < len(p.words) && (governed || p.words[i].lower == "without") && p.lex.is(p.words[i+2].lower, "determiner") ||
			i+3 < len(p.words) && p.words[i].lower == "for" && has(p.words[i+2].readings, verb.Participle) && p.objectAt(i+3) // for have broken my mug
	}
	object := i+2 < len(p.words) && (p.lex.is(p.words[i+2].lower, "object", "reflexive") || p.words[i+2].lower == "it" || articles[p.words[i+2].lower] || possessives[p.words[i+2].lower])
	if p.saysWhen(i + 2) { // thanks for support the other day
		return false
	}
	noNoun := p.noNoun(i + 1)
	switch {
	case p.lex.is(w, "ing-only"):
		return governed && p.phraseEnds(i+2)
	case !noNoun:
		own := governed || p.words[i].lower == "by" || p.words[i].lower == "without" || p.words[i].lower == "of" && i > 0 && p.words[i-1].lower == "instead"
		switch {
		case i+2 >= len(p.words), w == "talk" && p.words[i+2].lower == "about": // tired of talk about politics
			return false
		case governed && p.lex.is(p.words[i+2].lower, "object") && p.words[i+2].lower != "her": // thank you for help me
			return true
		case p.lex.is(w, "mass-act") && governed && p.words[i].lower == "in" && len(p.words[i+2].readings) == 0 && !p.functional(p.words[i+2]) && p.lex.number(p.words[i+2], false) == p3sg && p.phraseEnds(i+3): // interested in study medicine
			return true
		case own && (p.words[i+2].lower == "hard" || p.words[i+2].lower == "harder") && p.phraseEnds(i+3): // by work hard
			return true
		case p.lex.is(w, "act") && governed && p.pluralAt(i+2), p.lex.is(w, "act") && i == 0 && object && p.hasComma(i+2):
			return true
		case (governed || own || p.words[i].lower == "of" || p.words[i].lower == "about") && p.taken(i): // instead of watch television
			return true
		case governed && handled[w] && object && p.objectAt(i+2): // afraid of cross the street
			return true
		case w == "sleep" && (p.words[i+2].lower == "in" || p.words[i+2].lower == "alone" || p.words[i+2].lower == "without" && p.objectAt(i+3)) && p.words[i].lower == "of" && p.words[max(i-1, 0)].lower != "tired" && p.fearsAbout(i): // scared of sleep in the dark
			return true
		case p.words[i].lower == "by" && dailyActs[w] && p.lex.is(p.words[i+2].lower, "preposition") && p.words[i+2].lower != "of": // by cook at home
			return true
		}
		if !own || p.lex.nouns["mass"][w] || p.lex.chieflyNoun(w) || p.adverb(i+1) > 0 && w != "clean" {
			return false
		}
		return object || governed && p.surelyVerb(i+1, &verbal{base: w}, p.stillVerb(i+1))
	}
	if i == 0 && p.words[i].lower != "for" && i+2 < len(p.words) && p.lex.is(p.words[i+2].lower, "preposition") && p.hasComma(i+2) {
		return true
	}
	switch p.words[i].lower {
	case "before", "after":
		return object || p.phraseEnds(i+2) || i+2 < len(p.words) && (p.lex.is(p.words[i+2].lower, "preposition") || p.plainNounAt(i+2) && p.phraseEnds(i+3)) // after eat dinner
	case "for", "from", "by", "on":
		return governed || object
	}
	return governed || object
}

// doneAfter reports whether "do" and its object follow the preposition at word i, where no question can begin: instead of do his homework.
func (p *parser) doneAfter(i int) bool {
	if p.words[i+1].text != "do" || !p.governsGerund(i) || !p.objectAt(i+2) || p.words[i+2].lower == "you" {
		return false
	}
	return i == 0 || p.words[0].lower == "instead" || !p.question && !slices.ContainsFunc(p.words[:i], func(w word) bool { return p.lex.is(w.lower, "question", "relative") })
}

// stillVerb reports whether the words after the base form at word i, a noun too, go on a verb rather than the noun: play outside, wait for the bus, but not
// attack by dogs.
func (p *parser) stillVerb(i int) bool {
	w, next := p.words[i].lower, p.words[i+1].lower
	if !p.lex.is(next, "preposition") || p.lex.is(next, "place-adverb") || p.lex.is(w, "act", "ing-only") || dailyActs[w] {
		return true
	}
	return w == "pay" && next == "for" && i > 0 && p.words[i-1].lower != "without" && i+2 < len(p.words) && (possessives[p.words[i+2].lower] || articles[p.words[i+2].lower])
}

// What stands after a preposition where a noun may stand too: verbs that are nouns more often (each with its object it is a
// verb), and what one does at home or on the way.
var (
	handled   = setOf("cross park plant book film pack post check lock cover name paint brush answer test pay")
	dailyActs = setOf("cook walk run swim read drive eat sing sleep")
)

// deniedBase reports whether not and a base form follow the preposition at word i: sorry for not answer your letter.
func (p *parser) deniedBase(i int) bool {
	if !takesGerund[p.words[i].lower] || p.words[i].lower == "for" && p.deniedPurpose(i) || i+2 >= len(p.words) || p.words[i+1].lower != "not" || !p.couldBeVerb(i+2) || p.adverb(i+2) > 0 {
		return false
	}
	if p.words[i+2].lower == "be" || p.words[i+2].lower == "have" {
		return i+3 < len(p.words)
	}
	return p.noNoun(i+2) || p.objectAt(i+3) || i+3 < len(p.words) && p.lex.is(p.words[i+3].lower, "preposition") && p.governsGerund(i)
}

// actAfter reports whether before or after stands at word i before a base form that is a noun too, and what follows shows that it is none: before go
// to bed, after have lunch, before start work.
func (p *parser) actAfter(i int) bool {
	if p.words[i].lower != "before" && p.words[i].lower != "after" || i+2 >= len(p.words) || !p.couldBeVerb(i+1) {
		return false
	}
	next := p.words[i+2].lower
	switch w := p.words[i+1].lower; {
	case w == "go", w == "come":
		return next == "to" || next == "home" || next == "out" || next == "back" || next == "there" || next == "into" || next == "shopping" || next == "in"
	case w == "have":
		return p.lex.is(next, "determiner") || meals[next] || next == "fun"
	case w == "play":
		return p.lex.is(next, "game") || next == "with" || p.lex.is(next, "object")
	case p.lex.is(w, "object") || w == "be":
		return false
	case w == "start" || w == "finish":
		return next == "work" || next == "school" || next == "class" || next == "classes" || p.objectAt(i+2)
	case p.lex.is(w, "mass-act"), w == "work", w == "sleep", w == "walk", w == "run", w == "swim", w == "wait", w == "drive", w == "talk", w == "cook":
		if next == "all" && i+3 < len(p.words) && timeNouns()[p.words[i+3].lower] || next == "hard" || next == "for" && i+3 < len(p.words) && (theTimes().numbers[p.words[i+3].lower] || articles[p.words[i+3].lower]) && p.timeAt(i+3) {
			return true
		}
		return !p.lex.nouns["mass"][w] && next != "all" && p.objectAt(i+2) && !p.timeAt(i+2)
	case p.lex.nouns["mass"][w], p.lex.chieflyNoun(w), timeNouns()[w], p.adverb(i+1) > 0:
		return false
	}
	return p.objectAt(i+2) && !p.timeAt(i+2)
}

// gerundTo reports whether a preposition that takes -ing, and "to" with a base form, stand at word i: before to
// leave, without to say. "Before" and "after" open the sentence or follow a verb.
func (p *parser) gerundTo(i int) bool {
	switch p.words[i].lower {
	case "like":
		return p.feelsLike(i) && i+2 < len(p.words) && p.words[i+1].lower == "to" && p.couldBeVerb(i+2)
	case "in", "of", "at", "on", "about": // interested in to learn
		if !p.governsGerund(i) {
			return false
		}
		if p.fearsAbout(i) && i+2 < len(p.words) && p.words[i+1].lower == "to" && p.couldBeVerb(i+2) {
			return true
		}
		fallthrough
	case "before", "after", "without":
		return i+2 < len(p.words) && p.words[i+1].lower == "to" && p.couldBeVerb(i+2) && (p.noNoun(i+2) || p.objectAt(i+3) || p.words[i+2].lower == "leave")
	}
	return false
}

// fearsAbout reports whether an adjective stands right before its preposition at word i and no word before the two can be what the preposition goes with:
// interested in, but not what I was afraid of.
func (p *parser) fearsAbout(i int) bool {
	switch p.words[max(i-1, 0)].lower {
	case "interested", "afraid", "tired", "scared", "bored", "worried", "fond":
		return !slices.ContainsFunc(p.words[:i-1], func(w word) bool { return p.lex.is(w.lower, "question", "relative") })
	}
	return false
}

// pluralAt reports whether a plural noun, or one that is not counted, stands alone at word i.
func (p *parser) pluralAt(i int) bool {
	if i >= len(p.words) || p.words[i].punct {
		return false
	}
	if !p.phraseEnds(i + 1) {
		for _, n := range p.nominals(i) {
			if n.kind == nounPhrase && !n.determined && n.end == i+2 && p.lex.is(p.words[i].lower, "adjective") && p.phraseEnds(n.end) && p.lex.number(p.words[n.head], false) == p3pl {
				return true // fix old radios
			}
		}
		return false
	}
	w := p.words[i]
	return w.named() || p.lex.nouns["mass"][w.lower] || p.lex.number(w, false) == p3pl && !p.functional(w)
}

// hasComma reports whether a comma stands after word i.
func (p *parser) hasComma(i int) bool { return p.marked(i, len(p.words), ",") }

// governsGerund reports whether a word that takes an -ing form by way of the preposition at word i stands before
// it: interested in, thank you for, instead of, without.
func (p *parser) governsGerund(i int) bool {
	switch p.words[i].lower {
	case "without", "like", "despite", "besides":
		return true
	case "of":
		if i > 1 && p.words[i-1].lower == "spite" {
			return true
		}
	case "in": // no point in waiting
		if i > 0 && nounsWithIn[p.words[i-1].lower] {
			return true
		}
	case "for":
		blamed := i - 1
		if i > 1 && p.lex.is(p.words[i-1].lower, "object") { // blamed him for
			blamed--
		}
		if i > 0 && slices.ContainsFunc(p.words[blamed].readings, func(r verb.Reading) bool { return thankedFor[r.Base] }) {
			return true
		}
	}
	from := i - 2
	for from > 0 && thanked[p.words[from].lower] {
		from-- // thank you very much for
	}
	for k := max(0, from); k < i; k++ {
		w := p.words[k]
		if w.punct {
			continue
		}
		if p.lex.is(w.lower, "gerund-governor") || slices.ContainsFunc(w.readings, func(r verb.Reading) bool { return p.lex.is(r.Base, "gerund-governor") }) {
			return true
		}
	}
	return false
}

// nounsWithIn are nouns after which "in" and an -ing form say what is done.
var nounsWithIn = setOf("point difficulty trouble experience success interest use harm sense fun")

// thanked are the words that may stand between thank and for.
var thanked = setOf("much very so a lot you him her them us again both all to")

// forBase reports whether "for" stands at word i before a base form that says what something is done for: came
// here for learn Spanish.
func (p *parser) forBase(i int) bool {
	if p.words[i].lower != "for" || i == 0 || p.governsGerund(i) || !p.couldBeVerb(i+1) && p.wordAt(i+1) != "do" || i+2 >= len(p.words) {
		return false
	}
	if p.isBeWord(i - 1) {
		return false // the brush is for paint: an -ing form
	}
	w := p.words[i+1].lower
	if neverNouns[w] {
		next := p.words[i+2]
		return !next.joined || next.punct && next.text != "-"
	}
	if !p.noNoun(i + 1) {
		return (!p.lex.chieflyNoun(w) || handled[w]) && !p.lex.nouns["mass"][w] && p.adverb(i+1) == 0 && (articles[p.words[i+2].lower] || possessives[p.words[i+2].lower]) && !p.timeAt(i+2)
	}
	return true
}

// neverNouns are base forms that a table has as nouns or that have a noun of another kind, and that are none after "for".
var neverNouns = setOf("be have do go come see get take make give tell know")

func (p *parser) isBeWord(i int) bool { return p.lex.is(p.words[i].lower, "be") }

// forTo reports whether "for to" and a base form stand at word i.
func (p *parser) forTo(i int) bool {
	return i > 0 && i+2 < len(p.words) && p.words[i+1].lower == "to" && p.couldBeVerb(i+2) && (p.noNoun(i+2) || p.objectAt(i+3) || p.words[i+2].lower == "be")
}
