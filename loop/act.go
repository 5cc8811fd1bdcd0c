package loop

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"

	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tools"
)

// A round is what the calls of the decisions that are carried out together come to.
type round struct {
	calls []tools.Call      // as proposed
	due   []tools.Call      // to be made, as people left them
	twins map[string]string // ids of calls that another call of the act answers
}

// act makes the calls of the decisions that act, one decision for each lane, unless they repeat what was
// just done. Each call gets exactly one observation: that of the same call earlier in the act, that of the same
// call in the act before, a denial, or its own.
func (r *run) act(ctx context.Context, decisions []planner.Decision) {
	acting := &round{}
	for i := range decisions {
		if d := &decisions[i]; d.Kind == planner.ActDecision && !r.clear(ctx, acting, d) {
			return
		}
	}
	for due := acting.due; len(due) > 0; {
		n := r.parallelGroup(due)
		if ctx.Err() != nil {
			return // what has not begun does not begin
		}
		if !r.makeCalls(ctx, due[:n], acting.calls) {
			return
		}
		due = due[n:]
	}
	for _, c := range acting.calls {
		if twin, ok := acting.twins[c.ID]; ok {
			o := *r.observationOf(twin)
			o.ID, o.Cached = c.ID, true
			r.emit(Event{Kind: Observed, Observation: &o})
		}
	}
}

// clear adds the calls of d to a round: those that are to be made are due, none if they repeat what was just done. It
// reports whether the run goes on.
func (r *run) clear(ctx context.Context, acting *round, d *planner.Decision) bool {
	acting.calls = append(acting.calls, d.Calls...)
	if d.Role != "" {
		if p := period(r.past.history(d.Lane)); p > 0 && !r.past.triesAgain(d) {
			r.repeated(d, p)
			return r.result == nil
		}
	}
	for i, c := range d.Calls {
		if twin := sameCallIn(c, d.Calls[:i]); twin != "" {
			setEntry(&acting.twins, c.ID, twin)
			continue
		}
		if o := r.past.justObserved(d.Lane, c); o != nil {
			o.ID, o.Cached = c.ID, true
			r.emit(Event{Kind: Observed, Observation: o})
			continue
		}
		if problem := r.checkCall(c); problem != nil {
			o := tools.Failed(c.ID, problem)
			r.emit(Event{Kind: Observed, Observation: &o})
			continue
		}
		switch r.approve(ctx, &c) {
		case granted:
			acting.due = append(acting.due, c)
		case stopped:
			return false
		}
	}
	return true
}

// leave says whether a call may be made.
type leave uint8

const (
	granted leave = iota // it is to be made
	refused              // it has its observation: it is not made
	stopped              // the run does not go on
)

// checkCall returns what the tool of a call has against it; nil if nothing.
func (r *run) checkCall(c tools.Call) (problem *tools.Error) {
	if check := r.optionsOf(c.Tool).Check; check != nil {
		if err := protected(func() { problem = check(r.state.Task, doneCalls(r.state), c.Args) }); err != nil {
			return &tools.Error{Class: tools.ClassPanic, Message: err.Error()}
		}
	}
	return problem
}

// observationOf returns the observation of a call that has one.
func (r *run) observationOf(id string) *tools.Observation {
	for _, o := range r.stepOf(id).Observations {
		if o.ID == id {
			return &o
		}
	}
	panic("loop: BUG: a call of this act has no observation")
}

// parallelGroup returns how many calls at the beginning of calls may run together: safe ones do, and a call
// that is not safe runs alone, after all before it and before all after it.
func (r *run) parallelGroup(calls []tools.Call) int {
	n := 0
	for n < len(calls) && r.optionsOf(calls[n].Tool).ParallelSafe {
		n++
	}
	return max(n, 1)
}

// makeCalls makes the calls of one group and records what each gave, in the order in which they end.
// It reports whether the run goes on.
func (r *run) makeCalls(ctx context.Context, group, proposed []tools.Call) bool {
	for _, c := range group {
		if r.state.Counters.ToolCalls >= r.config.Budget.ToolCalls { // only without a leash
			r.end(BudgetExhausted, planner.ReasonToolCalls, "")
			return false
		}
		info := &CallInfo{Call: c, Key: c.Key()}
		if i := slices.IndexFunc(proposed, func(p tools.Call) bool { return p.ID == c.ID }); !same(proposed[i], c) {
			info.Proposed = proposed[i].Args
		}
		r.emit(Event{Kind: CallStarted, Call: info})
	}
	pending, ok := r.replayCalls(ctx, group)
	if !ok {
		return false
	}
	if len(pending) == 1 {
		r.observe(r.call(ctx, pending[0]))
		return true
	}
	done := make(chan tools.Observation)
	for _, c := range pending {
		go func() { done <- r.call(ctx, c) }()
	}
	for range pending {
		r.observe(<-done)
	}
	return true
}

// observe records what a call gave.
func (r *run) observe(o tools.Observation) {
	o = truncate(o, r.config.Limits.ObservationBytes)
	r.emit(Event{Kind: Observed, Observation: &o})
}

// replayCalls takes what the log holds of calls that were started, and returns those that are still to
// be made. A call that was broken off, and may have had its effect, waits for a person's word.
func (r *run) replayCalls(ctx context.Context, started []tools.Call) (pending []tools.Call, ok bool) {
	if r.replay.next() == nil && r.replay.played() {
		return started, true
	}
	pending = slices.Clone(started)
	broken := false
	for len(pending) > 0 {
		unsure := slices.IndexFunc(pending, func(c tools.Call) bool { return !r.optionsOf(c.Tool).Idempotent })
		var asks *Interrupt
		if unsure >= 0 {
			asks = &Interrupt{Kind: UnsureCall, Call: &pending[unsure]}
		}
		recorded, off, waiting, reply := r.awaitRecorded(asks)
		if r.replay.stopped() {
			return nil, false
		}
		broken = broken || off
		said := reply != nil && reply.Do != Rerun // so what was observed is what the person said
		if recorded != nil && recorded.Kind == Observed && !said {
			id := r.advance().Observation.ID
			pending = slices.DeleteFunc(pending, func(c tools.Call) bool { return c.ID == id })
			continue
		}
		switch {
		case asks == nil || !broken:
			return pending, true
		case waiting == nil:
			r.pause(asks)
			return nil, false
		case reply == nil:
			r.stillWaiting(waiting)
			return nil, false
		}
		r.observe(r.resolveUnsure(ctx, pending[unsure], reply))
		pending = slices.Delete(pending, unsure, unsure+1)
	}
	return pending, true
}

// resolveUnsure does with a broken-off call what a person said.
func (r *run) resolveUnsure(ctx context.Context, c tools.Call, reply *Reply) tools.Observation {
	o := tools.Failed(c.ID, &tools.Error{Class: tools.ClassUnavailable, Message: phrases.Say("broken off")})
	switch reply.Do {
	case Rerun:
		o = r.call(ctx, c)
	case Use:
		var compact bytes.Buffer // as it stands in the log
		if err := json.Compact(&compact, reply.Output); err != nil {
			panic("loop: BUG: an output was checked and is not JSON: " + err.Error())
		}
		o = tools.Succeeded(c.ID, compact.Bytes())
	}
	return o
}
