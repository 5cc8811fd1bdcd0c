package loop_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/strategy"
)

// outcomes are all there are so far.
var outcomes = []loop.Outcome{loop.Final, loop.BudgetExhausted, loop.DuplicateAction, loop.Cycle, loop.ToolFailure,
	loop.ModelFailure, loop.ProgramFailure, loop.CouldNotPlan, loop.Cancelled}

// anyConfig draws a configuration from a wide range, zeros and ones included.
func anyConfig(r *rand.Rand) loop.Config {
	pick := func(values ...int) int { return values[r.IntN(len(values))] }
	c := loop.Config{
		Budget: loop.Budget{
			Steps: pick(1, 2, 3, 8, 20), ModelCalls: pick(1, 2, 5, 64, 64, 64), ToolCalls: pick(1, 3, 64, 64),
			Tokens: pick(1, 3000, 20000, 1<<30, 1<<30, 1<<30), Wall: time.Duration(pick(1, 1000, 60000, 60000, 60000)) * time.Millisecond,
			Grace: time.Duration(pick(1, 1000)) * time.Millisecond,
		},
		OpenEnd: r.IntN(4) == 0, Seed: r.Int64(), Repeats: []loop.Repeats{loop.Mask, loop.Redirect, loop.Halt}[r.IntN(3)],
		Allowances: loop.Allowances{
			Redirects: pick(-1, 1, 3), Repairs: pick(-1, 1, 2), Retries: pick(-1, 1, 3),
			RecoverableErrors: pick(-1, 1, 3), FatalErrors: pick(-1, 1, 9),
		},
	}
	c.Leash = []loop.Leash{loop.Full, loop.Enum, loop.Off}[r.IntN(3)]
	c.Form = append(planner.Forms, "")[r.IntN(len(planner.Forms)+1)]
	return c
}

// bounded holds a finished run to its budget.
func bounded(t *testing.T, c loop.Config, r loop.Result, took time.Duration) {
	t.Helper()
	n := r.Counters
	assert.Contains(t, outcomes, r.Outcome)
	assert.LessOrEqual(t, n.Steps, c.Budget.Steps, "steps")
	assert.LessOrEqual(t, n.ModelCalls, c.Budget.ModelCalls, "model calls")
	assert.LessOrEqual(t, n.ToolCalls, c.Budget.ToolCalls, "tool calls")
	assert.LessOrEqual(t, took, c.Budget.Wall+c.Budget.Grace, "wall")
	if r.Outcome == loop.Final {
		assert.NotNil(t, r.Answer)
	}
}

// TestEveryRunEnds runs every kind of model under budgets from a wide range.
func TestEveryRunEnds(t *testing.T) {
	registry := lettered(t)
	run := func(t *testing.T, name string, r *rand.Rand, make func() (m model.Model, release func())) (outcome loop.Outcome) {
		synctest.Test(t, func(t *testing.T) {
			c := anyConfig(r)
			m, release := make() // inside the bubble, or waiting for it would not count as waiting
			l, err := loop.New(strategy.ReAct{}, m, registry, c)
			require.NoError(t, err)
			start := time.Now()
			result, err := l.Run(t.Context(), "the task", nil)
			took := time.Since(start)
			release() // a deaf model would otherwise never end
			require.NoError(t, err)
			bounded(t, c, result, took)
			if t.Failed() {
				t.Logf("%s: %+v\n%+v", name, c, result)
			}
			outcome = result.Outcome
		})
		return outcome
	}
	rounds := 40
	if testing.Short() {
		rounds = 2
	}
	for n, kind := range fake.HostileKinds {
		t.Run(string(kind), func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, uint64(n)))
			count := map[loop.Outcome]int{}
			for i := range rounds {
				count[run(t, string(kind), r, func() (model.Model, func()) {
					m := fake.Hostile(kind, int64(i))
					return m, m.Release
				})]++
			}
			t.Log(count)
		})
	}
	t.Run("random", func(t *testing.T) {
		r := rand.New(rand.NewPCG(2, 2))
		count := map[loop.Outcome]int{}
		for i := range rounds * 25 {
			count[run(t, "random", r, func() (model.Model, func()) { return fake.Random(int64(i)), func() {} })]++
		}
		t.Log(count)
	})
}

// Case 7.
func TestASilentModelIsLeftWhenTheTimeIsOver(t *testing.T) {
	for _, row := range []struct {
		claim string
		kind  fake.HostileKind
		took  time.Duration
	}{
		{"one that listens to its context is back at the wall", fake.Silent, 300 * time.Millisecond},
		{"one that is deaf is left after the grace", fake.Deaf, 300*time.Millisecond + time.Second},
	} {
		t.Run(row.claim, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := fake.Hostile(row.kind, 1)
				l, err := loop.New(strategy.ReAct{}, m, nil, loop.Config{Budget: loop.Budget{Wall: 300 * time.Millisecond, Grace: time.Second}})
				require.NoError(t, err)
				start := time.Now()
				r, err := l.Run(t.Context(), "task", nil)
				require.NoError(t, err)
				assert.Equal(t, row.took, time.Since(start))
				assert.Equal(t, loop.BudgetExhausted, r.Outcome)
				assert.EqualValues(t, "wall", r.Reason)
				m.Release()
			})
		})
	}
}

func TestCancellingKeepsTheWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		m := fake.Play(append(replies("A B", 0), fake.Reply{Delay: time.Hour})...)
		l, err := loop.New(strategy.ReAct{}, m, lettered(t), loop.Config{})
		require.NoError(t, err)
		time.AfterFunc(time.Second, cancel)
		r, err := l.Run(ctx, "task", nil)
		require.NoError(t, err)
		assert.Equal(t, loop.Cancelled, r.Outcome)
		assert.EqualValues(t, "now", r.Reason)
		assert.Len(t, r.Steps, 2)
		assert.Equal(t, 2, r.Counters.ToolCalls)
	})
}

// Case 51.
func TestARunCancelledBeforeItsStartSendsNothing(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	m := fake.Script("unused")
	l, err := loop.New(strategy.ReAct{}, m, nil, loop.Config{})
	require.NoError(t, err)
	r, err := l.Run(ctx, "task", nil)
	require.NoError(t, err)
	assert.Equal(t, loop.Cancelled, r.Outcome)
	assert.Empty(t, m.Requests())
}

// Case 59.
func TestLeavingTheSequenceCancelsTheRunAndFinishesItsLog(t *testing.T) {
	l, err := loop.New(strategy.ReAct{}, fake.Play(replies("A B C F", 0)...), lettered(t), loop.Config{})
	require.NoError(t, err)
	for stopAt := range 12 {
		var log bytes.Buffer
		n := 0
		for range l.Watch(t.Context(), "task", &log) {
			if n == stopAt {
				break
			}
			n++
		}
		assert.Contains(t, log.String(), `"kind":"finished"`, "left after event %d", stopAt)
	}
}

// brokenLog takes some bytes, then fails as a full disk does.
type brokenLog struct{ left int }

func (b *brokenLog) Write(p []byte) (int, error) {
	if len(p) > b.left {
		return 0, errors.New("no space left on device")
	}
	b.left -= len(p)
	return len(p), nil
}

func TestALogThatCannotBeWrittenStopsTheRun(t *testing.T) {
	l, err := loop.New(strategy.ReAct{}, fake.Play(replies("A B C F", 0)...), lettered(t), loop.Config{})
	require.NoError(t, err)
	r, err := l.Run(t.Context(), "task", &brokenLog{left: 4000})
	require.NoError(t, err)
	assert.Equal(t, loop.Cancelled, r.Outcome)
	assert.EqualValues(t, "log", r.Reason)
	require.Len(t, r.Warnings, 1)
	assert.Regexp(t, `^the log is incomplete: the log ends before event \d+: no space left on device$`, r.Warnings[0])
}

func TestNoGoroutineIsLeftBehind(t *testing.T) {
	registry := lettered(t)
	before := runtime.NumGoroutine()
	runs := 2 * len(fake.HostileKinds)
	if *thorough {
		runs = 200
	}
	var all sync.WaitGroup // at once: some wait before they ask again
	for i := range runs {
		kind := fake.HostileKinds[i%len(fake.HostileKinds)]
		if slices.Contains([]fake.HostileKind{fake.Slow, fake.Silent, fake.Deaf, fake.EndlessNothing, fake.EndlessThinking}, kind) {
			continue // these take the whole of their time
		}
		l, err := loop.New(strategy.ReAct{}, fake.Hostile(kind, int64(i)), registry, loop.Config{Allowances: loop.Allowances{Repairs: 1}})
		require.NoError(t, err)
		all.Go(func() {
			_, err := l.Run(t.Context(), "task", nil)
			assert.NoError(t, err)
		})
	}
	all.Wait()
	// on a busy machine the last one waits for a processor
	for end := time.Now().Add(5 * time.Second); time.Now().Before(end); runtime.Gosched() {
		if runtime.NumGoroutine() <= before {
			return
		}
	}
	assert.LessOrEqual(t, runtime.NumGoroutine(), before)
}

// Case 14.
func TestTheSameInputsGiveTheSameRun(t *testing.T) {
	registry := lettered(t)
	run := func() string {
		c := loop.Config{}
		c.Seed = 5
		l, err := loop.New(strategy.ReAct{}, fake.Random(5), registry, c)
		require.NoError(t, err)
		var said string
		for e, err := range l.Watch(t.Context(), "task", nil) {
			require.NoError(t, err)
			switch {
			case e.Decision != nil:
				said += fmt.Sprintf("%+v\n", *e.Decision)
			case e.Ask != nil:
				said += fmt.Sprintf("%+v\n", *e.Ask)
			case e.Observation != nil:
				said += fmt.Sprintf("%+v\n", e.Observation.Error)
			}
		}
		return said
	}
	assert.Equal(t, run(), run())
}

// FuzzRunEnds: whatever a model writes, the run ends within its budget, typed.
func FuzzRunEnds(f *testing.F) {
	f.Add(`{"thought":"","tool":"a","tool_args":{"n":1}}`, "Sure!", uint8(3))
	f.Add(`{"thought":"","tool":"final_answer","tool_args":{"text":"x"}}`, "", uint8(1))
	f.Add("{", "\x00", uint8(0))
	registry := lettered(f)
	f.Fuzz(func(t *testing.T, first, second string, bits uint8) {
		c := loop.Config{Budget: loop.Budget{Steps: 1 + int(bits&3)},
			Allowances: loop.Allowances{Repairs: int(bits >> 2 & 1), RecoverableErrors: int(bits >> 3 & 1), FatalErrors: 1}}
		if bits&16 != 0 {
			c.Leash = loop.Off
		}
		if bits&32 != 0 {
			c.Repeats, c.Allowances.Redirects = loop.Redirect, 1
		}
		l, err := loop.New(strategy.ReAct{}, fake.Script(first, second, first, second), registry, c)
		require.NoError(t, err)
		var log bytes.Buffer
		var events []loop.Event
		var result loop.Result
		for e, err := range l.Watch(t.Context(), "task", &log) {
			require.NoError(t, err)
			events = append(events, e)
			if e.Result != nil {
				result = *e.Result
			}
		}
		require.Contains(t, outcomes, result.Outcome)
		require.LessOrEqual(t, result.Counters.Steps, c.Budget.Steps)
		sound(t, result, events, log.Bytes())
	})
}
