package loop

import (
	"context"
	"sync"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
)

// A laneScheduler runs the lanes of one round, each on a goroutine of its own. Lanes share the run by taking
// turns: one lane at a time holds mu, and releases it only to wait for a model or a timer. One round is:
//
//  1. round records the plan steps of the lanes as running, and works out what each lane may do.
//  2. runConcurrently starts the first lane. It takes mu, and its Next asks.
//  3. Where the lane comes to its first wait, outside yields and releases mu; then the next lane starts.
//  4. A lane whose reply has come takes mu again and goes on, until it waits again or its Next returns.
//  5. After all lanes have returned, perform carries out their decisions in the order of the plan.
//
// So the events of a lane between two waits stand together in the log. While a run is replayed, inTurn makes
// the lane wait whose event does not come next in the log.
type laneScheduler struct {
	mu       sync.Mutex
	changed  *sync.Cond // a lane left, or the replay advanced
	position int        // of the replay when the waiting lanes were last woken; guarded by mu
	current  string     // the lane that holds mu, guarded by it
	yielded  map[string]chan struct{}
	finished map[string]bool // guarded by mu
}

func newLaneScheduler(lanes []string) *laneScheduler {
	c := &laneScheduler{yielded: map[string]chan struct{}{}, finished: map[string]bool{}}
	c.changed = sync.NewCond(&c.mu)
	for _, lane := range lanes {
		c.yielded[lane] = make(chan struct{}, 1)
	}
	return c
}

// outside runs f, which waits for a model or a timer, while other lanes may hold the run.
func (r *run) outside(f func()) {
	if r.scheduler == nil {
		f()
		return
	}
	c := r.scheduler
	lane := c.current
	c.yield(lane)
	c.changed.Broadcast()
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		c.current = lane
	}()
	f()
}

// inside runs f, which is called within outside, while its lane holds the run.
func (r *run) inside(f func()) {
	if c := r.scheduler; c != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
	}
	f()
}

// inTurn waits until lane may go on: at once in a new run; in a replay, when the log's next
// event is this lane's, or no lane's.
func (r *run) inTurn(lane string) {
	c := r.scheduler
	if c == nil {
		return
	}
	for !r.replay.played() && !r.replay.stopped() {
		e := r.replay.next()
		if e == nil {
			break
		}
		next, ok := e.lane()
		if _, here := c.yielded[next]; !ok || next == lane || !here || c.finished[next] {
			break
		}
		c.yield(lane)
		if c.position != r.replay.pos { // another lane's event may be next by now
			c.position = r.replay.pos
			c.changed.Broadcast()
		}
		c.changed.Wait()
		c.current = lane
	}
}

// yield says that lane has come to its first wait.
func (c *laneScheduler) yield(lane string) {
	select {
	case c.yielded[lane] <- struct{}{}:
	default:
	}
}

// lane returns the lane of an event that a lane makes while it asks.
func (e Event) lane() (string, bool) {
	switch {
	case e.Ask != nil:
		return e.Ask.Lane, true
	case e.Reply != nil:
		return e.Reply.Lane, true
	case e.Failure != nil:
		return e.Failure.Lane, true
	}
	return "", false
}

// round makes one decision in each lane, at the same time, and carries them out in plan order.
func (r *run) round(ctx context.Context, lanes []string) {
	for _, name := range lanes {
		id, lane, nested := planner.SplitLane(name)
		if r.openLane("", id); nested {
			r.openLane(id, lane)
		}
	}
	allowed := make([]planner.Allowed, len(lanes))
	for i, id := range lanes {
		var err error
		if allowed[i], err = r.allow(id); err != nil {
			r.endWith(err)
			return
		}
		r.recordRemovals(allowed[i])
	}
	snapshot := r.state
	snapshot.Usage = usageOf(r.state)
	decisions, err := r.decisions(ctx, snapshot, allowed)
	if err != nil {
		r.endWith(err)
		return
	}
	r.perform(ctx, decisions, allowed[0].Closing)
}

// decisions has the strategy make one decision for each of allowed, at the same time.
func (r *run) decisions(ctx context.Context, s planner.State, allowed []planner.Allowed) ([]planner.Decision, error) {
	decisions, errs := make([]planner.Decision, len(allowed)), make([]error, len(allowed))
	next := func(i int) {
		asker := &asker{run: r, lane: allowed[i].Lane, at: planner.Situation{Requests: allowed[i].Requests, Tools: r.offers}}
		if asker.lane == "" && len(s.Steps) == 0 && len(s.Earlier) == 0 {
			asker.at.Task = s.Task
		}
		defer asker.close()
		if err := protected(func() {
			asker.at.Judges = asker.at.Task != "" && r.config.Form == planner.FitForm && r.judges(ctx)
			decisions[i], errs[i] = r.planner.Next(ctx, s, allowed[i], asker.ask)
		}); err != nil {
			errs[i] = r.strategyFailed(err)
		}
		errs[i] = settled(errs[i])
	}
	if len(allowed) == 1 {
		next(0)
		return decisions, errs[0]
	}
	lanes := make([]string, len(allowed))
	for i := range allowed {
		lanes[i] = allowed[i].Lane
	}
	r.runConcurrently(lanes, next)
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return decisions, nil
}

// judges reports whether the model that makes decisions can say how likely its words are.
func (r *run) judges(ctx context.Context) (can bool) {
	for _, e := range r.replay.events[r.replay.pos:] {
		if e.Kind == Asked { // as it was then
			return e.Ask.Odds > 0
		}
	}
	if judge, ok := capabilityOf[model.Judge](r.currentModel(model.Executor).Model); ok {
		r.outside(func() { can = judge.Judges(ctx) })
	}
	return can
}

// runConcurrently runs next for each lane, on goroutines that take turns, until all have ended.
func (r *run) runConcurrently(lanes []string, next func(int)) {
	c := newLaneScheduler(lanes)
	r.scheduler = c
	var wg sync.WaitGroup
	for i, lane := range lanes {
		wg.Go(func() {
			c.mu.Lock()
			c.current = lane
			defer func() { // also when next ends its goroutine
				c.finished[lane] = true
				c.yield(lane)
				c.changed.Broadcast()
				c.mu.Unlock()
			}()
			r.inTurn(lane)
			next(i)
		})
		<-c.yielded[lane] // the next lane begins when this one waits
	}
	wg.Wait()
	r.scheduler = nil
}
