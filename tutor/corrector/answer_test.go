package corrector

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tutor"
)

func TestCostsAreThoseOfAllRunsAndRoles(t *testing.T) {
	var u Usage
	for range 2 {
		u.Watch(loop.Event{Kind: loop.Replied})
		u.Watch(loop.Event{Kind: loop.Finished, Result: &loop.Result{
			Counters: planner.Counters{ModelCalls: 3, Tokens: 110},
			Usage: map[model.Role]planner.RoleUsage{
				model.Executor: {PromptTokens: 60, OutputTokens: 6}, model.Critic: {PromptTokens: 40, OutputTokens: 4},
			},
		}})
	}
	a := u.Answer(tutor.Report{Outcome: loop.Final})
	assert.Equal(t, []int{6, 220, 200, 20}, []int{a.ModelCalls, a.Tokens, a.Read, a.Written})
}
