package loop_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
)

// ruled runs a script under rules, and returns the result and what each grammar held.
func ruled(t *testing.T, script string, c loop.Config, rules ...loop.Rule) (loop.Result, []string, []loop.Event) {
	t.Helper()
	c.Rules = rules
	if c.Allowances.RecoverableErrors == 0 {
		c.Allowances.RecoverableErrors = 9
	}
	l, err := loop.New(strategy.ReAct{}, fake.Play(replies(script, 0)...), lettered(t), strict(c))
	require.NoError(t, err)
	var result loop.Result
	var choices []string
	var events []loop.Event
	for e, err := range l.Watch(t.Context(), "task", nil) {
		require.NoError(t, err)
		events = append(events, e)
		if e.Ask != nil {
			choices = append(choices, fmt.Sprint(e.Ask.Choices))
		}
		if e.Result != nil {
			result = *e.Result
		}
	}
	return result, choices, events
}

// Case 40.
func TestRequire(t *testing.T) {
	r, choices, _ := ruled(t, "X B F", loop.Config{}, loop.Require{Tool: "b"})
	assert.Equal(t, loop.Final, r.Outcome)
	assert.NotContains(t, choices[0], "final_answer")
	assert.NotContains(t, choices[1], "final_answer", "an error of another tool does not count")
	assert.Contains(t, choices[2], "final_answer")
	assert.Empty(t, r.Warnings)

	r, choices, _ = ruled(t, "X F", loop.Config{Budget: loop.Budget{Steps: 2}}, loop.Require{Tool: "x"})
	assert.Equal(t, loop.Final, r.Outcome, "closing beats every rule")
	assert.Equal(t, "[final_answer]", choices[1])
	assert.Equal(t, []string{"the answer was given although the rule require was not met"}, r.Warnings)
}

// Cases 41, 61.
func TestPrerequisiteAndQuota(t *testing.T) {
	r, choices, events := ruled(t, "A B A2 F", loop.Config{}, loop.Prerequisite{Tool: "b", After: "a"}, loop.Quota{Tool: "a", Calls: 1})
	assert.Equal(t, loop.ModelFailure, r.Outcome, "a second call of a cannot be written")
	assert.Equal(t, "[a c d e g p x y z final_answer]", choices[0])
	assert.Equal(t, "[b c d e g p x y z final_answer]", choices[1])
	var masked []string
	for _, e := range events {
		if e.Masked != nil {
			masked = append(masked, fmt.Sprint(e.Masked.Rule, e.Masked.Names))
		}
	}
	assert.Equal(t, []string{"prerequisite[b]", "quota[a]", "quota[a]"}, masked)
}

// Case 42.
func TestDomain(t *testing.T) {
	words := func(values ...string) loop.Rule {
		return loop.Domain{Tool: "say", Argument: "word", Values: func(planner.State) []string { return values }}
	}
	type args struct {
		Word string `json:"word" jsonschema:"maxLength=9"`
	}
	say := tools.Must(tools.New("say", "does it", func(_ context.Context, in args) (string, error) { return in.Word, nil }, tools.Options{}))
	registry, err := tools.NewRegistry(say)
	require.NoError(t, err)
	run := func(rule loop.Rule) loop.Result {
		m := fake.Script(`{"thought":"","tool":"say","tool_args":{"word":"f3"}}`, `{"thought":"","tool":"final_answer","tool_args":{"text":""}}`)
		l, err := loop.New(strategy.ReAct{}, m, registry, strict(loop.Config{Rules: []loop.Rule{rule}}))
		require.NoError(t, err)
		r, err := l.Run(t.Context(), "task", nil)
		require.NoError(t, err)
		return r
	}
	assert.Equal(t, loop.Final, run(words("f1", "f3")).Outcome)
	r := run(words("f1", "f2"))
	assert.Equal(t, loop.ModelFailure, r.Outcome, "no other value can be written")
	assert.Contains(t, r.Error, `want one of "f1", "f2"`)
	assert.Contains(t, run(words()).Error, `want "final_answer"`, "without a legal value the tool is gone")
}

// Case 43.
func TestGrounded(t *testing.T) {
	// The answer can only be an output that the run has seen.
	seen := loop.Grounded{Answers: func(s planner.State) grammar.Schema {
		values := []string{"nothing"}
		for _, step := range s.Steps {
			for _, o := range step.Observations {
				if o.OK {
					values = append(values, string(o.Output[1:len(o.Output)-1]))
				}
			}
		}
		return grammar.Object(grammar.Property{Name: "text", Schema: grammar.Enum(values...)})
	}}
	answer := `{"thought":"","tool":"final_answer","tool_args":{"text":"b1"}}`
	r, _, _ := ruled(t, "B "+answer, loop.Config{}, seen)
	assert.Equal(t, `{"text":"b1"}`, string(r.Answer))
	r, _, _ = ruled(t, "A "+answer, loop.Config{}, seen)
	assert.Equal(t, loop.ModelFailure, r.Outcome)
	assert.Contains(t, r.Error, `want one of "a1", "nothing"`)
	r, _, _ = ruled(t, answer, loop.Config{Budget: loop.Budget{Steps: 1}}, loop.Require{Tool: "a"}, seen)
	assert.Equal(t, loop.ModelFailure, r.Outcome, "an answer that is forced is grounded all the same")
}

// greedy is a rule that tries to widen.
type greedy struct{}

func (greedy) Name() string { return "greedy" }

func (greedy) Narrow(_ planner.State, a planner.Allowed) planner.Allowed {
	a.Tools = append([]planner.Offer{{Name: "forbidden", Args: grammar.Object()}}, a.Tools...)
	answer := grammar.Object()
	a.Answer = &answer
	return a
}

func TestNoRuleBringsBackWhatAnotherTook(t *testing.T) {
	_, choices, _ := ruled(t, "B F", loop.Config{Budget: loop.Budget{Steps: 3}}, loop.Quota{Tool: "a"}, loop.Require{Tool: "b"}, greedy{})
	assert.Equal(t, "[b c d e g p x y z]", choices[0])
}

func TestWhereRulesLeaveNothingTheAnswerRemains(t *testing.T) {
	var none []loop.Rule
	for _, name := range letters {
		none = append(none, loop.Quota{Tool: name})
	}
	r, choices, _ := ruled(t, "F", loop.Config{}, append(none, loop.Require{Tool: "a"})...)
	assert.Equal(t, loop.Final, r.Outcome)
	assert.Equal(t, []string{"[final_answer]"}, choices)
	assert.Equal(t, "remains", r.Forced)
	assert.Len(t, r.Warnings, 1)
}

func TestRulesBindAtTheTwoLongerLengths(t *testing.T) {
	_, choices, _ := ruled(t, "F", loop.Config{Leash: loop.Enum}, loop.Require{Tool: "a"})
	assert.Contains(t, choices[0], "final_answer")
	_, choices, _ = ruled(t, "A F", loop.Config{Leash: loop.Full}, loop.Require{Tool: "a"})
	assert.NotContains(t, choices[0], "final_answer")
}

// once is a rule a user might write: a tool may be called once, and nothing else after it.
type once struct{ tool string }

func (once) Name() string { return "once" }

func (o once) Narrow(s planner.State, a planner.Allowed) planner.Allowed {
	if s.Called(o.tool) > 0 {
		a.Tools = nil
	}
	return a
}

func ExampleRule() {
	type args struct {
		To string `json:"to" jsonschema:"maxLength=40"`
	}
	send := tools.Must(tools.New("send", "sends the report", func(context.Context, args) (string, error) { return "sent", nil },
		tools.Options{Irreversible: true}))
	registry, err := tools.NewRegistry(send)
	if err != nil {
		fmt.Println(err)
		return
	}
	m := fake.Hostile(fake.NeverAnswers, 1) // calls a tool as long as there is one
	l, err := loop.New(strategy.ReAct{}, m, registry, loop.Config{Rules: []loop.Rule{once{"send"}}})
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := l.Run(context.Background(), "Send the report.", nil)
	fmt.Println(err, result.Outcome, result.Counters.ToolCalls)
	// Output: <nil> final 1
}
