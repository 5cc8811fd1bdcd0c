package cluster

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// The names on the server. A stream or bucket that is there already is used as it is, so that an operator can make
// it with more replicas or other limits.
const (
	jobsStream    = "SHORTLEASH_JOBS"
	answersStream = "SHORTLEASH_ANSWERS"
	workersBucket = "shortleash_workers"
	leasesBucket  = "shortleash_leases"
	batchesBucket = "shortleash_batches"
	logsBucket    = "shortleash_logs"

	jobsPrefix    = "shortleash.jobs."
	answersPrefix = "shortleash.answers."
	awayPrefix    = "shortleash.away." // no stream: what a worker says there is of this moment
)

const (
	// partitions is how many streams the answers are spread over. A server that syncs each message does so one after the
	// other within a stream; a disk syncs several files in about the time of one.
	partitions = 8
	// maxJobs is how many jobs wait on the server at most, over all batches. A coordinator that finds it full waits.
	maxJobs = 10_000
	// MaxDeaths is how many workers may die while they have a job before it is a dead letter. A worker that is killed for
	// other reasons counts too, since no one can tell. So there are more than would find a job that kills them all: where
	// each run has a chance of one in six of being killed, ten in a row happen to one job in sixty million.
	MaxDeaths = 10
	// DefaultLease is how long a worker or coordinator that says nothing keeps what it holds.
	DefaultLease = 15 * time.Second
	// kept is how long answers and logs stay for a coordinator that comes back.
	kept = 7 * 24 * time.Hour
	// repeats is how long the server knows the ids of messages, to drop those that are sent twice.
	repeats = 10 * time.Minute
	// request is how long the server may take to answer one request.
	request = 10 * time.Second
)

// Options say how to connect. The zero value has the defaults.
type Options struct {
	// Name is shown by the server beside the connection; "" is the host's name.
	Name string
	// Token is shown to the server; "" is none, or what the URL holds.
	Token string
	// Credentials is the path of a NATS credentials file; "" is none, or what the URL holds.
	Credentials string
	// Lease is how long a worker or coordinator that says nothing keeps what it holds. It is set by the first that
	// connects to a server, and holds for all. 0 is DefaultLease.
	Lease time.Duration
	// Notify is called with what a person should know: that the server is away, is full, is back. It is called by one
	// goroutine at a time, never after Close, and does not close the queue itself. Nil is not called.
	Notify func(text string)
}

// A Queue is a connection to a server with JetStream. It is safe for concurrent use.
type Queue struct {
	url     string
	options Options
	conn    *nats.Conn
	js      jetstream.JetStream
	life    context.Context // ends with Close
	end     context.CancelFunc
	mu      sync.Mutex // held while Notify is called

	jobs                     jetstream.Stream
	answers                  [partitions]jetstream.Stream
	workers, leases, batches jetstream.KeyValue
	logs                     jetstream.ObjectStore
}

// Connect connects to the server at url (nats://HOST:PORT or tls://HOST:PORT) and makes the streams that are missing.
// After that the connection is restored for as long as it takes whenever it is lost.
func Connect(ctx context.Context, url string, o Options) (*Queue, error) {
	if o.Name == "" {
		o.Name, _ = os.Hostname()
	}
	if o.Lease == 0 {
		o.Lease = DefaultLease
	}
	q := &Queue{url: url, options: o}
	q.life, q.end = context.WithCancel(context.Background())
	settings := []nats.Option{
		nats.Name("shortleash " + o.Name),
		nats.MaxReconnects(-1),
		nats.ReconnectWait(250 * time.Millisecond),
		nats.ReconnectBufSize(-1), // what cannot be sent is an error, which is tried again here
		nats.Timeout(5 * time.Second),
		nats.PingInterval(5 * time.Second), nats.MaxPingsOutstanding(2),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				q.notify("The queue at " + q.address() + " is away; waiting for it.")
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) { q.notify("The queue at " + q.address() + " is back.") }),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}), // the calls that fail say so themselves
	}
	if o.Token != "" {
		settings = append(settings, nats.Token(o.Token))
	}
	if o.Credentials != "" {
		settings = append(settings, nats.UserCredentials(o.Credentials))
	}
	var err error
	if q.conn, err = nats.Connect(url, settings...); err != nil {
		q.end()
		return nil, q.unreachable(err)
	}
	if err := q.prepare(ctx); err != nil {
		q.Close()
		return nil, err
	}
	return q, nil
}

// Close closes the connection. What waits on it returns.
func (q *Queue) Close() {
	q.conn.Close() // its handlers may still run
	q.mu.Lock()
	defer q.mu.Unlock()
	q.end()
}

// notify tells a person something, unless the queue is closed.
func (q *Queue) notify(text string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.life.Err() == nil && q.options.Notify != nil {
		q.options.Notify(text)
	}
}

// prepare makes the streams and buckets that are missing.
func (q *Queue) prepare(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 3*request)
	defer cancel()
	var err error
	if q.js, err = jetstream.New(q.conn, jetstream.WithDefaultTimeout(request)); err != nil {
		return err
	}
	// A job may be lost with the server: its coordinator notices and places it anew (see audit). So it need not be on
	// the disk before it is acknowledged. An answer is not made again, and does.
	q.jobs, err = q.stream(ctx, jetstream.StreamConfig{Name: jobsStream, Subjects: []string{jobsPrefix + ">"},
		Retention: jetstream.WorkQueuePolicy, MaxMsgs: maxJobs, Discard: jetstream.DiscardNew, Duplicates: repeats,
		PersistMode: jetstream.AsyncPersistMode, Description: "lines that wait for a worker"})
	if err != nil {
		return q.refused(err)
	}
	for i := range q.answers {
		q.answers[i], err = q.stream(ctx, jetstream.StreamConfig{Name: fmt.Sprintf("%s_%d", answersStream, i),
			Subjects: []string{fmt.Sprintf("%s%d.>", answersPrefix, i)}, MaxAge: kept, Duplicates: repeats,
			Description: "answers that wait for their coordinator"})
		if err != nil {
			return q.refused(err)
		}
	}
	for _, b := range []struct {
		bucket *jetstream.KeyValue
		config jetstream.KeyValueConfig
	}{
		{&q.workers, q.presences()},
		{&q.leases, jetstream.KeyValueConfig{Bucket: leasesBucket, TTL: q.options.Lease, Description: "who collects which batch"}},
		{&q.batches, jetstream.KeyValueConfig{Bucket: batchesBucket, TTL: kept, Description: "batches that are not finished"}},
	} {
		if *b.bucket, err = q.bucket(ctx, b.config); err != nil {
			return q.refused(err)
		}
	}
	status, err := q.workers.Status(ctx)
	if err != nil {
		return q.refused(err)
	}
	q.options.Lease = status.TTL()
	q.logs, err = q.js.ObjectStore(ctx, logsBucket)
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		q.logs, err = q.js.CreateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: logsBucket, TTL: kept,
			Description: "logs of runs that are too long for a message"})
	}
	if err != nil {
		return q.refused(err)
	}
	return nil
}

// presences is the bucket of workers. It is gone when the server restarts; then the first worker makes it anew.
func (q *Queue) presences() jetstream.KeyValueConfig {
	return jetstream.KeyValueConfig{Bucket: workersBucket, TTL: q.options.Lease, Storage: jetstream.MemoryStorage,
		Description: "workers that are there"}
}

func (q *Queue) stream(ctx context.Context, c jetstream.StreamConfig) (jetstream.Stream, error) {
	s, err := q.js.Stream(ctx, c.Name)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		s, err = q.js.CreateStream(ctx, c)
	}
	return s, err
}

func (q *Queue) bucket(ctx context.Context, c jetstream.KeyValueConfig) (jetstream.KeyValue, error) {
	b, err := q.js.KeyValue(ctx, c.Bucket)
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		b, err = q.js.CreateKeyValue(ctx, c)
	}
	return b, err
}

// consumer returns the consumer that the workers of a fit share.
func (q *Queue) consumer(ctx context.Context, f Fit) (jetstream.Consumer, error) {
	return q.jobs.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable:           "fit-" + f.key(),
		FilterSubject:     jobsPrefix + f.key() + ".>",
		AckPolicy:         jetstream.AckExplicitPolicy,
		AckWait:           q.options.Lease,
		MaxDeliver:        -1, // workers count (see deaths)
		MaxAckPending:     maxJobs,
		InactiveThreshold: kept,
		MemoryStorage:     true, // after a crash of the server, lines that workers had are given out again; the answers count once
	})
}

// answerSubject is the subject of the answer to a line, in the stream that its key chooses.
func answerSubject(batch, key string) string {
	h := fnv.New32a()
	h.Write([]byte(key)) // never fails
	return fmt.Sprintf("%s%d.%s", answersPrefix, h.Sum32()%partitions, batch)
}

// unreachable says in plain words why no connection could be made, and what to do.
func (q *Queue) unreachable(err error) error {
	why := plain(err)
	if errors.Is(why, errNoServer) {
		return fmt.Errorf("cannot reach the queue at %s: %w; start it (hub --store DIR) or name another, then give the same command again",
			q.address(), why)
	}
	return fmt.Errorf("cannot reach the queue at %s: %w", q.address(), why)
}

// refused says in plain words why the server cannot be used.
func (q *Queue) refused(err error) error {
	if errors.Is(err, jetstream.ErrJetStreamNotEnabled) || errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount) ||
		errors.Is(err, nats.ErrNoResponders) {
		return fmt.Errorf("the server at %s has no JetStream; start it with -js, or use cmd/hub", q.address())
	}
	return fmt.Errorf("the queue at %s: %w", q.address(), plain(err))
}

// retry does what the server may refuse for a while (it is away, full, starting) until it succeeds or ctx ends.
// Each reason is told once.
func (q *Queue) retry(ctx context.Context, what string, try func(context.Context) error) error {
	told := ""
	patience := 2 * time.Second // for one attempt; more for each that ran out of it, because the message may be long
	for wait := 50 * time.Millisecond; ; wait = min(2*wait, 2*time.Second) {
		attempt, cancel := context.WithTimeout(ctx, patience)
		err := try(attempt)
		cancel()
		if err == nil || ctx.Err() != nil {
			return errors.Join(ctx.Err(), err)
		}
		if errors.Is(err, nats.ErrConnectionClosed) || isTooLong(err) {
			return plain(err)
		}
		if errors.Is(err, context.DeadlineExceeded) {
			patience = min(2*patience, time.Minute)
		}
		if isFull(err) {
			wait = min(wait, 200*time.Millisecond) // the usual way of a busy queue; nothing to tell
		} else if reason := plain(err).Error(); reason != told && q.conn.IsConnected() {
			told = reason
			q.notify(fmt.Sprintf("The queue does not take %s (%s); trying again.", what, reason))
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// address is the URL without a password or token.
func (q *Queue) address() string { return redacted(q.url) }
