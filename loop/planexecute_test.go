package loop_test

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner/strategy"
)

// planExecute returns the strategy with general prompts, changed by f.
func planExecute(f func(*strategy.PlanExecute)) strategy.PlanExecute {
	p := strategy.PlanExecute{}
	if f != nil {
		f(&p)
	}
	return p
}

func TestCase071PlanIsCarriedOutAndPutTogether(t *testing.T) {
	got := stage(t, planExecute(nil), bare(), map[string]string{"planner": "P(a b<1 c<2)", "s1": "D", "s2": "D", "s3": "D",
		"synthesizer": "F"})
	got.ended(t, "final/answered")
	assert.Equal(t, 5, got.result.Counters.ModelCalls)
	assert.Equal(t, 3, got.result.Counters.Steps)
	assert.Equal(t, "run_started asked replied decided planned "+
		"plan_step:s1:running asked replied decided plan_step:s1:done "+
		"plan_step:s2:running asked replied decided plan_step:s2:done "+
		"plan_step:s3:running asked replied decided plan_step:s3:done "+
		"asked replied decided finished", got.kinds())
}

func TestCase075IndependentPlanStepsRunTogether(t *testing.T) {
	got := stage(t, planExecute(nil), bare(), map[string]string{"planner": "P(a b c<1,2)", "s1": "D", "s2": "D", "s3": "D",
		"synthesizer": "F"})
	got.ended(t, "final/answered")
	assert.Contains(t, got.kinds(), "plan_step:s1:running plan_step:s2:running asked", "two requests of one round")
	one := planExecute(func(p *strategy.PlanExecute) { p.ParallelPlanSteps = 1 })
	got = stage(t, one, bare(), map[string]string{"planner": "P(a b c<1,2)", "s1": "D", "s2": "D", "s3": "D", "synthesizer": "F"})
	assert.Contains(t, got.kinds(), "plan_step:s1:done plan_step:s2:running", "one after the other")
}

func TestCase074ALaneActsAndClosesInTime(t *testing.T) {
	p := planExecute(func(p *strategy.PlanExecute) { p.StepsPerPlanStep = 2 })
	got := stage(t, p, bare(), map[string]string{"planner": "P(a)", "s1": "A D(c1)", "synthesizer": "F"})
	got.ended(t, "final/answered")
	assert.Equal(t, 1, got.result.Counters.ToolCalls)
	step := got.result.Plan.Steps[0]
	assert.Equal(t, []string{"c1"}, step.Evidence)
	assert.Equal(t, `"what was found, in a sentence"`, string(step.Output))
	assert.Equal(t, "step_done,step_failed", got.choices("s1")[1], "the last decision of a lane ends it")
}

func TestCase076TheOrderOfRepliesChangesNothing(t *testing.T) {
	run := func(last string) (got staged) {
		synctest.Test(t, func(t *testing.T) {
			m := &cast{t: t, used: map[string]int{}, scripts: map[string]string{"planner": "P(a b c<1,2)", "s1": "A D", "s2": "B D",
				"s3": "D", "synthesizer": "F"}}
			m.before = func(key string) {
				if key == last {
					time.Sleep(time.Second) // the other one is asked at the same time, and has replied by then
				}
			}
			l, err := loop.New(planExecute(nil), m, lettered(t), bare())
			require.NoError(t, err)
			got = staged{cast: m}
			got.result, err = l.Run(t.Context(), "the task", nil)
			require.NoError(t, err)
		})
		return got
	}
	x, y := run("s1"), run("s2")
	x.ended(t, "final/answered")
	assert.Equal(t, whole(x.result), whole(y.result))
	for _, key := range []string{"s1", "s2", "s3", "synthesizer"} {
		for i := range x.cast.of(key) {
			assert.Equal(t, x.cast.of(key)[i].text(), y.cast.of(key)[i].text(), key)
		}
	}
}

func TestCase077FewerStepsThanLanes(t *testing.T) {
	c := bare()
	c.Budget.Steps = 2
	got := stage(t, planExecute(nil), c, map[string]string{"planner": "P(a b c)", "s1": "D", "s2": "X", "synthesizer": "F"})
	got.ended(t, "final/answered")
	assert.Equal(t, "steps", got.result.Forced)
	assert.Equal(t, "s1 done, s2 failed, s3 skipped/budget", got.statuses())
	assert.Equal(t, []string{"step_done,step_failed"}, got.choices("s1"))
}

func TestCase078ALaneSeesItsInputsAndNoOtherLane(t *testing.T) {
	got := stage(t, planExecute(nil), bare(), map[string]string{"planner": "P(a b c<1)", "s2": "D", "s3": "D", "synthesizer": "F",
		"s1": `{"thought":"secret","tool":"a","tool_args":{"n":1}} D(c1)`})
	got.ended(t, "final/answered")
	prompt := got.cast.of("s3")[0].text()
	assert.Contains(t, prompt, `Output of s1: "what was found, in a sentence"`)
	assert.Contains(t, prompt, `Done before: s2 "what was found`)
	assert.NotContains(t, prompt, "secret")
}

func TestCase079AReplanKnowsAndKeeps(t *testing.T) {
	p := planExecute(nil)
	got := stage(t, p, bare(), map[string]string{"planner": "P(a b<1 c<2) P(d<1)", "s1": "D", "s2": "X", "s4": "D", "synthesizer": "F"})
	got.ended(t, "final/answered")
	assert.Equal(t, "s1 done, s2 failed, s3 skipped/replaced r2, s4 done", got.statuses())
	second := got.cast.of("planner")[1].text()
	assert.Contains(t, second, "s2 (failed) do the part b: it cannot be done")
	assert.Contains(t, second, "s1 (done) do the part a -> \"what was found")
	assert.Equal(t, 2, got.result.Plan.Revision)
	assert.EqualValues(t, "s2 failed: it cannot be done", got.result.Plan.Revisions[1].Reason)
	assert.Equal(t, 1, got.result.Counters.Replans)
}

func TestCase080OneReplanForABatch(t *testing.T) {
	got := stage(t, planExecute(nil), bare(), map[string]string{"planner": "P(a b d) P(e<3)", "s1": "X", "s2": "X", "s3": "A D",
		"s4": "D", "synthesizer": "F"})
	got.ended(t, "final/answered")
	assert.Equal(t, "s1 failed, s2 failed, s3 done, s4 done", got.statuses())
	assert.Equal(t, 1, got.result.Counters.Replans)
}

func TestCase081NoReplanLeft(t *testing.T) {
	p := planExecute(func(p *strategy.PlanExecute) { p.Replans = 1 })
	got := stage(t, p, bare(), map[string]string{"planner": "P(a b<1) P(c<1 d<3)", "s1": "D", "s2": "X", "s3": "X", "synthesizer": "F"})
	got.ended(t, "final/answered")
	assert.Equal(t, "replans", got.result.Forced)
	assert.Equal(t, "s1 done, s2 failed, s3 failed, s4 skipped/dependency s3", got.statuses())
	got = stage(t, p, bare(), map[string]string{"planner": "P(a) P(b)", "s1": "X", "s2": "X"})
	got.ended(t, "could_not_plan/replans")
}

func TestCase004MinusOneReplansAreNone(t *testing.T) {
	p := planExecute(func(p *strategy.PlanExecute) { p.Replans = -1 })
	stage(t, p, bare(), map[string]string{"planner": "P(a)", "s1": "X"}).ended(t, "could_not_plan/replans")
	_, err := loop.New(planExecute(func(p *strategy.PlanExecute) { p.Replans = -2 }), &cast{}, nil, bare())
	assert.ErrorIs(t, err, loop.ErrMisuse)
	assert.ErrorContains(t, err, "Replans")
}

func TestCase082ARepeatedPlanIsACycleAndARepeatedFailureARepair(t *testing.T) {
	stage(t, planExecute(nil), bare(), map[string]string{"planner": "P(a b<1) P(b)", "s1": "X"}).ended(t, "cycle/plans")
	c := bare()
	c.Allowances.Repairs = 1
	got := stage(t, planExecute(nil), c, map[string]string{"planner": "P(a) P(a) P(c)", "s1": "X", "s2": "D", "synthesizer": "F"})
	got.ended(t, "final/answered")
	assert.Contains(t, got.cast.of("planner")[2].text(), "s2 is s1 again, which failed: it cannot be done")
}

func TestCase083AnEmptyReplanAnswers(t *testing.T) {
	got := stage(t, planExecute(nil), bare(), map[string]string{"planner": "P(a b<1) P()", "s1": "D", "s2": "X", "synthesizer": "F"})
	got.ended(t, "final/answered")
	assert.Empty(t, got.result.Warnings, "an empty plan is one")
	assert.Equal(t, 2, got.result.Plan.Revision)
	assert.Equal(t, "s1 done, s2 failed", got.statuses())
}

func TestCase086Conditions(t *testing.T) {
	p := planExecute(func(p *strategy.PlanExecute) { p.Conditions = true })
	for _, row := range []struct{ claim, value, want string }{
		{"a branch whose condition holds runs, the other does not, and the join does", "yes", "s1 done, s2 done, s3 skipped/condition, s4 done"},
		{"a path that is missing skips", "maybe", "s1 done, s2 skipped/condition, s3 skipped/condition, s4 done"},
	} {
		scripts := map[string]string{"planner": "P(a b?1.x=yes c?1.x=no d<2,3)", "synthesizer": "F", "s4": "D",
			"s1": `{"thought":"","tool":"step_done","tool_args":{"evidence":[],"output":"{\"x\":\"` + row.value + `\"}"}}`}
		if row.value == "yes" {
			scripts["s2"] = "D"
		}
		got := stage(t, p, bare(), scripts)
		got.ended(t, "final/answered")
		assert.Equal(t, row.want, got.statuses(), row.claim)
	}
}

func TestCase087StaticPlanSteps(t *testing.T) {
	p := planExecute(func(p *strategy.PlanExecute) { p.Static = true })
	done := func(n string) string {
		return `{"thought":"","tool":"step_done","tool_args":{"evidence":[],"output":"{\"n\":` + n + `}"}}`
	}
	got := stage(t, p, bare(), map[string]string{"planner": `P(a b@b#{"n":"{{s1.n}}"})`, "s1": done("3"), "synthesizer": "F"})
	got.ended(t, "final/answered")
	assert.Equal(t, `{"n":3}`, string(got.result.Steps[1].Calls[0].Args))
	assert.Equal(t, 1, got.result.Counters.Steps, "a static plan step is not a step")
	assert.Equal(t, 3, got.result.Counters.ModelCalls)
	assert.Equal(t, `"b3"`, string(got.result.Plan.Steps[1].Output))

	p.Replans = -1
	got = stage(t, p, bare(), map[string]string{"planner": `P(a b@b#{"n":"{{s1.m}}"})`, "s1": done("3"), "synthesizer": "F"})
	assert.Equal(t, "s1 done, s2 failed", got.statuses())
	assert.Zero(t, got.result.Counters.ToolCalls)
}

func TestCase088Binding(t *testing.T) {
	p := planExecute(func(p *strategy.PlanExecute) { p.Binding = true })
	got := stage(t, p, bare(), map[string]string{"planner": "P(a@a b)", "s1": "A D", "s2": "D", "synthesizer": "F"})
	got.ended(t, "final/answered")
	assert.Equal(t, []string{"a,step_failed", "a,step_done,step_failed"}, got.choices("s1"))
	assert.Equal(t, []string{"step_done,step_failed"}, got.choices("s2"))
}

func TestCase089APlanStepIsPlannedInDetail(t *testing.T) {
	p := planExecute(func(p *strategy.PlanExecute) { p.Depth = 1 })
	detail := `{"facts":"","steps":[{"depends_on":[],"description":"first half","expected":"","tool":null},` +
		`{"depends_on":["s2.1"],"description":"second half","expected":"","tool":null}]}`
	got := stage(t, p, bare(), map[string]string{"planner": "P(a b<1+ c<2) " + detail, "s1": "D", "s2.1": "D", "s2.2": "D",
		"s3": "D", "synthesizer": "F"})
	got.ended(t, "final/answered")
	assert.Equal(t, "s1 done, s2 done, s2.1 done, s2.2 done, s3 done", got.statuses())
	assert.Equal(t, `["what was found, in a sentence","what was found, in a sentence"]`, string(got.result.Plan.Step("s2").Output))

	p.Expanded = 3
	got = stage(t, p, bare(), map[string]string{"planner": "P(a b<1+ c<2)", "s1": "D", "s2": "D", "s3": "D", "synthesizer": "F"})
	assert.Equal(t, "s1 done, s2 done, s3 done", got.statuses(), "over the ceiling it runs as a plain one")

	p.Depth = 0
	got = stage(t, p, bare(), map[string]string{"planner": "P(a)", "s1": "D", "synthesizer": "F"})
	assert.NotContains(t, string(got.cast.of("planner")[0].Grammar.Schema()), "expand")
}

func TestCase143PlansOfPlansToTheDepthThatIsSet(t *testing.T) {
	p := planExecute(func(p *strategy.PlanExecute) { p.Depth = 2 })
	got := stage(t, p, bare(), map[string]string{"planner": "P(a+ b<1) P(x y<1.1+) P(v w<1.2.1)",
		"s1.1": "D", "s1.2.1": "D", "s1.2.2": "D", "s2": "D", "synthesizer": "F"})
	got.ended(t, "final/answered")
	assert.Equal(t, "s1 done, s1.1 done, s1.2 done, s1.2.1 done, s1.2.2 done, s2 done", got.statuses())
	assert.Equal(t, `["what was found, in a sentence",["what was found, in a sentence","what was found, in a sentence"]]`,
		string(got.result.Plan.Step("s1").Output), "what parts of parts gave stands in order")
	var levels []string
	for _, e := range got.events {
		if e.Plan != nil {
			levels = append(levels, fmt.Sprintf("%s:%d", e.Plan.Parent, e.Plan.Level))
		}
	}
	assert.Equal(t, []string{":0", ":0", "s1.2:2"}, levels, "the log shows the level of a plan, from the second on")
	prompts := got.cast.of("planner")
	assert.Contains(t, prompts[2].text(), "Plan this plan step in detail: s1.2 do the part y\nIts parts are numbered s1.2.1,")
	assert.Contains(t, string(prompts[1].Grammar.Schema()), "expand")
	assert.NotContains(t, string(prompts[2].Grammar.Schema()), "expand", "below the last level nothing is planned in detail")
	assert.Contains(t, got.cast.of("s1.2.2")[0].text(), `Output of s1.2.1: "what was found, in a sentence"`)
}

func TestCase144PlansOfPlansKeepToTheStepsThatAreLeft(t *testing.T) {
	p := planExecute(func(p *strategy.PlanExecute) { p.Depth = 9 })
	c := bare()
	c.Budget.Steps = 3
	got := stage(t, p, c, map[string]string{"planner": "P(a+) P(x+ y+) P(v+ w+)", "s1.1.1": "D", "s1.1.2": "D", "s1.2": "D",
		"synthesizer": "F"})
	got.ended(t, "final/answered")
	assert.Equal(t, "s1 done, s1.1 done, s1.1.1 done, s1.1.2 done, s1.2 done", got.statuses(), "each of the three decisions has its plan step")

	p.Depth = 2
	other := `{"facts":"","steps":[{"depends_on":[],"description":"go another way","expand":false,"expected":"","tool":null}]}`
	got = stage(t, p, bare(), map[string]string{"planner": "P(a+) P(x+) P(v) " + other, "s1.1.1": "X", "s2": "D", "synthesizer": "F"})
	got.ended(t, "final/answered")
	assert.Equal(t, "s1 failed, s1.1 failed, s1.1.1 failed, s2 done", got.statuses(),
		"with its only part a plan step fails, and the planner takes another way")
}

func TestCase090PlanStepsAreReviewed(t *testing.T) {
	p := planExecute(func(p *strategy.PlanExecute) { p.ReviewPlanSteps = true })
	got := stage(t, p, bare(), map[string]string{"planner": "P(a)", "s1": "D D", "reflector": "M- M+", "synthesizer": "F"})
	got.ended(t, "final/answered")
	assert.Contains(t, got.cast.of("s1")[1].text(), "look closer")
	got = stage(t, p, bare(), map[string]string{"planner": "P(a) P(b)", "s1": "D D", "s2": "D", "reflector": "M- M- M+", "synthesizer": "F"})
	assert.Equal(t, "s1 failed, s2 done", got.statuses())
	got = stage(t, p, bare(), map[string]string{"planner": "P(a)", "s1": "D", "reflector": "!", "synthesizer": "F"})
	got.ended(t, "final/answered")
	assert.Equal(t, []string{`the run goes on without a reply of the reflector: grammar: byte 0: got "S", want an object`},
		got.result.Warnings)
}

func TestCase091TheSynthesizerReadsOutputsAlone(t *testing.T) {
	p := planExecute(func(p *strategy.PlanExecute) { p.Replans = -1 })
	got := stage(t, p, bare(), map[string]string{"planner": "P(a b)", "synthesizer": "F", "s2": "X",
		"s1": `{"thought":"secret","tool":"a","tool_args":{"n":77}} D(c1)`})
	got.ended(t, "final/answered")
	prompt := got.cast.of("synthesizer")[0].text()
	for _, part := range []string{"s1 (done)", "s2 (failed)", `output: "what was found, in a sentence"`, "reason: it cannot be done"} {
		assert.Contains(t, prompt, part)
	}
	assert.NotContains(t, prompt, "secret")
	assert.NotContains(t, prompt, "77")

	got = stage(t, p, bare(), map[string]string{"planner": "P(a)", "synthesizer": "!", "s1": "D"})
	got.ended(t, "model_failure/invalid_output")
	assert.Equal(t, "s1 done", got.statuses(), "what was found is kept")
}

func TestCase092TokensEndBetweenPlanSteps(t *testing.T) {
	p := planExecute(func(p *strategy.PlanExecute) { p.ParallelPlanSteps = 1 })
	c := bare()
	c.Budget.ModelCalls = 4 // as with tokens: what is left pays the synthesizer alone
	got := stage(t, p, c, map[string]string{"planner": "P(a b c d)", "s1": "D", "s2": "D", "synthesizer": "F"})
	got.ended(t, "final/answered")
	assert.Equal(t, "model_calls", got.result.Forced)
	assert.Equal(t, "s1 done, s2 done, s3 skipped/budget, s4 skipped/budget", got.statuses())
	asked := got.cast.of("synthesizer")
	assert.Contains(t, asked[len(asked)-1].text(), "not tried: the run ended before it")

	c = bare()
	c.Budget.Tokens = 1
	got = stage(t, p, c, map[string]string{})
	got.ended(t, "budget_exhausted/tokens")
	assert.Zero(t, got.result.Counters.ModelCalls, "the planner is gated too")
}
