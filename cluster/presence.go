package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A Presence is a worker as others see it. It is gone a lease after the worker was last heard of.
type Presence struct {
	Name string `json:"name"`
	Host string `json:"host"`
	PID  int    `json:"pid"`
	Fit  Fit    `json:"fit"`
	Jobs int    `json:"jobs"` // how many runs at once
	Done int    `json:"done"` // runs since it began
}

// appear says that the worker is there until ctx ends.
func (w *Worker) appear(ctx context.Context, q *Queue) {
	host, _ := os.Hostname()
	tick := time.NewTicker(q.options.Lease / 3)
	defer tick.Stop()
	for {
		text, err := json.Marshal(Presence{w.Name, host, os.Getpid(), w.Fit, max(w.Jobs, 1), int(w.finished.Load())})
		if err == nil {
			attempt, cancel := context.WithTimeout(ctx, request)
			if _, err := q.workers.Put(attempt, w.presence, text); err != nil { // the next one comes soon
				_, _ = q.bucket(attempt, q.presences())
			}
			cancel()
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			gone, cancel := context.WithTimeout(context.Background(), time.Second)
			_ = q.workers.Delete(gone, w.presence)
			cancel()
			return
		}
	}
}

// Workers returns the workers that are there, by name.
func (q *Queue) Workers(ctx context.Context) ([]Presence, error) {
	ctx, cancel := context.WithTimeout(ctx, request)
	defer cancel()
	defer context.AfterFunc(q.life, cancel)()
	all, err := q.presencesNow(ctx)
	if err != nil {
		return nil, plain(err)
	}
	slices.SortFunc(all, func(a, b Presence) int { return strings.Compare(a.Name, b.Name) })
	return all, nil
}

// presencesNow reads the bucket of workers. The library's own list of keys ends early, or never, when ctx ends.
func (q *Queue) presencesNow(ctx context.Context) ([]Presence, error) {
	watcher, err := q.workers.WatchAll(ctx, jetstream.IgnoreDeletes())
	if err != nil {
		return nil, err
	}
	defer func() { _ = watcher.Stop() }() // it also ends with ctx
	var all []Presence
	for {
		select {
		case entry, open := <-watcher.Updates():
			switch {
			case !open:
				return nil, cmp.Or(ctx.Err(), nats.ErrConnectionClosed)
			case entry == nil: // all that were there have come
				return all, ctx.Err()
			}
			var p Presence
			if json.Unmarshal(entry.Value(), &p) == nil {
				all = append(all, p)
			}
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}
