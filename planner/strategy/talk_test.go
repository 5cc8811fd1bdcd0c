package strategy_test

import (
	"context"
	"encoding/json"
	"iter"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/prompt"
	"github.com/shortleash/shortleash/planner/strategy"
)

// A run without tools is asked for text, in a conversation that has no word about tools.
func TestWithoutToolsAnAnswerIsFreeText(t *testing.T) {
	text := grammar.Object(grammar.Property{Name: "text", Schema: grammar.String(0, 20)})
	bare := planner.Allowed{Terms: planner.Terms{AnswerSchema: text, Instructions: "Be brief."}, Answer: &text}
	said := func(answer string) planner.Step { return planner.Step{N: 1, Answer: json.RawMessage(answer)} }
	s := planner.State{Task: "And twice that?", Notes: []planner.Note{{Text: "Only today's."}},
		Earlier: []planner.Turn{{Task: "How many eggs?", Steps: []planner.Step{said(`{"text":"17"}`)}}}}
	var q planner.Question
	for reply, want := range map[string]string{" 34,\n\"say\" ": "34,\n\"say\"", "one and two and three": "one and two and thr…"} {
		d, err := strategy.ReAct{}.Next(t.Context(), s, bare, func(_ context.Context, asked planner.Question) (json.RawMessage, error) {
			q = asked
			document, err := q.Salvage(reply, false)
			return document, err
		})
		require.NoError(t, err)
		var got struct{ Text string }
		require.NoError(t, json.Unmarshal(d.Answer, &got))
		assert.Equal(t, want, got.Text)
	}
	require.True(t, q.Free)
	m, err := q.Messages(planner.Folding{})
	require.NoError(t, err)
	assert.Equal(t, []model.Message{{Author: model.System, Content: "Be brief."}, {Author: model.User, Content: "How many eggs?"},
		{Author: model.Assistant, Content: "17"}, {Author: model.User, Content: "And twice that?"},
		{Author: model.User, Content: "Only today's."}}, m)
	_, err = q.Salvage(" \n", false)
	require.Error(t, err)
	again, err := q.Repair(err)
	require.NoError(t, err)
	assert.Equal(t, "That reply cannot stand: it has no text. Answer again.", again.Content)

	number := grammar.Object(grammar.Property{Name: "text", Schema: grammar.String(0, 20)},
		grammar.Property{Name: "n", Schema: grammar.Integer(0, 9)})
	color := grammar.Object(grammar.Property{Name: "text", Schema: grammar.Enum("red", "blue")})
	day := grammar.Object(grammar.Property{Name: "text", Schema: grammar.Pattern(`\d{4}-\d\d-\d\d`, 10, 10)})
	with := func(schema grammar.Schema) planner.Allowed {
		a := bare
		a.AnswerSchema, a.Answer = schema, &schema
		return a
	}
	narrowed := bare
	narrowed.Answer = &color
	for claim, row := range map[string]struct {
		r strategy.ReAct
		a planner.Allowed
	}{
		"tools":         {strategy.ReAct{}, allowed()},
		"a form":        {strategy.ReAct{}, with(number)},
		"a choice":      {strategy.ReAct{}, with(color)},
		"a rule's":      {strategy.ReAct{}, narrowed},
		"a day":         {strategy.ReAct{}, with(day)},
		"its own words": {strategy.ReAct{Prompt: prompt.General().Executor}, bare},
	} {
		_, err := row.r.Next(t.Context(), s, row.a, func(_ context.Context, q planner.Question) (json.RawMessage, error) {
			assert.False(t, q.Free, claim)
			return nil, context.Canceled
		})
		assert.ErrorIs(t, err, context.Canceled, claim)
	}
}

// longWinded is a model whose replies are cut.
type longWinded struct{ requests *[]model.Request }

func (longWinded) Name() string { return "long-winded" }

func (m longWinded) Generate(_ context.Context, req model.Request) iter.Seq2[model.Chunk, error] {
	*m.requests = append(*m.requests, req)
	return func(yield func(model.Chunk, error) bool) {
		_ = yield(model.Chunk{Text: "Once upon"}, nil) &&
			yield(model.Chunk{Done: true, Finish: model.Length, Usage: model.Usage{OutputTokens: 2}}, nil)
	}
}

// No grammar is sent for free text, in any form of decisions, and an answer that was cut says so.
func TestFreeTextThatWasCutSaysSo(t *testing.T) {
	for _, form := range planner.Forms {
		var requests []model.Request
		l, err := loop.New(strategy.ReAct{}, longWinded{&requests}, nil, loop.Config{Form: form})
		require.NoError(t, err)
		r, err := l.Run(t.Context(), "Tell me a story.", nil)
		require.NoError(t, err)
		assert.JSONEq(t, `{"text":"Once upon … (cut after 2 tokens)"}`, string(r.Answer), "%s: %s", form, r.Error)
		require.Len(t, requests, 1)
		assert.Nil(t, requests[0].Grammar)
	}
}
