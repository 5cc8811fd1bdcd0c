package tutor_test

import (
	"encoding/json"
	"flag"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/tools"
	"github.com/shortleash/shortleash/tutor"
	"github.com/shortleash/shortleash/tutor/answer"
	"github.com/shortleash/shortleash/tutor/toolset"
)

var rewritingSamples = flag.Int("rewriting-samples", 10, "how many answers are drawn of each open sentence")

// allForms returns the tools as the leash Mixed has them.
func allForms(t testing.TB) *tools.Registry {
	four, err := toolset.Tools(toolset.Options{AllForms: true})
	require.NoError(t, err)
	r, err := tools.NewRegistry(four...)
	require.NoError(t, err)
	return r
}

// How an open sentence may be written: the words come from the tools, the choice is the model's.
func TestRewritings(t *testing.T) {
	rows := []struct {
		claim, sentence string
		calls           string // with semicolons
		may, mustNot    []string
	}{
		{"any form of a verb that was looked up", "He goed to school.", "l go",
			[]string{"He went to school.", "He has gone to school.", "He would have gone to school.", "He goes to school.",
				"He is going to school."},
			[]string{"He walked to school.", "He went to the school.", "he went to school.", "She went to school."}},
		{"a tense that the analysis does not open", "When I was a child I play chess.", "l play",
			[]string{"When I was a child I played chess.", "When I was a child I would play chess."}, []string{"When I am a child I play chess."}},
		{"a state verb in the continuous", "I'm hating Mondays.", "l hate",
			[]string{"I hate Mondays.", "I don't hate Mondays."}, []string{"I love Mondays."}},
		{"be before another verb", "I am usually wake up early.", "l wake",
			[]string{"I usually wake up early.", "I am usually woken up early."}, []string{"I wake usually up early.", "I usually get up early."}},
		{"a question without do", "Where you live?", "l live",
			[]string{"Where do you live?", "Where did you live?"}, []string{"Where you do the live?", "Do where you live?"}},
		{"a question without a question word", "You like it?", "l like",
			[]string{"Do you like it?", "Did you like it?"}, []string{"do you like it?", "Do You like it?"}},
		{"the other side of the subject", "Do your brother like tea?", "l like",
			[]string{"Does your brother like tea?", "Did your brother like tea?"}, []string{"Does your sister like tea?"}},
		{"be that is missing", "She happy today.", "l be",
			[]string{"She is happy today."}, []string{"She is sad today.", "She happy is being today is."}},
		{"a contraction", "He don't know.", "l know",
			[]string{"He doesn't know.", "He does not know.", "He knows."}, []string{"She doesn't know."}},
		{"a helper that is misspelled", "It wasnt my fault.", "l be",
			[]string{"It wasn't my fault.", "It was not my fault."}, []string{"It wasn't your fault."}},
		{"the apostrophe of the sentence", "He don’t know.", "l know",
			[]string{"He doesn’t know."}, []string{"He doesn't know."}},
		{"a base form may stay behind another auxiliary", "You must not to smoke here.", "l smoke",
			[]string{"You must not smoke here.", "You smoke here."}, nil},
		{"or get the one that it lacks", "We agreed meet at dawn.", "l meet",
			[]string{"We agreed to meet at dawn."}, nil},
		{"an adverb before a helper stays", "We often does it.", "l do",
			[]string{"We often do it.", "We often did it."}, []string{"We're it.", "We do it."}},
		{"a word about which nothing was asked stays", "He go home and she cook.", "l go",
			[]string{"He goes home and she cook."}, []string{"He goes home and she cooks."}},
		{"a preposition is no helper", "She is afraid of fly.", "l fly",
			[]string{"She is afraid of flying."}, []string{"She is afraid flying."}},
		{"a verb that is in no table", "He vlog every day.", "l vlog",
			[]string{"He vlogs every day."}, []string{"He blogs every day."}},
		{"marks that mean something in an expression", "He (Tom) goed to A.B. [x]*?", "l go",
			[]string{"He (Tom) went to A.B. [x]*?"}, []string{"He (Tom) went to AxB. [x]*?"}},
		{"a first word", "Goes he to school?", "l go",
			[]string{"Go he to school?"}, []string{"goes he to school?"}},
	}
	r := allForms(t)
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			observations := play(t, r, strings.Split(row.calls, "; ")...)
			g := rewritings(t, answer.New(row.sentence), observations)
			for _, text := range row.may {
				assert.NoError(t, g.Check(t.Context(), correction(t, text)), text)
				assert.NoError(t, tutor.CheckRewriting(row.sentence, text, observations), "the twin: %s", text)
			}
			for _, text := range row.mustNot {
				assert.Error(t, g.Check(t.Context(), correction(t, text)), text)
			}
		})
	}
}

func compile(t testing.TB, s grammar.Schema) *grammar.Grammar {
	g, err := grammar.Compile(t.Context(), s.JSON(), grammar.Options{})
	require.NoError(t, err)
	return g
}

func correction(t testing.TB, text string) []byte {
	quoted, err := tools.Encode(text)
	require.NoError(t, err)
	return []byte(`{"corrected":` + string(quoted) + `,"in_scope":true,"rationale":[],"spanish_gloss":null}`)
}

// rewritings returns the grammar of a sentence that may be changed.
func rewritings(t testing.TB, s *answer.Sentence, observations []answer.Observation) *grammar.Grammar {
	schema, ok := s.Rewritings(observations)
	require.True(t, ok)
	return compile(t, schema)
}

// The rationale is what was observed about the changed words, or all of it.
func TestRationaleOfARewriting(t *testing.T) {
	const gone, be = "go is irregular: go, went, gone. [lookup_irregular_verb]", "be is irregular: be, was, been. [lookup_irregular_verb]"
	observations := play(t, allForms(t), "l sing", "l go", "l be")
	for corrected, want := range map[string][]string{
		"He went home and she singed.": {gone},
		"":                             {"sing is irregular: sing, sang, sung. [lookup_irregular_verb]", gone, be},
	} {
		o := answer.Object{InScope: true}
		if corrected != "" {
			o.Corrected = &corrected
		}
		o = answer.New("He goed home and she singed.").CompleteRewriting(o, observations)
		assert.Equal(t, want, o.Rationale)
	}
}

// A sentence of forty words with many verbs has a grammar of bounded size, which takes at most four of them.
func TestRewritingsAreBounded(t *testing.T) {
	text := "Now " + strings.ReplaceAll(strings.Join(strings.Fields(
		"he-goed he-taked he-writed he-runned he-knowed he-buyed he-speaked he-eated"), " and "), "-", " ") + "."
	var calls []string
	for _, v := range strings.Fields("go take write run know buy speak eat") {
		calls = append(calls, "l "+v)
	}
	schema, ok := answer.New(text).Rewritings(play(t, allForms(t), calls...))
	require.True(t, ok)
	assert.Less(t, len(schema.JSON()), 64<<10)
	g := compile(t, schema)
	past := strings.NewReplacer("goed", "went", "taked", "took", "writed", "wrote", "runned", "ran")
	four := past.Replace(text)
	assert.NoError(t, g.Check(t.Context(), correction(t, four)))
	assert.Error(t, g.Check(t.Context(), correction(t, strings.ReplaceAll(four, "knowed", "knew"))), "a fifth verb")
	assert.NoError(t, g.Check(t.Context(), correction(t, strings.ReplaceAll(text, "eated", "ate"))))
}

// A server holds the corrections of a usual sentence itself: the words, the places, and the forms.
func TestServersHoldRewritings(t *testing.T) {
	r := allForms(t)
	for text, calls := range map[string]string{
		"He goed to school.": "l go",
		"Yesterday my sister and I was at the market and buyed some apples.": "l be; l buy",
	} {
		e := rewritings(t, answer.New(text), play(t, r, strings.Split(calls, "; ")...)).ServerSchema(grammar.Ollama)
		assert.Contains(t, e.Text, `"pattern":`, text)
		for _, lost := range e.Relaxations {
			assert.NotEqual(t, "pattern", lost.Keyword, "%s: %v", text, lost)
		}
	}
}

// Whatever the grammar lets through changes nothing but verbs, into forms that were looked up, as an independent check reads it.
func TestSampledRewritings(t *testing.T) {
	r := allForms(t)
	dice := rand.New(rand.NewPCG(5, 6))
	corrected, open := 0, 0
	for _, text := range sentences(t) {
		s := answer.New(text)
		var asked []answer.Observation
		for c, ok := s.NextCall(nil); ok && s.Open(); c, ok = s.NextCall(asked) {
			asked = append(asked, observe(t, r, c))
		}
		schema, ok := s.Rewritings(asked)
		if !ok || !s.Open() {
			continue
		}
		open++
		g := compile(t, schema)
		for range *rewritingSamples {
			var o answer.Object
			require.NoError(t, json.Unmarshal(g.Sample(dice), &o))
			if *o.Corrected != text {
				corrected++
				require.NoError(t, tutor.CheckRewriting(text, *o.Corrected, asked), "%s → %s", text, *o.Corrected)
			}
		}
	}
	t.Logf("%d open sentences, %d corrections", open, corrected)
	assert.Greater(t, corrected, open*(*rewritingSamples)/3)
}
