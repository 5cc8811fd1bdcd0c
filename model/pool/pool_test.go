package pool

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/model/modeltest"
)

// A host is a member whose behavior a test sets: what it does with its next requests, a letter each.
//
//	.  replies    x  fails at once    h  passes half of a reply on, then fails
//	r  refuses the request itself     s  takes a minute and replies
//
// A script that has run out replies.
type host struct {
	name   string
	ready  error
	probes int

	mu      sync.Mutex
	script  string
	asked   int
	replied []string // the last message of each request that was answered wholly
}

func (h *host) Name() string { return h.name }

func (h *host) Ready(context.Context) error {
	h.probes++
	return h.ready
}

func (h *host) next() byte {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.asked++
	if h.script == "" {
		return '.'
	}
	b := h.script[0]
	h.script = h.script[1:]
	return b
}

func (h *host) Generate(ctx context.Context, req model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) {
		if err := ctx.Err(); err != nil {
			yield(model.Chunk{}, err)
			return
		}
		act := h.next()
		switch act {
		case 'x':
			yield(model.Chunk{}, fault(model.Unreachable, h.name+" is down."))
			return
		case 'r':
			yield(model.Chunk{}, fault(model.Rejected, h.name+" refuses."))
			return
		case 's':
			select {
			case <-time.After(time.Minute):
			case <-ctx.Done():
				yield(model.Chunk{}, ctx.Err())
				return
			}
		}
		if !yield(model.Chunk{Text: h.name}, nil) {
			return
		}
		if act == 'h' {
			yield(model.Chunk{}, fault(model.Broken, h.name+" broke off."))
			return
		}
		h.mu.Lock()
		h.replied = append(h.replied, req.Messages[len(req.Messages)-1].Content)
		h.mu.Unlock()
		yield(model.Chunk{Done: true, Finish: model.Stop}, nil)
	}
}

func fault(kind model.FaultKind, message string) *model.Fault {
	return &model.Fault{Kind: kind, Message: message, Retry: kind != model.Rejected}
}

// hosts returns hosts a, b, … with these scripts, and their pool.
func hosts(t *testing.T, scripts ...string) ([]*host, *Pool) {
	t.Helper()
	var list []*host
	var members []model.Model
	for i, script := range scripts {
		h := &host{name: string(rune('a' + i)), script: script}
		list = append(list, h)
		members = append(members, h)
	}
	p, err := New(members, Config{})
	require.NoError(t, err)
	return list, p
}

// step is a request of a run: its prompt has grown to n messages.
func step(run string, n int) model.Request {
	req := model.Request{Messages: []model.Message{{Author: model.System, Content: "Be brief."}, {Author: model.User, Content: run}}}
	for i := range n {
		req.Messages = append(req.Messages, model.Message{Author: model.Tool, Content: fmt.Sprintf("%s %d", run, i)})
	}
	return req
}

func ask(t *testing.T, p *Pool, req model.Request) (string, error) {
	t.Helper()
	reply, err := model.Collect(p.Generate(t.Context(), req))
	return reply.Text, err
}

func TestConformance(t *testing.T) {
	modeltest.Run(t, func(t *testing.T) model.Model {
		p, err := New([]model.Model{fake.Random(1), fake.Random(2)}, Config{})
		require.NoError(t, err)
		return p
	})
}

func TestRunsAreSpreadAndStay(t *testing.T) {
	list, p := hosts(t, "", "", "")
	for n := range 4 {
		for i, run := range []string{"one", "two", "three"} {
			text, err := ask(t, p, step(run, n))
			require.NoError(t, err)
			assert.Equal(t, list[i].name, text, "step %d of run %s", n, run)
		}
	}
}

func TestANewRunGoesWhereTheLeastIsDone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, p := hosts(t, "s", "")
		go func() { _, _ = model.Collect(p.Generate(context.Background(), step("slow", 0))) }()
		synctest.Wait()
		for i := range 3 {
			text, err := ask(t, p, step(fmt.Sprint("run ", i), 0))
			require.NoError(t, err)
			assert.Equal(t, "b", text, "a has a request under way")
		}
		time.Sleep(time.Minute) // fake time: the slow one ends
		synctest.Wait()
		text, err := ask(t, p, step("another", 0))
		require.NoError(t, err)
		assert.Equal(t, "a", text)
	})
}

func TestAFailureBeforeTheFirstByteIsNotSeen(t *testing.T) {
	list, p := hosts(t, "x", "")
	text, err := ask(t, p, step("run", 0))
	require.NoError(t, err)
	assert.Equal(t, "b", text)
	text, err = ask(t, p, step("run", 1))
	require.NoError(t, err)
	assert.Equal(t, "b", text, "the run has moved")
	assert.Equal(t, 1, list[0].asked, "a drained member is left alone")
}

func TestAFailureBehindTheFirstByteIsToldOnce(t *testing.T) {
	list, p := hosts(t, "h", "")
	text, err := ask(t, p, step("run", 0))
	assert.Equal(t, "a", text, "what was passed on stays")
	assert.EqualError(t, err, "a broke off.")
	text, err = ask(t, p, step("run", 0)) // as the loop does
	require.NoError(t, err)
	assert.Equal(t, "b", text)
	assert.Empty(t, list[0].replied)
	assert.Len(t, list[1].replied, 1)
}

func TestAWrongRequestIsWrongEverywhere(t *testing.T) {
	list, p := hosts(t, "r", "")
	_, err := ask(t, p, step("run", 0))
	assert.EqualError(t, err, "a refuses.")
	assert.Zero(t, list[1].asked)
	text, err := ask(t, p, step("run", 1))
	require.NoError(t, err)
	assert.Equal(t, "a", text, "nor is the member drained for it")
}

func TestADrainedMemberComesBackWhenItIsReady(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		list, p := hosts(t, "x", "")
		list[0].ready = errors.New("not yet")
		next := 0
		fresh := func() string {
			next++
			text, err := ask(t, p, step(fmt.Sprint("run ", next), 0))
			require.NoError(t, err)
			return text
		}
		assert.Equal(t, "b", fresh())
		time.Sleep(10*time.Second - 1)
		assert.Equal(t, "b", fresh())
		assert.Zero(t, list[0].probes, "it is left alone for a while")
		time.Sleep(time.Nanosecond)
		assert.Equal(t, "b", fresh())
		assert.Equal(t, 1, list[0].probes, "then it is asked, and is not ready")
		list[0].ready = nil
		assert.Equal(t, "b", fresh(), "which counts for another while")
		time.Sleep(10 * time.Second)
		assert.Equal(t, "a", fresh())
		assert.Equal(t, 2, list[0].probes)
	})
}

func TestWhenNobodyIsLeft(t *testing.T) {
	list, p := hosts(t, "x", "x")
	_, err := ask(t, p, step("run", 0))
	assert.EqualError(t, err, "b is down.", "the last one says why")
	_, err = ask(t, p, step("run", 0))
	f, _ := errors.AsType[*model.Fault](err)
	require.NotNil(t, f)
	assert.Equal(t, "None of 2 servers can be asked just now: a is down. b is down.", f.Message)
	assert.True(t, f.Retry)
	assert.Equal(t, 10*time.Second, f.After)
	assert.Equal(t, 1, list[0].asked)
}

func TestACancelledRequestDrainsNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		list, p := hosts(t, "s", "")
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err := model.Collect(p.Generate(ctx, step("run", 0)))
		assert.Equal(t, context.DeadlineExceeded, err)
		text, err := ask(t, p, step("run", 0))
		require.NoError(t, err)
		assert.Equal(t, "a", text)
		assert.Zero(t, list[1].asked)
	})
}

// However hosts fail, a request that was answered wholly is answered once: no decision is made twice,
// and every run comes to its end as long as one host lives.
func TestNoDecisionIsMadeTwice(t *testing.T) {
	for seed := range uint64(40) {
		synctest.Test(t, func(t *testing.T) {
			dice := rand.New(rand.NewPCG(seed, seed))
			var scripts []string
			for range 2 + dice.IntN(3) {
				script := ""
				for range dice.IntN(30) {
					script += string("..xhs"[dice.IntN(5)])
				}
				scripts = append(scripts, script)
			}
			list, p := hosts(t, scripts...)
			const runs, steps = 5, 6
			var all sync.WaitGroup
			for r := range runs {
				all.Go(func() {
					for n := 1; n <= steps; {
						if _, err := ask(t, p, step(fmt.Sprint("run ", r), n)); err == nil {
							n++ // the loop asks for the next decision
						} else {
							time.Sleep(10 * time.Second) // or waits, and asks again
						}
					}
				})
			}
			all.Wait()
			times := map[string]int{}
			for _, h := range list {
				for _, decision := range h.replied {
					times[decision]++
				}
			}
			assert.Len(t, times, runs*steps)
			for decision, n := range times {
				assert.Equal(t, 1, n, "%s (seed %d)", decision, seed)
			}
			for _, m := range p.members {
				assert.Zero(t, m.open, "every request is over")
			}
		})
	}
}

func TestOldRunsAreForgotten(t *testing.T) {
	h := newHomes(2)
	a, b := &member{}, &member{}
	h.settle(key{1}, a)
	h.settle(key{2}, b)
	assert.Equal(t, a, h.of(key{1}), "which makes it the more recent one")
	h.settle(key{3}, b)
	assert.Nil(t, h.of(key{2}))
	assert.Equal(t, 1, b.runs)
	h.settle(key{1}, b)
	assert.Zero(t, a.runs, "a run that moves is counted once")
}

type adviser struct{ *host }

func (adviser) Advice(error) string { return "Feed it." }

func (adviser) ContextTokens() int { return 2048 }

func TestWhatMembersCanDoThePoolCan(t *testing.T) {
	p, err := New([]model.Model{&host{name: "a"}, adviser{&host{name: "a"}}, &host{name: "b"}}, Config{})
	require.NoError(t, err)
	assert.Equal(t, "a+b", p.Name())
	assert.Equal(t, "Feed it.", p.Advice(nil))
	assert.Equal(t, 2048, p.ContextTokens())
	assert.False(t, p.Judges(t.Context()))
	p, err = New([]model.Model{judge{&host{name: "a"}}, judge{&host{name: "b"}}}, Config{})
	require.NoError(t, err)
	assert.True(t, p.Judges(t.Context()))
	p, err = New([]model.Model{judge{&host{name: "a"}}, &host{name: "b"}}, Config{})
	require.NoError(t, err)
	assert.False(t, p.Judges(t.Context()), "one member does not")
}

type judge struct{ *host }

func (judge) Judges(context.Context) bool { return true }

type sized struct {
	*host
	parameters int64
}

func (s sized) Parameters() int64 { return s.parameters }

func TestAPoolIsAsLargeAsItsLargestMember(t *testing.T) {
	for _, row := range []struct {
		members []model.Model
		want    int64
	}{
		{[]model.Model{sized{&host{name: "a"}, 3}, sized{&host{name: "b"}, 5}}, 5},
		{[]model.Model{sized{&host{name: "a"}, 3}, sized{&host{name: "b"}, 0}}, 0},
		{[]model.Model{sized{&host{name: "a"}, 3}, &host{name: "b"}}, 0},
	} {
		p, err := New(row.members, Config{})
		require.NoError(t, err)
		assert.Equal(t, row.want, p.Parameters())
	}
}

type specialist struct{ *host }

func (specialist) Roles() []model.RoleForm { return nil }

func TestNewRefuses(t *testing.T) {
	a := &host{name: "a"}
	for want, row := range map[string]struct {
		members []model.Model
		config  Config
	}{
		"pool: a pool needs a member":                                   {nil, Config{}},
		"pool: member 2 is nil":                                         {[]model.Model{a, nil}, Config{}},
		"pool: a was made for certain roles only, and a pool takes any": {[]model.Model{specialist{a}}, Config{}},
		"pool: Config.Pause, ProbeTime or Runs is negative":             {[]model.Model{a}, Config{Pause: -1}},
	} {
		_, err := New(row.members, row.config)
		assert.EqualError(t, err, want)
	}
}

func TestAPoolIsReadyIfAMemberIs(t *testing.T) {
	h, p := hosts(t, "", "")
	h[0].ready = fault(model.Unreachable, "a is down.")
	require.NoError(t, p.Ready(t.Context()))
	h[1].ready = fault(model.NoModel, "b has no model.")
	assert.EqualError(t, p.Ready(t.Context()), "b has no model.")
}
