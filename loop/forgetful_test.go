package loop_test

import (
	"bytes"
	"context"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner"
)

// A forgetful strategy has no cache: it derives everything anew.
type forgetful struct{ planner.Planner }

func (f forgetful) Stage(s planner.State, a planner.Allowed) planner.Stage {
	return planner.StageOf(f.Planner, s, a)
}

func (f forgetful) Next(ctx context.Context, s planner.State, a planner.Allowed, ask planner.Ask) (planner.Decision, error) {
	a.Cache = nil
	return f.Planner.Next(ctx, s, a, ask)
}

func (f forgetful) Capabilities() planner.Capabilities { return planner.CapabilitiesOf(f.Planner) }

// clocks are what differs between two runs that say the same.
var clocks = regexp.MustCompile(`"(time|ms|wall_ms|largest_ms)":("[^"]*"|\d+)`)

// clockless returns the log of a run without its times.
func clockless(t *testing.T, l *loop.Loop, task string) string {
	t.Helper()
	var log bytes.Buffer
	_, err := l.Run(t.Context(), task, &log)
	require.NoError(t, err)
	return clocks.ReplaceAllString(log.String(), `"$1":0`)
}

// TestACacheChangesNothingOfARun is the twin of all that strategies keep: prompts and schemas stand in
// the log by their hashes.
func TestACacheChangesNothingOfARun(t *testing.T) {
	for _, run := range pacedRuns() {
		fresh := run
		fresh.p = forgetful{run.p}
		l := pacedLoop(t, run)
		for _, task := range []string{"task", "task", `another task, with "two words" and 12`, "task"} {
			assert.Equal(t, clockless(t, pacedLoop(t, fresh), task), clockless(t, l, task), "%s: %s", run.p.Name(), task)
		}
	}
}
