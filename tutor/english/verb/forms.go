package verb

import (
	"slices"
)

// Forms are the principal parts of one verb. The first form of each list is the preferred one, the
// others are accepted too.
type Forms struct {
	Base        string   // the infinitive
	ThirdPerson []string // he …
	Past        []string // simple past
	Participle  []string // past participle
	Gerund      []string // the -ing form
	Irregular   bool     // it stands in the table of irregular verbs
	Known       bool     // it is in our list of verbs; false: regular rules on an unknown word
}

// A Form is a set of the forms that a word can be.
type Form uint8

// The members of a Form. PresentBe is for "am" and "are", which are finite but neither base nor
// third person; no other verb has such a form. Misspelled comes with the form that was meant.
const (
	Base Form = 1 << iota
	ThirdPerson
	Past
	Participle
	Gerund
	Misspelled
	PresentBe
)

// Has reports whether f holds any form of other.
func (f Form) Has(other Form) bool { return f&other != 0 }

// All returns every form once: the infinitive, the present, the past, the participle, the -ing form.
func (f Forms) All() []string {
	list := []string{f.Base}
	for _, past := range []bool{false, true} {
		for _, p := range Persons {
			list = append(list, Finite(f.Base, past, p)...)
		}
	}
	list = slices.Concat(list, f.Participle, f.Gerund)
	var all []string
	for _, form := range list {
		if !slices.Contains(all, form) {
			all = append(all, form)
		}
	}
	return all
}

// Of returns the forms of the verb whose infinitive is base, in lower case. It never fails: a word
// that is not in the table of known verbs gets regular forms and Known false. The finite forms of
// "be" depend on the person beyond what Forms can say; [Finite] has them all.
func Of(base string) Forms {
	return lexicon().parts(base).forms(base)
}

// A parts value is one verb with the dialects of its forms.
type parts struct {
	third, past, participle, gerund []spelling
	irregular, known                bool
}

// A spelling is one accepted form and the dialect that prefers it; "" is common to both.
type spelling struct {
	text    string
	dialect Dialect
}

// all returns every inflected form, in the order of the fields.
func (p parts) all() []spelling {
	return slices.Concat(p.third, p.past, p.participle, p.gerund)
}

// form returns which forms of the verb with the infinitive base word is, 0 for none.
func (p parts) form(base, word string) Form {
	var f Form
	if word == base {
		f |= Base
	}
	if base == "be" && (word == "am" || word == "are") {
		f |= PresentBe
	}
	is := func(s spelling) bool { return s.text == word }
	for i, list := range [][]spelling{p.third, p.past, p.participle, p.gerund} {
		if slices.ContainsFunc(list, is) {
			f |= ThirdPerson << i
		}
	}
	return f
}

func (p parts) forms(base string) Forms {
	return Forms{
		Base:        base,
		ThirdPerson: texts(p.third),
		Past:        texts(p.past),
		Participle:  texts(p.participle),
		Gerund:      texts(p.gerund),
		Irregular:   p.irregular,
		Known:       p.known,
	}
}

func texts(list []spelling) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = s.text
	}
	return out
}
