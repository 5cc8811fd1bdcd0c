package distill_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/loop/distill"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner/planerrors"
	"github.com/shortleash/shortleash/tutor/rules"
)

// mixed makes a file of mixed tasks with logs of real runs.
func (b bench) mixed(ids string) string {
	verdicts := map[string]string{}
	for id := range strings.FieldsSeq(ids) {
		verdicts[id] = "10"
	}
	_, err := distill.Collect(b.Context(), distill.Collection{Tasks: tasks(ids), Runs: 2, Logs: b.path("logs"),
		Run: answering(verdicts, map[string]int{})}, b.path("runs"))
	require.NoError(b, err)
	_, _, err = distill.Mixed(b.path("runs"), b.path("mixed"))
	require.NoError(b, err)
	return b.path("mixed")
}

func TestDiagnoseGoesOnWhereItWasStopped(t *testing.T) {
	b := newBench(t)
	in := b.mixed("one two three")
	first := distill.Critic{Model: fake.Script(diagnosis("guesses"))}
	_, err := first.Diagnose(t.Context(), in, b.path("diagnoses"))
	f, ok := err.(*model.Fault)
	require.True(t, ok, "a model that cannot be had ends the stage: %v", err)
	assert.Equal(t, model.Exhausted, f.Kind)
	b.write("diagnoses", b.text("diagnoses")+`{"task":`)
	rest := fake.Script(diagnosis("hurries"), `{"analysis":"none","errors":[]}`)
	var seen []int
	found, err := distill.Critic{Model: rest, Progress: func(done,
		total int) {
		seen = append(seen, done, total)
	}}.Diagnose(t.Context(), in, b.path("diagnoses"))
	require.NoError(t, err)
	assert.Zero(t, rest.Left())
	require.Len(t, found, 3)
	assert.Equal(t, []string{"one", "two", "three"}, []string{found[0].Task, found[1].Task, found[2].Task})
	assert.Equal(t, []int{1, 3, 2, 3, 3, 3}, seen)
	assert.Equal(t, 3, strings.Count(b.text("diagnoses"), "\n"))
}

// What a model cannot answer costs one task: it is asked once more, and then passed over for good.
func TestAReplyThatCannotBeUsed(t *testing.T) {
	b := newBench(t)
	in := b.mixed("one two")
	m := fake.Script("hm", "hm again", diagnosis("guesses"))
	repeated := &model.Fault{Kind: model.Broken, Message: "it repeated itself", Err: &grammar.Violation{AtEnd: true}}
	found, err := distill.Critic{Model: m}.Diagnose(t.Context(), in, b.path("diagnoses"))
	require.NoError(t, err)
	assert.Contains(t, m.Requests()[1].Messages[1].Content, "That reply could not be used: grammar: byte 0")
	assert.Contains(t, found[0].Problem, "grammar: byte 0")
	assert.Empty(t, found[0].Errors)
	assert.Empty(t, found[1].Problem)
	again := fake.Script("never asked")
	_, err = distill.Critic{Model: again}.Diagnose(t.Context(), in, b.path("diagnoses"))
	require.NoError(t, err)
	assert.Equal(t, 1, again.Left())

	m = fake.Script(merge("new", "???"), merge("new", "42!"))
	merges, err := distill.Critic{Model: m}.Aggregate(t.Context(), nil, b.path("diagnoses"), b.path("merged"))
	require.NoError(t, err)
	assert.Equal(t, distill.Discard, merges[0].Decision)
	assert.Contains(t, merges[0].Problem, `the type "" is not made of lower case letters`)
	assert.Contains(t, m.Requests()[1].Messages[1].Content, `That reply could not be used: the type "" is not made of`)

	around := fake.Play(fake.Reply{Fault: repeated}, fake.Reply{Text: diagnosis("guesses")}, fake.Reply{Text: diagnosis("guesses")})
	found, err = distill.Critic{Model: around}.Diagnose(t.Context(), in, b.path("around"))
	require.NoError(t, err, "what a server stops because of its words is asked for again")
	assert.Empty(t, found[0].Problem)

	long := fake.Play(fake.Reply{Fault: &model.Fault{Kind: model.Overflow, Message: "too long"}},
		fake.Reply{Fault: &model.Fault{Kind: model.Overflow, Message: "too long"}}, fake.Reply{Text: diagnosis("guesses")})
	found, err = distill.Critic{Model: long}.Diagnose(t.Context(), in, b.path("long"))
	require.NoError(t, err, "a prompt that does not fit is about this task too")
	assert.Equal(t, "too long", found[0].Problem)
}

func TestASilentModelCostsItsWait(t *testing.T) {
	b := newBench(t)
	in := b.mixed("one")
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		found, err := distill.Critic{Model: fake.Hostile(fake.Silent, 1)}.Diagnose(t.Context(), in, b.path("diagnoses"))
		require.NoError(t, err)
		assert.Equal(t, "no whole reply came within 5m0s", found[0].Problem)
		assert.Equal(t, 10*time.Minute, time.Since(start), "twice the five minutes of one reply")
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err = distill.Critic{Model: fake.Hostile(fake.Silent, 1)}.Diagnose(ctx, in, b.path("more"))
		assert.ErrorIs(t, err, context.DeadlineExceeded, "the caller's end is not a reply")
	})
	assert.NoFileExists(t, b.path("more"))
}

func TestCriticsThatAreNone(t *testing.T) {
	b := newBench(t)
	for _, row := range []struct {
		m    model.Model
		want string
	}{{nil, "a model is required"}, {rules.Model{}, "rules cannot compare runs"}} {
		_, err := distill.Critic{Model: row.m}.Diagnose(t.Context(), b.path("in"), b.path("out"))
		require.ErrorIs(t, err, distill.ErrMisuse)
		assert.ErrorContains(t, err, row.want)
		_, err = distill.Critic{Model: row.m}.Aggregate(t.Context(), nil, b.path("in"), b.path("out"))
		assert.ErrorContains(t, err, row.want)
	}
}

// A stage that finds nothing leaves an empty file, which the next one reads.
func TestNothingIsAnswerEnough(t *testing.T) {
	b := newBench(t)
	_, err := distill.Collect(t.Context(), distill.Collection{Run: answering(nil, nil), Logs: b.path("logs")}, b.path("runs"))
	require.NoError(t, err)
	_, _, err = distill.Mixed(b.path("runs"), b.path("mixed"))
	require.NoError(t, err)
	critic := distill.Critic{Model: fake.Script("never asked")}
	_, err = critic.Diagnose(t.Context(), b.path("mixed"), b.path("diagnoses"))
	require.NoError(t, err)
	_, err = critic.Aggregate(t.Context(), nil, b.path("diagnoses"), b.path("merged"))
	require.NoError(t, err)
	n, err := distill.Review(nil, b.path("merged"), b.path("review"))
	require.NoError(t, err)
	assert.Zero(t, n)
	assert.Equal(t, "[]\n", b.text("review"))
}

// Whatever fits the grammar, a stage ends and leaves a file that the next one reads.
func TestRandomCriticsFinish(t *testing.T) {
	for seed := range int64(4) {
		b := newBench(t)
		critic := distill.Critic{Model: fake.Random(seed)}
		in := b.mixed("one two three")
		_, err := critic.Diagnose(t.Context(), in, b.path("diagnoses"))
		require.NoError(t, err)
		_, err = critic.Aggregate(t.Context(), planerrors.Core(), b.path("diagnoses"), b.path("merged"))
		require.NoError(t, err)
		n, err := distill.Review(planerrors.Core(), b.path("merged"), b.path("review"))
		require.NoError(t, err)
		b.write("review", strings.ReplaceAll(b.text("review"), `"keep": null`, `"keep": true`))
		l, err := distill.Finish("random", b.path("review"), b.path("library"))
		require.NoError(t, err)
		assert.Len(t, l.Errors, n)
		assert.GreaterOrEqual(t, n, 3, "those of the library are there")
	}
}

// Case 152.
func TestTheLibrarySaysHowGoodRunsAvoidedTheError(t *testing.T) {
	b := newBench(t)
	m := fake.Script(diagnosis("guesses"), diagnosis("guesses again"), merge("new", "guesses"), merge("merge", "guesses"))
	critic := distill.Critic{Model: m}
	found, err := critic.Diagnose(t.Context(), b.mixed("one two"), b.path("diagnoses"))
	require.NoError(t, err)
	assert.Equal(t, "run 1 looked the form up", found[0].Errors[0].HowAvoided)
	assert.Contains(t, string(m.Requests()[0].Grammar.Schema()), `"how_avoided"`)
	merges, err := critic.Aggregate(t.Context(), nil, b.path("diagnoses"), b.path("merged"))
	require.NoError(t, err)
	require.Len(t, merges, 2)
	first, second := m.Requests()[2], m.Requests()[3]
	assert.Contains(t, first.Messages[0].Content, "The runs that solved it avoided it so: run 1 looked the form up\n")
	assert.Error(t, first.Grammar.Check(t.Context(),
		[]byte(strings.Replace(merge("new", "guesses"), `[{"plan":"look it up","outcome":"right"}]`, `[]`, 1))),
		"a new entry says how the error is avoided")
	assert.Contains(t, second.Messages[0].Content, "  not so: guess -> wrong\n  but so: look it up -> right\n", "the list shows its patterns")

	old := strings.ReplaceAll(b.text("diagnoses"), `"how_avoided":"run 1 looked the form up",`, "")
	require.NotEqual(t, b.text("diagnoses"), old)
	b.write("old", old)
	m = fake.Script(merge("new", "guesses"), merge("discard", ""))
	_, err = distill.Critic{Model: m}.Aggregate(t.Context(), nil, b.path("old"), b.path("of old"))
	require.NoError(t, err, "files of earlier versions are read")
	assert.NotContains(t, m.Requests()[0].Messages[0].Content, "avoided it so")
}

func TestTheListShowsFewPatterns(t *testing.T) {
	b := newBench(t)
	m := fake.Script(diagnosis("guesses"), merge("discard", ""))
	critic := distill.Critic{Model: m}
	_, err := critic.Diagnose(t.Context(), b.mixed("one"), b.path("diagnoses"))
	require.NoError(t, err)
	_, err = critic.Aggregate(t.Context(), planerrors.Core(), b.path("diagnoses"), b.path("merged"))
	require.NoError(t, err)
	shown := m.Requests()[1].Messages[0].Content
	for _, e := range planerrors.Core().Errors {
		for _, patterns := range [][]planerrors.Pattern{e.FailurePatterns, e.SuccessPatterns} {
			assert.Contains(t, shown, patterns[1].Plan)
			assert.NotContains(t, shown, patterns[2].Plan)
		}
	}
}
