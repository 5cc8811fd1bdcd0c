package main

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"time"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/tutor"
)

// A played item is an item with the report on it.
type played struct {
	item
	report tutor.Report
	took   time.Duration
	mask   maskStats
}

// tutor returns the tutor with a model. Invalid output ends a run: a repair would be another prompt.
func (o options) tutor(m model.Model) (*tutor.Tutor, error) {
	config := loop.Usual()
	config.Repairs, config.Retries = 0, 0
	options := tutor.Options{Model: func() model.Model { return m }, Loop: config, Trace: true}
	if !o.gloss {
		options.Gloss = tutor.GlossOff
	}
	return tutor.New(options)
}

// play has a model correct items, several at once.
func (o options) play(ctx context.Context, m model.Model, items []item) ([]played, error) {
	tutor, err := o.tutor(m)
	if err != nil {
		return nil, err
	}
	all := make([]played, len(items))
	errs := make([]error, o.workers)
	var group sync.WaitGroup
	for w := range o.workers {
		group.Go(func() {
			for i := w; i < len(items) && errs[w] == nil && ctx.Err() == nil; i += o.workers {
				all[i], errs[w] = one(ctx, tutor, items[i])
			}
		})
	}
	group.Wait()
	return all, errors.Join(append(errs, ctx.Err())...)
}

// one has a tutor correct one item.
func one(ctx context.Context, tutor *tutor.Tutor, it item) (p played, err error) {
	p.item = it
	start := time.Now()
	p.report, err = tutor.Correct(ctx, it.Input, nil, p.mask.observe)
	p.took = time.Since(start)
	p.mask.end()
	return p, err
}

// maxTimed bounds how many sentences are timed, and warmUp is how many go before them.
const (
	maxTimed = 300
	warmUp   = 10
)

// timed has a model correct sentences one after the other on one core, without glosses.
func (o options) timed(ctx context.Context, m model.Model, items []item) ([]played, error) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	o.gloss, o.workers = false, 1
	var exact []item
	for _, it := range items {
		if it.Exact && len(exact) < maxTimed+warmUp {
			exact = append(exact, it)
		}
	}
	all, err := o.play(ctx, m, exact)
	return all[min(warmUp, len(all)/2):], err
}
