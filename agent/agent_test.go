package agent_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/agent"
	"github.com/shortleash/shortleash/agent/agenttest"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tools"
)

type part struct {
	Name string `json:"name" jsonschema:"enum=bolt,enum=nut"`
}

type stock struct {
	Note   string `json:"note" jsonschema:"description=what is odd about it,maxLength=5"`
	Number int    `json:"number"`
}

var countPart = agent.Tool("count_part", "how many of a part are in stock",
	func(_ context.Context, in part) (int, error) {
		return map[string]int{"bolt": 20, "nut": 300}[in.Name], nil
	})

var counting = agent.Config{Tools: agent.Tools{countPart}}

// roundTrip reports that an answer of any type comes back as it was said.
func roundTrip[T any](t *testing.T, want T) {
	t.Helper()
	got, err := agent.Run[T](t.Context(), agenttest.Script(agenttest.Answer(want)), agent.Config{}, "say it")
	require.NoError(t, err)
	assert.Equal(t, want, got)
}

func TestAnAnswerHasAnyType(t *testing.T) {
	roundTrip(t, part{"nut"})
	roundTrip(t, "a text")
	roundTrip(t, 7)
	roundTrip(t, uint8(7))
	roundTrip(t, 2.5)
	roundTrip(t, true)
	roundTrip(t, []part{{"nut"}, {"bolt"}})
	roundTrip(t, []string{"a", "b"})
	roundTrip(t, map[string][]int{"a": {1}, "b": {}})
	roundTrip(t, color("red"))
	roundTrip(t, 90*time.Minute)
	roundTrip(t, time.Date(2026, 3, 9, 14, 30, 0, 0, time.UTC))
	roundTrip(t, struct {
		Maybe *string       `json:"maybe"`
		For   time.Duration `json:"for"`
		Left  string        `json:"left,omitempty"`
	}{For: time.Minute})
}

func TestADayThatIsNoneIsAskedForAgain(t *testing.T) {
	m := fake.Script(`{"thought":"","tool":"final_answer","tool_args":{"text":"2026-02-31T00:00:00Z"}}`,
		`{"thought":"","tool":"final_answer","tool_args":{"text":"2026-02-28T00:00:00Z"}}`)
	got, err := agent.Run[time.Time](t.Context(), m, agent.Config{}, "the last day of February")
	require.NoError(t, err)
	assert.Equal(t, time.Date(2026, 2, 28, 0, 0, 0, 0, time.UTC), got)
}

func TestAResultSaysWhatTheModelRead(t *testing.T) {
	c := counting
	c.Instructions = "Count twice."
	c.Examples = []agent.Example{{Task: "Are there nuts?",
		Calls: []agent.ExampleCall{{Thought: "count", Tool: "count_part", Args: part{"nut"}, Result: 300}}, Answer: stock{Number: 300}}}
	a, err := agent.New[stock](agenttest.Script(agenttest.Call("count_part", part{"bolt"}), agenttest.Answer(stock{Number: 20})), c)
	require.NoError(t, err)
	result, err := a.Run(t.Context(), "How many bolts?")
	require.NoError(t, err)
	assert.Equal(t, stock{Number: 20}, result.Answer)
	assert.JSONEq(t, `{"note":"","number":20}`, string(result.Result.Answer))
	first := result.Prompt(1)
	for _, want := range []string{"system:\n", "Count twice.", "Task: Are there nuts?\n",
		`{"thought":"count","tool":"count_part","tool_args":{"name":"nut"}} Result: 300` + "\n",
		`"tool":"final_answer","tool_args":{"note":"","number":300}`, "user:\nTask: How many bolts?",
		"what is odd about it, at most 5 characters"} {
		assert.Contains(t, first, want)
	}
	assert.Contains(t, result.Prompt(2), "Result: 20")
	assert.Empty(t, result.Prompt(3))
	assert.Empty(t, result.Prompt(0))
}

func TestAPromptFileOfOnesOwn(t *testing.T) {
	words := `{{define "system head"}}Only this.{{end}}{{define "user task"}}{{.Task}}{{end}}`
	c := agent.Config{Prompts: fstest.MapFS{"react.md": {Data: []byte(words)}}}
	a, err := agent.New[string](agenttest.Script(agenttest.Answer("yes")), c)
	require.NoError(t, err)
	result, err := a.Run(t.Context(), "Is it?")
	require.NoError(t, err)
	assert.Equal(t, "system:\nOnly this.\n\nuser:\nIs it?", result.Prompt(1))
}

func TestWatchTellsCallsAndTheAnswer(t *testing.T) {
	a, err := agent.New[string](agenttest.Script(agenttest.Call("count_part", part{"nut"}), agenttest.Answer("300 nuts")), counting)
	require.NoError(t, err)
	var told []string
	for e, err := range a.Watch(t.Context(), "How many nuts?") {
		require.NoError(t, err)
		line, err := json.Marshal(e)
		require.NoError(t, err)
		told = append(told, string(line))
	}
	assert.Equal(t, []string{`{"tool":"count_part","args":{"name":"nut"}}`, `{"tool":"count_part","output":300}`, `{"text":"300 nuts"}`,
		`{"answer":"300 nuts"}`}, told)
}

func TestLeavingAWatchCancelsTheRun(t *testing.T) {
	m := agenttest.Script(agenttest.Call("count_part", part{"nut"}), agenttest.Answer("300 nuts"))
	a, err := agent.New[string](m, counting)
	require.NoError(t, err)
	for range a.Watch(t.Context(), "How many nuts?") {
		break
	}
	assert.Equal(t, 1, m.Left())
}

func TestAWatchOfARunWithoutAnAnswerEndsWithItsError(t *testing.T) {
	a, err := agent.New[string](agenttest.Script(), counting)
	require.NoError(t, err)
	n := 0
	for e, err := range a.Watch(t.Context(), "How many nuts?") {
		n++
		assert.Zero(t, e)
		var u *agent.Unanswered
		require.ErrorAs(t, err, &u)
		assert.Equal(t, loop.ModelFailure, u.Result.Outcome)
	}
	assert.Equal(t, 1, n)
	for _, err := range a.Watch(t.Context(), "") {
		assert.ErrorIs(t, err, loop.ErrMisuse)
	}
}

func TestAChatReadsItsEarlierTurns(t *testing.T) {
	a, err := agent.New[string](agenttest.Script(agenttest.Answer("Ann"), agenttest.Answer("Ben")), agent.Config{})
	require.NoError(t, err)
	chat := a.Chat()
	_, err = chat.Ask(t.Context(), "Who is first?")
	require.NoError(t, err)
	var second agent.Result[string]
	for e, err := range chat.Watch(t.Context(), "And then?") {
		require.NoError(t, err)
		if e.Result != nil {
			second = *e.Result
		}
	}
	assert.Equal(t, "Ben", second.Answer)
	assert.Contains(t, second.Prompt(1), "Who is first?")
	assert.Contains(t, second.Prompt(1), "Ann")
	assert.Len(t, chat.Conversation().Turns(), 2)
}

func TestAPanicThatTheRunSurvivedIsInItsResult(t *testing.T) {
	c := agent.Config{Tools: agent.Tools{agent.Tool("f", "does it", func(context.Context, struct{}) (string, error) { panic("nil map") })}}
	a, err := agent.New[string](agenttest.Script(agenttest.Call("f", nil), agenttest.Answer("done")), c)
	require.NoError(t, err)
	result, err := a.Run(t.Context(), "do it")
	require.NoError(t, err)
	assert.Equal(t, "done", result.Answer)
	assert.Equal(t, "f panicked: nil map", result.Error)
}

func TestATextThatEndsAtItsBoundIsRemarkedOn(t *testing.T) {
	a, err := agent.New[stock](agenttest.Script(agenttest.Answer(stock{Note: "12345"})), agent.Config{})
	require.NoError(t, err)
	result, err := a.Run(t.Context(), "count")
	require.NoError(t, err)
	assert.Equal(t, []string{"answer.note has 5 characters, the most that it may have, and may have been cut there"}, result.Warnings)
}

func TestWhatTheRulesCloseAScriptCannotSay(t *testing.T) {
	c := counting
	c.Rules = agent.Rules{agent.Require{Tool: "count_part"}}
	_, err := agent.Run[string](t.Context(), agenttest.Script(agenttest.Answer("300")), c, "How many nuts?")
	assert.ErrorContains(t, err, "decision 1 of the script, final_answer, is not allowed now: want one of count_part")
}

func TestACheckOfTheCallersIsAsked(t *testing.T) {
	c := agent.Config{Loop: loop.Config{Check: func(_ planner.State, answer json.RawMessage) error {
		if string(answer) == `{"value":1}` {
			return errors.New("not one")
		}
		return nil
	}}}
	got, err := agent.Run[int](t.Context(), agenttest.Script(agenttest.Answer(1), agenttest.Answer(2)), c, "say a number")
	require.NoError(t, err)
	assert.Equal(t, 2, got)
}

// Models of other roles, and those that stand in, are asked and read by the same means.
func TestAFallbackIsAsked(t *testing.T) {
	dead := agent.Model(fake.Play(fake.Reply{Fault: &model.Fault{Kind: model.NoModel, Message: "no such model"}}), nil)
	a, err := agent.New[string](dead, agent.Config{Loop: loop.Config{Fallbacks: []model.Model{agenttest.Script(agenttest.Answer("here"))}}})
	require.NoError(t, err)
	result, err := a.Run(t.Context(), "Who is there?")
	require.NoError(t, err)
	assert.Equal(t, "here", result.Answer)
	assert.Equal(t, 2, result.Counters.ModelCalls)
	assert.NotEmpty(t, result.Prompt(2))
}

func TestAnAgentServesManyRunsAtOnce(t *testing.T) {
	a, err := agent.New[int](fake.Random(1), counting)
	require.NoError(t, err)
	done := make(chan string)
	for range 8 {
		go func() {
			result, err := a.Run(context.Background(), "count")
			if err != nil && !errors.As(err, new(*agent.Unanswered)) {
				done <- err.Error()
				return
			}
			done <- result.Prompt(1)
		}()
	}
	for range 8 {
		assert.Contains(t, <-done, "Task: count")
	}
}

func TestAToolTellsTheModelItsBounds(t *testing.T) {
	tool := agent.Tool("f", "does it", func(context.Context, struct {
		Word string   `json:"word" jsonschema:"description=a word,maxLength=9"`
		List []string `json:"list,omitempty" jsonschema:"maxLength=3"`
		Free string   `json:"free"`
	}) (string, error) {
		return "", nil
	})
	_, err := tools.NewRegistry(tool)
	require.NoError(t, err)
	said := tool.Schema().String()
	assert.Contains(t, said, "a word, at most 9 characters")
	assert.Contains(t, said, "at most 3 characters")
	assert.NotContains(t, said, "1999 characters")
}
