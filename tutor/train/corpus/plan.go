package corpus

import (
	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// untimed is the name of no list: the clause has no expression of time.
const untimed = "none"

// otherPlan draws a clause in none of the five tenses.
func (d *draft) otherPlan() plan {
	p := d.rightPlan()
	p.tense = pick(d, []verb.Tense{modal, modal, conditional, modalPerfect, pastContinuous, pastPerfect, presentPassive,
		pastPassive, perfectPassive})
	p.time, p.words = "", ""
	if d.chance(25) {
		p.time = "time neutral"
	}
	switch p.tense {
	case presentPassive, pastPassive, perfectPassive:
		p.words = "passive"
		p.person = pick(d, []verb.Person{verb.ThirdSingular, verb.ThirdPlural})
		p.kind = pick(d, []string{nounPhrase, prepped, pronoun})
	}
	return p
}

// planFor draws a clause in which the error can stand.
func (d *draft) planFor(c sentence.Code) plan {
	p := plan{code: c, tense: verb.PresentSimple, negative: d.chance(18), question: d.chance(22)}
	switch c {
	case sentence.SubjectPronoun:
		p.kind = pick(d, []string{pronoun, pronoun, pronoun, pronoun, indefinite})
		d.agreeing(&p)
	case sentence.SubjectNoun:
		p.kind = pick(d, []string{name, nounPhrase, nounPhrase, coordinated})
		d.agreeing(&p)
	case sentence.SubjectDistant:
		p.kind = pick(d, []string{prepped, relative})
		d.agreeing(&p)
	case sentence.ParticipleBefore:
		p.words, p.negative, p.question = "participle", false, false
		p.tense = pick(d, []verb.Tense{verb.PastSimple, verb.PresentSimple, verb.PresentPerfect, verb.FutureSimple})
		p.time = pick(d, []string{untimed, untimed, "time neutral"})
	case sentence.ThereBe:
		p.words, p.kind = existential, existential
		p.person = pick(d, []verb.Person{verb.ThirdSingular, verb.ThirdPlural})
		p.tense = pick(d, []verb.Tense{verb.PresentSimple, verb.PresentSimple, verb.PastSimple, verb.PresentPerfect})
	case sentence.TenseAdverb:
		d.timeAndTense(&p)
	default:
		d.shaped(&p)
	}
	if p.kind == "" {
		if p.person == "" {
			p.person = pick(d, verb.Persons)
		}
		p.kind = pick(d, kindsOf(p.person))
	}
	if p.person == "" {
		p.person = d.personFor(p.kind)
	}
	if p.kind == indefinite && p.negative { // nobody doesn't
		p.kind = name
	}
	if p.question && p.asked == "" && d.chance(45) && c != sentence.ThereBe {
		p.asked = pick(d, []string{"why", "when", "where", "what", "who"})
		p.negative = p.negative && p.asked == "why"
		if objects[p.asked] != nil && p.words != "" {
			p.asked = "why"
		}
	}
	switch {
	case c == sentence.SubjectDistant && p.words == "" && d.chance(10):
		p.words, p.asked = antecedent, ""
	case p.joinable() && d.chance(18):
		p.words = shared
	case p.words == "" && shortened[c] && p.tense == verb.PastSimple && d.chance(25):
		p.words = terse
		if d.chance(60) {
			p.kind, p.person = name, verb.ThirdSingular
		}
	}
	if p.time == "" {
		p.setTime(d)
	}
	return p
}

// shortened are the codes that are met in sentences of two words too.
var shortened = map[sentence.Code]bool{sentence.PastParticiple: true, sentence.Overregular: true, sentence.Misspelling: true}

// joinable reports whether another verb may follow on the same subject: he eats and drinks.
func (p plan) joinable() bool {
	switch p.code {
	case "", sentence.SubjectPronoun, sentence.SubjectNoun, sentence.Overregular, sentence.Misspelling, sentence.PastParticiple:
		return p.words == "" && !p.negative && !p.question && (p.tense == verb.PresentSimple || p.tense == verb.PastSimple)
	}
	return false
}

// agreeing chooses tense and verb of a clause whose finite word shows the person.
func (d *draft) agreeing(p *plan) {
	if p.kind == pronoun && d.chance(35) { // as many -s left out as put in
		p.person = verb.ThirdSingular
	}
	p.tense = pick(d, []verb.Tense{verb.PresentSimple, verb.PresentSimple, verb.PresentSimple, verb.PresentPerfect,
		verb.PresentPerfect, verb.PresentContinuous, verb.PresentContinuous, verb.PastSimple})
	switch {
	case p.tense == verb.PastSimple, p.tense == verb.PresentSimple && d.chance(22):
		p.words = "copula"
	case p.tense != verb.PresentContinuous && d.chance(8):
		p.words = "have"
	case d.chance(6):
		p.tense = pick(d, []verb.Tense{presentPassive, pastPassive, perfectPassive, pastContinuous})
		if p.tense != pastContinuous {
			p.words = "passive"
		}
	}
}

// shaped chooses tense and shape of a clause for an error that asks for one.
func (d *draft) shaped(p *plan) {
	switch p.code {
	case sentence.Overregular, sentence.PastParticiple:
		p.tense = pick(d, []verb.Tense{verb.PastSimple, verb.PastSimple, verb.PastSimple, verb.PastSimple, verb.PresentPerfect,
			verb.PresentPerfect, verb.PresentPerfect, pastPassive, pastPerfect, perfectPassive, modalPerfect})
		if p.tense == verb.PastSimple {
			p.negative, p.question = false, false
		}
		if p.tense == pastPassive || p.tense == perfectPassive {
			p.words, p.kind = "passive", nounPhrase
		}
	case sentence.Misspelling:
		p.tense = pick(d, []verb.Tense{verb.PastSimple, verb.PastSimple, verb.PresentPerfect, verb.PresentContinuous,
			verb.PresentContinuous, verb.PresentSimple})
		if p.tense == verb.PastSimple || p.tense == verb.PresentSimple {
			p.negative, p.question = false, false
		}
		if p.tense == verb.PresentSimple {
			p.kind = pick(d, []string{pronoun, name, nounPhrase, prepped, relative})
			p.person = verb.ThirdSingular
		}
	case sentence.DoSupport:
		p.tense = pick(d, []verb.Tense{verb.PresentSimple, verb.PastSimple, verb.PastSimple})
		p.question = d.chance(45)
		p.negative = !p.question
	case sentence.DoMissing:
		p.question = d.chance(45)
		p.negative = !p.question
		if p.question {
			p.kind = pronoun
			p.person = pick(d, []verb.Person{verb.FirstSingular, verb.SecondSingular, verb.ThirdSingular, verb.FirstPlural, verb.ThirdPlural})
			if d.chance(55) {
				p.asked = pick(d, []string{"why", "where", "when", "what time", "what", "who"})
				p.tense = pick(d, []verb.Tense{verb.PresentSimple, verb.PastSimple})
			}
		}
	case sentence.ModalBase:
		p.tense = pick(d, []verb.Tense{modal, verb.FutureSimple})
		p.negative, p.question = d.chance(28), d.chance(30)
	case sentence.ToBase:
		p.words, p.question = "infinitive", d.chance(15)
		if d.chance(15) {
			p.words = "bare"
		}
		p.tense = pick(d, []verb.Tense{verb.PresentSimple, verb.PastSimple, verb.PresentPerfect, verb.FutureSimple})
	case sentence.BeGerund:
		p.tense = verb.PresentContinuous
	case sentence.AuxiliarySpelling:
		p.tense, p.negative = pick(d, []verb.Tense{verb.PresentSimple, verb.PresentSimple, verb.PastSimple, verb.PastSimple,
			verb.PresentContinuous, verb.PresentPerfect, modal, modalPerfect, modalPerfect}), true
		if p.tense == modalPerfect {
			p.negative = false
		} else if d.chance(12) { // youve, theyre
			p.kind, p.person = pronoun, pick(d, []verb.Person{verb.SecondSingular, verb.FirstPlural, verb.ThirdPlural})
			p.tense, p.negative, p.question = pick(d, []verb.Tense{verb.PresentPerfect, verb.PresentContinuous}), false, false
		}
	}
}

// timeAndTense chooses an expression of time and the tense that it asks for.
func (d *draft) timeAndTense(p *plan) {
	p.tense = pick(d, []verb.Tense{verb.PastSimple, verb.PastSimple, verb.PastSimple, verb.PresentPerfect, verb.FutureSimple})
	p.time = "time " + string(p.tense)
	switch p.tense {
	case verb.PresentPerfect:
		p.time, p.negative, p.question = "time since", false, false
		p.words = pick(d, []string{"have", "copula", "", ""})
	case verb.FutureSimple:
		p.negative, p.question, p.front = false, false, true
	default:
		p.front = !p.question && d.chance(50)
	}
	if p.question && d.chance(30) {
		p.asked = "why"
	}
}
