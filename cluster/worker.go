package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"
)

// maxRest is how long a worker waits at most after its own model could not be had.
const maxRest = 30 * time.Second

// A Worker makes the runs of jobs that fit.
type Worker struct {
	Name string // "" is the host's name
	Fit  Fit
	Jobs int // how many at once; 0 is 1
	// Do makes one run and returns its answer, one line of JSON, and its log. An error means that this worker cannot
	// make runs at present, as when its model's server is away: the job is handed back, and the worker rests.
	Do func(ctx context.Context, input json.RawMessage) (answer, log []byte, err error)
	// Notify is called with what a person should know. Nil is not called.
	Notify func(text string)
	// StopLimit is how long it takes at most to hand back a job after ctx has ended; 0 is StopLimit. A job that is not
	// handed back by then counts as one that its worker died of.
	StopLimit time.Duration

	presence string
	finished atomic.Int64
	fetches  atomic.Int64 // under way
	slots    sync.RWMutex // held for writing by a job that runs alone
	suspect  sync.Mutex   // held by that job, and while it waits for the others
}

// Run works until drain is closed and the jobs under way are finished, or until ctx ends, which hands them back.
// The error says why it could not begin.
func (w *Worker) Run(ctx context.Context, q *Queue, drain <-chan struct{}) error {
	if w.Name == "" {
		w.Name, _ = os.Hostname()
	}
	if w.Notify == nil {
		w.Notify = func(string) {}
	}
	w.presence = nuid.Next()
	var consumer jetstream.Consumer
	err := q.retry(ctx, "a worker", func(ctx context.Context) (err error) {
		consumer, err = q.consumer(ctx, w.Fit)
		return err
	})
	if err != nil {
		return err
	}
	working, stop := context.WithCancel(ctx)
	var present sync.WaitGroup
	present.Go(func() { w.appear(working, q) })
	var slots sync.WaitGroup
	for range max(w.Jobs, 1) {
		slots.Go(func() { w.work(ctx, q, consumer, drain) })
	}
	slots.Wait()
	stop()
	present.Wait()
	return nil
}

// work makes one run after the other. While one's answer is on its way to the server's disk, it makes the next.
func (w *Worker) work(ctx context.Context, q *Queue, consumer jetstream.Consumer, drain <-chan struct{}) {
	fetching, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		select {
		case <-drain:
			stop()
		case <-fetching.Done():
		}
	}()
	sending := make(chan struct{}, 1)
	defer func() { sending <- struct{}{} }()
	rest := time.Duration(0)
	for fetching.Err() == nil {
		w.slots.RLock()
		w.fetches.Add(1)
		m, err := next(consumer)
		w.fetches.Add(-1)
		able := m == nil || w.job(ctx, q, m, sending)
		w.slots.RUnlock()
		if err != nil {
			if recreated, e := q.consumer(fetching, w.Fit); e == nil { // the server may have lost it
				consumer = recreated
			}
			pause(fetching, time.Second)
			continue
		}
		if m == nil {
			continue
		}
		if able {
			rest = 0
			continue
		}
		rest = min(max(2*rest, time.Second), maxRest)
		pause(fetching, rest)
	}
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// patience is how long a fetch waits for a job. It is short because a fetch that is given up loses what the server
// has just sent, which would count as a death.
const patience = 300 * time.Millisecond

// next fetches one job. It returns nil where there was none for a while.
func next(consumer jetstream.Consumer) (jetstream.Msg, error) {
	batch, err := consumer.Fetch(1, jetstream.FetchMaxWait(patience))
	if err != nil {
		return nil, err
	}
	m := <-batch.Messages()
	if err := batch.Error(); m == nil && err != nil && !errors.Is(err, nats.ErrTimeout) {
		return nil, err
	}
	return m, nil
}
