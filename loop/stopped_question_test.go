package loop_test

import (
	"bytes"
	"context"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
)

// A run that is stopped while a person is asked has no reply: nothing was denied or sent back. Without its end the log
// waits for one.
func TestARunThatIsStoppedWhileItAsksHasNoReply(t *testing.T) {
	scripts := map[string]string{"planner": "P(a)", "s1": "D", "synthesizer": "F"}
	for _, row := range []struct {
		claim   string
		planner planner.Planner
		models  func() model.Model
		tools   func() *tools.Registry
		kind    loop.InterruptKind
	}{
		{"about a call", strategy.ReAct{}, func() model.Model { return fake.Script(act("a1"), done) },
			func() *tools.Registry { return timed(t, "", "a", func(string) {}) }, loop.ToolCall},
		{"about a plan", strategy.PlanExecute{},
			func() model.Model { return &cast{t: t, scripts: scripts, used: map[string]int{}} },
			func() *tools.Registry { return lettered(t) }, loop.PlanReview},
	} {
		t.Run(row.claim, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, stop := context.WithCancel(t.Context())
				config := loop.Config{Approval: loop.Approval{Plans: true}}
				config.Approval.Ask = func(ctx context.Context, _ loop.Interrupt) (loop.Reply, error) {
					stop()
					return loop.Reply{}, ctx.Err()
				}
				l, err := loop.New(row.planner, row.models(), row.tools(), config)
				require.NoError(t, err)
				var log bytes.Buffer
				r, err := l.Run(ctx, "the task", &log)
				require.NoError(t, err)
				assert.Equal(t, loop.Cancelled, r.Outcome)
				assert.Equal(t, planner.ReasonNow, r.Reason)
				events, _, err := loop.ReadLog(&log)
				require.NoError(t, err)
				last := len(events) - 1
				assert.Equal(t, loop.Finished, events[last].Kind)
				require.Equal(t, loop.Interrupted, events[last-1].Kind, "no one has replied")
				assert.NoError(t, l.Replay(t.Context(), events))

				config.Approval.Ask = nil
				l, err = loop.New(row.planner, row.models(), row.tools(), config)
				require.NoError(t, err)
				assert.NoError(t, l.Replay(t.Context(), events))
				r, err = l.Resume(t.Context(), events[:last], nil, &log, nil)
				require.NoError(t, err)
				assert.Equal(t, loop.Paused, r.Outcome)
				require.NotNil(t, r.Interrupt)
				assert.Equal(t, row.kind, r.Interrupt.Kind)
				asked := 0
				config.Approval.Ask = func(context.Context, loop.Interrupt) (loop.Reply, error) {
					asked++
					return loop.Reply{Do: loop.Approve}, nil
				}
				l, err = loop.New(row.planner, row.models(), row.tools(), config)
				require.NoError(t, err)
				_, err = l.Resume(t.Context(), events[:last], nil, &log, nil)
				require.NoError(t, err)
				assert.Equal(t, 1, asked, "it is asked again")
			})
		})
	}
}
