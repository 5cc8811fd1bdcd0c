package loop_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/strategy"
)

func planAct(f func(*strategy.PlanAct)) strategy.PlanAct {
	p := strategy.PlanAct{}
	if f != nil {
		f(&p)
	}
	return p
}

// verifying declares that tool a with n must give value.
func verifying(value string) func(*strategy.PlanAct) {
	return func(p *strategy.PlanAct) {
		p.Verify = &strategy.Verify{Tool: "a", Args: json.RawMessage(`{"n":9}`), Value: json.RawMessage(value)}
	}
}

func TestCase094OnePlanStepAfterTheOther(t *testing.T) {
	got := stage(t, planAct(nil), bare(), map[string]string{"planner": "P(a b)", "s1": "A D(c1)", "s2": "B D(c2)", "executor": "F"})
	got.ended(t, "final/answered")
	assert.Equal(t, 5, got.result.Counters.Steps, "the plan itself costs none")
	assert.Equal(t, "s1 done, s2 done", got.statuses())
	assert.Equal(t, "", got.result.Plan.Cursor())
	assert.Equal(t, []string{"final_answer"}, got.choices("executor"))
}

func TestCase095OnlyItsToolsSuccessMovesTheCursor(t *testing.T) {
	got := stage(t, planAct(nil), bare(), map[string]string{"planner": "P(a@a)", "s1": "B A D(c2)", "executor": "F"})
	got.ended(t, "final/answered")
	all := "a,b,c,d,e,g,p,x,y,z,"
	assert.Equal(t, []string{all + "step_failed", all + "step_failed", all + "step_done,step_failed"}, got.choices("s1"),
		"the success of another tool is not evidence, a plain string of its own is")
}

func TestCase096EvidenceIsCitedOnce(t *testing.T) {
	p := planAct(func(p *strategy.PlanAct) { p.Parallel = 2 })
	both := `{"thought":"","tool":"parallel","tool_args":{"calls":[{"tool":"a","tool_args":{"n":1}},{"tool":"b","tool_args":{"n":1}}]}}`
	got := stage(t, p, bare(), map[string]string{"planner": "P(a b)", "s1": both + " D(c1,c2)", "s2": "D", "executor": "F"})
	got.ended(t, "final/answered")
	assert.Equal(t, []string{"c1", "c2"}, got.result.Plan.Steps[0].Evidence)
	second := string(got.cast.of("s2")[0].Grammar.Schema())
	assert.NotContains(t, second, `"c1"`)
	assert.Contains(t, second, `"minLength":20`, "no call and no tool: the output must say something")
}

func TestCase097TheDeclaredCallVerifies(t *testing.T) {
	got := stage(t, planAct(verifying(`"a9"`)), bare(), map[string]string{"planner": "P(a)", "s1": "A9 D(c1)", "executor": "F"})
	got.ended(t, "final/verified")
	assert.True(t, got.result.Verified)
	assert.Equal(t, 2, got.result.Counters.ToolCalls, "the executor's own call proves nothing")
	assert.NotContains(t, got.choices("s1")[0], "final_answer")
	assert.Equal(t, 3, got.result.Counters.Steps, "the declared call is not a step")
}

func TestCase098AFailedVerificationIsReplannedKnowingIt(t *testing.T) {
	got := stage(t, planAct(verifying(`"other"`)), bare(),
		map[string]string{"planner": "P(a) P(b) P(c)", "s1": "D", "s2": "D", "s3": "D", "executor": "F"})
	got.ended(t, "budget_exhausted/replans")
	second := got.cast.of("planner")[1].text()
	assert.Contains(t, second, `the work is not verified: a gave "a9"`)
	assert.Contains(t, second, "s1 (done) do the part a")

	p := planAct(func(p *strategy.PlanAct) {
		p.Replans = -1
		p.Verify = &strategy.Verify{Tool: "a", Args: json.RawMessage(`{"n":9}`), Path: "returncode", Value: json.RawMessage(`null`)}
	})
	got = stage(t, p, bare(), map[string]string{"planner": "P(a)", "s1": "D", "executor": "F"})
	got.ended(t, "budget_exhausted/replans")
}

func TestCase099AfterTheLastReplanOneAnswerIsKept(t *testing.T) {
	got := stage(t, planAct(verifying(`"other"`)), bare(),
		map[string]string{"planner": "P(a) P(b) P(c)", "s1": "D", "s2": "D", "s3": "D", "executor": "F"})
	got.ended(t, "budget_exhausted/replans")
	assert.JSONEq(t, `{"text":"done"}`, string(got.result.Partial))
	assert.Nil(t, got.result.Answer)
	assert.Equal(t, 2, got.result.Counters.Replans)
}

func TestCase100TheLastStepIsTheAnswer(t *testing.T) {
	c := bare()
	c.Budget.Steps = 3
	got := stage(t, planAct(nil), c, map[string]string{"planner": "P(a b c)", "s1": "A D(c1)", "executor": "F"})
	got.ended(t, "final/answered")
	assert.Equal(t, "steps", got.result.Forced)
	assert.Equal(t, "s1 done, s2 skipped/budget, s3 skipped/budget", got.statuses())
	asked := got.cast.of("executor")
	text := asked[len(asked)-1].text()
	assert.Contains(t, text, "not tried: the run ended before it")
	assert.NotContains(t, text, "budget", "the model would blame one that the task does not speak of")

	got = stage(t, planAct(verifying(`"other"`)), c, map[string]string{"planner": "P(a b c)", "s1": "A D(c1)", "executor": "F"})
	got.ended(t, "budget_exhausted/steps")
	assert.NotNil(t, got.result.Partial)
}

func TestCase101AnUnreadablePlanIsNoAnswer(t *testing.T) {
	c := bare()
	c.Allowances.Repairs = 1
	got := stage(t, planAct(nil), c, map[string]string{"planner": "! !"})
	got.ended(t, "could_not_plan/not_a_plan")
	assert.Nil(t, got.result.Answer)
}

func TestCase102EachRoleSeesItsOwn(t *testing.T) {
	got := stage(t, planAct(verifying(`"a9"`)), bare(), map[string]string{"planner": "P(a b)", "s1": "D", "s2": "D", "executor": "F"})
	got.ended(t, "final/verified")
	assert.Contains(t, got.cast.of("planner")[0].text(), "- a: tool a (n)")
	assert.Contains(t, got.cast.of("planner")[0].text(), `a {"n":9} must give "a9"`)
	lane := got.cast.of("s2")[0].text()
	assert.Contains(t, lane, "Your plan step: s2 do the part b")
	assert.Contains(t, lane, "s1 (done) do the part a\n")
}

func TestCase103AnEndWithoutEvidenceIsAFailure(t *testing.T) {
	p := planAct(func(p *strategy.PlanAct) { p.StepsPerPlanStep = 3 })
	c := bare()
	c.Allowances.RecoverableErrors = 5
	got := stage(t, p, c, map[string]string{"planner": "P(a@x) P(b)", "s1": "X1 X2 X", "s2": "D", "executor": "F"})
	got.ended(t, "final/answered")
	assert.Equal(t, "step_failed", got.choices("s1")[2])
	assert.Equal(t, "s1 failed, s2 done", got.statuses())
}

// scores are what a critic says of plans.
func scores(list ...int) string {
	type one struct {
		Assessment string `json:"assessment"`
		Plan       int    `json:"plan"`
		Score      int    `json:"score"`
	}
	var all struct {
		Scores []one `json:"scores"`
	}
	for i, s := range list {
		all.Scores = append(all.Scores, one{"", i + 1, s})
	}
	text, err := json.Marshal(all)
	if err != nil {
		panic(err)
	}
	return string(text)
}

func three(p *strategy.PlanAct) { p.Candidates = 3 }

func TestCase104TheBestCandidateRuns(t *testing.T) {
	for _, row := range []struct{ claim, critic, runs string }{
		{"the best score", scores(4, 9, 6), "do the part b"},
		{"of equal scores the shorter plan", scores(5, 5, 5), "do the part c"},
		{"without scores the first", "!", "do the part a"},
	} {
		executed := map[string]string{"planner": "P(a aa<1) P(b bb<1) P(c)", "critic": row.critic, "s1": "D", "s2": "D", "executor": "F"}
		if row.runs == "do the part c" {
			delete(executed, "s2")
		}
		got := stage(t, planAct(three), bare(), executed)
		got.ended(t, "final/answered")
		assert.Equal(t, row.runs, got.result.Plan.Steps[0].Description, row.claim)
		assert.Len(t, got.result.Plan.Alternatives, 2, row.claim)
		assert.Zero(t, got.result.Counters.Replans)
	}
}

func TestCase105CandidatesWithErrorsAreNotScored(t *testing.T) {
	unsound := `{"facts":"","steps":[{"depends_on":[],"description":"see {{s7}} for it","expected":"","tool":null}]}`
	got := stage(t, planAct(three), bare(), map[string]string{"planner": "P(a) " + unsound + " P(c)", "critic": scores(1, 2),
		"s1": "D", "executor": "F"})
	assert.Equal(t, "do the part c", got.result.Plan.Steps[0].Description)
	c := bare()
	c.Allowances.Repairs = 1
	all := unsound + " " + unsound + " " + unsound + " "
	stage(t, planAct(three), c, map[string]string{"planner": all + unsound + " " + unsound}).ended(t, "could_not_plan/bad_plan")
	stage(t, planAct(three), c, map[string]string{"planner": all + unsound + " P(a)", "s1": "D", "executor": "F"}).ended(t, "final/answered")
}

func TestCase106AnAlternativeIsTakenWithoutAsking(t *testing.T) {
	got := stage(t, planAct(three), bare(), map[string]string{"planner": "P(a) P(b) P(c)", "critic": scores(1, 9, 2), "s1": "X",
		"s2": "D", "executor": "F"})
	got.ended(t, "final/answered")
	assert.Equal(t, "do the part c", got.result.Plan.Step("s2").Description)
	assert.Equal(t, planner.ByAlternative, got.result.Plan.Revisions[1].By)
	assert.Equal(t, 1, got.result.Counters.Replans)
}

func TestCase060TheStateInTheLogIsWhatThePlannerSaw(t *testing.T) {
	got := stage(t, planAct(nil), bare(), map[string]string{"planner": "P(a b)", "s1": "A D(c1)", "s2": "B D(c2)", "executor": "F"})
	fold := func(n int) planner.State {
		return loop.Fold(func(yield func(loop.Event) bool) {
			for _, e := range got.events[:n] {
				if !yield(e) {
					return
				}
			}
		})
	}
	var before, after planner.State
	for i, e := range got.events {
		if e.PlanStep != nil && e.PlanStep.Status == planner.StepDone && e.PlanStep.ID == "s1" {
			before, after = fold(i), fold(i+1)
		}
	}
	require.Equal(t, "s1", before.Plan.Cursor())
	require.Equal(t, "s2", after.Plan.Cursor(), "two prefixes differ in what happened between them")
	assert.Equal(t, before.Counters.Steps, after.Counters.Steps)
}

// Case W13.
func TestCaseW13ANewScopeForgets(t *testing.T) {
	got := stage(t, planAct(nil), bare(), map[string]string{"planner": "P(a b) P(c)", "s1": "A D(c1)", "s2": "A X",
		"s3": "A D(c3)", "executor": "F"})
	got.ended(t, "final/answered")
	assert.Equal(t, 3, got.result.Counters.ToolCalls, "the same call in another plan step, and under another plan, is none of before")
}
