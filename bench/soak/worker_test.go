package soak

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/shortleash/shortleash/loop"
)

// A worker makes runs, one after the other.
type worker struct {
	t        *testing.T
	options  options
	toolSet  *toolSet
	scenario *scenario
	drawn    uint64        // the seed that scenario was drawn from
	now      atomic.Uint64 // the seed of the run under way
	since    atomic.Int64  // when it began, in nanoseconds of Unix time; 0: none is
}

// run makes the run of a seed. say, if it is not nil, gets every line about it.
func (w *worker) run(seed uint64, say func(string)) *record {
	w.now.Store(seed)
	w.since.Store(time.Now().UnixNano())
	defer w.since.Store(0)
	if w.scenario == nil || w.drawn/scenarioRuns != seed/scenarioRuns {
		w.scenario, w.drawn = newScenario(seed, w.toolSet), seed
	}
	kind := w.options.kind
	if kind == "" {
		kind = drawKind(rand.New(rand.NewPCG(seed, scenarioDice)))
	}
	rec := &record{seed: seed, kind: kind, budget: w.scenario.budget, grace: w.scenario.grace}
	if say != nil {
		w.scenario.describe(say)
	}
	if hostile, ok := strings.CutPrefix(kind, realPrefix); ok {
		w.real(rec, hostile, say)
		return rec
	}
	problem := bubble(w.t, func() {
		// Each bubble begins at the same time, and the runs of a loop must not go back in it.
		time.Sleep(time.Duration(seed%scenarioRuns) * apart)
		w.play(rec, w.scenario, kind, true, say)
	})
	if problem != "" {
		checker{rec}.breach("goroutines", "%s", problem)
	}
	return rec
}

// apart is the time from the start of one run of a scenario to the start of the next.
const apart = 10 * time.Minute

// real makes a run under the real clock, with a wall and a grace of a few milliseconds.
func (w *worker) real(rec *record, kind string, say func(string)) {
	r := rand.New(rand.NewPCG(rec.seed, runDice))
	sc := *w.scenario
	sc.config.Budget.Wall = time.Duration(2+r.IntN(19)) * time.Millisecond
	sc.config.Budget.Grace = time.Duration(1+r.IntN(10)) * time.Millisecond
	sc.remake()
	rec.budget, rec.grace, rec.slack = sc.budget, sc.grace, w.options.slack
	w.play(rec, &sc, kind, false, say)
}

// play makes one run on whatever clock there is, and checks it.
func (w *worker) play(rec *record, sc *scenario, kind string, bubbled bool, say func(string)) {
	c := newRunModels(kind, rec.seed, sc.registry)
	check := checker{rec}
	defer func() {
		if p := recover(); p != nil {
			check.breach("panic", "panic: %v\n%s", p, debug.Stack())
		}
	}()
	run := context.WithValue(context.Background(), runModelsKey{}, c)
	ctx, leave := c.drawEarlyEnd(run, sc.budget.Wall)
	var log *bytes.Buffer
	var writer io.Writer
	if c.dice.IntN(16) == 0 || leave > 0 {
		log = &bytes.Buffer{}
		writer = log
	}
	start := time.Now()
	events := w.watch(sc, ctx, writer, rec, leave, say)
	rec.took = time.Since(start)
	c.release()
	if leave > 0 { // what came after is only in the log
		events, _, _ = loop.ReadLog(bytes.NewReader(log.Bytes()))
	}
	if len(events) == 0 || events[len(events)-1].Result == nil {
		check.breach("typed ending", "no result, after %d events", len(events))
		return
	}
	rec.result = *events[len(events)-1].Result
	for _, e := range events {
		rec.spent.spend(e, sc.budget.Tokens)
	}
	rec.events = events
	check.check(sc)
	if log != nil {
		check.written(run, sc, log.Bytes())
	}
	if bubbled {
		synctest.Wait()
		if n := c.inside.Load(); n > 0 {
			check.breach("goroutines", "%d models or tools are still running after all that ignore their context were released", n)
		}
	}
}

// drawEarlyEnd draws whether the run is ended early: by a caller who cancels or has a deadline, through ctx,
// or by a watcher who stops after leave events. With 0 the watcher stays.
func (c *runModels) drawEarlyEnd(ctx context.Context, wall time.Duration) (_ context.Context, leave int) {
	switch c.dice.IntN(40) {
	case 0:
		return ctx, 1 + c.dice.IntN(30)
	case 1:
		ctx, cancel := context.WithCancel(ctx)
		time.AfterFunc(time.Duration(c.dice.Int64N(int64(wall))), cancel)
		return ctx, 0
	case 2:
		ctx, cancel := context.WithTimeout(ctx, time.Duration(c.dice.Int64N(int64(wall))))
		context.AfterFunc(ctx, cancel)
		return ctx, 0
	}
	return ctx, 0
}

// watch makes the run and collects its events, as many as leave says.
func (w *worker) watch(sc *scenario, ctx context.Context, log io.Writer, rec *record, leave int, say func(string)) []loop.Event {
	var events []loop.Event
	for e, err := range sc.loop.Watch(ctx, "the task", log) {
		if err != nil {
			checker{rec}.breach("starts", "did not start: %v", err)
			break
		}
		if e.Kind == loop.Delta {
			continue
		}
		events = append(events, e)
		if say != nil {
			line, err := json.Marshal(e)
			say(fmt.Sprintf("%s %v", line, err))
		}
		if len(events) == leave {
			break
		}
	}
	return events
}

// soak makes all runs and adds them up. Progress goes to stderr.
func soak(ctx context.Context, t *testing.T, o options, stderr io.Writer) *summary {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	sum := newSummary(o)
	var next atomic.Uint64
	workers := make([]*worker, o.workers)
	var wg sync.WaitGroup
	for i := range workers {
		w := &worker{t: t, options: o, toolSet: newToolSet()}
		workers[i] = w
		wg.Go(func() { w.work(ctx, &next, sum, stop) })
	}
	done := make(chan struct{})
	go func() { wg.Wait(); close(done) }()
	ticks := time.NewTicker(5 * time.Second)
	defer ticks.Stop()
	for {
		select {
		case <-done:
			sum.finish()
			return sum
		case <-ticks.C:
			fmt.Fprintln(stderr, sum.progress())
			for _, w := range workers {
				if began := w.since.Load(); began != 0 && time.Since(time.Unix(0, began)) > o.patience {
					sum.hung(w.now.Load(), o.patience)
					return sum
				}
			}
		}
	}
}

// work makes runs as long as there are any, a scenario at a time.
func (w *worker) work(ctx context.Context, next *atomic.Uint64, sum *summary, stop func()) {
	done := false
	defer func() {
		if !done { // a bubble that fails, for a data race, takes its worker with it
			sum.lost(w.now.Load())
			stop()
		}
	}()
	for ctx.Err() == nil {
		first := next.Add(scenarioRuns) - scenarioRuns
		for i := first; i < min(first+scenarioRuns, w.options.runs) && ctx.Err() == nil; i++ {
			began := time.Now()
			rec := w.run(w.options.seed<<32+i, nil)
			if sum.add(rec, time.Since(began)) >= w.options.breaches {
				stop()
			}
		}
		if first+scenarioRuns >= w.options.runs {
			break
		}
	}
	done = true
}
