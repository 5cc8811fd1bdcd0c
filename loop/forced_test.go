package loop_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/prompt"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
)

// bareWords is a prompt that no change of the general one touches: a log holds its hash.
const bareWords = `{{define "user task"}}{{.Task}}{{end}}{{define "tool observation"}}{{json .Output}}{{join .Next " ` +
	`"}}{{end}}{{define "user repair"}}{{.Problem}}{{end}}`

// leftNoChoice returns a loop whose rules leave one call, and then one answer, with a thought or without.
func leftNoChoice(t *testing.T, m model.Model, c loop.Config) *loop.Loop {
	t.Helper()
	type day struct {
		Day string `json:"day" jsonschema:"enum=today"`
	}
	look := tools.Must(tools.New("look", "the weather", func(context.Context, day) (string, error) { return "rain", nil },
		tools.Options{Idempotent: true}))
	registry, err := tools.NewRegistry(look)
	require.NoError(t, err)
	c.Answer = grammar.Object(grammar.Property{Name: "weather", Schema: grammar.Enum("rain")})
	c.Rules = []loop.Rule{loop.Require{Tool: "look"}, loop.Quota{Tool: "look", Calls: 1}}
	words, err := prompt.Parse(fstest.MapFS{"p.md": {Data: []byte(bareWords)}}, "p.md", "")
	require.NoError(t, err)
	l, err := loop.New(strategy.ReAct{Prompt: words, NoThought: true}, m, registry, c)
	require.NoError(t, err)
	return l
}

// forcedReplies are what a model would write where it has no choice.
var forcedReplies = []string{`{"tool":"look","tool_args":{"day":"today"}}`, `{"tool":"final_answer","tool_args":{"weather":"rain"}}`}

func TestADecisionWithoutAChoiceAsksNoModel(t *testing.T) {
	m := fake.Script()
	l := leftNoChoice(t, m, loop.Config{})
	var log bytes.Buffer
	r, err := l.Run(t.Context(), "What is the weather?", &log)
	require.NoError(t, err)
	assert.Equal(t, loop.Final, r.Outcome, r.Error)
	assert.JSONEq(t, `{"weather":"rain"}`, string(r.Answer))
	assert.Equal(t, 2, r.Counters.Steps, "it is a step all the same")
	assert.Zero(t, r.Counters.ModelCalls)
	assert.Zero(t, r.Counters.Tokens)
	assert.Empty(t, r.Usage)
	events, _, err := loop.ReadLog(&log)
	require.NoError(t, err)
	forced := 0
	for _, e := range events {
		assert.NotEqual(t, loop.Asked, e.Kind)
		if e.Kind == loop.Replied {
			assert.True(t, e.Reply.Forced)
			assert.Equal(t, forcedReplies[forced], e.Reply.Text)
			forced++
		}
	}
	assert.Equal(t, 2, forced)
	require.NoError(t, l.Replay(t.Context(), events))
	for cut := 1; cut < len(events); cut++ { // killed after each event
		l := leftNoChoice(t, fake.Script(), loop.Config{})
		r, err := l.Resume(t.Context(), events[:cut], nil, nil, nil)
		require.NoError(t, err)
		assert.Equal(t, loop.Final, r.Outcome, "after event %d: %s", cut, r.Error)
	}
}

// Thoughts can be bounded, and be empty, for every strategy; then the rest may leave no choice.
func TestThoughtsOfARun(t *testing.T) {
	for claim, row := range map[string]struct {
		config loop.Config
		schema string // of the thought
		asks   int
	}{
		"the strategy's own ceiling": {loop.Config{}, `"thought":{"type":"string","maxLength":200}`, 1},
		"a ceiling":                  {loop.Config{Limits: loop.Limits{Thought: 30}}, `"thought":{"type":"string","maxLength":30}`, 1},
		"empty":                      {loop.Config{Limits: loop.Limits{Thought: -1}}, "", 0},
	} {
		row.config.Answer = grammar.Object(grammar.Property{Name: "text", Schema: grammar.Enum("yes")})
		m := fake.Script(`{"thought":"","tool":"final_answer","tool_args":{"text":"yes"}}`)
		l, err := loop.New(strategy.ReAct{}, m, nil, row.config)
		require.NoError(t, err, claim)
		r, err := l.Run(t.Context(), "task", nil)
		require.NoError(t, err, claim)
		assert.Equal(t, loop.Final, r.Outcome, claim)
		require.Len(t, m.Requests(), row.asks, claim)
		if row.asks > 0 {
			assert.Contains(t, string(m.Requests()[0].Grammar.Schema()), row.schema, claim)
		}
	}
	for _, c := range []loop.Config{{Limits: loop.Limits{Thought: -2}}, {Limits: loop.Limits{Thought: grammar.MaxString + 1}}} {
		_, err := loop.New(strategy.ReAct{}, fake.Script(), nil, c)
		assert.ErrorIs(t, err, loop.ErrMisuse)
	}
}

// A document that the strategy does not accept is asked for, and repaired, as before.
func TestAForcedAnswerThatDoesNotStandIsAskedFor(t *testing.T) {
	q := question()
	q.Accept = func(json.RawMessage) error { return errors.New("not now") }
	for replies, row := range map[string]struct {
		accept func(json.RawMessage) error
		asks   int
	}{"accepted": {nil, 0}, "refused": {q.Accept, 2}} {
		m := fake.Script(`{"text":"yes"}`, `{"text":"yes"}`)
		asked := q
		asked.Accept, asked.Schema = row.accept, grammar.Object(grammar.Property{Name: "text", Schema: grammar.Enum("yes")})
		l, err := loop.New(foreign{next: func(ctx context.Context, _ planner.State, _ planner.Allowed,
			ask planner.Ask) (planner.Decision, error) {
			reply, err := ask(ctx, asked)
			return planner.Decision{Kind: planner.FinalDecision, Role: model.Executor, Answer: reply}, err
		}}, m, nil, loop.Config{})
		require.NoError(t, err)
		_, err = l.Run(t.Context(), "task", nil)
		require.NoError(t, err)
		assert.Len(t, m.Requests(), row.asks, replies)
	}
}
