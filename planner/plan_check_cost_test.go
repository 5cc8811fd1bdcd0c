package planner_test

import (
	"encoding/json"
	"fmt"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/planner"
)

// A tool's schema may be a stranger's. However long the plan is, its cost counts once, also where it is too much for
// a grammar.
func TestACostlySchemaCountsOnceForAPlan(t *testing.T) {
	made := func(do func()) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		do()
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	costly := grammar.Object(grammar.Property{Name: "x", Schema: grammar.Pattern(`((a|bc){0,8192}(b|cd){0,8192}){0,8192}`, 1, 100)})
	once := made(func() {
		_, err := grammar.Compile(t.Context(), costly.JSON(), grammar.Options{})
		require.ErrorIs(t, err, grammar.ErrBudget)
	})
	plan := planner.Plan{}
	for i := range 50 {
		plan.Steps = append(plan.Steps, planner.PlanStep{ID: fmt.Sprint("s", i+1), Description: fmt.Sprint("find ", i), Tool: "find",
			Args: json.RawMessage(fmt.Sprintf(`{"x":"%d"}`, i)), Status: planner.StepPending})
	}
	var findings []planner.Finding
	all := made(func() {
		findings = planner.CheckPlan(&plan, planner.State{},
			planner.Allowed{Terms: planner.Terms{AllTools: []planner.Offer{{Name: "find", Args: costly}}}})
	})
	require.GreaterOrEqual(t, len(findings), 50)
	assert.Equal(t, planner.CodeBadArgs, findings[0].Code)
	assert.Less(t, all, 3*once+1<<20)
}
