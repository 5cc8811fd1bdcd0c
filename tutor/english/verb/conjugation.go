package verb

import "slices"

// A Dialect says which of several right forms to propose; it never makes a form wrong.
type Dialect string

// The dialects. Any proposes the form that our tables list first: the American
// one in spelling, the commoner one elsewhere.
const (
	Any      Dialect = ""
	American Dialect = "us"
	British  Dialect = "gb"
)

// A Conjugation is one verb in one tense and person.
type Conjugation struct {
	Form     string   // goes, went, will go, has gone, is going
	Negative string   // doesn't go, didn't go, won't go, hasn't gone, isn't going
	Question string   // does _ go, is _ going; "_" is the place of the subject
	Known    bool     // false: regular rules on an unknown word
	Variants []string // other accepted spellings of Form
}

// Conjugate returns the verb with the infinitive base, in lower case, in tense t and person p. "Be",
// "have" and "do" are full verbs here (I am, she doesn't have, do you do); modals are no verbs. It
// panics on a tense or person that is not one of the eight and six: check with [Tense.Conjugates] and
// [Person.Valid] where they come from outside.
func Conjugate(base string, t Tense, p Person, d Dialect) Conjugation {
	if !t.Conjugates() || !p.Valid() {
		panic("verb: BUG: no such tense or person: " + string(t) + ", " + string(p))
	}
	v := lexicon().parts(base)
	var c Conjugation
	switch t {
	case PresentSimple, PastSimple:
		c = simple(base, v, t == PastSimple, p, d)
	case FutureSimple:
		c = compound("will", "won't", plain(base), d)
	case PresentPerfect:
		aux := Finite("have", false, p)[0]
		c = compound(aux, aux+"n't", v.participle, d)
	case PresentContinuous:
		aux := beForm(false, p)
		c = compound(aux, negativeBe(aux), v.gerund, d)
	case PastContinuous:
		aux := beForm(true, p)
		c = compound(aux, negativeBe(aux), v.gerund, d)
	case PastPerfect:
		c = compound("had", "hadn't", v.participle, d)
	case Conditional:
		c = compound("would", "wouldn't", plain(base), d)
	}
	c.Known = v.known
	return c
}

// simple conjugates in the present or past simple, where all verbs but "be" need "do".
func simple(base string, v parts, past bool, p Person, d Dialect) Conjugation {
	if base == "be" {
		be := beForm(past, p)
		return Conjugation{Form: be, Negative: negativeBe(be), Question: be + " _"}
	}
	aux, list := "do", plain(base)
	switch {
	case past:
		aux, list = "did", v.past
	case p == ThirdSingular:
		aux, list = "does", v.third
	}
	form, variants := propose(list, d)
	return Conjugation{Form: form, Negative: aux + "n't " + base, Question: aux + " _ " + base, Variants: variants}
}

// compound joins an auxiliary with the forms of the main verb.
func compound(aux, negative string, list []spelling, d Dialect) Conjugation {
	main, variants := propose(list, d)
	for i := range variants {
		variants[i] = aux + " " + variants[i]
	}
	return Conjugation{
		Form:     aux + " " + main,
		Negative: negative + " " + main,
		Question: aux + " _ " + main,
		Variants: variants,
	}
}

// propose picks the form that d prefers, and returns the others apart.
func propose(list []spelling, d Dialect) (form string, variants []string) {
	best := 0
	if d != Any {
		best = slices.IndexFunc(list, func(s spelling) bool { return s.dialect == d })
		if best < 0 {
			best = max(0, slices.IndexFunc(list, func(s spelling) bool { return s.dialect == Any }))
		}
	}
	for i, s := range list {
		if i != best {
			variants = append(variants, s.text)
		}
	}
	return list[best].text, variants
}

// Finite returns the accepted simple finite forms of base for p, the preferred one first: the past
// if past is true, else the present. It is the one place that tells am, is and are, was and were
// apart.
func Finite(base string, past bool, p Person) []string {
	switch {
	case base == "be":
		return []string{beForm(past, p)}
	case past:
		return texts(lexicon().parts(base).past)
	case p == ThirdSingular:
		return texts(lexicon().parts(base).third)
	}
	return []string{base}
}

func beForm(past bool, p Person) string {
	switch {
	case past && (p == FirstSingular || p == ThirdSingular):
		return "was"
	case past:
		return "were"
	case p == FirstSingular:
		return "am"
	case p == ThirdSingular:
		return "is"
	}
	return "are"
}

// negativeBe contracts a form of "be" with "not", except "am", which has no such contraction.
func negativeBe(be string) string {
	if be == "am" {
		return "am not"
	}
	return be + "n't"
}
