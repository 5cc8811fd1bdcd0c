package loop

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"

	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tools"
)

// act makes the calls of the decisions that act, one decision for each lane, unless they repeat what was
// just done. Each call gets exactly one observation: that of the same call earlier in the act, that of the same
// call in the act before, a denial, or its own.
func (r *run) act(ctx context.Context, decisions []planner.Decision) {
	var twins map[string]string // ids of calls that another call of the act answers
	var calls []tools.Call
	var due []tools.Call
	for i := range decisions {
		d := &decisions[i]
		if d.Kind != planner.ActDecision {
			continue
		}
		var ok bool
		if due, ok = r.callsToMake(ctx, due, d, &twins); !ok {
			return
		}
		if calls == nil {
			calls = d.Calls
		} else {
			calls = append(slices.Clip(calls), d.Calls...)
		}
	}
	for len(due) > 0 {
		n := r.parallelGroup(due)
		if ctx.Err() != nil {
			return // what has not begun does not begin
		}
		if !r.makeCalls(ctx, due[:n], calls) {
			return
		}
		due = due[n:]
	}
	for _, c := range calls {
		if twin, ok := twins[c.ID]; ok {
			o := *r.observationOf(twin)
			o.ID, o.Cached = c.ID, true
			r.emit(Event{Kind: Observed, Observation: &o})
		}
	}
}

// callsToMake adds the calls of d that are to be made to due: none if they repeat what was just done. It
// reports whether the run goes on.
func (r *run) callsToMake(ctx context.Context, due []tools.Call, d *planner.Decision, twins *map[string]string) (_ []tools.Call, ok bool) {
	if d.Role != "" {
		if p := period(r.history(d.Lane)); p > 0 && !r.triesAgain(d) {
			r.repeated(d, p)
			return due, r.result == nil
		}
	}
	for i, c := range d.Calls {
		if twin := sameCallIn(c, d.Calls[:i]); twin != "" {
			setEntry(twins, c.ID, twin)
			continue
		}
		if o := r.justObserved(d.Lane, c); o != nil {
			o.ID, o.Cached = c.ID, true
			r.emit(Event{Kind: Observed, Observation: o})
			continue
		}
		approved, make, ok := r.hookCall(ctx, c, d.Thought)
		if ok && make {
			approved, make, ok = r.approved(ctx, approved)
		}
		if !ok {
			return due, false
		}
		if make {
			due = append(due, approved)
		}
	}
	return due, true
}

// sameCallIn returns the id of the same call among earlier ones, or "".
func sameCallIn(c tools.Call, earlier []tools.Call) string {
	i := slices.IndexFunc(earlier, func(e tools.Call) bool { return same(e, c) })
	if i < 0 {
		return ""
	}
	return earlier[i].ID
}

// same reports whether two calls ask for the same. Arguments in decisions are canonical.
func same(a, b tools.Call) bool { return a.Tool == b.Tool && string(a.Args) == string(b.Args) }

// triesAgain reports whether a call of d is one that did not come through in the act before: making it again
// repeats nothing. Config.MaxFatal bounds how often.
func (r *run) triesAgain(d *planner.Decision) bool {
	before := r.previousAct(d.Lane)
	if before == nil {
		return false
	}
	return slices.ContainsFunc(d.Calls, func(c tools.Call) bool {
		o := r.observedIn(before, c)
		return o != nil && transient(o)
	})
}

// transient reports whether a call did not come through: its tool could not be had, or took too long.
func transient(o *tools.Observation) bool {
	return !o.OK && (o.Error.Class == tools.ClassUnavailable || o.Error.Class == tools.ClassTimeout)
}

// justObserved returns what the same call gave in the act before this one, or nil. A pollable call is
// made again, and so is one that did not come through.
func (r *run) justObserved(lane string, c tools.Call) *tools.Observation {
	if r.optionsOf(c.Tool).Pollable {
		return nil
	}
	before := r.previousAct(lane)
	if before == nil {
		return nil
	}
	if i := slices.IndexFunc(before.Calls, func(e tools.Call) bool { return same(e, c) }); i >= 0 {
		for _, o := range before.Observations {
			if o.ID == before.Calls[i].ID && !transient(&o) {
				return &o
			}
		}
	}
	return nil
}

// previousAct returns the act of a lane before its present one, or nil.
func (r *run) previousAct(lane string) *planner.Step {
	present := true
	for i := len(r.state.Steps) - 1; i >= 0; i-- {
		s := &r.state.Steps[i]
		if !r.inScope(lane, s) {
			continue
		}
		if !present {
			return s
		}
		present = false
	}
	return nil
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
		return r.observe(ctx, pending[0], r.call(ctx, pending[0]))
	}
	done, goesOn := make(chan tools.Observation), true
	for _, c := range pending {
		go func() { done <- r.call(ctx, c) }()
	}
	for range pending {
		o := <-done
		i := slices.IndexFunc(pending, func(c tools.Call) bool { return c.ID == o.ID })
		goesOn = r.observe(ctx, pending[i], o) && goesOn
	}
	return goesOn
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
		recorded, off, waiting, reply := r.awaitRecorded()
		if r.replay.stopped() {
			return nil, false
		}
		broken = broken || off
		if recorded != nil && recorded.Kind == Observed {
			id := r.advance().Observation.ID
			pending = slices.DeleteFunc(pending, func(c tools.Call) bool { return c.ID == id })
			continue
		}
		unsure := slices.IndexFunc(pending, func(c tools.Call) bool {
			return broken && !r.optionsOf(c.Tool).Idempotent
		})
		switch {
		case unsure < 0:
			return pending, true
		case waiting == nil:
			r.pause(&Interrupt{Kind: UnsureCall, Call: &pending[unsure]})
			return nil, false
		case reply == nil:
			r.stillWaiting(waiting)
			return nil, false
		}
		o := r.resolveUnsure(ctx, pending[unsure], reply)
		r.emit(Event{Kind: Observed, Observation: &o})
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
			panic("loop: BUG: an output was checked and is no JSON: " + err.Error())
		}
		o = tools.Succeeded(c.ID, compact.Bytes())
	}
	return truncate(o, r.config.ObservationBytes)
}

// history returns the keys of all acts of a lane so far, the present one last. The call that a person edited
// counts as proposed and as made.
func (r *run) history(lane string) []actKey {
	if r.state.Plan != nil || r.state.Trial.N > 0 || len(r.edited) > 0 { // another scope, or the act was keyed before it was edited
		r.keys, r.keyedSteps = nil, 0
	}
	for ; r.keyedSteps < len(r.state.Steps); r.keyedSteps++ {
		if !r.inScope(lane, &r.state.Steps[r.keyedSteps]) {
			continue
		}
		calls := r.state.Steps[r.keyedSteps].Calls
		k := r.keyOf(calls)
		for _, c := range calls {
			if edited, ok := r.edited[c.ID]; ok && k != nil {
				k = append(k, edited)
				slices.Sort(k)
			}
		}
		r.keys = append(r.keys, slices.Compact(k))
	}
	return r.keys
}

// acts returns the steps of a lane that made calls, in the present trial and under the present plan:
// what went before is another scope.
func (r *run) acts(lane string) []planner.Step {
	return slices.DeleteFunc(slices.Clone(r.state.Steps), func(s planner.Step) bool { return !r.inScope(lane, &s) })
}

// inScope reports whether s made calls in the present scope of a lane.
func (r *run) inScope(lane string, s *planner.Step) bool {
	revision, id := 0, ""
	if outer, _, nested := planner.SplitLane(lane); nested {
		id = outer
	}
	if plan := r.planOf(id); plan != nil {
		revision = plan.Revision
	}
	return len(s.Calls) > 0 && s.Lane == lane && s.Revision == revision && s.Trial == r.state.Trial.N
}
