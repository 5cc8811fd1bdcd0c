package planner_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/planner"
)

// Whatever fits the grammar of a plan is read, and depends on nothing that is not there.
func TestEveryPlanThatFitsIsRead(t *testing.T) {
	a := planTools()
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 1))
		flag := func() bool { return r.IntN(2) == 0 }
		s := planner.State{Task: "task"}
		if flag() {
			before := planner.NewPlan(nil, false, []planner.PlanStep{
				{ID: "s1", Description: "was done", Status: planner.StepDone}, {ID: "s2", Description: "failed so far", Status: planner.StepFailed}})
			s.Plan = &before
		}
		form := planner.PlanForm{MaxSteps: r.IntN(4), Guide: flag(), Static: flag(), Conditions: flag(), Depth: r.IntN(3)}.For(s, a, "")
		g, err := grammar.Compile(t.Context(), form.Schema().JSON(), grammar.Options{})
		require.NoError(t, err)
		for range 10 {
			text := g.Sample(r)
			p, err := form.Propose(text, planner.Revision{By: "planner"})
			require.NoError(t, err, string(text))
			for _, f := range p.Findings {
				assert.NotContains(t, []string{planner.CodeUnknownTool, planner.CodeDependencyCycle}, f.Code, "%s: %s", text, f.Detail)
			}
		}
	}
}

// A plan with an unknown tool is refused. The next one opens two lanes, one of them fails, and another plan
// takes its place.
func ExamplePlanForm() {
	var s planner.State
	a := planner.Allowed{Terms: planner.Terms{AllTools: []planner.Offer{{Name: "count"}}}}
	propose := func(cause planner.Cause, reply string) {
		form := planner.PlanForm{MaxSteps: 3}.For(s, a, "")
		p, err := form.Propose([]byte(reply), planner.Revision{By: "planner", Cause: cause})
		if err == nil {
			err = planner.RefusalOf(p.Findings)
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		s.Plan = &p.Plan
		fmt.Println("plan", p.Plan.Revision, "lanes", planner.Lanes(s))
	}
	propose(planner.FirstPlan, `{"facts":"","steps":[{"depends_on":[],"description":"look the word up","expected":"","tool":"find"}]}`)
	propose(planner.FirstPlan, `{"facts":"","steps":[
		{"depends_on":[],"description":"count the letters","expected":"","tool":"count"},
		{"depends_on":[],"description":"count the vowels","expected":"","tool":"count"},
		{"depends_on":["s1","s2"],"description":"subtract the vowels","expected":"","tool":null}]}`)
	s.Plan.Step("s1").Status = planner.StepDone
	s.Plan.Step("s2").Status = planner.StepFailed
	propose(planner.Replanned,
		`{"facts":"","steps":[{"depends_on":["s1"],"description":"count the consonants","expected":"","tool":"count"}]}`)
	fmt.Println(s.Plan.Step("s3").Status, s.Plan.Step("s3").Reason)
	// Output:
	// s1 names the tool "find", and there is only: count
	// plan 1 lanes [s1 s2]
	// plan 2 lanes [s4]
	// skipped replaced r2
}
