package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A governor is what decides the form of a main verb.
type governor uint8

const (
	alone      governor = iota // no auxiliary: a finite form
	byModal                    // base form after can, will, to-less let …
	byDo                       // base form after do
	byHave                     // participle after have
	byBe                       // -ing or participle after be
	byTo                       // base form after to
	byHaveOr                   // after 'd: had or would
	byBeOr                     // after 's: is or has
	ungoverned                 // -ing, participle or base without a governor
)

// A fault is what is wrong inside a verb group, whatever the subject is.
type fault uint8

const (
	noFault             fault = iota
	wrongForm                 // the main verb has not the form its governor asks for
	strayTo                   // can to swim
	ofForHave                 // could of seen
	negatedBare               // I no understand
	bareParticiple            // She gone home
	bareGerund                // I moving
	misformed                 // goed, stoping
	misspelledAuxiliary       // dint
	bareWithBe                // He is go
	missingTo                 // wants finish
	gerundAsked               // worth to do
	doWithModal               // don't can go
	doWithWill                // if you don't will come
	thatAsked                 // want that she comes
	strayBe                   // will be go
	forPurpose                // came for buy, for to buy
	bornAlone                 // I born, has born, the house built in 1920 by my father
	wouldAfterIf              // if I would have time
	doBeforeHave              // do you have seen it?
	modalWished               // I wish I can swim
	askedInside               // I know what does he want
	orderReported             // told us don't wait
	beenState                 // has been knowing him, has been lived here
	verbless                  // my room very small
	doubleModal               // will can come
	lostPassive               // can bought online, has cancelled because of rain
	perfectBefore             // by the time we came, it has begun
	resultOfUnreal            // if I were you, I don't go
	unrealAm                  // if I am you, I would go
	orderDenied               // not touch that
	modalOver                 // you should went to bed earlier last night
	unclear                   // something is odd: never judged
)

// A verbal is a verb with its auxiliaries, before it is known whose verb it is.
type verbal struct {
	start, end int
	aux        []int // auxiliaries in order; the first is the finite word if finite
	not        int   // "not" or "n't", or -1
	no         int   // "no" that should be "don't", or -1
	to         int   // "to" before the main verb, or -1
	of         int   // "of" that should be "have", or -1
	modal      int   // modal after a form of do that should not be there, or -1
	main       int   // main verb; the last auxiliary where there is no other
	base       string
	readings   []verb.Reading // of the main verb, with this base
	governor   governor
	finite     bool
	fault      fault
	cost       float64
}

func newVerbal(start int) verbal {
	return verbal{start: start, not: -1, no: -1, to: -1, of: -1, modal: -1, main: -1}
}

// auxiliary returns what the word governs as an auxiliary.
func (p *parser) auxiliary(i int) (governor, bool) {
	w := p.words[i]
	switch {
	case w.lower == "'s":
		return byBeOr, (w.joined || i > 0) && !(i > 0 && p.words[i-1].lower == "let") && !p.endsPlace(i)
	case w.lower == "'d":
		return byHaveOr, true
	case w.punct, w.named() && !w.isIdentifier():
		return alone, false
	case p.lex.is(w.lower, "modal"):
		return byModal, true
	case p.lex.is(w.lower, "do"):
		return byDo, w.lower != "doing" && w.lower != "done"
	case p.lex.is(w.lower, "have"):
		return byHave, w.lower != "having"
	case p.lex.is(w.lower, "be"):
		return byBe, w.lower != "been" && w.lower != "being" && w.lower != "be"
	}
	return alone, false
}

// finites returns the finite verb groups that may begin at word i after a subject.
func (p *parser) finites(i int) []*verbal {
	if p.finitesAt[i] == nil {
		list := p.findFinites(i)
		if list == nil {
			list = []*verbal{}
		}
		p.finitesAt[i] = list
	}
	return p.finitesAt[i]
}

func (p *parser) findFinites(i int) []*verbal {
	v := newVerbal(i)
	j, cost := p.skipAdverbs(i)
	v.cost = cost
	if j >= len(p.words) {
		return nil
	}
	v.finite = true
	if p.isNegation(j) && p.words[j].lower == "not" && j == i { // He not like it
		v.not = j
		return faulty(p.mains(v, j+1, alone), negatedBare, costNoDont, p.subjectPronounAt(j-1))
	}
	if p.words[j].lower == "no" {
		v.no = j
		return faulty(p.mains(v, j+1, alone), negatedBare, costNoDont, false)
	}
	if p.words[j].lower == "do" && j > 0 && p.words[j-1].lower == "to" {
		return nil // what to do depends
	}
	if g, ok := p.auxiliary(j); ok {
		v.aux = []int{j}
		return p.chain(v, j+1, g)
	}
	if p.needsNot(j) {
		v.aux = []int{j}
		return p.chain(v, j+1, byModal)
	}
	return p.mains(v, j, alone)
}

// needsNot reports whether need or dare at word j is a modal, as it is with a negation: need not go,
// nobody dared speak, all you need do.
func (p *parser) needsNot(j int) bool {
	w := p.words[j].lower
	if w != "need" && w != "dare" && w != "dared" {
		return false
	}
	base := j+1 < len(p.words) && (p.words[j+1].lower == "be" || has(p.words[j+1].readings, verb.Base) && !verb.IsAlsoNoun(p.words[j+1].lower))
	return w != "dared" && p.isNegation(j+1) || base && slices.ContainsFunc(p.words[:j], p.negates)
}

// subjectPronounAt reports whether word i is a pronoun that no participle follows.
func (p *parser) subjectPronounAt(i int) bool {
	return i >= 0 && (p.lex.is(p.words[i].lower, "subject") || p.words[i].lower == "you")
}

// faulty keeps the alternatives that stand in the base form, or after "not" in the past, and marks them. A past that is a participle
// too (the tickets not sold) counts only after a pronoun.
func faulty(list []*verbal, f fault, cost float64, personal bool) []*verbal {
	var out []*verbal
	for _, v := range list {
		if v.fault == bareGerund && v.no < 0 { // she not working
			out = append(out, v)
			continue
		}
		past := v.not >= 0 && has(v.readings, verb.Past) && (personal || !has(v.readings, verb.Participle)) // they not went
		if (past || has(v.readings, verb.Base|verb.ThirdPerson)) && v.fault == noFault && v.base != "be" {
			v.fault = f
			v.cost += cost
			out = append(out, v)
		}
	}
	return out
}

func has(readings []verb.Reading, forms verb.Form) bool {
	for _, r := range readings {
		if r.Forms&forms != 0 {
			return true
		}
	}
	return false
}

func (p *parser) isNegation(i int) bool {
	return i < len(p.words) && (p.words[i].lower == "not" || p.words[i].lower == "n't")
}

// skipAdverbs passes adverbs and floating quantifiers.
func (p *parser) skipAdverbs(i int) (int, float64) {
	cost := 0.0
	for i < len(p.words) && p.words[i].lower != "not" && p.words[i].lower != "no" && !(p.words[i].lower == "there" && i+1 < len(p.words) && p.lex.is(p.words[i+1].lower, "be", "have")) {
		n := p.adverb(i)
		if n == 0 {
			switch p.words[i].lower {
			case "all", "both", "each":
				n = 1
				cost += costFloating
				if i+1 < len(p.words) && (p.words[i+1].lower == "is" || p.words[i+1].lower == "was" || p.words[i+1].lower == "has") {
					cost += costFloatingSingular
				}
			case "themselves", "himself", "herself", "itself":
				n = 1
			}
		}
		if n == 0 {
			break
		}
		cost += costAdverbBeforeVerb
		switch p.words[i].lower {
		case "most", "more", "less", "least", "much", "best", "better", "last", "first", "next", "second", "fast", "hard":
			cost += costComparative // rather part of a noun phrase
		}
		i += n
	}
	return i, cost
}
