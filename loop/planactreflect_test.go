package loop_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/prompt"
	"github.com/shortleash/shortleash/planner/strategy"
)

func reflecting(f func(*strategy.PlanActReflect)) strategy.PlanActReflect {
	p := strategy.PlanActReflect{}
	if f != nil {
		f(&p)
	}
	return p
}

func unplanned(p *strategy.PlanActReflect) { p.Plan = strategy.PlanOff }

func TestCase107AnAcceptedDraftIsTheAnswer(t *testing.T) {
	got := stage(t, reflecting(nil), bare(), map[string]string{"planner": "P(a)", "executor": "A F:mine", "reflector": "V+"})
	got.ended(t, "final/accepted")
	assert.Equal(t, 1, got.result.Counters.Cycles)
	assert.JSONEq(t, `{"text":"mine"}`, string(got.result.Answer))
}

func TestCase108ARefusedDraftIsPlannedAgain(t *testing.T) {
	got := stage(t, reflecting(nil), bare(), map[string]string{"planner": "P(a) P(b)", "executor": "F F:better", "reflector": "V- V+"})
	got.ended(t, "final/accepted")
	assert.Equal(t, 2, got.result.Counters.Cycles)
	assert.Contains(t, got.cast.of("planner")[1].text(), "the gap in it")
	assert.Contains(t, got.cast.of("planner")[1].text(), "close the gap at last")
	assert.Zero(t, got.result.Counters.Replans, "the plan of a new cycle is no re-plan")
}

func TestCase109CyclesAreCapped(t *testing.T) {
	got := stage(t, reflecting(unplanned), bare(), map[string]string{"executor": "F:a F:b F:c", "reflector": "V- V- V-"})
	got.ended(t, "budget_exhausted/cycles")
	assert.JSONEq(t, `{"text":"c"}`, string(got.result.Partial))
	once := reflecting(func(p *strategy.PlanActReflect) { p.Cycles, p.Plan = 1, strategy.PlanOff })
	stage(t, once, bare(), map[string]string{"executor": "F", "reflector": "V-"}).ended(t, "budget_exhausted/cycles")
	never := reflecting(func(p *strategy.PlanActReflect) { p.Cycles, p.Plan = -1, strategy.PlanOff })
	stage(t, never, bare(), map[string]string{"executor": "F"}).ended(t, "final/answered")
}

func TestCase110DoneWinsOverTheCap(t *testing.T) {
	got := stage(t, reflecting(unplanned), bare(), map[string]string{"executor": "F:a F:b F:c", "reflector": "V- V- V+"})
	got.ended(t, "final/accepted")
	assert.Equal(t, 3, got.result.Counters.Cycles)
}

func TestCase111WordsEndNothing(t *testing.T) {
	got := stage(t, reflecting(unplanned), bare(), map[string]string{"executor": "F:[DONE] F:b", "reflector": "V- V+"})
	got.ended(t, "final/accepted")
	assert.JSONEq(t, `{"text":"b"}`, string(got.result.Answer))
	g := got.cast.of("reflector")[0].Grammar
	assert.Error(t, g.Check(t.Context(), []byte(`{"assessment":"","confidence":"low","done":true,"gaps":["x"],"guidance":""}`)))
}

func TestCase112TheReflectorSeesDigestsAlone(t *testing.T) {
	got := stage(t, reflecting(nil), bare(), map[string]string{"planner": "P(a) P(b)", "reflector": "V- V+",
		"executor": `{"thought":"secret","tool":"a","tool_args":{"n":1}} F F:b`})
	got.ended(t, "final/accepted")
	prompt := got.cast.of("reflector")[0].text()
	assert.Contains(t, prompt, `c1 a {"n":1} ok 4 bytes #`)
	assert.NotContains(t, prompt, "secret")
	assert.NotContains(t, prompt, "do the part a", "nor the plan")
	before, after := got.cast.of("executor")[1], got.cast.of("executor")[2]
	for i := range before.Messages[:len(before.Messages)-1] {
		assert.Equal(t, before.Messages[i], after.Messages[i], "the executor's messages only grow")
	}
	assert.Contains(t, after.text(), "close the gap at last")
	assert.Contains(t, after.text(), "do the part b")
}

func TestCase113ACycleEndsWithADraft(t *testing.T) {
	p := reflecting(func(p *strategy.PlanActReflect) { p.StepsPerCycle, p.Plan = 2, strategy.PlanOff })
	got := stage(t, p, bare(), map[string]string{"executor": "A F", "reflector": "V+"})
	assert.Equal(t, "final_answer", got.choices("executor")[1])
	assert.Contains(t, got.cast.of("executor")[1].text(), `Result: "a1"`, "it is seen in the same cycle")
}

func TestCase114WithoutToolsThereIsNoPlan(t *testing.T) {
	got := stageWith(t, reflecting(nil), bare(), nil, map[string]string{"executor": "F F:b", "reflector": "V- V+"})
	got.ended(t, "final/accepted")
	got = stage(t, reflecting(unplanned), bare(), map[string]string{"executor": "F", "reflector": "V+"})
	got.ended(t, "final/accepted")
}

func TestCase115TheSameDraftAgainIsACycle(t *testing.T) {
	got := stage(t, reflecting(unplanned), bare(), map[string]string{"executor": "F F", "reflector": "V-"})
	got.ended(t, "cycle/answers")
	assert.NotNil(t, got.result.Partial)
}

func TestCase116TenCyclesAreTen(t *testing.T) {
	p := reflecting(func(p *strategy.PlanActReflect) { p.Cycles, p.Plan = 10, strategy.PlanOff })
	c := bare()
	c.Budget.Steps = 40
	var acts []string
	for i := range 10 {
		acts = append(acts, fmt.Sprintf("A%d F:%d", i+1, i))
	}
	scripts := map[string]string{"executor": strings.Join(acts, " "), "reflector": strings.Repeat("V- ", 10)}
	got := playOnce(t, p, c, lettered(t), scripts)
	got.ended(t, "budget_exhausted/cycles")
	assert.Equal(t, 10, got.result.Counters.Cycles)
	again := playOnce(t, p, c, lettered(t), scripts)
	assert.Equal(t, 10, again.result.Counters.Cycles, "counters begin at zero")
}

func TestCase117AReflectorThatFailsIsNotContent(t *testing.T) {
	got := stage(t, reflecting(unplanned), bare(), map[string]string{"executor": "F F:b", "reflector": "! V+"})
	got.ended(t, "final/accepted")
	assert.Equal(t, planner.ByLoop, got.result.Verdicts[0].By)
	sure := reflecting(func(p *strategy.PlanActReflect) { p.Plan, p.Confidence, p.Cycles = strategy.PlanOff, "high", 1 })
	unsure := `{"assessment":"","confidence":"medium","done":true,"gaps":[],"guidance":""}`
	stage(t, sure, bare(), map[string]string{"executor": "F", "reflector": unsure}).ended(t, "budget_exhausted/cycles")
}

func TestCase118TheStepsEndInsideACycle(t *testing.T) {
	c := bare()
	c.Budget.Steps = 3
	got := stage(t, reflecting(unplanned), c, map[string]string{"executor": "A B F", "reflector": "V-"})
	got.ended(t, "budget_exhausted/steps")
	assert.NotNil(t, got.result.Partial)
	c.Budget.Steps, c.Budget.ModelCalls = 9, 2
	got = stage(t, reflecting(unplanned), c, map[string]string{"executor": "A F"})
	got.ended(t, "budget_exhausted/model_calls")
	assert.NotNil(t, got.result.Partial, "no request is left for the verdict, and the draft is kept")
}

func TestCase070AGuidePlanIsAdvice(t *testing.T) {
	p := strategy.ReAct{}
	p.GuidePlan = prompt.General().Planner
	got := stage(t, p, bare(), map[string]string{"planner": "P(a b)", "executor": "A F"})
	got.ended(t, "final/answered")
	assert.Contains(t, got.cast.of("executor")[0].text(), "s1 do the part a")
	plain := stage(t, strategy.ReAct{}, bare(), map[string]string{"executor": "A F"})
	assert.Equal(t, plain.choices("executor"), got.choices("executor"), "the grammar is as without")
	c := bare()
	c.Allowances.Repairs = 1
	got = stage(t, p, c, map[string]string{"planner": "! !", "executor": "F"})
	got.ended(t, "final/answered")
	require.Len(t, got.result.Warnings, 1)
	assert.Contains(t, got.result.Warnings[0], "the run goes on without a reply of the planner: ")
}
