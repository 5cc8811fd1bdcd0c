package cluster

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"
)

const (
	// maxInline is how long a log may be that travels with its answer; a longer one goes to the object store.
	maxInline = 256 << 10
	// maxPiece is how long the pieces are in which a log lies there.
	maxPiece = 128 << 10
	// maxLog is how long a log may be at all; a longer one is left out.
	maxLog = 32 << 20
	// StopLimit is how long a worker usually takes at most to hand back a job after its ctx has ended: a person waits.
	StopLimit = 800 * time.Millisecond
)

// job makes one run and sends its answer while the caller goes on; sending has room for one answer. The caller holds
// w.slots for reading. job reports whether this worker could make the run.
func (w *Worker) job(ctx context.Context, q *Queue, m jetstream.Msg, sending chan struct{}) bool {
	release := q.hold(m)
	dead := deaths(m)
	switch {
	case dead >= MaxDeaths:
		defer release()
		w.bury(ctx, q, m, DeadError{Workers: dead})
		return true
	case dead > 0:
		if !w.suspect.TryLock() {
			defer release()
			w.handBack(ctx, q, m, dead)
			return true
		}
		defer w.suspect.Unlock()
		w.slots.RUnlock()
		w.slots.Lock()
		defer w.slots.RLock()
		defer w.slots.Unlock()
	}
	answer, log, err := w.do(ctx, m.Data())
	switch {
	case ctx.Err() != nil:
		defer release()
		w.handBack(ctx, q, m, dead)
		return true
	case err != nil:
		defer release()
		w.Notify(fmt.Sprintf("This worker cannot make runs at present: %v. Its line is handed back.", err))
		q.tellMissed(m.Headers().Get(batchHeader), absence{w.Name, err.Error()})
		w.handBack(ctx, q, m, dead)
		return false
	}
	sending <- struct{}{}
	go func() {
		defer func() { <-sending }()
		defer release()
		switch err := w.reply(ctx, q, m, answer, log); {
		case errors.Is(err, errTooLong):
			w.bury(ctx, q, m, DeadError{TooLong: len(answer)})
		case err != nil:
			if ctx.Err() == nil {
				w.Notify("An answer could not be delivered: " + err.Error())
			}
			w.handBack(ctx, q, m, dead)
		default:
			_ = m.Ack() // one that gets lost is a second answer, which counts once
			w.finished.Add(1)
		}
	}()
	return true
}

// deaths is how many workers have died while they had a job: they neither answered it nor handed it back.
//
// A worker that dies of one of several jobs leaves all of them. So a job of a dead worker runs alone from then on: those that
// are harmless are answered, and only the one that kills dies again.
func deaths(job jetstream.Msg) int {
	n, _ := strconv.Atoi(job.Headers().Get(deathsHeader)) // 0 unless it was handed back
	if meta, err := job.Metadata(); err == nil {
		n += int(meta.NumDelivered) - 1
	}
	return n
}

// hold keeps the lease on a job until it is released.
func (q *Queue) hold(job jetstream.Msg) (release func()) {
	working, stop := context.WithCancel(context.Background())
	var beats sync.WaitGroup
	beats.Go(func() {
		tick := time.NewTicker(q.options.Lease / 3)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				_ = job.InProgress() // one that gets lost is followed by another
			case <-working.Done():
				return
			}
		}
	})
	return func() {
		stop()
		beats.Wait()
	}
}

// handBack puts a job into the queue anew, so that this worker does not count as one that has died of it. It is done
// also after ctx has ended. A server that does not take the job soon gives it to the next worker itself, and counts this one.
func (w *Worker) handBack(ctx context.Context, q *Queue, job jetstream.Msg, dead int) {
	m := nats.NewMsg(job.Subject())
	m.Data = job.Data()
	for _, name := range []string{keyHeader, batchHeader, idHeader} {
		m.Header.Set(name, job.Headers().Get(name))
	}
	m.Header.Set(deathsHeader, strconv.Itoa(dead))
	limit, stopped := request, ctx.Err() != nil
	if stopped {
		limit = cmp.Or(w.StopLimit, StopLimit)
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), limit)
	defer cancel()
	for stopped && w.fetches.Load() > 0 && ctx.Err() == nil { // else the server may give it to this worker once more
		pause(ctx, 5*time.Millisecond)
	}
	id := nuid.Next()
	err := q.retry(ctx, "a line that is handed back", func(ctx context.Context) error {
		_, err := q.js.PublishMsg(ctx, m, jetstream.WithMsgID(id))
		return err
	})
	if err == nil {
		err = job.DoubleAck(ctx)
	}
	if err != nil {
		_ = job.Nak()
	}
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
	m := w.answerTo(job)
	m.Header.Set(deliveredHeader, strconv.Itoa(deaths(job)+1))
	m.Data = append(append(bytes.Clone(answer), '\n'), log...)
	switch {
	case len(log) > maxLog:
		w.Notify("The log of a run is too long to send; it is left out.")
		m.Data = answer
	case len(log) > min(maxInline, max(0, int(q.conn.MaxPayload())/2-len(answer))): // the other half is more than headers need
		object := nuid.Next()
		pieces := &jetstream.ObjectMetaOptions{ChunkSize: uint32(min(maxPiece, q.conn.MaxPayload()/2))}
		err := q.retry(ctx, "a log", func(ctx context.Context) error {
			_, err := q.logs.Put(ctx, jetstream.ObjectMeta{Name: object, Opts: pieces}, bytes.NewReader(log))
			return err
		})
		if err != nil {
			return err
		}
		m.Header.Set(logHeader, object)
		m.Data = answer
	}
	return q.answer(ctx, m, job.Headers().Get(idHeader))
}

// bury tells the coordinator that a job will have no answer, and why.
func (w *Worker) bury(ctx context.Context, q *Queue, job jetstream.Msg, why DeadError) {
	meta, err := job.Metadata()
	if err != nil {
		return // it comes again
	}
	m := w.answerTo(job)
	m.Header.Set(deathsHeader, strconv.Itoa(why.Workers))
	m.Header.Set(tooLongHeader, strconv.Itoa(why.TooLong))
	// The id is not that of the answer, so that the line may be asked for again and be answered.
	if q.answer(ctx, m, fmt.Sprintf("%s/dead/%d", job.Headers().Get(idHeader), meta.Sequence.Stream)) == nil {
		_ = job.Ack() // one that gets lost says the same once more
	}
}

// answerTo begins a message to the coordinator that a job came from.
func (w *Worker) answerTo(job jetstream.Msg) *nats.Msg {
	h := job.Headers()
	m := nats.NewMsg(answerSubject(h.Get(batchHeader), h.Get(keyHeader)))
	m.Header.Set(keyHeader, h.Get(keyHeader))
	m.Header.Set(workerHeader, w.Name)
	return m
}

// answer puts a message to a coordinator on the server's disk, once for each id.
func (q *Queue) answer(ctx context.Context, m *nats.Msg, id string) error {
	return q.retry(ctx, "an answer", func(ctx context.Context) error {
		_, err := q.js.PublishMsg(ctx, m, jetstream.WithMsgID(id), jetstream.WithRetryAttempts(0))
		return err
	})
}
