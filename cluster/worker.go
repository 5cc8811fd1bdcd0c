package cluster

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"
)

const (
	// maxInline is how long a log may be that travels with its answer; a longer one goes to the object store.
	maxInline = 256 << 10
	// maxLog is how long a log may be at all; a longer one is left out.
	maxLog = 32 << 20
	// maxRest is how long a worker waits at most after its own model could not be had.
	maxRest = 30 * time.Second
)

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

	presence string
	finished atomic.Int64
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

// work makes one run after the other.
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
	rest, missed := time.Duration(0), 0 // in a row
	for fetching.Err() == nil {
		m, err := next(fetching, consumer)
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
		if w.job(ctx, q, m, missed+1) {
			rest, missed = 0, 0
			continue
		}
		missed++
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

// next fetches one job. It returns nil where there was none for a while.
func next(ctx context.Context, consumer jetstream.Consumer) (jetstream.Msg, error) {
	attempt, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	batch, err := consumer.Fetch(1, jetstream.FetchContext(attempt))
	if err != nil {
		return nil, err
	}
	m := <-batch.Messages()
	if err := batch.Error(); m == nil && err != nil && !errors.Is(err, nats.ErrTimeout) && attempt.Err() == nil {
		return nil, err
	}
	return m, nil
}

// job makes one run, keeping the job's lease meanwhile. It reports whether this worker could make the run; if not, it
// is the one with the number missed in a row.
func (w *Worker) job(ctx context.Context, q *Queue, m jetstream.Msg, missed int) bool {
	working, stop := context.WithCancel(ctx)
	var beats sync.WaitGroup
	beats.Go(func() {
		tick := time.NewTicker(q.options.Lease / 3)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				_ = m.InProgress() // one that gets lost is followed by another
			case <-working.Done():
				return
			}
		}
	})
	defer beats.Wait()
	defer stop()
	answer, log, err := w.do(working, m.Data())
	if ctx.Err() != nil {
		_ = m.Nak()
		return true
	}
	if err != nil {
		w.Notify(fmt.Sprintf("This worker cannot make runs at present: %v. Its line is handed back.", err))
		q.tellMissed(m.Headers().Get(batchHeader), absence{w.Name, missed, err.Error()})
		if err := handBack(working, q, m); err != nil {
			_ = m.Nak()
		}
		return false
	}
	if err := w.reply(working, q, m, answer, log); err != nil {
		w.Notify("An answer could not be delivered: " + err.Error())
		_ = m.Nak()
		return ctx.Err() != nil
	}
	_ = m.Ack() // one that gets lost is a second answer, which counts once
	w.finished.Add(1)
	return true
}

// handBack puts a job into the queue anew, so that it does not count as one that a worker has died of.
func handBack(ctx context.Context, q *Queue, job jetstream.Msg) error {
	m := nats.NewMsg(job.Subject())
	m.Data = job.Data()
	for _, name := range []string{keyHeader, batchHeader, idHeader} {
		m.Header.Set(name, job.Headers().Get(name))
	}
	ctx, cancel := context.WithTimeout(ctx, request)
	defer cancel()
	if _, err := q.js.PublishMsg(ctx, m, jetstream.WithMsgID(nuid.Next())); err != nil {
		return err
	}
	return job.DoubleAck(ctx)
}

// do calls Do. A panic there is this worker's trouble.
func (w *Worker) do(ctx context.Context, input []byte) (answer, log []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the run panicked: %v", p)
		}
	}()
	answer, log, err = w.Do(ctx, input)
	if err == nil && (len(answer) == 0 || bytes.IndexByte(answer, '\n') >= 0) {
		err = errors.New("cluster: BUG: an answer that is not one line")
	}
	return answer, log, err
}

// reply sends an answer with its log to the coordinator.
func (w *Worker) reply(ctx context.Context, q *Queue, job jetstream.Msg, answer, log []byte) error {
	h, delivered := job.Headers(), 1
	if meta, err := job.Metadata(); err == nil {
		delivered = int(meta.NumDelivered)
	}
	m := nats.NewMsg(answerSubject(h.Get(batchHeader), h.Get(keyHeader)))
	m.Header.Set(keyHeader, h.Get(keyHeader))
	m.Header.Set(workerHeader, w.Name)
	m.Header.Set(deliveredHeader, strconv.Itoa(delivered))
	m.Data = append(append(bytes.Clone(answer), '\n'), log...)
	switch {
	case len(log) > maxLog:
		w.Notify("The log of a run is too long to send; it is left out.")
		m.Data = answer
	case len(log) > maxInline:
		object := nuid.Next()
		err := q.retry(ctx, "a log", func(ctx context.Context) error {
			_, err := q.logs.PutBytes(ctx, object, log)
			return err
		})
		if err != nil {
			return err
		}
		m.Header.Set(logHeader, object)
		m.Data = answer
	}
	return q.retry(ctx, "an answer", func(ctx context.Context) error {
		_, err := q.js.PublishMsg(ctx, m, jetstream.WithMsgID(h.Get(idHeader)), jetstream.WithRetryAttempts(0))
		return err
	})
}
