package loop_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
)

// earlierLogs holds the logs of earlierRuns. They are written again, with -record, only where the format of a log
// changes on purpose.
const earlierLogs = "testdata/logs"

var record = flag.String("record", "", "the folder into which TestEarlierRuns writes its logs, in place of comparing them")

// TestEarlierRuns makes each run again, with the same model and tools and on the same fake clock, and
// compares its log with the recorded one. Nothing may differ: no byte of any event, times, costs and the hashes
// of prompts and schemas included.
func TestEarlierRuns(t *testing.T) {
	for name := range earlierRuns(t) {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				run := earlierRuns(t)[name]
				var log bytes.Buffer
				run.drive(t, run.loop(t), &log)
				if *record != "" {
					require.NoError(t, os.WriteFile(filepath.Join(*record, name+".ndjson"), log.Bytes(), 0o644))
					return
				}
				was := strings.Split(string(earlierLog(t, name)), "\n")
				now := strings.Split(log.String(), "\n")
				for i := range min(len(was), len(now)) {
					require.Equal(t, was[i], now[i], "event %d", i+1)
				}
				require.Equal(t, len(was), len(now), "so many events")
			})
		})
	}
}

// TestEarlierLogsReplay holds each log to its four other uses: it is read, and written back byte for
// byte; the State folded from it is that of its Result; it replays without a difference, whole and
// broken off after any event; and a finished run, resumed, gives its Result again.
func TestEarlierLogsReplay(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(earlierLogs, "*.ndjson"))
	require.NoError(t, err)
	names := slices.Collect(maps.Keys(earlierRuns(t)))
	require.Len(t, files, len(names), "each log has its run")
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				log := earlierLog(t, name)
				events, torn, err := loop.ReadLog(bytes.NewReader(log))
				require.NoError(t, err)
				assert.Zero(t, torn)
				assert.Equal(t, string(log), written(t, events), "read and written back")

				l := earlierRuns(t)[name].loop(t)
				for kept := 1; kept <= len(events); kept++ {
					require.NoError(t, l.Replay(t.Context(), events[:kept]), "the first %d events", kept)
				}
				last := events[len(events)-1]
				require.NotNil(t, last.Result, "a run ends, or waits, with a result")
				folded := loop.Fold(slices.Values(events))
				assert.Equal(t, last.Result.Steps, folded.Steps)
				assert.Equal(t, last.Result.Counters, folded.Counters)
				assert.Equal(t, last.Result.Usage, folded.Usage)
				assert.Equal(t, last.Result.Plan, folded.Plan)
				assert.Equal(t, last.Result.Verdicts, folded.Verdicts)
				if last.Kind == loop.Finished {
					again, err := l.Resume(t.Context(), events, nil, nil, nil)
					require.NoError(t, err)
					again.Task = "" // which the log has once, with the run
					assert.Equal(t, *last.Result, again)
				}
			})
		})
	}
}

func earlierLog(t *testing.T, name string) []byte {
	t.Helper()
	log, err := os.ReadFile(filepath.Join(earlierLogs, name+".ndjson"))
	require.NoError(t, err)
	return log
}

// written returns events as a log holds them.
func written(t *testing.T, events []loop.Event) string {
	t.Helper()
	var text strings.Builder
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	for _, e := range events {
		require.NoError(t, encoder.Encode(e))
	}
	return text.String()
}
