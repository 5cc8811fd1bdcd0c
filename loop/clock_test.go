package loop_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
)

// slowly approves everything, after two minutes.
func slowly(_ context.Context, i loop.Interrupt) (loop.Reply, error) {
	time.Sleep(2 * time.Minute)
	return loop.Reply{Interrupt: i.ID, Do: loop.Approve}, nil
}

func TestAPersonsTimeCountsInNoClock(t *testing.T) {
	for name, row := range map[string]struct {
		work    time.Duration // of one call
		outcome loop.Outcome
		wall    time.Duration // in the counters
	}{
		"only the person takes time":             {0, loop.Final, 0},
		"work before and after fits":             {20 * time.Second, loop.Final, 40 * time.Second},
		"work before and after is over the wall": {40 * time.Second, loop.BudgetExhausted, time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				pay := func(ctx context.Context, in number) (int, error) {
					select {
					case <-time.After(row.work):
					case <-ctx.Done():
					}
					return in.N, nil
				}
				registry, err := tools.NewRegistry(tools.Must(tools.New("a", "does it", pay, tools.Options{NeedsApproval: true, Timeout: time.Hour})))
				require.NoError(t, err)
				l, err := loop.New(strategy.ReAct{}, fake.Script(act("a1"), act("a2"), done), registry,
					strict(loop.Config{Budget: loop.Budget{Wall: time.Minute}, Allowances: loop.Allowances{FatalErrors: 9},
						Approval: loop.Approval{Ask: slowly}}))
				require.NoError(t, err)
				r, err := l.Run(t.Context(), "task", nil)
				require.NoError(t, err)
				assert.EqualValues(t, row.outcome, r.Outcome, "%s: %s", r.Reason, r.Error)
				assert.Equal(t, row.wall.Milliseconds(), r.Counters.WallMS)
			})
		})
	}
}

func TestAPersonsTimeWithAPlanCountsInNoClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := bare()
		c.Budget.Wall, c.Approval = time.Minute, loop.Approval{Ask: slowly, Plans: true}
		r := playOnce(t, strategy.PlanExecute{}, c, lettered(t), map[string]string{"planner": "P(a)", "s1": "D", "synthesizer": "F"})
		assert.EqualValues(t, loop.Final, r.result.Outcome, "%s: %s", r.result.Reason, r.result.Error)
	})
}
