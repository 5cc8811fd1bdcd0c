package looptest_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/loop/looptest"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
)

// A library answers questions about three towns. The answer is the name of a river.
var rivers = map[string]string{"Prague": "Vltava", "Vienna": "Danube", "Paris": "Seine"}

type town struct {
	Town string `json:"town" jsonschema:"maxLength=20"`
}

type river struct {
	River string `json:"river" jsonschema:"maxLength=20"`
}

// library returns a maker of agents under rules.
func library(p planner.Planner, change func(*loop.Config)) func(model.Model) (*loop.Loop, error) {
	return func(m model.Model) (*loop.Loop, error) {
		onRiver := tools.Must(tools.New("river_of", "the river of a town", func(_ context.Context, in town) (string, error) {
			if r, ok := rivers[in.Town]; ok {
				return r, nil
			}
			return "", tools.NotFound("no such town")
		}, tools.Options{}))
		length := tools.Must(tools.New("length_of", "the length of a river", func(_ context.Context, in river) (int, error) {
			return 100 * len(in.River), nil
		}, tools.Options{}))
		registry, err := tools.NewRegistry(onRiver, length)
		if err != nil {
			return nil, err
		}
		c := loop.Config{}
		c.Answer = grammar.Object(grammar.Property{Name: "river", Schema: grammar.String(1, 20)},
			grammar.Property{Name: "km", Schema: grammar.Integer(0, 9999)})
		change(&c)
		return loop.New(p, m, registry, c)
	}
}

// seen is a rule: the river of the answer is one that a tool has returned.
func seen(calls string) loop.Grounded {
	return loop.Grounded{Answers: func(s planner.State) grammar.Schema {
		var names []string
		for _, step := range s.Steps {
			for i, o := range step.Observations {
				var name string
				if o.OK && step.Calls[i].Tool == calls && json.Unmarshal(o.Output, &name) == nil {
					names = append(names, name)
				}
			}
		}
		return grammar.Object(grammar.Property{Name: "river", Schema: grammar.Enum(append(names, "none")...)},
			grammar.Property{Name: "km", Schema: grammar.Integer(0, 9999)})
	}}
}

func ExampleReachable() {
	grounded := func(c *loop.Config) { c.Rules = []loop.Rule{loop.Require{Tool: "length_of"}, seen("river_of")} }
	report, err := looptest.Reachable(context.Background(), library(strategy.ReAct{}, grounded),
		"How long is the river of Prague?", json.RawMessage(`{"river":"Vltava","km":600}`), looptest.Search{})
	fmt.Println(err, report)

	strict := func(c *loop.Config) {
		c.Rules = []loop.Rule{loop.Quota{Tool: "length_of", Calls: 0}, loop.Require{Tool: "length_of"}}
	}
	report, err = looptest.Reachable(context.Background(), library(strategy.ReAct{}, strict),
		"How long is the river of Prague?", json.RawMessage(`{"river":"Vltava","km":600}`), looptest.Search{Runs: 5})
	fmt.Println(err, report.Reachable, report.Closed.Step, report.Closed.Rules, report.Closed.Removed)
	// Output:
	// <nil> reachable at decision 3
	//   1 {"thought":"","tool":"length_of","tool_args":{"river":"Vltava"}}
	//   2 {"thought":"","tool":"river_of","tool_args":{"town":"Prague"}}
	//   3 {"thought":"","tool":"final_answer","tool_args":{"km":600,"river":"Vltava"}}
	// <nil> false 1 [require] [{quota [length_of]} {require [final_answer]}]
}

func TestReachable(t *testing.T) {
	const task = "How long is the river of Prague?"
	const answer = `{"river":"Vltava","km":600}`
	rules := func(rules ...loop.Rule) func(*loop.Config) { return func(c *loop.Config) { c.Rules = rules } }
	for _, row := range []struct {
		claim   string
		change  func(*loop.Config)
		answer  string
		reached bool
		step    int
		rules   []string
	}{
		{"nothing is closed", rules(), answer, true, 1, nil},
		{"after two calls", rules(loop.Require{Tool: "length_of"}, seen("river_of")), answer, true, 3, nil},
		{"a rule that no call meets", rules(loop.Require{Tool: "length_of"}, loop.Quota{Tool: "length_of", Calls: 0}), answer,
			false, 1, []string{"require"}},
		{"a rule that looks at the wrong tool", rules(seen("length_of")), answer, false, 1, []string{"grounding"}},
		{"a schema that has no room for it", rules(), `{"river":"Vltava","km":60000}`, false, 1, nil},
		{"a check of the answer", func(c *loop.Config) {
			c.Check = func(planner.State, json.RawMessage) error { return errors.New("never") }
		}, answer, false, 1, []string{"check"}},
		{"no step is left for the calls", func(c *loop.Config) {
			c.Rules, c.Budget.Steps = []loop.Rule{seen("river_of")}, 1
		}, answer, false, 1, []string{"grounding"}},
	} {
		report, err := looptest.Reachable(t.Context(), library(strategy.ReAct{}, row.change), task, json.RawMessage(row.answer),
			looptest.Search{Runs: 60})
		require.NoError(t, err, row.claim)
		assert.Equal(t, row.reached, report.Reachable, "%s: %s", row.claim, report)
		if row.reached {
			assert.Len(t, report.Decisions, row.step, "%s: %s", row.claim, report)
			assert.Nil(t, report.Closed, row.claim)
			continue
		}
		require.NotNil(t, report.Closed, row.claim)
		assert.Equal(t, row.step, report.Closed.Step, "%s: %s", row.claim, report)
		assert.Equal(t, row.rules, report.Closed.Rules, "%s: %s", row.claim, report)
		assert.NotEmpty(t, report.Closed.Problem, row.claim)
	}
}

// The search makes the decisions of every strategy's executor, and other roles write what is shortest.
func TestReachableWithPlans(t *testing.T) {
	for _, p := range []planner.Planner{strategy.PlanExecute{}, strategy.PlanAct{}, strategy.PlanActReflect{}} {
		report, err := looptest.Reachable(t.Context(), library(p, func(*loop.Config) {}), "task",
			json.RawMessage(`{"river":"Vltava","km":600}`), looptest.Search{Runs: 60})
		require.NoError(t, err, p.Name())
		assert.True(t, report.Reachable, "%s: %s", p.Name(), report)
	}
}

// What a person knows and the search cannot guess is named.
func TestReachableByNamedCalls(t *testing.T) {
	newLoop := library(strategy.ReAct{}, func(c *loop.Config) { c.Rules = []loop.Rule{seen("river_of")} })
	const task, answer = "Which river?", `{"river":"Seine","km":0}`
	report, err := looptest.Reachable(t.Context(), newLoop, task, json.RawMessage(answer), looptest.Search{Runs: 30})
	require.NoError(t, err)
	assert.False(t, report.Reachable, report)
	report, err = looptest.Reachable(t.Context(), newLoop, task, json.RawMessage(answer), looptest.Search{
		Calls: []tools.Call{{Tool: "river_of", Args: json.RawMessage(`{"town":"Paris"}`)}}})
	require.NoError(t, err)
	assert.True(t, report.Reachable, report)
	assert.Len(t, report.Decisions, 2)
}

func TestReachableStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := looptest.Reachable(ctx, library(strategy.ReAct{}, func(*loop.Config) {}), "task", json.RawMessage(`{}`), looptest.Search{})
	assert.ErrorIs(t, err, context.Canceled)
}
