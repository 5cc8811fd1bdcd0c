package eval

import (
	"context"
	"time"
)

// A Corrector corrects one sentence. It is called concurrently. An error ends the measurement; a
// run without a final answer is not an error.
type Corrector func(ctx context.Context, input string) (Answer, error)

// Options configures how suites are measured.
type Options struct {
	// Jobs is how many sentences are corrected at the same time. Zero means one.
	Jobs int
	// Answered, if not nil, is called with each answer that counts, including those from Records, and
	// with how many of all items are done. It is never called concurrently.
	Answered func(suite Suite, item Item, a Answer, done, total int)
	// Records holds the answers of an interrupted measurement, and keeps new ones under the name Setup. Nil keeps none.
	Records *Records[AnswerRecord]
	Setup   string
}

type place struct {
	suite Suite
	item  Item
}

// Measure corrects each sentence of the suites once, unless its answer is already recorded, and returns the
// scores, in order. The error is that of correct, of the records, or of ctx. With a *[NotRunError], it also
// returns the scores of the other suites. After three successive runs that did not happen, it makes no more runs.
func Measure(ctx context.Context, suites []Suite, correct Corrector, o Options) ([]Score, error) {
	var places []place
	for _, s := range suites {
		for _, item := range s.Items {
			places = append(places, place{s, item})
		}
	}
	done := 0
	answers, err := Runner[place, Answer]{
		Jobs:    o.Jobs,
		Do:      func(ctx context.Context, p place) (Answer, error) { return o.answer(ctx, p, correct) },
		NotRun:  func(a Answer) string { return a.NotRun },
		Missing: func(_ place, why string) Answer { return Answer{NotRun: why} },
		Came: func(i int, a Answer) {
			if done++; o.Answered != nil {
				o.Answered(places[i].suite, places[i].item, a, done, len(places))
			}
		},
	}.Run(ctx, places)
	if err != nil {
		return nil, err
	}
	return scored(suites, answers)
}

// answer returns the answer to an item that is there, or asks for it and keeps it.
func (o Options) answer(ctx context.Context, p place, correct Corrector) (Answer, error) {
	one := AnswerRecord{Setup: o.Setup, Suite: p.suite.Name, ID: p.item.ID, Input: p.item.Input}
	if o.Records != nil {
		if known, ok := o.Records.Get(one); ok {
			return known.Answer, nil
		}
	}
	start := time.Now()
	a, err := correct(ctx, p.item.Input)
	a.Elapsed = time.Since(start)
	if one.Answer = a; err == nil && a.NotRun == "" && o.Records != nil {
		err = o.Records.Keep(one)
	}
	return a, err
}

// scored returns the scores of the suites whose runs all happened, and what is to be said of the others.
func scored(suites []Suite, answers []Answer) ([]Score, error) {
	var scores []Score
	var missing NotRunError
	for _, s := range suites {
		own := answers[:len(s.Items)]
		answers = answers[len(own):]
		var lost []string
		for _, a := range own {
			lost = append(lost, a.NotRun)
		}
		if missing.Count(s.Name, lost) {
			scores = append(scores, score(s, own))
		}
	}
	return scores, missing.OrNil()
}
