package sentence

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A Tool names one of the tutor's tools.
type Tool string

// The tools. The first three give evidence for a verb group, the last for the gloss of an answer.
const (
	Conjugate Tool = "conjugate"
	Lookup    Tool = "lookup_irregular_verb"
	Agreement Tool = "check_subject_verb_agreement"
	Spanish   Tool = "lookup_spanish"
)

// What the tools accept, in code points.
const (
	MaxVerb    = 24
	MaxSubject = 80
)

// A Call asks one tool for the evidence about one group. Person and Tense go with Conjugate,
// Subject with Agreement, whose Verb is the finite word as written; of the other two it is an
// infinitive.
type Call struct {
	Tool    Tool
	Verb    string
	Person  verb.Person
	Tense   verb.Tense
	Subject string
}

// An Observation is what a tool returned for a call. Only the fields of that tool are set.
type Observation struct {
	Call Call

	Form, Negative, Question string // conjugate
	Variants                 []string

	Infinitive, PastSimple, PastParticiple string // lookup_irregular_verb
	Irregular                              bool
	Forms                                  []string // every form, where the tool lists them

	Agrees   bool // check_subject_verb_agreement
	Expected string
}

// Observe answers a call from the tables, as the tool itself would; ok is false where the tool
// would report an error.
func Observe(c Call) (o Observation, ok bool) {
	o.Call = c
	switch c.Tool {
	case Conjugate:
		if !c.Tense.Valid() || !c.Person.Valid() {
			return o, false
		}
		v := verb.Conjugate(c.Verb, c.Tense, c.Person, verb.Any)
		o.Form, o.Negative, o.Question, o.Variants = v.Form, v.Negative, v.Question, v.Variants
	case Lookup:
		f := verb.Of(c.Verb)
		o.Infinitive, o.PastSimple, o.PastParticiple, o.Irregular = f.Base, f.Past[0], f.Participle[0], f.Irregular
	case Agreement:
		n, _ := headOf(c.Subject)
		if n == nil {
			return o, false
		}
		return agree(o, n.persons)
	default:
		return o, false
	}
	return o, true
}

// agree sets whether the finite word fits one of the persons, and which word does.
func agree(o Observation, subject persons) (Observation, bool) {
	finite := strings.ToLower(o.Call.Verb)
	base, past := finiteBase(finite)
	if base == "" {
		return o, false
	}
	var fit persons
	for i, person := range verb.Persons {
		forms := verb.Finite(base, past, person)
		if slices.Contains(forms, finite) {
			fit |= 1 << i
			o.Expected = finite
		}
	}
	o.Agrees = fit&subject != 0
	if !o.Agrees {
		o.Expected = verb.Finite(base, past, subject.person())[0]
	}
	return o, true
}

// finiteBase returns the infinitive of a finite word, and whether it is a past.
func finiteBase(word string) (base string, past bool) {
	switch word {
	case "am", "is", "are":
		return "be", false
	case "was", "were":
		return "be", true
	}
	for _, r := range verb.Readings(word) {
		switch {
		case r.Forms.Has(verb.ThirdPerson | verb.Base):
			return r.Base, false
		case r.Forms.Has(verb.Past):
			return r.Base, true
		}
	}
	return "", false
}

// askForGerund returns the call that gives the -ing form of f: the present continuous has it for
// every person, and one that some subject of the sentence has may be asked about.
func (a *Analysis) askForGerund(f *found) Call {
	c := Call{Tool: Conjugate, Verb: f.base, Person: verb.ThirdSingular, Tense: verb.PresentContinuous}
	for i := range a.Groups {
		if a.Groups[i].Finite >= 0 {
			c.Person = a.Persons(i)[0]
			break
		}
	}
	return c
}
