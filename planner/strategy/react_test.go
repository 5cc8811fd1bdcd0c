package strategy_test

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/prompt"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// allowed is a policy of two tools and an answer.
func allowed() planner.Allowed {
	answer := grammar.Object(grammar.Property{Name: "text", Schema: grammar.String(0, 100)})
	offers := []planner.Offer{
		{Name: "conjugate", Description: "one form of a verb", Args: grammar.Object(
			grammar.Property{Name: "tense", Schema: grammar.Enum("past_simple", "present_simple")},
			grammar.Property{Name: "verb", Schema: grammar.String(1, 24)})},
		{Name: "look_up", Description: "what a word means", Args: grammar.Object(
			grammar.Property{Name: "word", Schema: grammar.String(1, 24)})},
	}
	return planner.Allowed{Terms: planner.Terms{AllTools: offers, AnswerSchema: answer}, Limits: planner.Limits{Steps: 8},
		Tools: offers, Answer: &answer}
}

// after returns a State in which steps have been taken.
func after(steps ...planner.Step) planner.State {
	for i := range steps {
		steps[i].N = i + 1
	}
	return planner.State{Task: "Correct: He goed to school.", Steps: steps, Counters: planner.Counters{Steps: len(steps)}}
}

var (
	conjugated = planner.Step{Thought: "goed is <odd>",
		Calls:        []tools.Call{{ID: "c1", Tool: "conjugate", Args: json.RawMessage(`{"tense":"past_simple","verb":"go"}`)}},
		Observations: []tools.Observation{{ID: "c1", OK: true, Output: json.RawMessage(`{"form":"went"}`)}}}
	missed = planner.Step{Calls: []tools.Call{{ID: "c2", Tool: "look_up", Args: json.RawMessage(`{"word":"scool"}`)}},
		Observations: []tools.Observation{{ID: "c2", Error: tools.NotFound("no such word")}}}
	cached = planner.Step{Calls: []tools.Call{{ID: "c3", Tool: "conjugate", Args: json.RawMessage(`{"tense":"past_simple","verb":"go"}`)}},
		Observations: []tools.Observation{{ID: "c3", OK: true, Output: json.RawMessage(`{"form":"went"}`), Cached: true,
			Next: []string{"look_up", "final_answer"}}}}
)

// asks returns the messages of what ReAct asks in s.
func asks(t testing.TB, s planner.State, a planner.Allowed, f planner.Folding) []model.Message {
	t.Helper()
	messages, err := asked(t, s, a).Messages(f)
	require.NoError(t, err)
	return messages
}

// asked returns what ReAct asks in s.
func asked(t testing.TB, s planner.State, a planner.Allowed) planner.Question {
	t.Helper()
	var question planner.Question
	_, err := strategy.ReAct{}.Next(t.Context(), s, a, func(_ context.Context, q planner.Question) (json.RawMessage, error) {
		question = q
		return json.RawMessage(`{"thought":"","tool":"final_answer","tool_args":{"text":"x"}}`), nil
	})
	require.NoError(t, err)
	return question
}

func dump(messages []model.Message) string {
	var b strings.Builder
	for _, m := range messages {
		fmt.Fprintf(&b, "[%s]\n%s\n\n", m.Author, m.Content)
	}
	return b.String()
}

func TestTheGeneralPromptReads(t *testing.T) {
	closing := allowed()
	closing.Tools, closing.Closing = nil, "steps"
	redirected := allowed()
	redirected.Tools, redirected.Removed = redirected.Tools[1:], []planner.Removal{{Rule: "duplicate", Names: []string{"conjugate"}}}
	repair, err := asked(t, after(), allowed()).Repair(errors.New("byte 0: got prose"))
	require.NoError(t, err)
	var got strings.Builder
	for _, part := range []struct {
		title    string
		messages []model.Message
	}{
		{"at the start", asks(t, after(), allowed(), planner.Folding{})},
		{"after a call, an error and a call answered from the log",
			asks(t, after(conjugated, missed, cached), redirected, planner.Folding{})[2:]},
		{"on the last step", asks(t, after(), closing, planner.Folding{})[2:]},
		{"when it grew too long", asks(t, after(conjugated, missed, cached), allowed(), planner.Folding{Steps: 2, Observation: 8})[2:]},
		{"asking again", []model.Message{repair}},
	} {
		fmt.Fprintf(&got, "======== %s (about %d tokens)\n\n%s", part.title, len(dump(part.messages))/3, dump(part.messages))
	}
	const golden = "testdata/react.golden"
	if *update {
		require.NoError(t, os.WriteFile(golden, []byte(got.String()), 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	assert.Equal(t, string(want), got.String())
}

// Case 65.
func TestPromptsOnlyGrow(t *testing.T) {
	var before []model.Message
	steps := []planner.Step{conjugated, missed, cached}
	for n := range len(steps) + 1 {
		messages := asks(t, after(steps[:n]...), allowed(), planner.Folding{})
		fixed := messages[:len(messages)-1] // without the trailing line
		assert.Equal(t, dump(before), dump(fixed[:len(before)]), "after %d steps", n)
		before = fixed
	}
}

// What a model wrote without a thought it reads again without one: the prompt continues its own text.
func TestWithoutThoughtsNoneIsRead(t *testing.T) {
	var messages []model.Message
	var err error
	_, err = strategy.ReAct{NoThought: true}.Next(t.Context(), after(conjugated), allowed(),
		func(_ context.Context, q planner.Question) (json.RawMessage, error) {
			messages, err = q.Messages(planner.Folding{})
			return nil, errors.Join(err, errors.New("that is all"))
		})
	assert.ErrorContains(t, err, "that is all")
	assert.Contains(t, messages, model.Message{Author: model.Assistant,
		Content: `{"tool":"conjugate","tool_args":{"tense":"past_simple","verb":"go"}}`})
}

func TestADecisionIsReadInCanonicalForm(t *testing.T) {
	next := func(reply string) (planner.Decision, error) {
		return strategy.ReAct{}.Next(t.Context(), after(missed), allowed(), func(context.Context, planner.Question) (json.RawMessage, error) {
			return json.RawMessage(reply), nil
		})
	}
	d, err := next(`{"tool_args": {"verb":"g\u006f", "tense":"past_simple"}, "tool":"conjugate", "thought":"x"}`)
	require.NoError(t, err)
	assert.Equal(t, planner.Decision{Kind: planner.ActDecision, Role: model.Executor, Thought: "x",
		Calls: []tools.Call{{Tool: "conjugate", Args: json.RawMessage(`{"tense":"past_simple","verb":"go"}`)}}}, d)
	d, err = next(`{"thought":"","tool":"final_answer","tool_args":{"text":"<done>"}}`)
	require.NoError(t, err)
	assert.Equal(t, planner.FinalDecision, d.Kind)
	assert.Equal(t, `{"text":"<done>"}`, string(d.Answer))
}

func TestAcceptRefusesOtherShapes(t *testing.T) {
	accept := asked(t, after(), allowed()).Accept
	for _, reply := range []string{`{}`, `{"tool":"x"}`, `{"tool":1,"tool_args":{}}`, `{"tool":"x","tool_args":[]}`} {
		assert.Error(t, accept(json.RawMessage(reply)), reply)
	}
	assert.NoError(t, accept(json.RawMessage(`{"tool":"x","tool_args":{}}`)))
}

func TestAMissingBlockMakesNoMessage(t *testing.T) {
	p, err := prompt.Parse(fstest.MapFS{"p.md": {Data: []byte(
		`{{define "user task"}}{"sentence":{{json .Task}}}{{end}}{{define "tool observation"}}{{json .Output}}{{end}}`)}}, "p.md", "compact")
	require.NoError(t, err)
	var question planner.Question
	_, err = strategy.ReAct{Prompt: p}.Next(t.Context(), after(conjugated), allowed(),
		func(_ context.Context, q planner.Question) (json.RawMessage, error) {
			question = q
			return json.RawMessage(`{"thought":"","tool":"final_answer","tool_args":{"text":"x"}}`), nil
		})
	require.NoError(t, err)
	messages, err := question.Messages(planner.Folding{})
	require.NoError(t, err)
	assert.Equal(t, []model.Message{
		{Author: model.User, Content: `{"sentence":"Correct: He goed to school."}`},
		{Author: model.Assistant, Content: `{"thought":"goed is <odd>","tool":"conjugate","tool_args":{"tense":"past_simple","verb":"go"}}`},
		{Author: model.Tool, Content: `{"form":"went"}`},
	}, messages)
	_, err = question.Messages(planner.Folding{Steps: 1})
	assert.ErrorIs(t, err, planner.ErrNoFolding)
	assert.Equal(t, []model.RoleForm{{Role: model.Executor, Form: "compact"}}, strategy.ReAct{Prompt: p}.Roles())
	_, err = question.Repair(errors.New("odd"))
	assert.ErrorContains(t, err, `the "compact" prompt has no repair block`)
}
