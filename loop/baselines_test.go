package loop_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/prompt"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
)

func reflexion(f func(*strategy.Reflexion)) planner.Planner {
	r := strategy.Reflexion{Inner: strategy.ReAct{}, Prompt: prompt.General().Reflector}
	if f != nil {
		f(&r)
	}
	return r
}

// lesson is a verdict that is not content and teaches text.
func lesson(text string) string {
	return `{"assessment":"","confidence":"low","done":false,"gaps":["x"],"guidance":"` + text + ` it is"}`
}

func TestCase135ALessonAndANewTrial(t *testing.T) {
	got := stage(t, reflexion(nil), bare(), map[string]string{"executor": "A F:a A F:b", "reflector": lesson("look in the table,") + " V+"})
	got.ended(t, "final/accepted")
	assert.JSONEq(t, `{"text":"b"}`, string(got.result.Answer))
	second := got.cast.of("executor")[2].text()
	assert.Contains(t, second, "look in the table, it is")
	assert.NotContains(t, second, `"a1"`, "the steps of the first trial are gone, and its call may be made again")

	six := reflexion(func(r *strategy.Reflexion) { r.Trials = 6 })
	var verdicts []string
	for _, n := range strings.Fields("one two three four five six") {
		verdicts = append(verdicts, lesson("lesson "+n))
	}
	got = stage(t, six, bare(), map[string]string{"executor": "F:1 F:2 F:3 F:4 F:5 F:6", "reflector": strings.Join(verdicts, " ")})
	sixth := got.cast.of("executor")[5].text()
	assert.NotContains(t, sixth, "lesson two")
	assert.Contains(t, sixth, "lesson three")
	assert.Contains(t, sixth, "lesson five")
}

func TestCase136TrialsAreCapped(t *testing.T) {
	got := stage(t, reflexion(nil), bare(), map[string]string{"executor": "F:1 F:2 F:3", "reflector": "V- V- V-"})
	got.ended(t, "budget_exhausted/trials")
	assert.JSONEq(t, `{"text":"3"}`, string(got.result.Partial))
	short := reflexion(func(r *strategy.Reflexion) { r.TrialSteps = 2 })
	got = stage(t, short, bare(), map[string]string{"executor": "A F:1 A F:2 A F:3", "reflector": "V- V- V-"})
	assert.Equal(t, 6, got.result.Counters.Steps)
	assert.Equal(t, "final_answer", got.choices("executor")[1])
	judged := reflexion(func(r *strategy.Reflexion) {
		r.Judge = func(_ planner.State, answer json.RawMessage) (bool, string) {
			return string(answer) == `{"text":"2"}`, "not one"
		}
	})
	got = stage(t, judged, bare(), map[string]string{"executor": "F:1 F:2"})
	got.ended(t, "final/accepted")
	assert.Empty(t, got.cast.of("reflector"))
	got = stage(t, reflexion(nil), bare(), map[string]string{"executor": "A A F:2", "reflector": "V+ V+"}) // a duplicate ends a trial
	got.ended(t, "final/accepted")
	assert.False(t, got.result.Verdicts[0].Done, "a trial without an answer is not done")
}

func TestCase137WhatReflexionRefuses(t *testing.T) {
	burn := tools.Must(tools.New("burn", "burns it", func(context.Context, number) (string, error) { return "gone", nil },
		tools.Options{Irreversible: true}))
	registry, err := tools.NewRegistry(burn)
	require.NoError(t, err)
	_, err = loop.New(reflexion(nil), &cast{}, registry, bare())
	assert.ErrorIs(t, err, loop.ErrMisuse)
	assert.ErrorContains(t, err, "burn cannot be undone")
	_, err = loop.New(reflexion(func(r *strategy.Reflexion) { r.AllowIrreversible = true }), &cast{}, registry, bare())
	assert.NoError(t, err)
	stage(t, reflexion(nil), bare(), map[string]string{"executor": "F F", "reflector": "V-"}).ended(t, "cycle/answers")
	stage(t, reflexion(nil), bare(), map[string]string{"executor": "!"}).ended(t, "model_failure/invalid_output")
}

func TestCase138AnAnswerIsRefined(t *testing.T) {
	p := strategy.SelfRefine{Inner: strategy.ReAct{}}
	got := stage(t, p, bare(), map[string]string{"executor": "A F:a F:b", "reflector": "V- V+"})
	got.ended(t, "final/accepted")
	assert.JSONEq(t, `{"text":"b"}`, string(got.result.Answer))
	assert.Equal(t, "final_answer", got.choices("executor")[2])
	got = stage(t, p, bare(), map[string]string{"executor": "F:a F:b F:c F:d", "reflector": "V- V- V- V-"})
	got.ended(t, "budget_exhausted/rounds")
	assert.JSONEq(t, `{"text":"d"}`, string(got.result.Partial))
	assert.Equal(t, 4, got.result.Counters.Steps)
}

func TestCase139WordsAcceptNothing(t *testing.T) {
	p := strategy.SelfRefine{Inner: strategy.ReAct{}}
	got := stage(t, p, bare(), map[string]string{"executor": "F:a F:b", "reflector": lesson("no issues, it is correct,") + " V+"})
	got.ended(t, "final/accepted")
	assert.JSONEq(t, `{"text":"b"}`, string(got.result.Answer))
	stage(t, p, bare(), map[string]string{"executor": "F F", "reflector": "V-"}).ended(t, "cycle/answers")
}

func TestTheBaselinesGoAroundEveryStrategy(t *testing.T) {
	for _, inner := range []planner.Planner{strategy.PlanExecute{}, strategy.PlanAct{}, strategy.PlanActReflect{},
		strategy.PreFlect{Inner: strategy.ReAct{}}} {
		scripts := func() map[string]string {
			s := map[string]string{"planner": "P(a)", "executor": "F", "reflector": "V+"}
			switch inner.(type) {
			case strategy.PlanExecute:
				s["s1"], s["synthesizer"] = "D", "F"
				delete(s, "executor")
			case strategy.PlanAct:
				s["s1"] = "D"
			case strategy.PlanActReflect:
				s["reflector"] = "V+ V+"
			case strategy.PreFlect:
				s["critic"] = "C0"
			}
			return s
		}
		for _, p := range []planner.Planner{strategy.Reflexion{Inner: inner}, strategy.SelfRefine{Inner: inner}} {
			t.Run(p.Name(), func(t *testing.T) {
				stage(t, p, bare(), scripts()).ended(t, "final/accepted")
			})
		}
	}
}
