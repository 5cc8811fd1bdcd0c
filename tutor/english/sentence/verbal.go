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
	noFault        fault = iota
	wrongForm            // the main verb has not the form its governor asks for
	strayTo              // can to swim
	ofForHave            // could of seen
	negatedBare          // I no understand
	bareParticiple       // She gone home
	bareGerund           // I moving
	misformed            // goed, stoping
	bareWithBe           // He is go
	missingTo            // wants finish
	gerundAsked          // worth to do
	doWithModal          // don't can go
	thatAsked            // want that she comes
	forPurpose           // came for buy, for to buy
	bornAlone            // I born, has born
	askedInside          // I know what does he want
	orderReported        // told us don't wait
	unclear              // something is odd: never judged
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
		return byBeOr, (w.joined || i > 0) && !(i > 0 && p.words[i-1].lower == "let")
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
		return faulty(p.mains(v, j+1, alone), negatedBare, costNoDont)
	}
	if p.words[j].lower == "no" {
		v.no = j
		return faulty(p.mains(v, j+1, alone), negatedBare, costNoDont)
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
// nobody need know, all you need do.
func (p *parser) needsNot(j int) bool {
	w := p.words[j].lower
	if w != "need" && w != "dare" {
		return false
	}
	base := j+1 < len(p.words) && (p.words[j+1].lower == "be" || has(p.words[j+1].readings, verb.Base) && !verb.IsAlsoNoun(p.words[j+1].lower))
	return p.isNegation(j+1) || base && slices.ContainsFunc(p.words[:j], p.negates)
}

// faulty keeps the alternatives that stand in the base form, and marks them.
func faulty(list []*verbal, f fault, cost float64) []*verbal {
	var out []*verbal
	for _, v := range list {
		if v.fault == bareGerund && v.no < 0 { // she not working
			out = append(out, v)
			continue
		}
		if has(v.readings, verb.Base|verb.ThirdPerson) && v.fault == noFault && v.base != "be" {
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
	for i < len(p.words) && p.words[i].lower != "not" && p.words[i].lower != "no" && !(p.words[i].lower == "there" &&
		i+1 < len(p.words) && p.lex.is(p.words[i+1].lower, "be", "have")) {
		n := p.adverb(i)
		if n == 0 {
			switch p.words[i].lower {
			case "all", "both", "each":
				n = 1
				cost += costFloating
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

// chain goes on after an auxiliary that governs as g says, and returns the complete groups.
func (p *parser) chain(v verbal, j int, g governor) []*verbal {
	var list []*verbal
	last := v.aux[len(v.aux)-1]
	stop := v
	stop.governor, stop.main, stop.end, stop.base = g, last, last+1, p.auxiliaryBase(last)
	if p.isNegation(last + 1) {
		stop.not, stop.end = last+1, last+2
	}
	stop.cost += p.stopCost(last, g) + p.goesOn(stop.end, g)
	if j <= last+2 { // not when a question's subject stands between
		list = append(list, &stop)
	}
	for j < len(p.words) {
		if p.isNegation(j) && v.not < 0 {
			v.not = j
			j++
			continue
		}
		next, cost := p.skipAdverbs(j)
		if next == j {
			break
		}
		v.cost += cost
		list = append(list, p.links(v, j, g)...) // an adverb may also be the verb: well, fast
		j = next
	}
	return append(list, p.links(v, j, g)...)
}

// auxiliaryBase returns the infinitive of an auxiliary that stands as a main verb.
func (p *parser) auxiliaryBase(i int) string {
	w := p.words[i].lower
	switch {
	case w == "'s", p.lex.is(w, "be"):
		return "be"
	case p.lex.is(w, "have"):
		return "have"
	case p.lex.is(w, "do"):
		return "do"
	}
	return ""
}

// stopCost says how odd it is that the auxiliary is the main verb itself.
func (p *parser) stopCost(i int, g governor) float64 {
	switch g {
	case byBe, byHave:
		return costBeAlone
	case byBeOr:
		return costCliticAlone
	case byDo:
		return costDoMain
	}
	return costModalAlone
}

// goesOn is the cost of ending a group where the next word looks like its main verb.
func (p *parser) goesOn(j int, g governor) float64 {
	j, _ = p.skipAdverbs(j)
	if j >= len(p.words) {
		return 0
	}
	w := p.words[j]
	switch {
	case g == byHave && has(w.readings, verb.Participle|verb.Past):
		return costCutHave
	case g == byDo && has(w.readings, verb.Base):
		return costCutDo
	case p.lex.is(w.lower, "adjective", "noun", "determiner"):
		return 0
	case (g == byBe || g == byBeOr) && has(w.readings, verb.Gerund|verb.Participle):
		return costCutBe
	case (g == byDo || g == byModal) && len(w.readings) > 0:
		return costCutDo
	}
	return 0
}

// links returns the groups whose next link stands exactly at word j.
func (p *parser) links(v verbal, j int, g governor) []*verbal {
	if j >= len(p.words) || p.words[j].punct {
		return nil
	}
	w := p.words[j]
	var list []*verbal
	link := func(next governor, cost float64) {
		n := v
		n.aux = append(append([]int{}, v.aux...), j)
		n.cost += cost
		list = append(list, p.chain(n, j+1, next)...)
	}
	switch {
	case w.lower == "be" && (g == byModal || g == byDo || g == byTo || g == byHaveOr),
		w.lower == "been" && (g == byHave || g == byHaveOr || g == byBeOr),
		w.lower == "being" && (g == byBe || g == byBeOr):
		link(byBe, 0)
		return list
	case w.lower == "'ve" && (g == byModal || g == byHaveOr): // should've gone
		link(byHave, 0)
		return list
	case w.lower == "have" && (g == byModal || g == byTo || g == byHaveOr || g == byDo):
		link(byHave, 0)
		if g == byDo {
			list = append(list, p.mains(v, j, g)...)
		}
		return list
	case w.lower == "had" && g == byHave, w.lower == "having" && (g == byBe || g == byBeOr):
		return p.mains(v, j, g)
	case w.lower == "of" && g == byModal && v.of < 0 && p.ofIsHave(j):
		v.of = j
		v.fault = ofForHave
		link(byHave, 0)
		return list
	case w.lower == "better" && (g == byHave || g == byHaveOr):
		v.cost += costHadBetter
		return p.chain(appendAux(v, j), j+1, byModal)
	case g == byDo && v.modal < 0 && !w.named() && p.lex.is(w.lower, "modal") && !clitics[w.lower] && p.doHelps(&v, j):
		v.modal = j
		v.cost += costDoModal
		v.setFault(doWithModal)
		return p.chain(appendAux(v, j), j+1, byModal)
	case w.lower == "to" && v.to < 0:
		v.to = j
		return p.afterTo(v, j, g)
	}
	return p.mains(v, j, g)
}

// doHelps reports whether the form of do in v can only be an auxiliary before the modal at word j: it is
// negated, or asks. What I do can help is another sentence.
func (p *parser) doHelps(v *verbal, j int) bool {
	first := v.aux[0]
	if len(v.aux) != 1 || v.not >= 0 {
		return len(v.aux) == 1
	}
	return p.question && (j > first+1 || first > 0 && p.words[first-1].lower == "who")
}

func appendAux(v verbal, j int) verbal {
	v.aux = append(append([]int{}, v.aux...), j)
	return v
}

// afterTo goes on after a "to" in a chain: have to go, is to go, and by mistake can to go.
func (p *parser) afterTo(v verbal, j int, g governor) []*verbal {
	switch g {
	case byHave:
		if len(v.aux) == 1 || len(v.aux) == 2 && p.words[v.aux[1]].lower == "have" {
			return nil // have is the verb, and the infinitive follows it
		}
		fallthrough
	case byBe, byHaveOr, byBeOr:
		v.cost += costHaveTo
		v.aux = append(append([]int{}, v.aux...), j)
		v.to = j
		return p.chain(v, j+1, byTo)
	case byModal, byDo:
		if p.words[v.aux[len(v.aux)-1]].lower == "do" && v.not < 0 && len(v.aux) == 1 {
			v.cost += costDoTo // "what I do to help"
		}
		list := p.mains(v, j+1, g)
		for _, n := range list {
			n.cost += costStrayTo
			if n.fault == noFault {
				n.fault = strayTo
			} else {
				n.fault = unclear
			}
		}
		return list
	}
	return nil
}

// ofIsHave reports whether the word after "of" shows that it stands for "have": could of seen.
func (p *parser) ofIsHave(j int) bool {
	next, _ := p.skipAdverbs(j + 1)
	if j+1 < len(p.words) && p.words[j+1].lower == "course" {
		return false
	}
	if next >= len(p.words) || p.words[next].punct {
		return next == j+1
	}
	w := p.words[next]
	return w.lower == "been" || len(w.form(verb.Participle|verb.Past)) > 0 && !p.lex.is(w.lower, "adjective")
}
