package tutor

import (
	"context"
	"encoding/json"
	"iter"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/eval"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/tutor/answer"
	"github.com/shortleash/shortleash/tutor/rules"
)

// rewritten is an answer of a model that only writes the sentence.
func rewritten(corrected string) string {
	return `{"tool":"final_answer","tool_args":{"corrected":` + encoded(corrected) + `,"in_scope":true,"rationale":[],"spanish_gloss":null}}`
}

// Where the analysis has no opinion of a verb, a small model writes the sentence, once. The verb is looked up without asking it.
func TestAtMixedOneRequestDecides(t *testing.T) {
	const sentence = "Don't to forget your sunglasses, Ana."
	for want, reply := range map[string]string{
		"":                                   sentence,
		"Don't forget your sunglasses, Ana.": "Don't forget your sunglasses, Ana.",
	} {
		m := fake.Script(rewritten(reply))
		o := onLeash(m, Mixed)
		o.Trace = true
		tutor, err := New(o)
		require.NoError(t, err)
		r := correct(t, tutor, sentence)
		assert.Equal(t, loop.Final, r.Outcome, r.Problem)
		assert.Equal(t, want, stringOr(r.Corrected, ""))
		assert.Len(t, m.Requests(), 1)
		var verbs []string
		for _, step := range r.Trace {
			if step.Tool == "lookup_irregular_verb" {
				verbs = append(verbs, string(step.Args))
			}
		}
		assert.Equal(t, []string{`{"verb":"do"}`, `{"verb":"forget"}`}, verbs)
	}
}

// Nothing but verbs of which the analysis has no opinion can be changed, and into nothing but their forms.
func TestAtMixedOnlyVerbsChange(t *testing.T) {
	for _, reply := range []string{
		"Do not lose your sunglasses.", "Don't forget your glasses.", "Don't forget your sunglasses!", "Don't forget it.", "",
	} {
		tutor, err := New(onLeash(fake.Script(rewritten(reply), rewritten(reply), rewritten(reply)), Mixed))
		require.NoError(t, err)
		assert.Equal(t, loop.ModelFailure, correct(t, tutor, "Don't to forget your sunglasses.").Outcome, reply)
	}
}

// What the analysis calls right stays, and the model is not asked, also where some verb is none of its business.
func TestAtMixedWhatIsRightStays(t *testing.T) {
	for _, sentence := range []string{
		"The rules require that he wear a badge.", "I wish I were taller.", "I heard it break down.",
		"It's high time somebody fixed that lift.", "We watched the children playing in the snow.",
	} {
		m := &recorder{Model: fake.Random(1)}
		tutor, err := New(onLeash(m, Mixed))
		require.NoError(t, err)
		r := correct(t, tutor, sentence)
		assert.Nil(t, r.Corrected, sentence)
		assert.True(t, r.InScope)
		assert.Empty(t, m.asked)
	}
}

// Where the analysis sees an error, it says what may be asked and answered, as at the full length, and the model is asked at
// most once.
func TestAtMixedTheAnalysisSaysWhatIsWrong(t *testing.T) {
	for sentence, want := range map[string]string{
		"He goed to school.":                      "He went to school.",
		"They is work.":                           "They are working.",
		"Yesterday I see him and he don't talk.":  "Yesterday I saw him and he didn't talk.",
		"Did she went home and does he likes it?": "Did she go home and does he like it?",
	} {
		for seed := range int64(5) {
			m := &recorder{Model: fake.Random(seed)}
			tutor, err := New(onLeash(m, Mixed))
			require.NoError(t, err)
			r := correct(t, tutor, sentence)
			assert.Equal(t, want, stringOr(r.Corrected, ""), string(r.JSON()))
			assert.LessOrEqual(t, len(m.asked), 1)
			assert.False(t, r.Unsure)
		}
	}
	// Also the verbs beyond those without which no answer judges are asked about.
	const four = "He goes home, she comes late, they are tired and we were sad."
	tutor, err := New(onLeash(fake.Script(rewritten(four)), Mixed))
	require.NoError(t, err)
	assert.Equal(t, four, stringOr(correct(t, tutor, "He go home, she come late, they is tired and we was sad.").Corrected, ""))
}

// Why the analysis does not judge is not asked about: a small model gives any reason.
func TestAtMixedTheAnalysisSaysWhyItDeclines(t *testing.T) {
	full, err := New(Options{Model: func() model.Model { return rules.New() }, Loop: loop.Config{}})
	require.NoError(t, err)
	for _, sentence := range []string{"Write a poem.", "Hola, que tal?", "Hello!", "To learn some new tricks."} {
		m := &recorder{Model: fake.Random(1)}
		tutor, err := New(onLeash(m, Mixed))
		require.NoError(t, err)
		r, want := correct(t, tutor, sentence), correct(t, full, sentence)
		assert.Nil(t, r.Corrected)
		require.NotNil(t, r.Reason, sentence)
		assert.Equal(t, *want.Reason, *r.Reason, sentence)
		assert.Empty(t, m.asked, sentence)
	}
}

// What the rules correct is what a small model can say there, and the program makes the calls for it.
func TestAtMixedTheRulesCanBeFollowed(t *testing.T) {
	f, err := os.Open("../testdata/contract.jsonl")
	require.NoError(t, err)
	defer f.Close()
	suite, err := eval.ReadSuite("contract", f)
	require.NoError(t, err)
	full, err := New(Options{Model: func() model.Model { return rules.New() }, Loop: loop.Config{}})
	require.NoError(t, err)
	corrected := 0
	for i := 0; i < len(suite.Items); i += 12 {
		want := correct(t, full, suite.Items[i].Input)
		if want.Corrected == nil || len(Sentences(want.Input)) > 1 {
			continue
		}
		tutor, err := New(onLeash(fake.Script(rewritten(*want.Corrected)), Mixed))
		require.NoError(t, err)
		r := correct(t, tutor, want.Input)
		assert.Equal(t, *want.Corrected, stringOr(r.Corrected, ""), r.Problem)
		corrected++
	}
	assert.Greater(t, corrected, 40)
}

// A small model reads the forms of the open verbs, and the sentence again where it writes.
func TestThePromptOfMixed(t *testing.T) {
	asked := askedOf(t, onLeash(nil, Mixed), "Don't to forget your sunglasses.", rewritten("Don't forget your sunglasses."))
	require.Len(t, asked, 1)
	golden(t, "prompt_mixed.golden", transcript(t, asked[0].Messages))
}

// Few verbs are looked up: a pattern for more is too long for servers.
func TestWhatIsLookedUpAtMixed(t *testing.T) {
	l := newPolicy(Mixed, Language{})
	open := 0
	for _, text := range append(wild(t), "He must have been always run, jump, swim, climb, laugh, sing and dance.") {
		about := l.study(text)
		var asked []answer.Observation
		for about.Open() {
			c, ok := about.NextCall(asked)
			if !ok {
				open++
				break
			}
			args, err := json.Marshal(map[string]string{"verb": c.Verb})
			require.NoError(t, err)
			asked = append(asked, answer.Observation{Tool: string(c.Tool), Args: args})
			require.LessOrEqual(t, len(asked), 5, text)
		}
	}
	assert.Positive(t, open)
}

// A random model changes verbs only, into forms that were looked up, and never what the analysis sees as an error.
func TestMixedKeeps(t *testing.T) {
	changed := 0
	for seed := range int64(5) {
		for _, sentence := range wild(t) {
			o := onLeash(fake.Random(seed), Mixed)
			o.Trace = true
			tutor, err := New(o)
			require.NoError(t, err)
			r := correct(t, tutor, sentence)
			require.Equal(t, loop.Final, r.Outcome, "%s: %s", sentence, r.Problem)
			if r.Corrected != nil && len(Sentences(sentence)) == 1 && tutor.policy.opens(Sentences(sentence)[0]) {
				changed++
				require.NoError(t, CheckRewriting(r.Input, *r.Corrected, observedIn(r)))
			}
		}
	}
	assert.Positive(t, changed)
}

// What is right can be said on the leash Mixed, of every verb of which the analysis has no opinion.
func TestCeilingOfMixed(t *testing.T) {
	suites, err := eval.ReadFiles("../testdata/beyond.jsonl", "../testdata/learners.jsonl")
	require.NoError(t, err)
	tried, reached, policy := 0, 0, newPolicy(Mixed, Language{})
	for i, item := range append(suites[0].Items, suites[1].Items...) {
		if testing.Short() && i%shortStep > 0 {
			continue
		}
		for _, want := range append([]string{item.Input}, item.Accept...) {
			if (want == item.Input) != (len(item.Accept) == 0) || !policy.opens(item.Input) {
				continue
			}
			tried++
			m := fake.Script(rewritten(want))
			tutor, err := New(onLeash(m, Mixed))
			require.NoError(t, err)
			r, err := tutor.Correct(t.Context(), item.Input, nil, nil)
			require.NoError(t, err)
			if r.Outcome == loop.Final {
				reached++
			} else {
				t.Logf("%q cannot become %q", item.Input, want)
			}
			break
		}
	}
	t.Logf("%d of %d", reached, tried)
	assert.Greater(t, tried, 80/shortStep)
	assert.GreaterOrEqual(t, float64(reached), 0.9*float64(tried))
}

// onLeash returns the options of a trained model on a leash.
func onLeash(m model.Model, leash loop.Leash) Options {
	o := Options{Model: shared(m), Loop: loop.Config{}}
	o.Loop.Leash = leash
	return o
}

// askedOf returns what a model was asked in one run.
func askedOf(t *testing.T, o Options, sentence string, replies ...string) []model.Request {
	t.Helper()
	m := fake.Script(replies...)
	o.Model = shared(m)
	tutor, err := New(o)
	require.NoError(t, err)
	correct(t, tutor, sentence)
	return m.Requests()
}

// A recorder keeps what a model was asked, and what it said.
type recorder struct {
	model.Model
	asked   [][]model.Message
	replies []string
}

func (r *recorder) Generate(ctx context.Context, req model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) {
		r.asked, r.replies = append(r.asked, req.Messages), append(r.replies, "")
		for c, err := range r.Model.Generate(ctx, req) {
			r.replies[len(r.replies)-1] += c.Text
			if !yield(c, err) {
				return
			}
		}
	}
}
