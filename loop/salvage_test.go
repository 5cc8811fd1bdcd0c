package loop_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
)

// free is a cast whose planner nobody holds to a grammar.
type free struct{ *cast }

func (free) Unconstrained() bool { return true }

// unbound runs a strategy on a model without grammar. The plan scripts hold text as it is said, one
// reply for each of plans; the other roles' scripts are as ever.
func unbound(t *testing.T, p planner.Planner, c loop.Config, plans []string, scripts map[string]string) staged {
	t.Helper()
	m := &cast{t: t, scripts: scripts, used: map[string]int{}, texts: map[string][]string{"planner": plans}}
	l, err := loop.New(p, free{m}, lettered(t), c)
	require.NoError(t, err)
	got := staged{cast: m}
	for e, err := range l.Watch(t.Context(), "the task", nil) {
		require.NoError(t, err)
		if e.Kind != loop.Delta {
			got.events = append(got.events, e)
		}
		if e.Result != nil {
			got.result = *e.Result
		}
	}
	assert.NoError(t, l.Replay(t.Context(), got.events), "it replays")
	return got
}

var _ model.Unconstrained = free{}

// repairing is a configuration with one repair.
func repairing() loop.Config {
	c := bare()
	c.Repairs = 1
	return c
}

func TestCase072AnEmptyPlanOfAFreeModel(t *testing.T) {
	got := unbound(t, planExecute(nil), repairing(), []string{"[]", "[]"}, nil)
	got.ended(t, "could_not_plan/empty_plan")
	assert.Equal(t, 2, got.result.Counters.ModelCalls)
}

func TestCase073AnOverlongPlanIsCutAndSaysSo(t *testing.T) {
	p := planExecute(func(p *planner.PlanExecute) { p.PlanSteps = 2 })
	got := unbound(t, p, bare(), []string{`["one thing","two things","three things","four things","five things"]`},
		map[string]string{"s1": "D", "s2": "D", "synthesizer": "F"})
	got.ended(t, "final/answered")
	assert.Equal(t, []string{"three things", "four things", "five things"}, got.result.Plan.Cut)
	assert.Contains(t, got.result.Warnings[0], "three things; four things; five things")
	assert.Contains(t, got.cast.of("synthesizer")[0].text(), "Left out of the plan: three things; four things; five things")
	assert.Equal(t, 4, got.result.Counters.ModelCalls)
	for _, e := range got.events {
		if e.Reply != nil && e.Reply.Role == model.Planner {
			assert.True(t, e.Reply.Salvaged)
		}
	}
	full := stage(t, planExecute(nil), bare(), map[string]string{"planner": "P(a)", "s1": "D", "synthesizer": "F"})
	nine := planText("a b c d e f g h i")
	assert.Error(t, full.cast.of("planner")[0].Grammar.Check([]byte(nine)), "under the grammar a ninth of eight cannot be written")
}

func TestCase084UnsoundPlansOfAFreeModel(t *testing.T) {
	for _, row := range []struct{ claim, plan, says string }{
		{"a circle", `[{"id":"s1","description":"do the first thing","depends_on":["s2"]},{"id":"s2","description":"do the second","depends_on":["s1"]}]`, "s1 needs s2, which does not come before it"},
		{"a plan step that is not there", `[{"description":"do the first thing","depends_on":["s9"]}]`, `s1 needs "s9", which is no plan step`},
		{"a tool that is not there", `[{"description":"do the first thing","tool":"telescope","depends_on":[]}]`, `s1 names the tool "telescope"`},
	} {
		got := unbound(t, planExecute(nil), repairing(), []string{row.plan, row.plan}, nil)
		got.ended(t, "could_not_plan/bad_plan")
		assert.Contains(t, got.cast.of("planner")[1].text(), row.says, row.claim)
	}
}

func TestCase101APlanInBulletsIsAPlan(t *testing.T) {
	got := unbound(t, planAct(nil), bare(), []string{"Sure!\n- look it up\n- say it"}, map[string]string{"s1": "D", "s2": "D", "executor": "F"})
	got.ended(t, "final/answered")
	assert.Equal(t, "s1 done, s2 done", got.statuses())
}
