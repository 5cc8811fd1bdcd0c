package sentence

import "github.com/shortleash/shortleash/tutor/english/verb"

// In Spanish and Portuguese one verb says that something is there and that somebody has it, or is near the one that does. After
// "there", a form of have before a thing is one of be: there have a park, there will have a party.

// judgeThereHave judges a form of have after "there".
func (a *Analysis) judgeThereHave(g *Group) Judgment {
	p, f := a.parser, g.found
	if f.subject.kind != existential || f.base != "have" || f.no >= 0 || f.main != f.end-1 || !a.conjugates(f) {
		return Judgment{}
	}
	switch g.Tense {
	case verb.PresentSimple, verb.PastSimple, verb.FutureSimple:
	default:
		return Judgment{}
	}
	person := p.phrasePersonAt(f.end)
	if person == "" {
		return Judgment{}
	}
	f.base, g.Verb = "be", "be"
	return Judgment{Wrong, ThereBe, Call{Tool: Conjugate, Verb: "be", Person: person, Tense: g.Tense}, ""}
}

// phrasePersonAt returns the person of the noun phrase at word i; "" where none stands there that is certain.
func (p *parser) phrasePersonAt(i int) verb.Person {
	if i >= len(p.words) || p.words[i].lower == "to" || p.words[i].lower == "better" || p.words[i].lower == "got" {
		return ""
	}
	end, person := 0, verb.Person("")
	for _, n := range p.nominals(i) {
		if n.kind != nounPhrase && n.kind != indefinite && n.kind != coordinated || n.end <= end {
			continue
		}
		switch {
		case n.persons == p3sg:
			end, person = n.end, verb.ThirdSingular
		case n.persons == p3pl:
			end, person = n.end, verb.ThirdPlural
		}
	}
	return person
}
