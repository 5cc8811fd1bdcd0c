package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"time"

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
	keys, err := q.workers.Keys(ctx)
	if errors.Is(err, jetstream.ErrNoKeysFound) {
		return nil, nil
	}
	if err != nil {
		return nil, plain(err)
	}
	var all []Presence
	for _, key := range keys {
		entry, err := q.workers.Get(ctx, key)
		if err != nil {
			continue // it has gone meanwhile
		}
		var p Presence
		if json.Unmarshal(entry.Value(), &p) == nil {
			all = append(all, p)
		}
	}
	slices.SortFunc(all, func(a, b Presence) int { return strings.Compare(a.Name, b.Name) })
	return all, nil
}
