package loop_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/strategy"
)

const surveyed = `{"given":["it is a word"],"look_up":["its letters, with b"],"to_derive":["how many they are"]}`

// surveyors are the strategies that plan, with a survey, and the rest of their scripts.
func surveyors() map[string]struct {
	p       planner.Planner
	scripts map[string]string
} {
	type row = struct {
		p       planner.Planner
		scripts map[string]string
	}
	reflect := strategy.NewPlanActReflect()
	reflect.Survey = true
	return map[string]row{
		"plan-execute":     {planExecute(func(p *strategy.PlanExecute) { p.Survey = true }), map[string]string{"planner": "P(a)", "s1": "D", "synthesizer": "F"}},
		"plan-act":         {planAct(func(p *strategy.PlanAct) { p.Survey = true }), map[string]string{"planner": "P(a)", "s1": "D", "executor": "F"}},
		"plan-act-reflect": {reflect, map[string]string{"planner": "P(a)", "executor": "F", "reflector": "V+"}},
		"preflect:react":   {preflect(func(p *strategy.PreFlect) { p.Survey = true }), map[string]string{"planner": "P(a)", "critic": "C0", "executor": "F"}},
	}
}

func TestCase149FactsAreSurveyedBeforeThePlan(t *testing.T) {
	for name, row := range surveyors() {
		t.Run(name, func(t *testing.T) {
			row.scripts["surveyor"] = surveyed
			got := stage(t, row.p, bare(), row.scripts)
			assert.Equal(t, loop.Final, got.result.Outcome, got.result.Error)
			assert.Equal(t, "surveyor", got.cast.requests[0].key, "it comes first")
			var d *planner.Decision
			for _, e := range got.events {
				if e.Decision != nil && e.Decision.Kind == planner.SurveyDecision {
					d = e.Decision
				}
			}
			require.NotNil(t, d, "the log shows it")
			assert.Equal(t, planner.Survey{Given: []string{"it is a word"}, LookUp: []string{"its letters, with b"}, ToDerive: []string{"how many they are"}}, *d.Survey)
			assert.Equal(t, 1, got.result.Usage[model.Surveyor].Calls, "it is a role of its own")
			for _, key := range []string{"planner", "critic"} {
				for _, r := range got.cast.of(key) {
					for _, fact := range []string{"it is a word", "its letters, with b", "how many they are"} {
						assert.Contains(t, r.text(), fact, key)
					}
				}
			}
			assert.Contains(t, string(got.cast.requests[0].Grammar.Schema()), `"look_up"`)

			row.scripts["surveyor"] = "!"
			got = stage(t, row.p, bare(), row.scripts)
			assert.Equal(t, loop.Final, got.result.Outcome, "without a survey the run goes on")
			require.Len(t, got.result.Warnings, 1)
			assert.Contains(t, got.result.Warnings[0], "the run goes on without a survey: ")
		})
	}
	got := stage(t, planExecute(nil), bare(), map[string]string{"planner": "P(a)", "s1": "D", "synthesizer": "F"})
	assert.NotContains(t, got.cast.of("planner")[0].text(), "Given:", "it is off by default")
	reflect := strategy.NewPlanActReflect()
	reflect.Survey, reflect.Plan = true, strategy.PlanOff
	stage(t, reflect, bare(), map[string]string{"executor": "F", "reflector": "V+"}).ended(t, "final/accepted") // nobody plans, so nobody surveys
}
