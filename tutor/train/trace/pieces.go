package trace

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"github.com/shortleash/shortleash/model/tiny"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tools"
	"github.com/shortleash/shortleash/tutor/answer"
	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/english/spanish"
	"github.com/shortleash/shortleash/tutor/english/verb"
	"github.com/shortleash/shortleash/tutor/toolset"
)

// Tokenizer returns the tokenizer of the traces, whose pieces are the fixed strings of the tutor's wire
// format: what stands in decisions and observations around the words of a learner and the forms of verbs.
// Those stay bytes: the model copies a word it has never seen as well as one it has.
func Tokenizer() *tiny.Tokenizer { return tokenizer() }

var tokenizer = sync.OnceValue(func() *tiny.Tokenizer {
	t, err := tiny.NewTokenizer(pieces())
	if err != nil {
		panic("trace: BUG: " + err.Error())
	}
	return t
})

// boundary marks where one piece ends and another, or a word, begins: wherever a choice can open, so that
// a choice is one token.
const boundary = "|"

// pieces returns the pieces, each once. They are cut out of documents of each form, so that they follow
// the types of the tools and of the answer.
func pieces() []string {
	var list []string
	add := func(texts ...string) {
		for _, text := range texts {
			for piece := range strings.SplitSeq(text, boundary) {
				if len(piece) > 1 && !slices.Contains(list, piece) {
					list = append(list, piece)
				}
			}
		}
	}
	for _, p := range verb.Persons {
		add(conjugation(sentence.Conjugate, p))
	}
	for _, t := range []verb.Tense{verb.PastSimple, verb.PresentSimple, verb.FutureSimple, verb.PresentPerfect, verb.PresentContinuous} {
		add(string(t))
	}
	add(
		conjugation(sentence.Spanish, verb.FirstSingular),
		call(sentence.Lookup, toolset.LookupArgs{Verb: boundary}),
		call(sentence.Agreement, toolset.AgreementArgs{Subject: boundary, Verb: boundary}),
	)
	add(answers()...)
	add(answer.Irregular, answer.Regular, answer.Instead)
	add(answer.FormOf(verb.FirstSingular), answer.FormOf(verb.ThirdSingular), answer.FormOf(verb.ThirdPlural))
	add("sg of ", "pl of ") // the ends of the other persons
	add(answer.Source(sentence.Conjugate), answer.Source(sentence.Lookup), answer.Source(sentence.Agreement))
	add("Not checked: ") // no line begins so any more; the released weights have a token for it
	add(observations()...)
	return list
}

// conjugation returns a call of a tool that is asked for a form. Person and tense are choices.
func conjugation(tool sentence.Tool, p verb.Person) string {
	return call(tool, toolset.ConjugateArgs{Person: boundary + p, Tense: boundary, Verb: boundary})
}

func call(tool sentence.Tool, args any) string {
	return string(encode(decision{boundary + string(tool), encode(args)}))
}

// A decision is one reply in the wire format, without a thought.
type decision struct {
	Tool string          `json:"tool"`
	Args json.RawMessage `json:"tool_args"`
}

func encode(v any) json.RawMessage {
	text, err := tools.Encode(v)
	if err != nil {
		panic("trace: BUG: " + err.Error()) // values of our own, all of which are JSON
	}
	return text
}

// answers returns final decisions. Whether there is a correction, and whether there is a gloss, is a
// choice that opens before null or the quotation mark.
func answers() []string {
	word := boundary
	var list []string
	for _, o := range []answer.Object{
		{Corrected: nil, InScope: true},
		{Corrected: nil, InScope: false},
		{Corrected: &word, InScope: true},
	} {
		o.Rationale = []string{boundary, boundary}
		text := string(encode(decision{boundary + planner.FinalAnswer, encode(o)}))
		text = strings.ReplaceAll(text, `:null`, `:`+boundary+`null`)
		list = append(list, strings.ReplaceAll(text, `:"`+boundary+`"`, `:`+boundary+`"`+boundary+`"`))
	}
	return list
}

// observations returns the task and what the tools return.
func observations() []string {
	word := boundary
	var list []string
	for _, v := range []any{
		map[string]string{"sentence": boundary},
		toolset.ConjugateResult{Form: boundary, Known: true, Negative: boundary, Question: boundary, Variants: []string{}},
		toolset.ConjugateResult{Form: boundary, Known: false, Negative: boundary, Question: boundary, Variants: []string{}},
		toolset.LookupResult{Infinitive: boundary, IsIrregular: true, Known: true, PastParticiple: boundary, PastSimple: boundary},
		toolset.LookupResult{Infinitive: boundary, IsIrregular: false, Known: true, PastParticiple: boundary, PastSimple: boundary},
		toolset.LookupResult{Infinitive: boundary, IsIrregular: false, Known: false, PastParticiple: boundary, PastSimple: boundary},
		toolset.AgreementResult{Agrees: false, Expected: boundary, Head: boundary, Person: verb.ThirdSingular},
		toolset.AgreementResult{Agrees: true, Expected: boundary, Head: boundary, Person: verb.ThirdPlural},
		spanish.Translation{Form: &word, Infinitive: &word, Note: nil},
		spanish.Translation{Form: &word, Infinitive: &word, Note: &word},
	} {
		list = append(list, string(encode(v)))
	}
	return list
}
