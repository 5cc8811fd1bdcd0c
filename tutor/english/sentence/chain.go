package sentence

import "github.com/shortleash/shortleash/tutor/english/verb"

// A chain of auxiliaries says by each word which form the next one has: would have been working. The parser follows all chains that the words allow, also those that
// learners write (did went, to going), and says what each costs.

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
	case g == byHave && (has(w.readings, verb.Participle|verb.Past) || p.baseMeansParticiple(j)):
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
	case (g == byBe || g == byBeOr) && j > v.aux[len(v.aux)-1]+1 && (w.lower == "is" || w.lower == "was" || w.lower == "are" || w.lower == "were"): // that they are late | is a pity
		return nil
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
