package eval

import (
	"context"
	"sync"
	"time"
)

// A Corrector corrects one sentence. It is called by several goroutines at once. An error ends the
// measuring; a run that did not end final is none.
type Corrector func(ctx context.Context, input string) (Answer, error)

// Options says how suites are measured.
type Options struct {
	// Jobs is how many sentences are corrected at once. Zero means one.
	Jobs int
	// Progress is told how many of all items are done, by one goroutine at a time; nil for none.
	Progress func(done, total int)
	// Answered is told each answer that counts, also one of Records, by one goroutine at a time; nil for none. The item
	// is the number of one of the suite.
	Answered func(suite Suite, item int, a Answer)
	// Records holds the answers that a measuring which was broken off has left, and keeps new ones. Nil
	// keeps none.
	Records *Records
}

// Measure has each sentence of the suites corrected once, unless it is recorded already, and returns
// their scores, in order. The error is that of correct, of the records, or of ctx. A *[NotRunError] stands
// beside the scores of the other suites; after three runs in a row that did not happen no more are made.
func Measure(ctx context.Context, suites []Suite, correct Corrector, o Options) ([]Score, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	type place struct{ suite, item int }
	var places []place
	answers := make([][]Answer, len(suites))
	for i, s := range suites {
		answers[i] = make([]Answer, len(s.Items))
		for j := range s.Items {
			places = append(places, place{i, j})
		}
	}
	var mu sync.Mutex // guards next and done
	next, done := 0, 0
	var present Attendance // guarded by mu, like given
	given := false         // the model was given up; places from next on are not tried
	take := func() (place, bool) {
		mu.Lock()
		defer mu.Unlock()
		if next == len(places) || given || ctx.Err() != nil {
			return place{}, false
		}
		next++
		return places[next-1], true
	}
	var all sync.WaitGroup
	for range max(1, o.Jobs) {
		all.Go(func() {
			for p, ok := take(); ok; p, ok = take() {
				a, err := o.Records.answer(suites[p.suite], p.item, func(input string) (Answer, error) {
					start := time.Now()
					a, err := correct(ctx, input)
					if a.Elapsed == 0 { // else another machine has measured it
						a.Elapsed = time.Since(start)
					}
					return a, err
				})
				if err != nil {
					cancel(err)
					return
				}
				answers[p.suite][p.item] = a // a place is taken by one goroutine
				mu.Lock()
				given = present.Gone(a.NotRun) || given
				done++
				if o.Answered != nil {
					o.Answered(suites[p.suite], p.item, a)
				}
				if o.Progress != nil {
					o.Progress(done, len(places))
				}
				mu.Unlock()
			}
		})
	}
	all.Wait()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	for _, p := range places[next:] {
		answers[p.suite][p.item].NotRun = present.Why()
	}
	return scored(suites, answers)
}
