package show_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/show"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tools"
)

// The events of a run with one call.
var (
	began   = loop.Event{Kind: loop.RunStarted, Run: &loop.RunInfo{ID: "r1", Task: "He goed."}}
	asks    = loop.Event{Kind: loop.Asked, Ask: &loop.AskInfo{ID: "m1", Role: model.Executor, Model: "slow"}}
	thinks  = loop.Event{Kind: loop.Delta, Delta: &loop.DeltaInfo{ID: "m1", Thinking: "hm"}}
	writes  = loop.Event{Kind: loop.Delta, Delta: &loop.DeltaInfo{ID: "m1", Text: `{"thou`}}
	replied = loop.Event{Kind: loop.Replied, Reply: &loop.ReplyInfo{ID: "m1", Role: model.Executor, OutputTokens: 7}}
	decided = loop.Event{Kind: loop.Decided, Decision: &planner.Decision{Role: model.Executor, Kind: planner.ActDecision}}
	calls   = loop.Event{Kind: loop.CallStarted, Call: &loop.CallInfo{Call: tools.Call{ID: "c1", Tool: "conjugate",
		Args: json.RawMessage(`{"verb":"go"}`)}}}
	gave   = loop.Event{Kind: loop.Observed, Observation: &tools.Observation{ID: "c1", OK: true, Output: json.RawMessage(`{"form":"went"}`)}}
	failed = loop.Event{Kind: loop.Failed, Failure: &loop.FailureInfo{ID: "m2", Role: model.Executor, Problem: "no", Then: "retry"}}
)

func TestActivity(t *testing.T) {
	rows := []struct {
		claim  string
		events []loop.Event
		want   show.Doing
	}{
		{"before anything happens", nil, show.Doing{Phase: show.Starting}},
		{"a run has begun", []loop.Event{began}, show.Doing{Phase: show.Starting, Run: 1, Step: 1}},
		{"the model has not written anything", []loop.Event{began, asks},
			show.Doing{Phase: show.Waiting, Run: 1, Step: 1, Role: model.Executor, Model: "slow"}},
		{"thoughts count", []loop.Event{began, asks, thinks, thinks},
			show.Doing{Phase: show.Thinking, Run: 1, Step: 1, Role: model.Executor, Model: "slow", Tokens: 2}},
		{"what it writes is there", []loop.Event{began, asks, thinks, writes},
			show.Doing{Phase: show.Writing, Run: 1, Step: 1, Role: model.Executor, Model: "slow", Tokens: 2, Text: `{"thou`}},
		{"the model's own count replaces ours", []loop.Event{began, asks, thinks, writes, replied, decided, calls},
			show.Doing{Phase: show.Calling, Run: 1, Step: 2, Role: model.Executor, Model: "slow", Tool: "conjugate", Tokens: 7}},
		{"a fault is not an end", []loop.Event{began, asks, writes, failed},
			show.Doing{Phase: show.Retrying, Run: 1, Step: 1, Role: model.Executor, Model: "slow", Tokens: 1}},
		{"tokens are of all runs, steps of this one", []loop.Event{began, asks, replied, decided, began, asks, writes},
			show.Doing{Phase: show.Writing, Run: 2, Step: 1, Role: model.Executor, Model: "slow", Tokens: 8, Text: `{"thou`}},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			a := show.NewActivity()
			for _, e := range row.events {
				a.Event(e)
			}
			got := a.Doing()
			got.Elapsed = 0
			assert.Equal(t, row.want, got)
		})
	}
	t.Run("what calls gave is known, of the last run", func(t *testing.T) {
		a := show.NewActivity()
		for _, e := range []loop.Event{began, calls, gave} {
			a.Event(e)
		}
		assert.Equal(t, []string{`conjugate {"verb":"go"} = {"form":"went"}`}, a.Known())
		a.Event(began)
		assert.Empty(t, a.Known())
	})
}

func TestLive(t *testing.T) {
	var c *cli.Console // of the case under test
	live := func(t *testing.T, terminal bool, kind string, after time.Duration, do func(l *show.Live, err *bytes.Buffer)) {
		synctest.Test(t, func(t *testing.T) {
			var err bytes.Buffer
			c = cli.NewConsole("tutor", nil, nil, &err, func(name string) string { return map[string]string{"TERM": kind}[name] }, nil)
			c.ErrTerminal, c.Width = terminal, 30
			l := show.NewLive(c, false, func(d show.Doing) string {
				return fmt.Sprintf("%s, %d tokens, %v, and a line that is too long", d.Phase, d.Tokens, d.Elapsed)
			})
			defer l.Stop()
			l.Event(asks)
			l.Event(writes)
			time.Sleep(after) // fake time
			synctest.Wait()
			do(l, &err)
		})
	}
	t.Run("what is quick says nothing", func(t *testing.T) {
		live(t, true, "xterm", 999*time.Millisecond, func(_ *show.Live, err *bytes.Buffer) { assert.Empty(t, err.String()) })
	})
	t.Run("from a second on there is a line, which never wraps", func(t *testing.T) {
		live(t, true, "xterm", time.Second, func(_ *show.Live, err *bytes.Buffer) {
			assert.Equal(t, "\r\x1b[Kwriting, 1 tokens, 1s, and a ", err.String())
		})
	})
	t.Run("it is drawn again while nothing happens", func(t *testing.T) {
		live(t, true, "xterm", 1200*time.Millisecond, func(_ *show.Live, err *bytes.Buffer) {
			assert.Contains(t, err.String(), "\r\x1b[Kwriting, 1 tokens, 1.2s")
		})
	})
	t.Run("a trace stands above it", func(t *testing.T) {
		live(t, true, "xterm", time.Second, func(l *show.Live, err *bytes.Buffer) {
			err.Reset()
			l.Watch(func(loop.Event) { _, _ = c.Lines().Write([]byte("a step\n")) })(decided)
			assert.Equal(t, "\r\x1b[Ka step\n", err.String())
		})
	})
	t.Run("it pauses while a person is asked", func(t *testing.T) {
		live(t, true, "xterm", time.Second, func(l *show.Live, err *bytes.Buffer) {
			resume := l.Pause()
			assert.True(t, strings.HasSuffix(err.String(), "\r\x1b[K"))
			err.Reset()
			time.Sleep(time.Minute)
			synctest.Wait()
			assert.Empty(t, err.String())
			resume()
			time.Sleep(time.Second)
			synctest.Wait()
			assert.Contains(t, err.String(), "writing")
		})
	})
	t.Run("it is gone in the end", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			var err bytes.Buffer
			c := cli.NewConsole("tutor", nil, nil, &err, nil, nil)
			c.ErrTerminal = true
			l := show.NewLive(c, false, func(show.Doing) string { return "x" })
			time.Sleep(time.Second)
			synctest.Wait()
			l.Stop()
			assert.Equal(t, "\r\x1b[Kx\r\x1b[K", err.String())
		})
	})
	t.Run("a plain terminal gets a line now and then", func(t *testing.T) {
		live(t, true, "dumb", 12*time.Second, func(_ *show.Live, err *bytes.Buffer) {
			assert.Equal(t, 1, bytes.Count(err.Bytes(), []byte("\n")))
			assert.NotContains(t, err.String(), "\x1b")
		})
	})
	t.Run("a file gets nothing", func(t *testing.T) {
		live(t, false, "xterm", time.Minute, func(_ *show.Live, err *bytes.Buffer) { assert.Empty(t, err.String()) })
	})
}
