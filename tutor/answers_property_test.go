package tutor_test

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/tools"
	"github.com/shortleash/shortleash/tutor"
	"github.com/shortleash/shortleash/tutor/answer"
	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// sentences returns those that the tests of package sentence are made of: wrong, right, and none.
func sentences(t testing.TB) []string {
	var list []string
	for _, name := range []string{"sentences.tsv", "clean.txt"} {
		text, err := os.ReadFile("english/sentence/testdata/" + name)
		require.NoError(t, err)
		for line := range strings.Lines(string(text)) {
			line = strings.TrimSpace(line)
			if _, rest, ok := strings.Cut(line, "\t"); ok {
				line, _, _ = strings.Cut(rest, "\t")
			}
			if line != "" && !strings.HasPrefix(line, "#") {
				list = append(list, line)
			}
		}
	}
	return list
}

// everyCall returns the calls about any word of the sentence that could be a form of a verb, many of
// which no domain holds.
func everyCall(a sentence.Analysis) []sentence.Call {
	var list []sentence.Call
	for i := range a.Tokens {
		for _, base := range candidates(a.Tokens[i]) {
			list = append(list, sentence.Call{Tool: sentence.Lookup, Verb: base})
			for _, person := range verb.Persons {
				for _, tense := range verb.Tenses {
					list = append(list, sentence.Call{Tool: sentence.Conjugate, Verb: base, Person: person, Tense: tense})
				}
			}
		}
	}
	for i := range a.Groups {
		for k := range a.Groups {
			if finite, ok := a.FiniteWord(i); ok {
				for _, subject := range a.SubjectRuns(k) {
					list = append(list, sentence.Call{Tool: sentence.Agreement, Verb: finite, Subject: subject})
				}
			}
		}
	}
	return list
}

// candidates returns the infinitives that a token could be a form of.
func candidates(t sentence.Token) []string {
	switch t.Lower {
	case "'s":
		return []string{"be", "have"}
	case "'m", "'re":
		return []string{"be"}
	case "'ve":
		return []string{"have"}
	}
	var list []string
	for _, r := range verb.Readings(t.Lower) {
		if t.Kind == sentence.Word && !slices.Contains(list, r.Base) {
			list = append(list, r.Base)
		}
	}
	return list
}

// What the grammar of the answers accepts differs from the sentence only as the tables of the notes
// say, whichever calls were made.
func TestEveryAnswerIsGrounded(t *testing.T) {
	r := registry(t)
	dice := rand.New(rand.NewPCG(1, 2))
	fixed, silent := 0, 0
	for i, text := range sentences(t) {
		if testing.Short() && i%4 > 0 {
			continue // fewer with the race detector
		}
		s := answer.New(text)
		calls := everyCall(s.Analysis())
		var all []answer.Observation
		for _, c := range calls {
			o := observe(t, r, c)
			all = append(all, o)
			fixed += checkAnswers(t, text, s.Answers([]answer.Observation{o}), o)
		}
		if len(all) == 0 {
			silent++
			continue
		}
		for range 4 {
			var some []answer.Observation
			for range 1 + dice.IntN(7) {
				some = append(some, all[dice.IntN(len(all))])
			}
			fixed += checkAnswers(t, text, s.Answers(some), some...)
		}
	}
	t.Logf("%d corrections of %d sentences, %d of them with nothing to ask", fixed, len(sentences(t)), silent)
	assert.Greater(t, fixed, 1000/5)
}

// What no rule sees as wrong stays: the network that was made for the tutor knows less
// than the analysis, and its changes of such verbs were nearly all the harm that it did.
func TestWhatNoRuleSeesStays(t *testing.T) {
	r := registry(t)
	rows := map[string][]string{ // with what else may be changed
		"Were there bomb drills in school?":                           nil,
		"The old ferry might be late, and the passengers wait.":       nil,
		"Not a must of course if the convention should be .ts":        nil,
		"She works in a bank.":                                        nil,
		"They had been friends for years.":                            nil,
		"Ana goed home, and her cousins must have left by that time.": {"goed"},
	}
	for text, wrong := range rows {
		s := answer.New(text)
		var all []answer.Observation
		for _, c := range everyCall(s.Analysis()) {
			all = append(all, observe(t, r, c))
		}
		a := s.Answers(all)
		assert.Equal(t, len(wrong) > 0, len(a.Fixed) > 0, text)
		for _, c := range a.Fixed {
			for _, w := range strings.Fields(text) {
				assert.True(t, slices.Contains(wrong, w) || strings.Contains(c.Corrected, w), "%q became %q", text, c.Corrected)
			}
		}
	}
}

// checkAnswers holds answers to what the package promises of them, and counts the corrections.
func checkAnswers(t *testing.T, text string, a answer.Answers, observations ...answer.Observation) int {
	t.Helper()
	assert.LessOrEqual(t, len(a.Fixed), answer.MaxSentences)
	seen := map[string]bool{}
	for _, c := range a.Fixed {
		if err := tutor.Check(text, c.Corrected, observations); err != nil {
			t.Errorf("%q\n  became %q:\n  %v", text, c.Corrected, err)
		}
		assert.False(t, seen[c.Corrected], "each sentence once: %q", c.Corrected)
		assert.NotEmpty(t, c.Lines)
		seen[c.Corrected] = true
	}
	return len(a.Fixed)
}

// checkSchema holds the schema of answers to what every state of a run may rely on.
func checkSchema(t *testing.T, a answer.Answers) {
	t.Helper()
	g, err := grammar.Compile(t.Context(), a.Schema().JSON(), grammar.Options{})
	require.NoError(t, err)
	assert.True(t, a.Clean != nil || len(a.Fixed) > 0 || slices.Contains(a.Reasons, sentence.Undecided), "there always is an answer")
	for _, r := range answer.Reasons {
		text, err := json.Marshal(answer.ReasonLine(r))
		require.NoError(t, err)
		document := `{"corrected":null,"in_scope":false,"rationale":[` + string(text) + `],"spanish_gloss":null}`
		assert.Equal(t, slices.Contains(a.Reasons, r), g.Check(t.Context(), []byte(document)) == nil, "%s", r)
	}
	for seed := range uint64(3) {
		sample := g.Sample(rand.New(rand.NewPCG(seed, 1)))
		assert.NoError(t, g.Check(t.Context(), sample))
		var given struct {
			Corrected *string  `json:"corrected"`
			InScope   bool     `json:"in_scope"`
			Rationale []string `json:"rationale"`
		}
		require.NoError(t, json.Unmarshal(sample, &given))
		settled := a.CompleteRationale(given.Corrected, given.InScope, given.Rationale)
		assert.LessOrEqual(t, len(settled), answer.MaxRationale)
		assert.NotEmpty(t, settled)
		assert.Equal(t, settled, a.CompleteRationale(given.Corrected, given.InScope, settled), "settled is settled")
	}
}

func FuzzAnswers(f *testing.F) {
	f.Add("He goed to school.", "conjugate", `{"person":"3sg","tense":"past_simple","verb":"go"}`,
		`{"form":"went","negative":"didn't go","question":"did _ go","variants":[]}`)
	f.Add("She don't know.", "lookup_irregular_verb", `{"verb":"know"}`,
		`{"infinitive":"know","past_simple":"knew","past_participle":"known"}`)
	f.Add("Ana and I was tired.", "check_subject_verb_agreement", `{"subject":"Ana and I","verb":"was"}`, `{"agrees":false,"expected":"were"}`)
	f.Add("She is happy.", "lookup_spanish", `{"person":"3sg","tense":"present_simple","verb":"be"}`,
		`{"form":"es","infinitive":"ser","note":null}`)
	f.Add("You like it?", "conjugate", `{"person":"2sg","tense":"present_simple","verb":"like"}`,
		`{"form":"_","negative":" ","question":"\u0000 _","variants":[""]}`)
	f.Add("“He’s \xff gone", "conjugate", `{"person":"3sg","tense":"past_simple","verb":"go"}`, `[1,{"form":null}]`)
	f.Fuzz(func(t *testing.T, text, tool, args, output string) {
		if len(text) > 300 {
			return
		}
		s := answer.New(text)
		given := answer.Observation{Tool: tool, Args: json.RawMessage(args), Output: json.RawMessage(output)}
		observations := []answer.Observation{given}
		for i, c := range everyCall(s.Analysis()) { // some that a run would have, before and after it
			if i%5 == 0 && len(observations) < 6 {
				observations = append(observations, observe(t, fuzzRegistry(t), c))
			}
		}
		checkSchema(t, s.Answers(nil))
		checkSchema(t, s.Answers(observations))
		observations[0], observations[len(observations)-1] = observations[len(observations)-1], given
		checkSchema(t, s.Answers(observations))
	})
}

func fuzzRegistry(t *testing.T) *tools.Registry { return registry(t) }

func TestEverySchemaCompiles(t *testing.T) {
	r := registry(t)
	for i, text := range sentences(t) {
		if i%4 != 0 {
			continue
		}
		s := answer.New(text)
		calls := everyCall(s.Analysis())
		var some []answer.Observation
		for k := 0; k < len(calls); k += 1 + len(calls)/6 {
			some = append(some, observe(t, r, calls[k]))
		}
		checkSchema(t, s.Answers(some))
	}
}
