package sentence

import "github.com/shortleash/shortleash/tutor/english/verb"

// infinitives returns the groups "to" + verb that begin at word i.
func (p *parser) infinitives(i int) []*verbal {
	v := newVerbal(i)
	j := i
	if p.isNegation(j) {
		v.not = j
		j++
	}
	if j >= len(p.words) || p.words[j].lower != "to" {
		return nil
	}
	v.to = j
	v.aux = []int{j}
	var list []*verbal
	for _, n := range p.chain(v, j+1, byTo) {
		if n.main != j {
			list = append(list, n)
		}
	}
	return list
}

// nonfinites returns the groups at word i that begin with a form that is not finite and has no
// governor: -ing, participle or base.
func (p *parser) nonfinites(i int, forms verb.Form) []*verbal {
	v := newVerbal(i)
	j, cost := p.skipAdverbs(i)
	if p.isNegation(j) {
		v.not = j
		j++
	}
	v.cost = cost
	if j >= len(p.words) || p.words[j].punct {
		return nil
	}
	w := p.words[j]
	var list []*verbal
	switch {
	case w.lower == "being" && forms&verb.Gerund != 0, w.lower == "be" && forms&verb.Base != 0:
		v.aux = []int{j}
		list = append(list, p.chain(v, j+1, byBe)...)
	case w.lower == "having" && forms&verb.Gerund != 0:
		v.aux = []int{j}
		list = append(list, p.chain(v, j+1, byHave)...)
	default:
		seen := map[string]bool{}
		for _, r := range w.form(forms) {
			if seen[r.Base] || p.functional(w) && !p.lex.is(w.lower, "preposition", "do", "have") {
				continue
			}
			seen[r.Base] = true
			n := v
			n.main, n.end, n.base, n.governor, n.readings = j, j+1, r.Base, ungoverned, []verb.Reading{r}
			n.cost += p.verbCost(w, &n)
			if r.Overregular || r.Misspelled {
				n.cost += costMisformedFree
			}
			list = append(list, &n)
		}
	}
	return list
}
