package cluster

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"
)

// The headers of jobs and answers.
const (
	keyHeader       = "Shortleash-Key"
	batchHeader     = "Shortleash-Batch"
	idHeader        = "Shortleash-Id" // the id of the line, which its answer has for the server
	workerHeader    = "Shortleash-Worker"
	deliveredHeader = "Shortleash-Delivered"
	deathsHeader    = "Shortleash-Deaths"   // of a job: workers that died before it was handed back; of an answer: there is none
	tooLongHeader   = "Shortleash-Too-Long" // of an answer: there is none, because it has so many bytes
	logHeader       = "Shortleash-Log"      // the object that holds the log, when it does not follow the answer
)

// A Batch is a list of lines of which each shall have one answer.
type Batch struct {
	// ID is the same whenever the same batch is collected again, and different for every other. It consists of
	// letters, digits, - and _.
	ID  string
	Fit Fit
}

// An Answer is what a worker made of a line.
type Answer struct {
	JSON      json.RawMessage // one line
	Log       []byte          // the events of the run, a line each; may be empty
	Worker    string
	Delivered int // 1, and one for each worker that died while it had the line
}

// A Collector asks the workers for the answers of one batch. Its methods are safe for concurrent use.
type Collector struct {
	queue      *Queue
	batch      Batch
	generation string // distinguishes this batch from an earlier one with the same ID that was finished
	holder     string
	lease      uint64 // the revision of the lease
	wanted     func(key string) bool
	ctx        context.Context // ends with Close, or when the lease is lost
	cancel     context.CancelCauseFunc
	done       sync.WaitGroup
	sending    sync.WaitGroup // lines that the server has not acknowledged

	mu      sync.Mutex
	waiting map[string][]chan result
	early   map[string]result // of lines that have not been asked for yet
	ended   map[string]bool   // lines that have a result
	inQueue map[string]bool   // lines that were placed and have no result yet
	missing chan struct{}     // closed when the server has fewer lines than that
	tally   Tally
	away    map[string]bool // workers that cannot make runs, by name, since their last answer
}

type result struct {
	answer Answer
	err    error
}

// A Tally says what has come of a batch so far.
type Tally struct {
	Answers     int            // received, each line once
	Duplicates  int            // answers to lines that had one already
	Redelivered int            // how often a line was given to one worker more
	ByWorker    map[string]int // answers
}

// Open begins to collect a batch, or goes on with it. Answers that the server has for lines that are not wanted any
// more are passed over; a nil wanted wants all. A *HeldError says that another coordinator collects the batch.
func (q *Queue) Open(ctx context.Context, b Batch, wanted func(key string) bool) (*Collector, error) {
	if wanted == nil {
		wanted = func(string) bool { return true }
	}
	host, _ := os.Hostname()
	c := &Collector{queue: q, batch: b, wanted: wanted, holder: fmt.Sprintf("%s, process %d", cmp.Or(q.options.Name, host), os.Getpid()),
		waiting: map[string][]chan result{}, early: map[string]result{}, ended: map[string]bool{},
		tally: Tally{ByWorker: map[string]int{}}, away: map[string]bool{},
		inQueue: map[string]bool{}, missing: make(chan struct{})}
	if err := c.acquire(ctx); err != nil {
		return nil, err
	}
	c.ctx, c.cancel = context.WithCancelCause(context.Background())
	if err := c.start(ctx); err != nil {
		c.Close()
		return nil, q.refused(err)
	}
	return c, nil
}

// start finds the batch's generation and listens for answers and dead letters.
func (c *Collector) start(ctx context.Context) error {
	c.done.Go(c.renew)
	q := c.queue
	entry, err := q.batches.Get(ctx, c.batch.ID)
	switch {
	case err == nil:
		c.generation = string(entry.Value())
	case errors.Is(err, jetstream.ErrKeyNotFound):
		c.generation = nuid.Next()
		if _, err := q.batches.Put(ctx, c.batch.ID, []byte(c.generation)); err != nil {
			return err
		}
	default:
		return err
	}
	if _, err := q.consumer(ctx, c.batch.Fit); err != nil {
		return err
	}
	missed, err := q.conn.Subscribe(awayPrefix+c.batch.ID, c.missed)
	if err != nil {
		return err
	}
	context.AfterFunc(c.ctx, func() { _ = missed.Unsubscribe() }) // it also ends with the connection
	for i := range q.answers {
		subject := fmt.Sprintf("%s%d.%s", answersPrefix, i, c.batch.ID)
		answers, err := q.js.OrderedConsumer(ctx, fmt.Sprintf("%s_%d", answersStream, i),
			jetstream.OrderedConsumerConfig{FilterSubjects: []string{subject}})
		if err != nil {
			return err
		}
		if err := c.listen(answers, func(m jetstream.Msg) { c.received(q.answers[i], m) }); err != nil {
			return err
		}
	}
	c.done.Go(c.audit)
	return nil
}

// listen has handle take the messages of a consumer until the collector is closed.
func (c *Collector) listen(to jetstream.Consumer, handle jetstream.MessageHandler) error {
	listening, err := to.Consume(handle)
	if err == nil {
		context.AfterFunc(c.ctx, listening.Stop)
	}
	return err
}

// Close ends collecting and leaves everything on the server for the next Open. Calls of Answer return.
func (c *Collector) Close() {
	c.cancel(errClosed)
	c.done.Wait()
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_ = c.queue.leases.Delete(ctx, c.batch.ID, jetstream.LastRevision(c.lease)) // else it ends by itself
}

var errClosed = errors.New("cluster: the collector is closed")

// Finish removes from the server what is left of a batch whose answers are all written, and closes the collector.
func (c *Collector) Finish(ctx context.Context) error {
	c.mu.Lock()
	c.cancel(errClosed) // no line is sent any more
	c.mu.Unlock()
	c.sending.Wait() // else the server may store one after the rest is gone
	err := c.forget(ctx)
	c.Close()
	return err
}

// Restart removes from the server what an earlier attempt at this batch left, so that every line is made anew.
func (c *Collector) Restart(ctx context.Context) error {
	if err := c.forget(ctx); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.generation = nuid.Next()
	clear(c.early)
	clear(c.ended)
	_, err := c.queue.batches.Put(ctx, c.batch.ID, []byte(c.generation))
	return err
}

// forget removes jobs, answers and the generation.
func (c *Collector) forget(ctx context.Context) error {
	q := c.queue
	return q.retry(ctx, "the end of the batch", func(ctx context.Context) error {
		return errors.Join(
			q.jobs.Purge(ctx, jetstream.WithPurgeSubject(jobsPrefix+c.batch.Fit.key()+"."+c.batch.ID)),
			q.purgeAnswers(ctx, c.batch.ID),
			q.batches.Delete(ctx, c.batch.ID))
	})
}

// purgeAnswers removes the answers of a batch.
func (q *Queue) purgeAnswers(ctx context.Context, batch string) error {
	var all sync.WaitGroup
	var failed [partitions]error
	for i, stream := range q.answers {
		all.Go(func() {
			failed[i] = stream.Purge(ctx, jetstream.WithPurgeSubject(fmt.Sprintf("%s%d.%s", answersPrefix, i, batch)))
		})
	}
	all.Wait()
	return errors.Join(failed[:]...)
}

// Answer returns the answer to a line: it puts the line into the queue, unless an answer is there already, and waits.
// key names the line within the batch and is the same whenever the batch is collected again. A *DeadError says that
// there will be none; only then can the same key be asked for once more.
func (c *Collector) Answer(ctx context.Context, key string, input json.RawMessage) (Answer, error) {
	c.mu.Lock()
	if r, ok := c.early[key]; ok {
		delete(c.early, key)
		c.mu.Unlock()
		return r.answer, r.err
	}
	answered := make(chan result, 1)
	first := len(c.waiting[key]) == 0
	c.waiting[key] = append(c.waiting[key], answered)
	delete(c.ended, key)
	id := messageID(c.batch.ID, c.generation, key)
	c.mu.Unlock()
	defer c.leave(key, answered)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(c.ctx, func() { cancel(context.Cause(c.ctx)) })()
	for ask := id; ; {
		var again <-chan time.Time // never
		var missing <-chan struct{}
		if first {
			gone, err := c.place(ctx, key, id, ask, input)
			if errors.Is(err, errTooLong) {
				c.deliver(key, result{err: &DeadError{Key: key, TooLong: len(input)}})
			} else if err != nil {
				return Answer{}, cause(ctx, err)
			}
			if gone {
				again = time.After(c.queue.options.Lease)
			}
			missing = c.placed(key)
		}
		select {
		case r := <-answered:
			return r.answer, r.err
		case <-ctx.Done():
			return Answer{}, context.Cause(ctx)
		case <-missing: // the server may have lost the line
		case <-again:
			ask = id + "/" + nuid.Next()
		}
	}
}

// leave ends waiting. A result that came meanwhile is kept for the next time.
func (c *Collector) leave(key string, answered chan result) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.inQueue, key)
	waiting := c.waiting[key]
	if i := slices.Index(waiting, answered); i >= 0 {
		c.waiting[key] = slices.Delete(waiting, i, i+1)
	}
	select {
	case r := <-answered:
		c.early[key] = r
	default:
	}
}

func cause(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// place puts a line into the queue. While the queue is full it waits. It reports whether the server dropped the
// message because it had one with the same id, and has that one no more: then an answer is on its way, or the
// line was buried and has to be asked for under another id.
func (c *Collector) place(ctx context.Context, key, id, ask string, input json.RawMessage) (gone bool, err error) {
	q := c.queue
	err = q.retry(ctx, "a line", func(ctx context.Context) error {
		m := nats.NewMsg(jobsPrefix + c.batch.Fit.key() + "." + c.batch.ID)
		m.Header.Set(keyHeader, key)
		m.Header.Set(batchHeader, c.batch.ID)
		m.Header.Set(idHeader, id)
		m.Data = input
		ack, err := c.publish(ctx, m, ask)
		if err != nil || !ack.Duplicate {
			return err
		}
		_, err = q.jobs.GetMsg(ctx, ack.Sequence)
		if gone = errors.Is(err, jetstream.ErrMsgNotFound); gone {
			return nil
		}
		return err
	})
	return gone, err
}

// publish sends a line and waits for the server's acknowledgment. When ctx is canceled meanwhile it returns at once,
// and the acknowledgment is waited for by sending alone, until the deadline that ctx had.
func (c *Collector) publish(ctx context.Context, m *nats.Msg, id string) (*jetstream.PubAck, error) {
	var ack *jetstream.PubAck
	var err error
	acknowledged := make(chan struct{})
	c.mu.Lock()
	if c.ctx.Err() != nil {
		c.mu.Unlock()
		<-ctx.Done() // it ends with the collector
		return nil, ctx.Err()
	}
	c.sending.Go(func() {
		defer close(acknowledged)
		deadline, _ := ctx.Deadline() // of the attempt
		ctx, cancel := context.WithDeadline(context.WithoutCancel(ctx), deadline)
		defer cancel()
		ack, err = c.queue.js.PublishMsg(ctx, m, jetstream.WithMsgID(id), jetstream.WithRetryAttempts(0))
	})
	c.mu.Unlock()
	select {
	case <-acknowledged:
		return ack, err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// messageID is the id of a line: of its job, as long as that need not be sent anew, and of its answer.
func messageID(batch, generation, key string) string { return batch + "/" + generation + "/" + key }

// received takes an answer from the server, or notice that there will be none.
func (c *Collector) received(from jetstream.Stream, m jetstream.Msg) {
	h := m.Headers()
	key := h.Get(keyHeader)
	if !c.wanted(key) {
		return
	}
	dead := &DeadError{Key: key}
	dead.Workers, _ = strconv.Atoi(h.Get(deathsHeader))
	dead.TooLong, _ = strconv.Atoi(h.Get(tooLongHeader))
	if dead.Workers > 0 || dead.TooLong > 0 {
		c.deliver(key, result{err: dead})
		c.unbury(from, m)
		return
	}
	text, log, _ := bytes.Cut(m.Data(), []byte("\n"))
	a := Answer{JSON: text, Log: log, Worker: h.Get(workerHeader)}
	a.Delivered, _ = strconv.Atoi(h.Get(deliveredHeader))
	if object := h.Get(logHeader); object != "" {
		a.Log = c.stored(object)
	}
	c.deliver(key, result{answer: a})
}

// stored fetches a log that was too long for a message. A log that is gone is no reason to lose the answer.
func (c *Collector) stored(object string) []byte {
	ctx, cancel := context.WithTimeout(c.ctx, request)
	defer cancel()
	log, err := c.queue.logs.GetBytes(ctx, object)
	if err != nil {
		c.queue.notify("The log of a run could not be fetched: " + plain(err).Error())
		return nil
	}
	_ = c.queue.logs.Delete(ctx, object) // else it goes with its age
	return log
}

// unbury removes the notice that a job is dead, so that the next time it is asked for, it is tried again.
func (c *Collector) unbury(from jetstream.Stream, m jetstream.Msg) {
	meta, err := m.Metadata()
	if err != nil {
		return
	}
	ctx, cancel := context.WithTimeout(c.ctx, request)
	defer cancel()
	_ = from.DeleteMsg(ctx, meta.Sequence.Stream) // else it goes at the end of the batch
}

// deliver hands a result to the caller that waits for it, or keeps it until it is asked for. Of several results of
// a line the first counts.
func (c *Collector) deliver(key string, r result) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended[key] {
		c.tally.Duplicates++
		return
	}
	c.ended[key] = true
	delete(c.inQueue, key)
	c.count(r)
	if len(c.waiting[key]) == 0 {
		c.early[key] = r
		return
	}
	for _, waiting := range c.waiting[key] {
		waiting <- r // there is room for one, and a key has one result
	}
	delete(c.waiting, key)
}

func (c *Collector) count(r result) {
	if r.err != nil {
		return
	}
	delete(c.away, r.answer.Worker)
	c.tally.Answers++
	c.tally.ByWorker[r.answer.Worker]++
	c.tally.Redelivered += max(0, r.answer.Delivered-1)
}

// Tally returns what has come so far.
func (c *Collector) Tally() Tally {
	c.mu.Lock()
	defer c.mu.Unlock()
	t := c.tally
	t.ByWorker = make(map[string]int, len(c.tally.ByWorker))
	for name, n := range c.tally.ByWorker {
		t.ByWorker[name] = n
	}
	return t
}
