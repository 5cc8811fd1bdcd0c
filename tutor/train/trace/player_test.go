package trace_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/model/tiny"
	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/english/verb"
	"github.com/shortleash/shortleash/tutor/train/corpus"
	"github.com/shortleash/shortleash/tutor/train/trace"
)

var goed = corpus.Example{
	Text: "He goed to school.", Corrected: "He went to school.", InScope: true,
	Groups: []corpus.Fact{{Verb: "go", Person: verb.ThirdSingular, Tense: verb.PastSimple,
		Code: sentence.Overregular}},
}

func play(t *testing.T, shares trace.Shares, e corpus.Example, seed uint64) (trace.Trace, bool) {
	t.Helper()
	p, err := trace.NewPlayer(shares)
	require.NoError(t, err)
	tr, taught, err := p.Play(t.Context(), e, rand.New(rand.NewPCG(seed, seed)))
	require.NoError(t, err)
	return tr, taught
}

// parts writes a trace for the eye: choices in brackets with how many tokens were legal, given tokens
// in braces.
func parts(tr trace.Trace) string {
	var b strings.Builder
	choice, given := 0, false
	for i, id := range tr.IDs {
		if was := given; (tr.Kinds[i] == trace.Given) != was {
			given = !was
			b.WriteString(map[bool]string{true: "{", false: "}"}[given])
		}
		text := trace.Tokenizer().Decode(tr.IDs[i : i+1])
		if id >= tiny.Pad && text == "" {
			text = "|"
		}
		if tr.Kinds[i] == trace.Choice {
			legal := 0
			for _, word := range tr.Masks[choice] {
				for ; word != 0; word &= word - 1 {
					legal++
				}
			}
			text = fmt.Sprintf("[%s %d]", text, legal)
			choice++
		}
		b.WriteString(text)
	}
	return b.String()
}

func TestATraceIsTheRun(t *testing.T) {
	tr, taught := play(t, trace.Shares{NoGloss: 1}, goed, 1)
	assert.True(t, taught)
	assert.Equal(t, `{|{"sentence":"He goed to school."}||}{"tool":"[lookup_irregular_verb","tool_args":{"verb":" 2]go"}}|`+
		`{|{"infinitive":"go","is_irregular":true,"known":true,"past_participle":"gone","past_simple":"went"}||}`+
		`{"tool":"[final_answer","tool_args":{"corrected": 2]"He went to school.","in_scope":true,"rationale":["`+
		`go is irregular: go, went, gone. [lookup_irregular_verb]"],"spanish_gloss":null}}|`, parts(tr))
}

// What the teacher gets wrong is not taught.
func TestOnlyTheTruthIsTaught(t *testing.T) {
	greeting := corpus.Example{Text: "Good morning!", Reason: sentence.Request} // the teacher would say that it is no sentence
	_, taught := play(t, trace.Shares{NoGloss: 1}, greeting, 1)
	assert.False(t, taught)
	never := goed // no tool returns this form
	never.Corrected = "He attended school."
	_, taught = play(t, trace.Shares{NoGloss: 1}, never, 1)
	assert.False(t, taught)
}

// What JSON for web pages would escape stays as it is, as the grammar of the step writes it.
func TestMarkupIsWrittenAsTheGrammarWritesIt(t *testing.T) {
	quoted := goed
	quoted.Text, quoted.Corrected = "> He goed to R&D.", "> He went to R&D."
	tr, taught := play(t, trace.Shares{NoGloss: 1}, quoted, 1)
	assert.True(t, taught)
	assert.Contains(t, parts(tr), "He went to R&D.")
}

func TestAGlossIsAskedForWhereItIsWanted(t *testing.T) {
	with, _ := play(t, trace.Shares{}, goed, 1)
	assert.Contains(t, parts(with), "lookup_spanish")
	assert.Contains(t, parts(with), "Él fue a la escuela.")
	without, _ := play(t, trace.Shares{NoGloss: 1}, goed, 1)
	assert.NotContains(t, parts(without), "lookup_spanish")
}

// A detour is not learned; what the teacher does after it is.
func TestDetoursAreGiven(t *testing.T) {
	detours := 0
	for seed := range uint64(40) {
		tr, taught := play(t, trace.Shares{NoGloss: 1, Detour: 0.3}, goed, seed)
		assert.True(t, taught)
		text := parts(tr)
		detours += strings.Count(text, `|{"tool"`)
		assert.True(t, strings.HasSuffix(text, `null}}|`), text)
	}
	assert.Greater(t, detours, 5)
}

func TestTheSameDrawGivesTheSameTrace(t *testing.T) {
	one, _ := play(t, trace.DefaultShares, goed, 7)
	two, _ := play(t, trace.DefaultShares, goed, 7)
	assert.Equal(t, one, two)
}
