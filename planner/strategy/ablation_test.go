package strategy_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/strategy"
)

func TestAnAblationIsCheckedAndLogged(t *testing.T) {
	p := strategy.PreFlect{Inner: strategy.ReAct{}}
	assert.Nil(t, p.Capabilities().Settings, "the whole strategy leaves no trace")
	p.Ablation = strategy.Ablation{NoReplan: true, Critic: strategy.CriticChecks}
	assert.JSONEq(t, `{"ablation":{"no_replan":true,"critic":"checks"}}`, string(p.Capabilities().Settings))
	p.Ablation.Critic = "god"
	assert.ErrorContains(t, p.Capabilities().Invalid, `Ablation.Critic is "god"`)
}

// A plan that is held is examined as the mode says.
func TestWhatExaminesAPlan(t *testing.T) {
	critical := []planner.Finding{{Code: planner.CodeUncheckedEffect, Severity: planner.SeverityCritical}}
	for _, row := range []struct {
		mode     strategy.CriticMode
		findings []planner.Finding
		asked    model.Role // for the first turn
		done     bool       // the verdict of a first turn that asks nobody
	}{
		{"", nil, model.Critic, false},
		{strategy.CriticModel, critical, model.Critic, false},
		{strategy.CriticChecks, nil, "", true},
		{strategy.CriticChecks, critical, "", false},
	} {
		p := strategy.PreFlect{Inner: strategy.ReAct{}}
		p.Ablation.Critic = row.mode
		plan := planner.Plan{Revision: 1, Guide: true, Steps: []planner.PlanStep{{ID: "s1", Description: "do the part a"}}}
		s := planner.State{Task: "t", Memo: holding(planner.Proposal{Plan: plan, Cause: planner.FirstPlan, Held: true, Findings: row.findings})}
		a := planner.Allowed{Limits: planner.Limits{Steps: 9, Requests: 9}}
		require.Equal(t, row.asked, p.Stage(s, a).Role, row.mode)
		if row.asked != "" {
			continue
		}
		d, err := p.Next(t.Context(), s, a, nil)
		require.NoError(t, err)
		assert.Equal(t, row.done, d.Verdict.Done)
		s.Memo = d.Memo
		next := p.Stage(s, a).Role
		assert.Equal(t, map[bool]model.Role{true: "", false: model.Critic}[row.done], next,
			"a model is asked to revise what the checks call critical")
	}
	off := strategy.PreFlect{Inner: strategy.ReAct{}}
	off.Ablation.Critic = strategy.CriticOff
	plan := planner.Plan{Revision: 1, Guide: true, Steps: []planner.PlanStep{{ID: "s1"}}}
	s := planner.State{Memo: holding(planner.Proposal{Plan: plan, Held: true, Findings: critical})}
	d, err := off.Next(t.Context(), s, planner.Allowed{Limits: planner.Limits{Steps: 9, Requests: 9}}, nil)
	require.NoError(t, err)
	assert.True(t, d.Plan.Adopt, "nothing is examined")
}

// holding is the memo of a PreFlect that holds a plan, and what its critic said of it.
func holding(p planner.Proposal, examined ...planner.Verdict) json.RawMessage {
	return planner.Remember(map[string]any{"proposed": p, "examined": examined})
}
