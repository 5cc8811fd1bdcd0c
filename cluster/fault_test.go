package cluster_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/cluster"
)

// admin returns another client's view of a server.
func admin(t *testing.T, s *server.Server) jetstream.JetStream {
	t.Helper()
	conn, err := nats.Connect(s.ClientURL())
	require.NoError(t, err)
	t.Cleanup(conn.Close)
	js, err := jetstream.New(conn)
	require.NoError(t, err)
	return js
}

func TestAFullQueueIsWaitedFor(t *testing.T) {
	t.Parallel()
	s := hub(t, t.TempDir())
	_, err := admin(t, s).CreateStream(t.Context(), jetstream.StreamConfig{Name: "SHORTLEASH_JOBS", Subjects: []string{"shortleash.jobs.>"},
		Retention: jetstream.WorkQueuePolicy, MaxMsgs: 3, Discard: jetstream.DiscardNew})
	require.NoError(t, err, "an operator's own stream")
	q := connect(t, s)
	work(t, q, &cluster.Worker{Fit: fit, Do: echo})
	c := open(t, q, "b", 0)
	answers, errs := ask(t, c, 60)
	for i := range answers {
		require.NoError(t, errs[i])
		assert.JSONEq(t, fmt.Sprintf(`{"input":%d}`, i), string(answers[i].JSON))
	}
}

func TestAFullDiskIsToldAndWaitedFor(t *testing.T) {
	t.Parallel()
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, JetStream: true, StoreDir: t.TempDir(),
		JetStreamMaxStore: 256 << 10, NoSigs: true, NoLog: true})
	require.NoError(t, err)
	s.Start()
	require.True(t, s.ReadyForConnections(10*time.Second))
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	var mu sync.Mutex
	var told []string
	q, err := cluster.Connect(t.Context(), s.ClientURL(), cluster.Options{Lease: lease, Notify: func(text string) {
		mu.Lock()
		defer mu.Unlock()
		told = append(told, text)
	}})
	require.NoError(t, err)
	t.Cleanup(q.Close)
	c := open(t, q, "b", 0)
	js := admin(t, s)
	_, err = js.CreateStream(t.Context(), jetstream.StreamConfig{Name: "FILLER", Subjects: []string{"filler"}})
	require.NoError(t, err)
	for err == nil {
		_, err = js.Publish(t.Context(), "filler", make([]byte, 16<<10))
	}
	for err = error(nil); err == nil; {
		_, err = js.Publish(t.Context(), "filler", make([]byte, 10))
	}
	work(t, q, &cluster.Worker{Fit: fit, Do: echo})
	deleted := make(chan error, 1)
	go func() {
		time.Sleep(time.Second)
		deleted <- js.DeleteStream(context.WithoutCancel(t.Context()), "FILLER")
	}()
	_, errs := ask(t, c, 10)
	require.NoError(t, <-deleted)
	for _, err := range errs {
		require.NoError(t, err)
	}
	mu.Lock()
	defer mu.Unlock()
	assert.Contains(t, strings.Join(told, "\n"), "The queue does not take a line", "a person learns why nothing moves")
}

// What a server takes in one message is its own affair. What is longer is a dead letter, and no one is asked for it again.
func TestWhatIsTooLongForTheServerIsADeadLetterAtOnce(t *testing.T) {
	t.Parallel()
	const most = 64 << 10
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, JetStream: true, StoreDir: t.TempDir(),
		MaxPayload: most, NoSigs: true, NoLog: true})
	require.NoError(t, err)
	s.Start()
	require.True(t, s.ReadyForConnections(10*time.Second))
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	q := connect(t, s)
	var runs atomic.Int64
	log := strings.Repeat("an event\n", most/9+1)
	work(t, q, &cluster.Worker{Fit: fit, Do: func(_ context.Context, input json.RawMessage) ([]byte, []byte, error) {
		runs.Add(1)
		if string(input) == "0" {
			return []byte(`"` + strings.Repeat("x", most) + `"`), nil, nil
		}
		return input, []byte(log), nil
	}})
	c := open(t, q, "b", 0)
	for range 2 {
		_, err = c.Answer(t.Context(), "0", json.RawMessage(`0`))
		dead, ok := errors.AsType[*cluster.DeadError](err)
		require.True(t, ok, "%v", err)
		assert.Equal(t, cluster.DeadError{Key: "0", TooLong: most + 2}, *dead)
		assert.EqualError(t, err, "the line or its answer is too long for the queue's server: 65538 bytes")
	}
	assert.EqualValues(t, 2, runs.Load(), "one for each time it was asked for")
	_, err = c.Answer(t.Context(), "1", make(json.RawMessage, most+1))
	assert.Equal(t, &cluster.DeadError{Key: "1", TooLong: most + 1}, err)
	a, err := c.Answer(t.Context(), "2", json.RawMessage(`2`))
	require.NoError(t, err, "the batch goes on")
	assert.Equal(t, log, string(a.Log), "a log travels in pieces")
}

// A worker that is told to stop while the server does not take its answer hands the line back.
func TestAnAnswerThatIsNotTakenIsNoDeath(t *testing.T) {
	t.Parallel()
	s := hub(t, t.TempDir())
	js := admin(t, s)
	for i := range 8 { // an operator's own streams, which are full
		subject := fmt.Sprintf("shortleash.answers.%d.", i)
		_, err := js.CreateStream(t.Context(), jetstream.StreamConfig{Name: fmt.Sprintf("SHORTLEASH_ANSWERS_%d", i),
			Subjects: []string{subject + ">"},
			MaxMsgs:  1, Discard: jetstream.DiscardNew})
		require.NoError(t, err)
		_, err = js.Publish(t.Context(), subject+"filler", nil)
		require.NoError(t, err)
	}
	sent, err := js.Conn().SubscribeSync("shortleash.answers.*.b") // also what is not taken
	require.NoError(t, err)
	q := connectFor(t, s, time.Minute)
	c := open(t, q, "b", 0)
	var answer cluster.Answer
	answered := make(chan error)
	go func() {
		var err error
		answer, err = c.Answer(t.Context(), "0", json.RawMessage(`0`))
		answered <- err
	}()
	for range 3 {
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error)
		go func() { ended <- (&cluster.Worker{Fit: fit, Do: echo, StopLimit: time.Minute}).Run(ctx, q, nil) }()
		_, err := sent.NextMsg(30 * time.Second)
		require.NoError(t, err)
		stop()
		require.NoError(t, <-ended)
	}
	for i := range 8 {
		stream, err := js.Stream(t.Context(), fmt.Sprintf("SHORTLEASH_ANSWERS_%d", i))
		require.NoError(t, err)
		require.NoError(t, stream.Purge(t.Context()))
	}
	work(t, q, &cluster.Worker{Fit: fit, Do: echo})
	require.NoError(t, <-answered)
	assert.Equal(t, 1, answer.Delivered)
}

// A cutter passes connections on to a server until it is cut; then it closes them and takes none.
type cutter struct {
	net.Listener
	cut    atomic.Bool
	mu     sync.Mutex // guards what follows
	target string
	open   []net.Conn
}

func newCutter(t *testing.T, to *server.Server) *cutter {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	c := &cutter{Listener: l}
	c.aim(to)
	t.Cleanup(func() { l.Close(); c.set(true) })
	go func() {
		for {
			near, err := l.Accept()
			if err != nil {
				return
			}
			c.mu.Lock()
			target := c.target
			c.mu.Unlock()
			far, err := net.Dial("tcp", target)
			if err != nil {
				near.Close()
				continue
			}
			c.mu.Lock()
			if c.cut.Load() {
				near.Close()
				far.Close()
			} else {
				c.open = append(c.open, near, far)
			}
			c.mu.Unlock()
			go func() { _, _ = io.Copy(far, near) }()
			go func() { _, _ = io.Copy(near, far) }()
		}
	}()
	return c
}

// aim has connections go to a server from now on: one that takes the place of another need not get its port.
func (c *cutter) aim(to *server.Server) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.target = to.Addr().String()
}

// connect connects through the cutter.
func (c *cutter) connect(t *testing.T, lease time.Duration) *cluster.Queue {
	t.Helper()
	q, err := cluster.Connect(t.Context(), "nats://"+c.Addr().String(), cluster.Options{Lease: lease})
	require.NoError(t, err)
	t.Cleanup(q.Close)
	return q
}

func (c *cutter) set(cut bool) {
	c.cut.Store(cut)
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, conn := range c.open {
		conn.Close()
	}
	c.open = nil
}

func TestANetworkThatIsCutLosesNothing(t *testing.T) {
	t.Parallel()
	s := hub(t, t.TempDir())
	proxy := newCutter(t, s)
	work(t, proxy.connect(t, lease), &cluster.Worker{Fit: fit, Jobs: 4, Do: echo})
	c := open(t, proxy.connect(t, lease), "b", 0)
	go func() {
		time.Sleep(100 * time.Millisecond)
		proxy.set(true)
		time.Sleep(5 * lease) // longer than any lease
		proxy.set(false)
	}()
	answers, errs := ask(t, c, 500)
	for i := range answers {
		require.NoError(t, errs[i])
		assert.JSONEq(t, fmt.Sprintf(`{"input":%d}`, i), string(answers[i].JSON))
	}
}

// Leases are the server's, and no message holds a time. Inside a bubble of synctest the worker's clock is what the test
// makes it, and stands still while the network is waited for.
func TestAWorkerWhoseClockIsWrong(t *testing.T) {
	t.Parallel()
	for claim, wrong := range map[string]time.Duration{"an hour behind": -time.Hour, "an hour ahead": time.Hour} {
		t.Run(claim, func(t *testing.T) {
			s := hub(t, t.TempDir())
			c := open(t, connectFor(t, s, time.Minute), "b", 0)
			right := time.Now().Round(0) // the clock of the day alone
			drain, worked := make(chan struct{}), make(chan struct{})
			go func() {
				defer close(worked)
				synctest.Test(t, func(t *testing.T) {
					time.Sleep(time.Until(right.Add(wrong)))
					q, err := cluster.Connect(t.Context(), s.ClientURL(), cluster.Options{})
					if !assert.NoError(t, err) {
						return
					}
					assert.NoError(t, (&cluster.Worker{Fit: fit, Do: echo}).Run(t.Context(), q, drain))
					q.Close()
				})
			}()
			answers, errs := ask(t, c, 50)
			for i := range answers {
				require.NoError(t, errs[i])
				assert.JSONEq(t, fmt.Sprintf(`{"input":%d}`, i), string(answers[i].JSON))
				assert.Equal(t, 1, answers[i].Delivered)
			}
			close(drain)
			<-worked
		})
	}
}

// BenchmarkJobs measures a job from being placed to its answer, with many under way: what a hub can do.
func BenchmarkJobs(b *testing.B) { benchmarkJobs(b, 4, 16) }

// BenchmarkJobsOfOneWorker measures what a worker with one job at a time loses between two runs.
func BenchmarkJobsOfOneWorker(b *testing.B) { benchmarkJobs(b, 1, 1) }

func benchmarkJobs(b *testing.B, crew, jobs int) {
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, JetStream: true, StoreDir: b.TempDir(),
		SyncAlways: true, NoSigs: true, NoLog: true})
	require.NoError(b, err)
	s.Start()
	require.True(b, s.ReadyForConnections(10*time.Second))
	b.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	q, err := cluster.Connect(b.Context(), s.ClientURL(), cluster.Options{})
	require.NoError(b, err)
	b.Cleanup(q.Close)
	drain := make(chan struct{})
	var workers sync.WaitGroup
	for range crew {
		workers.Go(func() { _ = (&cluster.Worker{Fit: fit, Jobs: jobs, Do: echo}).Run(b.Context(), q, drain) })
	}
	c, err := q.Open(b.Context(), cluster.Batch{ID: "b", Fit: fit}, nil)
	require.NoError(b, err)
	b.Cleanup(c.Close)
	b.ReportAllocs()
	var n atomic.Int64
	b.SetParallelism(128)
	b.ResetTimer()
	b.RunParallel(func(p *testing.PB) {
		for p.Next() {
			i := n.Add(1)
			if _, err := c.Answer(b.Context(), fmt.Sprint(i), []byte(fmt.Sprint(i))); err != nil {
				b.Error(err)
			}
		}
	})
	b.StopTimer()
	close(drain)
	workers.Wait()
}
