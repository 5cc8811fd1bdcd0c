package cluster_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/cluster"
)

// hub starts a server that keeps its messages in store.
func hub(t *testing.T, store string) *server.Server {
	t.Helper()
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, JetStream: true, StoreDir: store, SyncAlways: true,
		NoSigs: true, NoLog: true})
	require.NoError(t, err)
	s.Start()
	require.True(t, s.ReadyForConnections(10*time.Second))
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	return s
}

const lease = 600 * time.Millisecond

func connect(t *testing.T, s *server.Server) *cluster.Queue { return connectFor(t, s, lease) }

// connectFor connects with another lease: a long one where none is to end, however slow the machine is.
func connectFor(t *testing.T, s *server.Server, lease time.Duration) *cluster.Queue {
	t.Helper()
	q, err := cluster.Connect(t.Context(), s.ClientURL(), cluster.Options{Name: t.Name(), Lease: lease})
	require.NoError(t, err)
	t.Cleanup(q.Close)
	return q
}

var fit = cluster.Fit{"program": "test", "model": "echo"}

// echo answers with its input.
func echo(_ context.Context, input json.RawMessage) (answer, log []byte, err error) {
	return []byte(`{"input":` + string(input) + `}`), []byte("event of " + string(input) + "\n"), nil
}

// work starts a worker that drains at the end of the test.
func work(t *testing.T, q *cluster.Queue, w *cluster.Worker) (stop func()) {
	t.Helper()
	drain, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		assert.NoError(t, w.Run(context.WithoutCancel(t.Context()), q, drain))
	}()
	stop = sync.OnceFunc(func() { close(drain); <-done })
	t.Cleanup(stop)
	return stop
}

func open(t *testing.T, q *cluster.Queue, id string, from int) *cluster.Collector {
	t.Helper()
	c, err := q.Open(t.Context(), cluster.Batch{ID: id, Fit: fit}, func(key string) bool {
		n, err := strconv.Atoi(key)
		return err == nil && n >= from
	})
	require.NoError(t, err)
	t.Cleanup(c.Close)
	return c
}

// ask asks for n lines at once and returns what came of them.
func ask(t *testing.T, c *cluster.Collector, n int) ([]cluster.Answer, []error) {
	t.Helper()
	answers, errs := make([]cluster.Answer, n), make([]error, n)
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { answers[i], errs[i] = c.Answer(t.Context(), strconv.Itoa(i), json.RawMessage(fmt.Sprint(i))) })
	}
	all.Wait()
	return answers, errs
}

func TestEveryLineIsAnsweredOnce(t *testing.T) {
	t.Parallel()
	q := connectFor(t, hub(t, t.TempDir()), time.Minute)
	for _, name := range []string{"one", "two"} {
		work(t, q, &cluster.Worker{Name: name, Fit: fit, Jobs: 2, Do: echo})
	}
	c := open(t, q, "b", 0)
	answers, errs := ask(t, c, 200)
	for i, a := range answers {
		require.NoError(t, errs[i])
		assert.JSONEq(t, fmt.Sprintf(`{"input":%d}`, i), string(a.JSON))
		assert.Equal(t, fmt.Sprintf("event of %d\n", i), string(a.Log))
		assert.Equal(t, 1, a.Delivered)
	}
	tally := c.Tally()
	assert.Equal(t, 200, tally.Answers)
	assert.Zero(t, tally.Duplicates)
	assert.Equal(t, 200, tally.ByWorker["one"]+tally.ByWorker["two"])
	require.NoError(t, c.Finish(t.Context()))
	s, err := q.Status(t.Context())
	require.NoError(t, err)
	assert.Zero(t, s.Streams[0].Messages)
	assert.Zero(t, s.Streams[1].Messages)
	assert.Empty(t, s.Batches)
	assert.Len(t, s.Workers, 2)
}

func TestALongLogTravelsToo(t *testing.T) {
	t.Parallel()
	q := connect(t, hub(t, t.TempDir()))
	long := strings.Repeat("an event\n", 100_000)
	work(t, q, &cluster.Worker{Fit: fit, Do: func(context.Context, json.RawMessage) ([]byte, []byte, error) {
		return []byte(`{}`), []byte(long), nil
	}})
	a, err := open(t, q, "b", 0).Answer(t.Context(), "0", json.RawMessage(`0`))
	require.NoError(t, err)
	assert.Equal(t, long, string(a.Log))
}

func TestAJobIsGivenOnlyToWorkersThatFit(t *testing.T) {
	t.Parallel()
	q := connect(t, hub(t, t.TempDir()))
	var wrong atomic.Int64
	work(t, q, &cluster.Worker{Name: "other", Fit: cluster.Fit{"program": "test", "model": "other"},
		Do: func(context.Context, json.RawMessage) ([]byte, []byte, error) {
			wrong.Add(1)
			return []byte(`{}`), nil, nil
		}})
	c := open(t, q, "b", 0)
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	_, err := c.Answer(ctx, "0", json.RawMessage(`0`))
	require.ErrorIs(t, err, context.DeadlineExceeded)
	assert.Zero(t, wrong.Load())
	work(t, q, &cluster.Worker{Name: "fitting", Fit: fit, Do: echo})
	a, err := c.Answer(t.Context(), "0", json.RawMessage(`0`))
	require.NoError(t, err)
	assert.Equal(t, "fitting", a.Worker)
	assert.Equal(t, "model: echo here, other there", fit.Differences(cluster.Fit{"program": "test", "model": "other"}))
}

func TestACoordinatorGoesOnWhereItsPredecessorStopped(t *testing.T) {
	t.Parallel()
	q := connect(t, hub(t, t.TempDir()))
	var runs atomic.Int64
	work(t, q, &cluster.Worker{Fit: fit, Do: func(ctx context.Context, input json.RawMessage) ([]byte, []byte, error) {
		runs.Add(1)
		return echo(ctx, input)
	}})
	first := open(t, q, "b", 0)
	_, errs := ask(t, first, 20)
	require.NoError(t, errors.Join(errs...))
	first.Close()
	second := open(t, q, "b", 5) // it had written five lines
	for i := 5; i < 30; i++ {
		a, err := second.Answer(t.Context(), strconv.Itoa(i), json.RawMessage(fmt.Sprint(i)))
		require.NoError(t, err)
		assert.JSONEq(t, fmt.Sprintf(`{"input":%d}`, i), string(a.JSON))
	}
	assert.EqualValues(t, 30, runs.Load(), "an answer that was there was not made again")
}

func TestARestartMakesEveryLineAnew(t *testing.T) {
	t.Parallel()
	q := connect(t, hub(t, t.TempDir()))
	var runs atomic.Int64
	work(t, q, &cluster.Worker{Fit: fit, Do: func(ctx context.Context, input json.RawMessage) ([]byte, []byte, error) {
		runs.Add(1)
		return echo(ctx, input)
	}})
	first := open(t, q, "b", 0)
	_, errs := ask(t, first, 5)
	require.NoError(t, errors.Join(errs...))
	first.Close()
	second := open(t, q, "b", 0)
	require.NoError(t, second.Restart(t.Context()))
	_, errs = ask(t, second, 5)
	require.NoError(t, errors.Join(errs...))
	assert.EqualValues(t, 10, runs.Load())
}

func TestOneCoordinatorForABatch(t *testing.T) {
	t.Parallel()
	s := hub(t, t.TempDir())
	first := open(t, connectFor(t, s, 5*lease), "b", 0)
	_, err := connect(t, s).Open(t.Context(), cluster.Batch{ID: "b", Fit: fit}, nil)
	held, ok := errors.AsType[*cluster.HeldError](err)
	require.True(t, ok, "it waits for longer than a lease, which is renewed meanwhile: %v", err)
	assert.Contains(t, held.Holder, "process")
	first.Close()
	open(t, connect(t, s), "b", 0)
}

func TestADeadWorkersJobGoesToAnother(t *testing.T) {
	t.Parallel()
	s := hub(t, t.TempDir())
	dying := connect(t, s)
	begun := make(chan struct{})
	go func() {
		w := &cluster.Worker{Name: "dying", Fit: fit, Do: func(ctx context.Context, _ json.RawMessage) ([]byte, []byte, error) {
			close(begun)
			dying.Close() // as if its process were killed: nothing more is heard of it
			<-t.Context().Done()
			return nil, nil, t.Context().Err()
		}}
		_ = w.Run(t.Context(), dying, nil)
	}()
	q := connect(t, s)
	c := open(t, q, "b", 0)
	go func() {
		<-begun
		work(t, q, &cluster.Worker{Name: "next", Fit: fit, Do: echo})
	}()
	a, err := c.Answer(t.Context(), "0", json.RawMessage(`0`))
	require.NoError(t, err)
	assert.Equal(t, "next", a.Worker)
	assert.Equal(t, 2, a.Delivered)
	assert.Equal(t, 1, c.Tally().Redelivered)
}

func TestALongRunKeepsItsJob(t *testing.T) {
	t.Parallel()
	q := connectFor(t, hub(t, t.TempDir()), 5*lease)
	var runs atomic.Int64
	for range 2 {
		work(t, q, &cluster.Worker{Fit: fit, Do: func(ctx context.Context, input json.RawMessage) ([]byte, []byte, error) {
			runs.Add(1)
			time.Sleep(7 * lease)
			return echo(ctx, input)
		}})
	}
	a, err := open(t, q, "b", 0).Answer(t.Context(), "0", json.RawMessage(`0`))
	require.NoError(t, err)
	assert.Equal(t, 1, a.Delivered)
	assert.EqualValues(t, 1, runs.Load())
}

func TestAWorkerWithoutItsModelHandsBack(t *testing.T) {
	t.Parallel()
	q := connect(t, hub(t, t.TempDir()))
	var told atomic.Int64
	work(t, q, &cluster.Worker{Name: "ill", Fit: fit, Notify: func(text string) { told.Add(1) },
		Do: func(context.Context, json.RawMessage) ([]byte, []byte, error) {
			return nil, nil, errors.New("the model is away")
		}})
	c := open(t, q, "b", 0)
	ctx, cancel := context.WithTimeout(t.Context(), 2500*time.Millisecond)
	defer cancel()
	_, err := c.Answer(ctx, "0", json.RawMessage(`0`))
	require.ErrorIs(t, err, context.DeadlineExceeded, "handing back is not a death")
	assert.Positive(t, told.Load())
	work(t, q, &cluster.Worker{Name: "well", Fit: fit, Do: echo})
	a, err := c.Answer(t.Context(), "0", json.RawMessage(`0`))
	require.NoError(t, err)
	assert.Equal(t, "well", a.Worker)
}

// TestFinishLeavesNoLineThatWasOnItsWay: the server handles a line that was sent just before the end after it has removed
// the batch.
func TestFinishLeavesNoLineThatWasOnItsWay(t *testing.T) {
	t.Parallel()
	q := connect(t, hub(t, t.TempDir()))
	for round := range 20 {
		c, err := q.Open(t.Context(), cluster.Batch{ID: fmt.Sprint("b", round), Fit: fit}, nil)
		require.NoError(t, err)
		ctx, cancel := context.WithCancel(t.Context())
		var asked sync.WaitGroup
		for i := range 200 {
			asked.Go(func() { _, _ = c.Answer(ctx, fmt.Sprint(i), json.RawMessage(`0`)) })
		}
		time.Sleep(time.Duration(round) * time.Millisecond) // so that some are on their way
		cancel()
		asked.Wait()
		require.NoError(t, c.Finish(t.Context()))
	}
	time.Sleep(100 * time.Millisecond) // for what is on its way all the same
	s, err := q.Status(t.Context())
	require.NoError(t, err)
	assert.Zero(t, s.Streams[0].Messages)
}

func TestALineThatKillsItsWorkersIsBuried(t *testing.T) {
	t.Parallel()
	s := hub(t, t.TempDir())
	q := connect(t, s)
	c := open(t, q, "b", 0)
	poison := func(ctx context.Context, input json.RawMessage, die func()) ([]byte, []byte, error) {
		if string(input) == "0" {
			die()
		}
		return echo(ctx, input)
	}
	deaths := mortal(t, s, 1, poison)
	_, err := c.Answer(t.Context(), "0", json.RawMessage(`0`))
	dead, ok := errors.AsType[*cluster.DeadError](err)
	require.True(t, ok, "%v", err)
	assert.Equal(t, cluster.DeadError{Key: "0", Workers: cluster.MaxDeaths}, *dead)
	assert.EqualValues(t, cluster.MaxDeaths, deaths(), "no worker more than needed")
	_, err = c.Answer(t.Context(), "1", json.RawMessage(`1`))
	require.NoError(t, err, "the batch goes on")
	_, err = c.Answer(t.Context(), "0", json.RawMessage(`"mended"`))
	require.NoError(t, err, "a buried line can be asked again")
	c.Close()
	a, err := open(t, q, "b", 0).Answer(t.Context(), "0", json.RawMessage(`0`))
	require.NoError(t, err, "and its answer is not forgotten for its having been buried")
	assert.JSONEq(t, `{"input":"mended"}`, string(a.JSON))
}

// mortal keeps one worker alive: when it dies, as if its process were killed, the next takes its place. deaths counts.
func mortal(t *testing.T, s *server.Server, jobs int,
	do func(ctx context.Context, input json.RawMessage, die func()) (answer, log []byte, err error)) (deaths func() int64) {
	t.Helper()
	var died atomic.Int64
	var birth func()
	birth = func() {
		own, err := cluster.Connect(t.Context(), s.ClientURL(), cluster.Options{Lease: lease})
		if err != nil {
			return // the test is over
		}
		die := sync.OnceFunc(func() {
			own.Close() // nothing more is heard of it
			died.Add(1)
			go birth()
			<-t.Context().Done()
		})
		w := &cluster.Worker{Fit: fit, Jobs: jobs, Do: func(ctx context.Context, input json.RawMessage) ([]byte, []byte, error) {
			return do(ctx, input, die)
		}}
		_ = w.Run(t.Context(), own, nil)
	}
	go birth()
	return died.Load
}

// Lines that run beside a poisoned one die with it. They are no poison.
func TestInnocentLinesAreNotBuriedWithAPoisonedOne(t *testing.T) {
	t.Parallel()
	s := hub(t, t.TempDir())
	c := open(t, connect(t, s), "b", 0)
	var all sync.WaitGroup
	errs := make([]error, 6)
	for i := range errs {
		all.Go(func() { _, errs[i] = c.Answer(t.Context(), strconv.Itoa(i), json.RawMessage(fmt.Sprint(i))) })
	}
	for waiting := uint64(0); waiting < 6; {
		status, err := connect(t, s).Status(t.Context())
		require.NoError(t, err)
		waiting = status.Streams[0].Messages
	}
	mortal(t, s, 6, func(ctx context.Context, input json.RawMessage, die func()) ([]byte, []byte, error) {
		if string(input) == "2" {
			time.Sleep(20 * time.Millisecond)
			die()
		}
		time.Sleep(100 * time.Millisecond)
		return echo(ctx, input)
	})
	all.Wait()
	for i, err := range errs {
		if i == 2 {
			assert.ErrorAs(t, err, new(*cluster.DeadError))
		} else {
			assert.NoError(t, err, "line %d", i)
		}
	}
}

// A worker that is told to stop hands its line back, however often that happens to a line.
func TestWorkersThatAreStoppedDoNotDieOfTheirLine(t *testing.T) {
	t.Parallel()
	q := connectFor(t, hub(t, t.TempDir()), time.Minute)
	c := open(t, q, "b", 0)
	var answer cluster.Answer
	var err error
	answered := make(chan struct{})
	go func() {
		defer close(answered)
		answer, err = c.Answer(t.Context(), "0", json.RawMessage(`0`))
	}()
	for range cluster.MaxDeaths + 1 {
		ctx, stop := context.WithCancel(t.Context())
		w := &cluster.Worker{Fit: fit, StopLimit: time.Minute, Do: func(ctx context.Context, _ json.RawMessage) ([]byte, []byte, error) {
			stop()
			return nil, nil, ctx.Err()
		}}
		require.NoError(t, w.Run(ctx, q, nil))
	}
	work(t, q, &cluster.Worker{Fit: fit, Do: echo})
	<-answered
	require.NoError(t, err)
	assert.Equal(t, 1, answer.Delivered)
}

// Workers that are killed for reasons of their own do not make a line a dead letter before many of them had it.
func TestALineOutlivesManyWorkers(t *testing.T) {
	t.Parallel()
	s := hub(t, t.TempDir())
	c := open(t, connect(t, s), "b", 0)
	lives := atomic.Int64{}
	mortal(t, s, 1, func(ctx context.Context, input json.RawMessage, die func()) ([]byte, []byte, error) {
		if lives.Add(1) < cluster.MaxDeaths {
			die()
		}
		return echo(ctx, input)
	})
	a, err := c.Answer(t.Context(), "0", json.RawMessage(`0`))
	require.NoError(t, err)
	assert.Equal(t, cluster.MaxDeaths, a.Delivered)
}

func TestAServerThatComesBackLosesNothing(t *testing.T) {
	t.Parallel()
	store := filepath.Join(t.TempDir(), "store")
	s := hub(t, store)
	proxy := newCutter(t, s)
	q := proxy.connect(t, 5*lease)
	work(t, q, &cluster.Worker{Fit: fit, Jobs: 4, Do: func(ctx context.Context, input json.RawMessage) ([]byte, []byte, error) {
		time.Sleep(10 * time.Millisecond)
		return echo(ctx, input)
	}})
	c := open(t, q, "b", 0)
	var answers []cluster.Answer
	var errs []error
	asked := make(chan struct{})
	go func() {
		defer close(asked)
		answers, errs = ask(t, c, 300)
	}()
	time.Sleep(200 * time.Millisecond)
	proxy.set(true)
	s.Shutdown()
	s.WaitForShutdown()
	time.Sleep(500 * time.Millisecond)
	proxy.aim(hub(t, store))
	proxy.set(false)
	<-asked
	for i := range answers {
		require.NoError(t, errs[i])
		assert.JSONEq(t, fmt.Sprintf(`{"input":%d}`, i), string(answers[i].JSON))
	}
	assert.Equal(t, 300, c.Tally().Answers)
	assert.Eventually(t, func() bool {
		workers, err := q.Workers(t.Context())
		return err == nil && len(workers) == 1
	}, 50*lease, lease/10, "its workers are seen again")
	_, err := proxy.connect(t, lease).Open(t.Context(), cluster.Batch{ID: "b", Fit: fit}, nil)
	require.ErrorAs(t, err, new(*cluster.HeldError), "the batch is still its coordinator's")
}

// A server that is killed may lose lines that it had not written yet. Their coordinator knows them.
func TestLinesThatTheServerHasLostArePlacedAnew(t *testing.T) {
	t.Parallel()
	for claim, lose := range map[string]func(t *testing.T, s *server.Server, store string, proxy *cutter){
		"by a crash before they were written": func(t *testing.T, s *server.Server, store string, proxy *cutter) {
			proxy.set(true)
			s.Shutdown()
			s.WaitForShutdown()
			lost, err := filepath.Glob(filepath.Join(store, "jetstream", "*", "streams", "SHORTLEASH_JOBS", "msgs", "*"))
			require.NoError(t, err)
			require.NotEmpty(t, lost)
			for _, file := range lost {
				require.NoError(t, os.Remove(file))
			}
			proxy.aim(hub(t, store))
			proxy.set(false)
		},
		"by a person who removes them": func(t *testing.T, s *server.Server, _ string, _ *cutter) {
			stream, err := admin(t, s).Stream(t.Context(), "SHORTLEASH_JOBS")
			require.NoError(t, err)
			require.NoError(t, stream.Purge(t.Context()))
		},
	} {
		t.Run(claim, func(t *testing.T) {
			store := t.TempDir()
			s := hub(t, store)
			proxy := newCutter(t, s)
			q := proxy.connect(t, lease)
			c := open(t, q, "b", 0)
			answered := make(chan struct{})
			go func() {
				defer close(answered)
				answers, errs := ask(t, c, 30)
				for i := range answers {
					assert.NoError(t, errs[i])
					assert.JSONEq(t, fmt.Sprintf(`{"input":%d}`, i), string(answers[i].JSON))
				}
			}()
			for waiting := uint64(0); waiting < 30; {
				status, err := q.Status(t.Context())
				require.NoError(t, err)
				waiting = status.Streams[0].Messages
			}
			lose(t, s, store, proxy)
			work(t, q, &cluster.Worker{Fit: fit, Jobs: 4, Do: echo})
			<-answered
			assert.Equal(t, 30, c.Tally().Answers)
		})
	}
}

// A list that was broken off is not a list without workers: a command would say that none is there.
func TestAListOfWorkersThatIsBrokenOffIsAnError(t *testing.T) {
	t.Parallel()
	s := hub(t, t.TempDir())
	q := connectFor(t, s, time.Minute)
	work(t, q, &cluster.Worker{Fit: fit, Do: echo})
	require.Eventually(t, func() bool {
		workers, err := q.Workers(t.Context())
		return err == nil && len(workers) == 1
	}, 10*time.Second, 10*time.Millisecond)
	broken := 0
	for i := range 400 {
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(i)*10*time.Microsecond)
		workers, err := q.Workers(ctx)
		cancel()
		if err != nil {
			broken++
			continue
		}
		require.Len(t, workers, 1, "round %d", i)
	}
	assert.Positive(t, broken)
	for i := range 40 {
		q, err := cluster.Connect(t.Context(), s.ClientURL(), cluster.Options{})
		require.NoError(t, err)
		time.AfterFunc(time.Duration(i)*100*time.Microsecond, q.Close)
		for err == nil {
			var workers []cluster.Presence
			if workers, err = q.Workers(t.Context()); err == nil {
				require.Len(t, workers, 1, "round %d", i)
			}
		}
	}
}

// What the news goes to may be closed with the queue.
func TestAClosedQueueTellsNothing(t *testing.T) {
	t.Parallel()
	for i := range 20 {
		s := hub(t, t.TempDir())
		var closed atomic.Bool
		q, err := cluster.Connect(t.Context(), s.ClientURL(), cluster.Options{Notify: func(text string) { assert.False(t, closed.Load(), text) }})
		require.NoError(t, err)
		go s.Shutdown()
		time.Sleep(time.Duration(i) * 500 * time.Microsecond)
		q.Close()
		closed.Store(true)
		s.WaitForShutdown()
	}
	time.Sleep(50 * time.Millisecond)
}

func TestNoServer(t *testing.T) {
	t.Parallel()
	_, err := cluster.Connect(t.Context(), "nats://me:secret@127.0.0.1:1", cluster.Options{})
	assert.EqualError(t, err,
		"cannot reach the queue at nats://127.0.0.1:1: no server answers there; start it (hub --store DIR) or name another, "+
			"then give the same command again")
	for _, address := range []string{"nats://me:hun/hunter2@h", "nats://hunter2 @h:4", "hunter2@127.0.0.1:1",
		"nats://127.0.0.1:1?token=hunter2",
		"nats://me:hunter2@127.0.0.1:x"} {
		_, err := cluster.Connect(t.Context(), address, cluster.Options{Token: "hunter2"})
		require.Error(t, err, address)
		assert.NotContains(t, err.Error(), "hunter2")
	}
	plain, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, NoSigs: true, NoLog: true})
	require.NoError(t, err)
	plain.Start()
	t.Cleanup(plain.Shutdown)
	require.True(t, plain.ReadyForConnections(10*time.Second))
	_, err = cluster.Connect(t.Context(), plain.ClientURL(), cluster.Options{})
	assert.ErrorContains(t, err, "has no JetStream")
}
