package strategy_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/strategy"
)

// A strategy whose fields were not set runs with the general prompts, or a loop refuses it.
func TestZeroValuesRunOrAreRefused(t *testing.T) {
	for name, row := range map[string]struct {
		p       planner.Planner
		refused string
	}{
		"react":                  {strategy.ReAct{}, ""},
		"plan-execute":           {strategy.PlanExecute{}, ""},
		"plan-execute, nested":   {strategy.PlanExecute{Executor: strategy.PlanAct{}}, ""},
		"plan-act":               {strategy.PlanAct{}, ""},
		"plan-act-reflect":       {strategy.PlanActReflect{}, ""},
		"preflect":               {strategy.PreFlect{}, "PreFlect needs an inner strategy"},
		"preflect of react":      {strategy.PreFlect{Inner: strategy.ReAct{}}, ""},
		"reflexion":              {strategy.Reflexion{}, "needs an inner strategy"},
		"reflexion of react":     {strategy.Reflexion{Inner: strategy.ReAct{}}, ""},
		"reflexion of reflexion": {strategy.Reflexion{Inner: strategy.Reflexion{}}, "needs an inner strategy"},
		"self-refine":            {strategy.SelfRefine{}, "needs an inner strategy"},
		"self-refine of react":   {strategy.SelfRefine{Inner: strategy.ReAct{}}, ""},
		"executor without inner": {strategy.PlanExecute{Executor: strategy.SelfRefine{}}, "needs an inner strategy"},
	} {
		l, err := loop.New(row.p, fake.Random(1), nil, loop.Config{})
		if row.refused != "" {
			assert.ErrorIs(t, err, loop.ErrMisuse, name)
			assert.ErrorContains(t, err, row.refused, name)
			continue
		}
		require.NoError(t, err, name)
		r, err := l.Run(t.Context(), "task", nil)
		require.NoError(t, err, name)
		assert.NotEmpty(t, r.Outcome, name)
		assert.NotEqual(t, loop.ModelFailure, r.Outcome, "%s: %s", name, r.Error)
	}
}
