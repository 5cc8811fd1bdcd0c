package loop_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
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
	"github.com/shortleash/shortleash/tools"
)

// The tests of this file each hold one row of docs/evidence/acceptance.md that no other test holds whole.

func TestCase008WhatNeverEndsIsCutAndRepairedOnce(t *testing.T) {
	for _, kind := range []fake.HostileKind{fake.EndlessSpace, fake.EndlessString} {
		l, err := loop.New(strategy.ReAct{}, fake.Hostile(kind, 1), lettered(t),
			strict(loop.Config{Allowances: loop.Allowances{Repairs: 1, Retries: 3}}))
		require.NoError(t, err)
		r, err := l.Run(t.Context(), "task", nil)
		require.NoError(t, err)
		assert.EqualValues(t, "model_failure/invalid_output", string(r.Outcome)+"/"+string(r.Reason), kind)
		assert.Equal(t, 2, r.Counters.ModelCalls, kind)
		assert.Equal(t, 1, r.Counters.Repairs, kind)
		assert.Zero(t, r.Counters.Retries, "it is not a fault of delivery")
	}
}

func TestCase012WhatCannotStartWritesAndAsksNothing(t *testing.T) {
	_, err := loop.New(strategy.ReAct{}, nil, nil, strict(loop.Config{}))
	assert.ErrorIs(t, err, loop.ErrMisuse, "no model")
	named := func(name string) tools.Tool {
		return tools.Must(tools.New(name, "does it", func(context.Context, number) (int, error) { return 1, nil }, tools.Options{}))
	}
	for _, reserved := range []string{planner.FinalAnswer, planner.ParallelCalls, planner.ReplanRequest, planner.StepDoneReport,
		planner.StepFailedReport, planner.WaitRequest} {
		_, err = tools.New(reserved, "does it", func(context.Context, number) (int, error) { return 1, nil }, tools.Options{})
		if err == nil {
			_, err = tools.NewRegistry(named(reserved))
		}
		assert.ErrorContains(t, err, reserved)
	}
	_, err = tools.NewRegistry(named("twice"), named("twice"))
	assert.ErrorContains(t, err, "twice")

	sick := tools.Must(tools.New("sick", "does it", func(context.Context, number) (int, error) { return 1, nil },
		tools.Options{Ready: func(context.Context) error { return errors.New("no key") }}))
	registry, err := tools.NewRegistry(sick)
	require.NoError(t, err)
	m := fake.Script("unused")
	l, err := loop.New(strategy.ReAct{}, m, registry, strict(loop.Config{}))
	require.NoError(t, err)
	var log bytes.Buffer
	events := 0
	for e, err := range l.Watch(t.Context(), "task", &log) {
		assert.ErrorContains(t, err, "no key")
		assert.Zero(t, e)
		events++
	}
	assert.Equal(t, 1, events)
	assert.Zero(t, log.Len())
	assert.Empty(t, m.Requests())
}

func TestCase013ALaterRunCountsFromZero(t *testing.T) {
	m := fake.Play(replies("A B F A B F", 30)...)
	l, err := loop.New(strategy.ReAct{}, m, lettered(t), loop.Config{})
	require.NoError(t, err)
	first, _, _ := logged(t, l)
	second, _, _ := logged(t, l)
	first.Counters.WallMS, second.Counters.WallMS = 0, 0
	assert.Equal(t, 3, first.Counters.Steps)
	assert.Equal(t, first.Counters, second.Counters)
	assert.Equal(t, essence(first), essence(second), "steps and calls are numbered from one again")
	assert.Equal(t, m.Requests()[0].Messages, m.Requests()[3].Messages, "nothing of the first run is in a prompt of the second")
}

// late takes a moment to say what is next.
type late struct{ strategy.ReAct }

func (l late) Stage(s planner.State, a planner.Allowed) planner.Stage {
	time.Sleep(time.Millisecond)
	return l.ReAct.Stage(s, a)
}

func TestCase015WhichEndingComesFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // cancelled, and the time is over
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		c := strict(loop.Config{Budget: loop.Budget{Wall: time.Second}, Approval: loop.Approval{Stop: func(string) bool {
			time.Sleep(2 * time.Second)
			cancel()
			return false
		}}})
		l, err := loop.New(strategy.ReAct{}, fake.Play(replies("A F", 0)...), lettered(t), c)
		require.NoError(t, err)
		r, err := l.Run(ctx, "task", nil)
		require.NoError(t, err)
		assert.EqualValues(t, "cancelled/now", string(r.Outcome)+"/"+string(r.Reason))
	})
	synctest.Test(t, func(t *testing.T) { // the time is over before the first request is put together
		l, err := loop.New(late{}, fake.Play(replies("F", 0)...), lettered(t),
			strict(loop.Config{Budget: loop.Budget{Wall: time.Nanosecond}}))
		require.NoError(t, err)
		r, err := l.Run(t.Context(), "task", nil)
		require.NoError(t, err)
		assert.EqualValues(t, "budget_exhausted/wall", string(r.Outcome)+"/"+string(r.Reason))
		assert.Equal(t, "the run's time of 1ns is over", r.Error)
	})
	synctest.Test(t, func(t *testing.T) { // the time is over, and so are the steps
		c := strict(loop.Config{OpenEnd: true, Budget: loop.Budget{Steps: 1, Wall: 500 * time.Millisecond},
			Allowances: loop.Allowances{FatalErrors: 9}})
		l, err := loop.New(strategy.ReAct{}, fake.Script(act("a1")), timed(t, "", "", func(string) {}), c)
		require.NoError(t, err)
		r, err := l.Run(t.Context(), "task", nil)
		require.NoError(t, err)
		assert.EqualValues(t, "budget_exhausted/wall", string(r.Outcome)+"/"+string(r.Reason))
		assert.Equal(t, 1, r.Counters.Steps)
		time.Sleep(time.Minute) // the tool ends
	})
}

func TestCase029TheWaitsBetweenRetries(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		later := model.Fault{Kind: model.Busy, Message: "busy", Retry: true, After: 5 * time.Second}
		script := append(append(failing(2, busy), failing(1, later)...), replies("F", 0)...)
		l, err := loop.New(strategy.ReAct{}, fake.Play(script...), nil, strict(loop.Config{Allowances: loop.Allowances{Retries: 3}}))
		require.NoError(t, err)
		start := time.Now()
		r, _, events := logged(t, l)
		took := time.Since(start)
		assert.Equal(t, loop.Final, r.Outcome, r.Error)
		var waits []time.Duration
		for _, e := range events {
			if e.Failure != nil {
				waits = append(waits, time.Duration(e.Failure.RetryInMS)*time.Millisecond)
			}
		}
		require.Len(t, waits, 3)
		for i, least := range []time.Duration{time.Second, 2 * time.Second, 5 * time.Second} { // the last is what the server asks for
			assert.GreaterOrEqual(t, waits[i], least)
			assert.LessOrEqual(t, waits[i], least+least/10, "and a tenth of jitter")
		}
		assert.InDelta(t, float64(waits[0]+waits[1]+waits[2]), float64(took), float64(3*time.Millisecond), "so long it waited")
		assert.NotEqual(t, []time.Duration{time.Second, 2 * time.Second, 5 * time.Second}, waits, "there is jitter")
	})
}

func TestCase032WhenEveryModelFailsTheWorkIsKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		first := named{fake.Play(append(replies("A", 0), failing(2, busy)...)...), "first"}
		c := strict(loop.Config{Fallbacks: []model.Model{named{fake.Play(failing(2, busy)...), "second"}},
			Allowances: loop.Allowances{Retries: 1}})
		l, err := loop.New(strategy.ReAct{}, first, lettered(t), c)
		require.NoError(t, err)
		r, _, events := logged(t, l)
		assert.EqualValues(t, "model_failure/transport", string(r.Outcome)+"/"+string(r.Reason))
		require.Len(t, r.Steps, 1, "the work is kept")
		assert.Equal(t, `"a1"`, string(r.Steps[0].Observations[0].Output))
		var attempts []string
		for _, e := range events {
			if e.Failure != nil {
				attempts = append(attempts, e.Failure.Model+" "+e.Failure.Then)
			}
		}
		assert.Equal(t, []string{"first retry", "first fallback", "second retry", "second given_up"}, attempts, "every attempt is listed")
	})
	synctest.Test(t, func(t *testing.T) {
		c := strict(loop.Config{Budget: loop.Budget{Wall: 800 * time.Millisecond}, Allowances: loop.Allowances{Retries: 3}})
		l, err := loop.New(strategy.ReAct{}, fake.Play(failing(4, busy)...), nil, c)
		require.NoError(t, err)
		start := time.Now()
		r, err := l.Run(t.Context(), "task", nil)
		require.NoError(t, err)
		assert.EqualValues(t, "model_failure/transport", string(r.Outcome)+"/"+string(r.Reason))
		assert.Zero(t, time.Since(start), "a wait that is longer than the time left is not begun")
	})
}

func TestCase051ACancelEndsTheToolAndTheLog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		var told error
		listens := tools.Must(tools.New("a", "does it", func(ctx context.Context, _ number) (int, error) {
			cancel()
			<-ctx.Done()
			told = ctx.Err()
			return 0, told
		}, tools.Options{}))
		registry, err := tools.NewRegistry(listens)
		require.NoError(t, err)
		m := fake.Script(act("a1"), done)
		l, err := loop.New(strategy.ReAct{}, m, registry, strict(loop.Config{}))
		require.NoError(t, err)
		var log bytes.Buffer
		r, err := l.Run(ctx, "task", &log)
		require.NoError(t, err)
		assert.EqualValues(t, "cancelled/now", string(r.Outcome)+"/"+string(r.Reason))
		synctest.Wait()
		assert.ErrorIs(t, told, context.Canceled, "the tool is told")
		assert.Len(t, m.Requests(), 1)
		events, torn, err := loop.ReadLog(&log)
		require.NoError(t, err)
		assert.Zero(t, torn)
		assert.Equal(t, loop.Finished, events[len(events)-1].Kind)
	})
}

func TestCase059LeavingCancelsAndDeltasAreTheReply(t *testing.T) {
	m := fake.Play(replies("A B C F", 0)...)
	l, err := loop.New(strategy.ReAct{}, m, lettered(t), loop.Config{})
	require.NoError(t, err)
	var log bytes.Buffer
	for e := range l.Watch(t.Context(), "task", &log) {
		if e.Kind == loop.Observed {
			break
		}
	}
	events, _, err := loop.ReadLog(&log)
	require.NoError(t, err)
	assert.Equal(t, loop.Cancelled, events[len(events)-1].Result.Outcome)
	assert.Len(t, m.Requests(), 1, "nothing is asked after the watcher has left")

	l, err = loop.New(strategy.ReAct{}, fake.Play(replies("A B F", 0)...), lettered(t), loop.Config{})
	require.NoError(t, err)
	said := map[string]string{}
	log.Reset()
	for e, err := range l.Watch(t.Context(), "task", &log) {
		require.NoError(t, err)
		if e.Delta != nil {
			said[e.Delta.ID] += e.Delta.Text
		}
		if e.Reply != nil {
			assert.Equal(t, e.Reply.Text, said[e.Reply.ID], "the deltas are the reply")
		}
	}
	assert.Len(t, said, 3)
	assert.NotContains(t, log.String(), `"kind":"delta"`)
}

// TestCase059ASlowWatcherLosesNothing: a watcher that takes its time holds the run up, and sees what a fast one sees,
// deltas included.
func TestCase059ASlowWatcherLosesNothing(t *testing.T) {
	watch := func(slow time.Duration) (seen, log string, took time.Duration) {
		synctest.Test(t, func(t *testing.T) {
			c := bare()
			c.Allowances.Repairs = 1
			m := &cast{t: t, used: map[string]int{}, scripts: map[string]string{"planner": "P(a b c<1,2)", "s1": "A D", "s2": "! B D",
				"s3": "D", "synthesizer": "F"}}
			l, err := loop.New(planExecute(func(p *strategy.PlanExecute) { p.ParallelPlanSteps = 1 }), m, lettered(t), c)
			require.NoError(t, err)
			start := time.Now()
			var text bytes.Buffer
			said := map[string]string{}
			for e, err := range l.Watch(t.Context(), "the task", &text) {
				require.NoError(t, err)
				time.Sleep(slow)
				e.Time = time.Time{}
				line, err := json.Marshal(e)
				require.NoError(t, err)
				seen += clocks.ReplaceAllString(string(line), "") + "\n"
				switch {
				case e.Delta != nil:
					said[e.Delta.ID] += e.Delta.Text
				case e.Reply != nil:
					assert.Equal(t, e.Reply.Text, said[e.Reply.ID], "the deltas of each role are its reply")
				case e.Failure != nil:
					assert.True(t, strings.HasPrefix(said[e.Failure.ID], e.Failure.Prefix), "and those of a bad reply what had come of it")
				}
			}
			log, took = clocks.ReplaceAllString(text.String(), ""), time.Since(start)
		})
		return seen, log, took
	}
	fast, log, at := watch(0)
	slow, sameLog, took := watch(100 * time.Millisecond)
	assert.Equal(t, fast, slow)
	assert.Equal(t, log, sameLog)
	assert.Contains(t, fast, `"kind":"delta"`)
	assert.NotContains(t, log, `"kind":"delta"`)
	assert.Equal(t, at+time.Duration(strings.Count(slow, "\n"))*100*time.Millisecond, took, "the run waits for its watcher")
}

// TestCase059LeavingAnywhereCancels: wherever the watcher leaves a run with lanes, the run ends there, its log is whole, and
// nothing goes on behind it.
func TestCase059LeavingAnywhereCancels(t *testing.T) {
	scripts := map[string]string{"planner": "P(a b)", "s1": "A D", "s2": "B D", "synthesizer": "F"}
	events := len(stage(t, planExecute(nil), bare(), scripts).events)
	for leave := 1; leave < 4*events; leave += 3 { // deltas count too
		m := &cast{t: t, used: map[string]int{}, scripts: scripts}
		l, err := loop.New(planExecute(nil), m, lettered(t), bare())
		require.NoError(t, err)
		var log bytes.Buffer
		n, answering := 0, false
		for e, err := range l.Watch(t.Context(), "the task", &log) {
			require.NoError(t, err)
			answering = answering || e.Ask != nil && e.Ask.Role == model.Synthesizer
			if n++; n == leave {
				break
			}
		}
		asked := len(m.requests)
		read, torn, err := loop.ReadLog(bytes.NewReader(log.Bytes()))
		require.NoError(t, err)
		require.Zero(t, torn)
		last := read[len(read)-1]
		require.Equal(t, loop.Finished, last.Kind, "left after event %d", leave)
		if !answering {
			assert.Equal(t, loop.Cancelled, last.Result.Outcome, "left after event %d", leave)
		}
		assert.Len(t, m.requests, asked, "nothing is asked after that")
	}
}

// TestCase055AnyLineTornAnywhere cuts each line of a log at many places: of the last line what is left is dropped and
// counted, any other is an error that names the line.
func TestCase055AnyLineTornAnywhere(t *testing.T) {
	l, err := loop.New(strategy.ReAct{}, fake.Play(replies("A F", 0)...), lettered(t), loop.Config{})
	require.NoError(t, err)
	_, log, whole := logged(t, l)
	lines := bytes.SplitAfter(bytes.TrimSuffix(log, []byte("\n")), []byte("\n"))
	for i, line := range lines {
		line = bytes.TrimSuffix(line, []byte("\n"))
		before := bytes.Join(lines[:i], nil)
		for cut := 1; cut < len(line); cut += 1 + len(line)/17 {
			events, torn, err := loop.ReadLog(bytes.NewReader(append(bytes.Clone(before), line[:cut]...)))
			if i == 0 {
				require.Empty(t, events)
			} else {
				require.NoError(t, err, "line %d, cut at %d", i+1, cut)
				assert.Len(t, events, i)
			}
			assert.Equal(t, cut, torn, "line %d", i+1)
			if i == len(lines)-1 {
				continue
			}
			middle := append(append(bytes.Clone(before), line[:cut]...), '\n')
			_, _, err = loop.ReadLog(bytes.NewReader(append(middle, bytes.Join(lines[i+1:], nil)...)))
			require.ErrorContains(t, err, fmt.Sprintf("line %d", i+1), "cut at %d", cut)
		}
	}
	assert.Len(t, lines, len(whole)-countDeltas(whole))
}

func countDeltas(events []loop.Event) (n int) {
	for _, e := range events {
		if e.Kind == loop.Delta {
			n++
		}
	}
	return n
}

// A witness is PlanExecute that keeps each State it is asked with, and how many events the log had then.
type witness struct {
	strategy.PlanExecute
	log    *bytes.Buffer
	states *[]witnessed
}

type witnessed struct {
	events int
	state  string
}

func (w witness) Next(ctx context.Context, s planner.State, a planner.Allowed, ask planner.Ask) (planner.Decision, error) {
	*w.states = append(*w.states, witnessed{bytes.Count(w.log.Bytes(), []byte("\n")), stateText(s)})
	return w.PlanExecute.Next(ctx, s, a, ask)
}

// stateText is a State as JSON, without the time that passed.
func stateText(s planner.State) string {
	s.Counters.WallMS = 0
	text, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(text)
}

func TestCase060EveryStateIsTheFoldOfTheLog(t *testing.T) {
	var log bytes.Buffer
	var states []witnessed
	p := witness{planExecute(func(p *strategy.PlanExecute) { p.ParallelPlanSteps = 1 }), &log, &states}
	m := &cast{t: t, used: map[string]int{}, scripts: map[string]string{"planner": "P(a b c)", "s1": "A D", "s2": "B X", "synthesizer": "F"}}
	m.scripts["planner"] += " P(d)"
	m.scripts["s4"] = "D"
	m.scripts["s3"] = "D"
	l, err := loop.New(p, m, lettered(t), bare())
	require.NoError(t, err)
	_, err = l.Run(t.Context(), "the task", &log)
	require.NoError(t, err)
	events, _, err := loop.ReadLog(bytes.NewReader(log.Bytes()))
	require.NoError(t, err)
	require.Greater(t, len(states), 5)
	for _, w := range states {
		folded := loop.Fold(func(yield func(loop.Event) bool) {
			for _, e := range events[:w.events] {
				if !yield(e) {
					return
				}
			}
		})
		assert.Equal(t, stateText(folded), w.state, "after event %d", w.events)
	}
}
