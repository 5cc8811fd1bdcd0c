// Package toolset makes the tutor's four tools: what a model may look up about English verbs, their
// subjects and their Spanish.
//
// [Tools] returns them as values of package tools, ready for a registry: conjugate,
// lookup_irregular_verb, check_subject_verb_agreement and lookup_spanish. They are pure functions
// over the tables of package tables: no clock, no network, the same call always gives the same output,
// and any number may run at once. Their knowledge is in verb (the forms of English verbs), spanish (those
// of Spanish ones) and sentence (subjects and their persons).
//
// An error contains no form of any verb, so that nothing in it can end up in an answer.
package toolset

import (
	"context"
	"strings"

	"github.com/shortleash/shortleash/tools"
	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/english/spanish"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// Options says which English is proposed and which Spanish is written. The zero value is any
// English, and the Spanish of Latin America.
type Options struct {
	Dialect verb.Dialect
	Spanish spanish.Variety
	// AllForms lets conjugate take the eight tenses of the verb package, not only the five that are judged, and has
	// lookup_irregular_verb list every form.
	AllForms bool
}

// The classes of errors beside those of package tools. All are recoverable.
const (
	ClassNotAVerb  = "not_a_verb" // the word is known, and it is no verb
	ClassNotFinite = "not_finite" // the verb form carries no person
	ClassNoHead    = "no_head"    // the subject has no noun or pronoun
)

// ConjugateArgs are the arguments of conjugate.
type ConjugateArgs struct {
	Person verb.Person `json:"person"`
	Tense  verb.Tense  `json:"tense"`
	Verb   string      `json:"verb" jsonschema:"minLength=1,maxLength=24"` // any form
}

// AllTensesArgs are the arguments of conjugate where it takes all tenses.
type AllTensesArgs struct {
	Person verb.Person `json:"person"`
	Tense  anyTense    `json:"tense"`
	Verb   string      `json:"verb" jsonschema:"minLength=1,maxLength=24"` // any form
}

// anyTense is a tense, also one that is not judged.
type anyTense verb.Tense

// Values lists the eight.
func (anyTense) Values() []string {
	return append(verb.Tense("").Values(), string(verb.PastContinuous), string(verb.PastPerfect), string(verb.Conditional))
}

// ConjugateResult is what conjugate returns.
type ConjugateResult struct {
	Form     string   `json:"form"`     // went
	Known    bool     `json:"known"`    // false: not in our list, the regular rules were used
	Negative string   `json:"negative"` // didn't go
	Question string   `json:"question"` // did _ go; "_" is the place of the subject
	Variants []string `json:"variants"` // other accepted spellings of Form
}

// LookupArgs are the arguments of lookup_irregular_verb.
type LookupArgs struct {
	Verb string `json:"verb" jsonschema:"minLength=1,maxLength=24"` // any form, also goed, stoping
}

// LookupResult is what lookup_irregular_verb returns.
type LookupResult struct {
	Infinitive     string `json:"infinitive"`
	IsIrregular    bool   `json:"is_irregular"`
	Known          bool   `json:"known"`
	PastParticiple string `json:"past_participle"`
	PastSimple     string `json:"past_simple"`
}

// AllFormsResult is what lookup_irregular_verb returns where it lists every form.
type AllFormsResult struct {
	Forms []string `json:"forms"` // each once: be, am, are, is, was, were, been, being
	LookupResult
}

// AgreementArgs are the arguments of check_subject_verb_agreement.
type AgreementArgs struct {
	Subject string `json:"subject" jsonschema:"minLength=1,maxLength=80"`
	Verb    string `json:"verb" jsonschema:"minLength=1,maxLength=24"` // a finite form, as written
}

// AgreementResult is what check_subject_verb_agreement returns.
type AgreementResult struct {
	Agrees   bool        `json:"agrees"`
	Expected string      `json:"expected"` // in the tense of the verb
	Head     string      `json:"head"`     // of the subject: "list" of "the list of items"
	Person   verb.Person `json:"person"`
}

// Tools returns the four tools in the order in which prompts describe them.
func Tools(o Options) ([]tools.Tool, error) {
	pure := tools.Options{Idempotent: true, ParallelSafe: true} // tables and short words alone
	var list []tools.Tool
	var failure error
	add := func(t tools.Tool, err error) {
		if err != nil && failure == nil {
			failure = err
		}
		list = append(list, t)
	}
	const (
		looksUp    = "the three forms of a verb, for any form of it, also a misspelled one"
		conjugates = "one form of a verb in a tense and person, with its negative and its question"
	)
	if o.AllForms {
		add(tools.New(string(sentence.Lookup), looksUp,
			func(_ context.Context, in LookupArgs) (AllFormsResult, error) { return LookupForms(in, o) }, pure))
		add(tools.New(string(sentence.Conjugate), conjugates,
			func(_ context.Context, in AllTensesArgs) (ConjugateResult, error) {
				return Conjugate(ConjugateArgs{in.Person, verb.Tense(in.Tense), in.Verb}, o)
			}, pure))
	} else {
		add(tools.New(string(sentence.Lookup), looksUp,
			func(_ context.Context, in LookupArgs) (LookupResult, error) { return Lookup(in, o) }, pure))
		add(tools.New(string(sentence.Conjugate), conjugates,
			func(_ context.Context, in ConjugateArgs) (ConjugateResult, error) { return Conjugate(in, o) }, pure))
	}
	add(tools.New(string(sentence.Agreement), "whether a verb form as written fits a subject, and the form that does",
		func(_ context.Context, in AgreementArgs) (AgreementResult, error) { return CheckAgreement(in) }, pure))
	add(tools.New(string(sentence.Spanish), "the Spanish form of an English verb in a tense and person",
		func(_ context.Context, in ConjugateArgs) (spanish.Translation, error) { return LookupSpanish(in, o) }, pure))
	return list, failure
}

// Conjugate returns a form of a verb. The verb may be given in any form; a word that is in no table
// is taken for an infinitive and gets the regular rules.
func Conjugate(in ConjugateArgs, o Options) (ConjugateResult, error) {
	base, err := infinitive(in.Verb)
	if err != nil {
		return ConjugateResult{}, err
	}
	c := verb.Conjugate(base, in.Tense, in.Person, o.Dialect)
	out := ConjugateResult{Form: c.Form, Known: c.Known, Negative: c.Negative, Question: c.Question, Variants: c.Variants}
	if out.Variants == nil {
		out.Variants = []string{} // a list in JSON, never null
	}
	return out, nil
}

// Lookup returns the principal parts of a verb given in any form.
func Lookup(in LookupArgs, o Options) (LookupResult, error) {
	base, err := infinitive(in.Verb)
	if err != nil {
		return LookupResult{}, err
	}
	f := verb.Of(base)
	// One person will do: all but "be" have a single past form, and of "be" the table lists "was" first.
	past := verb.Conjugate(base, verb.PastSimple, verb.ThirdSingular, o.Dialect).Form
	perfect := verb.Conjugate(base, verb.PresentPerfect, verb.ThirdSingular, o.Dialect).Form
	return LookupResult{
		Infinitive: base, IsIrregular: f.Irregular, Known: f.Known,
		PastParticiple: strings.TrimPrefix(perfect, "has "), PastSimple: past,
	}, nil
}

// LookupForms is [Lookup] with every form of the verb.
func LookupForms(in LookupArgs, o Options) (AllFormsResult, error) {
	r, err := Lookup(in, o)
	if err != nil {
		return AllFormsResult{}, err
	}
	return AllFormsResult{Forms: verb.Of(r.Infinitive).All(), LookupResult: r}, nil
}

// CheckAgreement reports whether a finite form fits a subject. Where either number is right (the
// team is, the team are), both fit.
func CheckAgreement(in AgreementArgs) (AgreementResult, error) {
	head, person, _, ok := sentence.Head(in.Subject)
	if !ok {
		return AgreementResult{}, &tools.Error{Class: ClassNoHead, Recoverable: true,
			Message: "no noun or pronoun in the subject; give the words before the verb, such as a name or a noun with its article"}
	}
	o, ok := sentence.Observe(sentence.Call{Tool: sentence.Agreement, Subject: in.Subject, Verb: in.Verb})
	switch {
	case ok:
		return AgreementResult{Agrees: o.Agrees, Expected: o.Expected, Head: head, Person: person}, nil
	case len(verb.Readings(in.Verb)) == 0:
		return AgreementResult{}, notAVerb()
	default:
		return AgreementResult{}, &tools.Error{Class: ClassNotFinite, Recoverable: true,
			Message: "this form carries no person; give the first word of the verb group, which does"}
	}
}

// LookupSpanish returns the Spanish form of an English verb given in any form. A verb that is not
// in our list gives nulls: that is a result, not an error.
func LookupSpanish(in ConjugateArgs, o Options) (spanish.Translation, error) {
	base, err := infinitive(in.Verb)
	if err != nil {
		return spanish.Translation{}, err
	}
	return spanish.Lookup(base, in.Tense, in.Person, o.Spanish), nil
}

// infinitive returns the infinitive that word is a form of, or word itself if nothing is known of it.
func infinitive(word string) (string, error) {
	if r, ok := verb.Lemma(word); ok {
		return r.Base, nil
	}
	if sentence.IsKnownNonVerb(word) || !letters(word) {
		return "", notAVerb()
	}
	return strings.ToLower(word), nil
}

func notAVerb() error {
	return &tools.Error{Class: ClassNotAVerb, Recoverable: true,
		Message: "this word is no verb; give one word of a verb group of the sentence"}
}

// letters reports whether word is spelled with the letters of English words alone.
func letters(word string) bool {
	for _, r := range strings.ToLower(word) {
		if (r < 'a' || r > 'z') && r != '-' {
			return false
		}
	}
	return word != ""
}
