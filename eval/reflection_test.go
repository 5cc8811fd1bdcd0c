package eval_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/shortleash/shortleash/eval"
	"github.com/shortleash/shortleash/planner"
)

// TestCase130SharesOfPlansAndErrors counts four plans of two runs, three of them flagged.
func TestCase130SharesOfPlansAndErrors(t *testing.T) {
	critical := func(types ...string) (list []planner.Finding) {
		for _, kind := range types {
			list = append(list, planner.Finding{Code: kind, Severity: planner.SeverityCritical})
		}
		return append(list, planner.Finding{Code: "small", Severity: planner.SeverityMinor})
	}
	var first, second eval.Reflection
	for _, v := range []planner.Verdict{
		{Of: "plan", Turn: 1, Plan: 1, Errors: critical("tools", "tools"), Checks: true},
		{Of: "plan", Turn: 2, Plan: 1},
		{Of: "plan", Turn: 1, Plan: 2, Errors: critical("tools")},
		{Of: "plan", Turn: 2, Plan: 2, Kept: true},
		{Of: "answer", Turn: 1, Errors: critical("tools")},
	} {
		first.Add(v)
	}
	for _, v := range []planner.Verdict{
		{Of: "plan", Turn: 1, Plan: 1, Errors: critical("depth")},
		{Of: "plan", Turn: 2, Plan: 1},
		{Of: "plan", Turn: 1, Plan: 2, Errors: critical()},
		{Of: "plan", Turn: 1, Plan: 3, Failed: true},
	} {
		second.Add(v)
	}
	first.Join(second)
	assert.Equal(t, 4, first.Examined)
	assert.Equal(t, 3, first.Flagged, "the defect rate is 0.75")
	assert.Equal(t, map[string]int{"tools": 2, "depth": 1}, first.FlaggedFor, "plans, not errors")
	assert.Equal(t, 1, first.ByBoth)
	assert.Equal(t, "plans examined: 4, flagged 3 (75 %) (first plans 2 (100 %), later ones 1 (50 %)), by the checks 1, by both 1, "+
		"revised 2 (50 %), kept 1, without a diagnosis 1; critical errors: tools 3 (75 %) in 2 (50 %) of the plans, depth 1 "+
		"(25 %) in 1 (25 %) of the plans", first.String())
	assert.Empty(t, eval.Reflection{}.String())
}
