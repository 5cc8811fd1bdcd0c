package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// After so, neither and not only, the auxiliary stands before its subject, and a question tag or a short answer takes the auxiliary of its
// statement. Both are seen and not judged: no tool says which words should move, or which auxiliary is meant.

// lacksInversion reports whether a subject stands before its verb after neither, nor, not only, "and so", or never at the beginning, where it
// should stand after its auxiliary: neither I can, not only he arrived late, never I have seen it.
func (a *Analysis) lacksInversion() bool {
	p := a.parser
	return slices.ContainsFunc(a.Groups, func(g Group) bool {
		f := g.found
		if !f.finite || f.inverted || f.shared || f.subject == nil || f.subject.start == 0 || f.subject.end != f.start {
			return false
		}
		if a.deniesFirst(f) {
			return true
		}
		i := f.subject.start - 1
		pronoun := f.subject.kind == pronoun
		alone := len(f.aux) > 0 && f.main == f.finiteWord() && p.phraseEnds(f.end) // my aunt does
		switch p.words[i].lower {
		case "neither", "nor":
			return alone
		case "so":
			return alone && i > 0 && p.words[i-1].lower == "and" && !pronoun // and so she did
		case "only":
			return pronoun && i == 1 && p.words[0].lower == "not"
		case "never", "rarely", "seldom", "hardly":
			return pronoun && i == 0 && f.governor == byHave
		}
		return false
	})
}

// deniesFirst reports whether what denies or limits opens the sentence right before the subject of f, so that an auxiliary is missing between them: only
// then I noticed it, not only she won, at no point anyone asked me, he hasn't read it, nor he wants to.
func (a *Analysis) deniesFirst(f *found) bool {
	p, n := a.parser, f.subject
	if n == nil || !f.finite || f.inverted || f.shared || n.start == 0 || n.end != f.start && !(n.end == f.start-1 && p.adverb(n.end) == 1) || n.kind == wh || f.kind == relClause {
		return false
	}
	i := n.start - 1
	if p.words[i].lower == "nor" {
		return (i == 0 || p.words[i-1].text == ",") && (n.kind == pronoun || n.determined) && !slices.ContainsFunc(p.words[:i], func(w word) bool { return w.lower == "neither" })
	}
	if n.kind != pronoun && n.kind != nounPhrase && n.kind != indefinite {
		return false
	}
	switch first := p.words[0].lower; {
	case i == 0:
		switch first {
		case "nowhere", "seldom", "rarely", "scarcely":
			return p.lex.is(p.words[1].lower, "determiner", "subject", "either")
		case "little":
			return n.kind == pronoun && littleKnown[f.base]
		}
	case first == "only" && i == 1:
		return p.words[1].lower == "then"
	case first == "not" && i == 1 && p.words[1].lower == "only":
		return n.kind == pronoun || n.determined && p.alsoFollows(f.end)
	case first == "not" && p.words[1].lower == "until":
		return i == 2 && !p.lex.is(p.words[2].lower, "determiner", "adjective")
	case first == "at" && i == 2 && p.words[1].lower == "no":
		return p.words[2].lower == "point" || p.words[2].lower == "time" || p.words[2].lower == "stage"
	case first == "never" && i >= 1:
		return i == 1 && p.words[1].lower == "again" || i == 3 && p.words[1].lower == "in" && p.words[3].lower == "life"
	case first == "not" && i == 1:
		return p.words[1].lower == "once"
	case (first == "on" || first == "in") && i == 2:
		return p.words[1].lower == "no" && (p.words[2].lower == "account" || p.words[2].lower == "way")
	case first == "under" && i == 2 && p.words[1].lower == "no":
		return p.words[2].lower == "circumstances"
	}
	return false
}

// littleKnown are the verbs that "little" denies at the start: little he knows.
var littleKnown = setOf("know realize realise suspect imagine think guess understand")

// alsoFollows reports whether a clause with also, or but and a pronoun, follows word i.
func (p *parser) alsoFollows(i int) bool {
	for k := i; k+1 < len(p.words); k++ {
		if p.words[k].lower == "but" && p.lex.is(p.words[k+1].lower, "subject", "either") || k > i && p.words[k].lower == "also" && p.lex.is(p.words[k-1].lower, "subject", "either") {
			return true
		}
	}
	return false
}

// An auxiliaryKind is what a statement is said again with.
type auxiliaryKind uint8

const (
	otherAuxiliary auxiliaryKind = iota
	doAuxiliary
	beAuxiliary
	haveAuxiliary
	modalAuxiliary
)

// auxiliaryOf returns the kind of the finite word of g; that of a verb without an auxiliary is do.
func (a *Analysis) auxiliaryOf(g *Group) auxiliaryKind {
	p, f := a.parser, g.found
	if len(f.aux) == 0 {
		return doAuxiliary
	}
	return p.auxiliaryKind(f.aux[0])
}

func (p *parser) auxiliaryKind(i int) auxiliaryKind {
	switch w := p.words[i].lower; {
	case p.lex.is(w, "do"):
		return doAuxiliary
	case p.isBeWord(i):
		return beAuxiliary
	case p.lex.is(w, "have"):
		return haveAuxiliary
	case p.lex.is(w, "modal"), w == "ca", w == "wo":
		return modalAuxiliary
	}
	return otherAuxiliary // 's and 'd are of two kinds
}

// oddShortAnswer reports whether a short answer has another auxiliary than the statement before it: she loves films, and so am I.
func (a *Analysis) oddShortAnswer() bool {
	p := a.parser
	for i := range a.Groups {
		f := a.Groups[i].found
		at := f.finiteWord()
		if !f.finite || !f.inverted || f.main != at || at == 0 || p.words[at-1].lower != "so" && p.words[at-1].lower != "neither" && p.words[at-1].lower != "nor" {
			continue
		}
		if a.differs(p.auxiliaryKind(at), at-1) {
			return true
		}
	}
	return false
}

// differs reports whether an auxiliary of that kind says again none of the statements before word end.
func (a *Analysis) differs(kind auxiliaryKind, end int) bool {
	if kind == otherAuxiliary || kind == modalAuxiliary {
		return false
	}
	seen := false
	for i := range a.Groups {
		g := &a.Groups[i]
		if !g.found.finite || g.found.order || g.found.main >= end || g.found.start >= end {
			continue
		}
		own := a.auxiliaryOf(g)
		if own == kind || own == otherAuxiliary || own == modalAuxiliary || g.Verb == "have" || g.Verb == "use" {
			return false
		}
		seen = true
	}
	return seen
}

// oddTag reports whether a question tag has another auxiliary than the statement before it, or denies what is denied: he works here, isn't he?
func (a *Analysis) oddTag() bool {
	p := a.parser
	n := len(p.words)
	if !p.question || n < 5 || !p.lex.is(p.words[n-2].lower, "subject", "either") {
		return false
	}
	at := n - 3
	denies := p.isNegation(at)
	if denies {
		at--
	}
	if at < 2 || p.words[at-1].text != "," {
		return false
	}
	var main *Group // the first statement of the sentence
	affirms := false
	for i := range a.Groups {
		if g := &a.Groups[i]; g.found.finite && g.found.main < at {
			affirms = affirms || !g.Negative
			if main == nil && g.found.kind == mainClause {
				main = g
			}
		}
	}
	switch {
	case denies && main != nil && !affirms: // you don't like it, don't you?
		return true
	case denies && main != nil && p.words[n-2].lower == "it" && p.words[at].lower == "is": // they live here, isn't it?
		be := len(main.found.aux) > 0 && (p.words[main.found.aux[0]].lower == "is" || p.words[main.found.aux[0]].lower == "'s")
		return !be || main.found.subject == nil || main.found.subject.persons&p3sg == 0
	}
	return a.differs(p.auxiliaryKind(at), at-1) || denies && a.tagsModal(at) || a.tagsOtherTime(at) || a.tagsOtherModal(at, main)
}

// tagsOtherTime reports whether the form of do or be in the tag at word at is of another time than each statement before it: you didn't tell anyone, do you?
func (a *Analysis) tagsOtherTime(at int) bool {
	p := a.parser
	past := false
	switch p.words[at].lower {
	case "did", "was", "were":
		past = true
	case "do", "does", "is", "are":
	default:
		return false
	}
	seen := false
	for i := range a.Groups {
		g := &a.Groups[i]
		f := g.found
		if !f.finite || f.main >= at {
			continue
		}
		if f.order || f.subjectless || len(f.aux) == 0 && has(f.readings, verb.Past) && has(f.readings, verb.Base) {
			return false // you let him go, he put it there
		}
		kind := a.auxiliaryOf(g)
		if kind != doAuxiliary && kind != beAuxiliary {
			return false
		}
		first := p.words[f.finiteWord()].lower
		then := first == "did" || first == "was" || first == "were" || len(f.aux) == 0 && has(f.readings, verb.Past)
		if then == past {
			return false
		}
		seen = true
	}
	return seen
}

// tagsModal reports whether the tag whose auxiliary is word at says again do, be or have after nothing but modals: he can drive, doesn't he?
func (a *Analysis) tagsModal(at int) bool {
	kind := a.parser.auxiliaryKind(at)
	if kind == otherAuxiliary || kind == modalAuxiliary {
		return false
	}
	seen := false
	for i := range a.Groups {
		g := &a.Groups[i]
		if !g.found.finite || g.found.main >= at {
			continue
		}
		if g.found.order || a.auxiliaryOf(g) != modalAuxiliary {
			return false
		}
		seen = true
	}
	return seen
}

// unfinishedAnswers are verbs that a short answer does not end on. Neither does it on speak after "I"; others speak, or don't, to each other.
var unfinishedAnswers = setOf("like love want need prefer hate enjoy use")

// answersWithVerb reports whether a short answer with yes or no ends on a verb that asks for more, where its auxiliary should stand: yes, I speak.
func (a *Analysis) answersWithVerb() bool {
	p := a.parser
	if len(p.words) < 3 || p.words[0].lower != "yes" && p.words[0].lower != "no" {
		return false
	}
	return slices.ContainsFunc(a.Groups, func(g Group) bool {
		f := g.found
		return f.finite && f.subject != nil && f.subject.kind == pronoun && f.subject.start <= 2 && (unfinishedAnswers[f.base] || f.base == "speak" && p.matches(f.main-1, []string{"i"})) && !f.inverted && (len(f.aux) == 0 || f.governor == byDo) && (f.end >= len(p.words) || p.words[f.end].text == ".")
	})
}
