package sentence

import (
	"strings"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// wanted returns the forms that a governor asks for.
func wanted(g governor) verb.Form {
	switch g {
	case alone:
		return verb.Base | verb.ThirdPerson | verb.Past
	case byModal, byDo, byTo:
		return verb.Base
	case byHave:
		return verb.Participle
	case byBe:
		return verb.Gerund | verb.Participle
	case byHaveOr:
		return verb.Base | verb.Participle
	case byBeOr:
		return verb.Gerund | verb.Participle
	}
	return 0
}

// mains returns the groups whose main verb stands at word j.
func (p *parser) mains(v verbal, j int, g governor) []*verbal {
	if j >= len(p.words) || p.words[j].punct || clitics[p.words[j].lower] {
		return nil
	}
	w := p.words[j]
	if p.functional(w) && !p.lex.is(w.lower, "be", "have", "do", "preposition", "coordinator", "subordinator") {
		return nil
	}
	var list []*verbal
	seen := map[string]int{}
	for _, r := range w.readings {
		if ((g == byDo || g == byTo || g == byModal) && p.lex.is(w.lower, "eclipsed") || (g == byDo || g == byModal) &&
			p.lex.is(w.lower, "eclipsed-finite")) && r.Base == w.lower {
			continue // didn't saw: see rather than the tool
		}
		if at, ok := seen[r.Base]; ok {
			list[at].readings = append(list[at].readings, r)
			continue
		}
		n := v
		n.main, n.end, n.base, n.governor = j, j+1, r.Base, g
		n.readings = []verb.Reading{r}
		seen[r.Base] = len(list)
		list = append(list, &n)
	}
	for _, n := range list {
		p.scoreForm(n)
	}
	return list
}

// scoreForm sets fault and cost of a group by the form its main verb has.
func (p *parser) scoreForm(v *verbal) {
	w := p.words[v.main]
	v.cost += p.verbCost(w, v)
	right := false
	spelt := false
	for _, r := range v.readings {
		if r.Forms&wanted(v.governor) != 0 {
			if r.Overregular || r.Misspelled {
				spelt = true
			} else {
				right = true
			}
		}
	}
	switch {
	case right:
		return
	case spelt:
		v.cost += costMisformed
		v.setFault(misformed)
		return
	}
	f, cost := wrongForm, costWrongForm
	switch v.governor {
	case alone:
		switch {
		case has(v.readings, verb.Participle):
			f, cost = bareParticiple, costBareParticiple
			if v.main > 0 && p.words[v.main-1].punct || v.main+1 < len(p.words) && p.words[v.main+1].lower == "by" {
				cost = costBareParticipleApart
			}
		case has(v.readings, verb.Gerund):
			f, cost = bareGerund, costBareGerund
		}
	case byBe:
		cost = costBeForm
		if has(v.readings, verb.Base|verb.ThirdPerson) {
			f, cost = bareWithBe, costBeBase
			if verb.IsAlsoNoun(v.base) {
				cost = costBeNoun
			}
		}
	case byTo:
		if v.to > 0 && p.toOnly(v.to-1) {
			cost = costToForm // sorry to visits
		}
	case byHave:
		if has(v.readings, verb.Base|verb.ThirdPerson) {
			cost = costHaveBase
		}
	case byBeOr, byHaveOr:
		cost = costCliticForm
	case byDo, byModal:
		if has(v.readings, verb.ThirdPerson) && verb.IsAlsoNoun(v.base) {
			cost = costThirdAfterDo
		}
	}
	v.cost += cost
	v.setFault(f)
}

// setFault notes a second fault as unclear, except that "of" for "have" goes with any.
func (v *verbal) setFault(f fault) {
	if v.fault == noFault || v.fault == ofForHave {
		if v.fault == noFault {
			v.fault = f
		}
		return
	}
	v.fault = unclear
}

// verbCost says how unlikely it is that the word is a verb at all.
func (p *parser) verbCost(w word, v *verbal) float64 {
	cost := 0.0
	if w.named() {
		cost += costNameVerb - costIf(v.governor != alone, savesNameGoverned)
	}
	if w.isIdentifier() && len(w.text) > 1 && strings.ToUpper(w.text) == w.text {
		cost += costCapitals
	}
	if w.lower == "like" && v.main > 0 && p.takesLike(v.main-1) {
		cost += costLooksLike // it looks like rain
	}
	if w.guessed {
		cost += costGuessedVerb + costIf(has(v.readings, verb.ThirdPerson), costGuessedThird)
	}
	if next := v.main + 1; next < len(p.words) && verb.IsAlsoNoun(v.base) && has(v.readings, verb.Base|verb.ThirdPerson) &&
		v.governor == alone {
		switch after := p.words[next].lower; {
		case after == "of" && !p.lex.is(v.base, "with-of"):
			cost += costNounOf
		case p.lex.is(after, "preposition") && !p.lex.is(after, "particle"):
			cost += costNounPreposition
		}
	}
	if w.capital && p.lex.is(w.lower, "name") {
		cost += costNameCapital
	}
	if verb.IsAlsoNoun(v.base) && has(v.readings, verb.Base|verb.ThirdPerson) {
		cost += costNounVerb
	}
	if p.lex.chieflyNoun(w.lower) && has(v.readings, verb.Base|verb.ThirdPerson) && v.governor == alone {
		cost += costChieflyNoun - costIf(v.main > 0 && p.lex.is(p.words[v.main-1].lower, "subject"), savesChieflyNoun) // he brush his teeth
	}
	switch {
	case p.lex.is(w.lower, "adjective"):
		cost += costAdjectiveVerb
	case p.lex.is(w.lower, "noun"), p.lex.is(w.lower, "adverb"):
		cost += costNounListed
	case p.lex.is(w.lower, "preposition"):
		cost += costPrepositionOrPlural
	case p.lex.plural[w.lower] != "":
		cost += costPrepositionOrPlural
	}
	return cost
}

// takesLike reports whether word i can be a verb that "like" follows as a preposition.
func (p *parser) takesLike(i int) bool {
	for _, r := range p.words[i].readings {
		switch r.Base {
		case "look", "sound", "feel", "seem", "taste", "smell", "act", "behave", "dress", "be":
			return true
		}
	}
	return false
}

// finitePersons returns the persons that the finite word of the group fits.
func (p *parser) finitePersons(v *verbal) persons {
	if len(v.aux) > 0 {
		return auxiliaryPersons(p.words[v.aux[0]].lower)
	}
	var fit persons
	for _, r := range p.words[v.main].readings {
		switch {
		case r.Base != v.base && r.Forms&verb.Past == 0:
		case r.Forms&verb.Past != 0, r.Forms&(verb.Base|verb.ThirdPerson) == 0:
			return pAny // a past form, or a fault that is not of person
		case r.Forms&verb.ThirdPerson != 0:
			fit |= p3sg
		case r.Forms&verb.Base != 0:
			fit |= pAny &^ p3sg
		}
	}
	if fit == 0 {
		return pAny
	}
	return fit
}

func auxiliaryPersons(w string) persons {
	switch w {
	case "am", "'m":
		return p1sg
	case "is", "'s", "has", "does":
		return p3sg
	case "are", "'re":
		return pAny &^ (p1sg | p3sg)
	case "was":
		return p1sg | p3sg
	case "were":
		return pAny &^ (p1sg | p3sg)
	case "have", "'ve", "do":
		return pAny &^ p3sg
	}
	return pAny
}
