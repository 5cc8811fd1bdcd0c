package loop

import (
	"slices"

	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tools"
)

// A past finds in the steps of a run what was done before. An act is a step that made calls; its scope is a lane, under
// the present plan and in the present trial.
type past struct {
	*reducer
	options func(tool string) tools.Options

	keys       []actKey // of the acts so far
	keyedSteps int      // how many steps keys covers
}

// maxPeriod is the longest repeating pattern that is looked for.
const maxPeriod = 5

// An actKey identifies one act: the sorted set of the keys of its calls. It is nil for an act with a
// pollable call, which repeats nothing.
type actKey []tools.CallKey

// equal reports whether two acts are the same.
func (k actKey) equal(other actKey) bool { return k != nil && slices.Equal(k, other) }

// isPartOf reports whether every call of the act was in the other one.
func (k actKey) isPartOf(other actKey) bool {
	return k != nil && !slices.ContainsFunc(k, func(c tools.CallKey) bool { return !slices.Contains(other, c) })
}

// period returns the length of the pattern that the last act of history completes: 1 when all its
// calls were in the act just before it, 2 to maxPeriod when the last 2p acts are two equal halves,
// 0 when it repeats nothing. The shortest pattern counts.
func period(history []actKey) int {
	n := len(history)
	if n >= 2 && history[n-1].isPartOf(history[n-2]) {
		return 1
	}
	for p := 2; p <= maxPeriod && 2*p <= n; p++ {
		if slices.EqualFunc(history[n-p:], history[n-2*p:n-p], actKey.equal) {
			return p
		}
	}
	return 0
}

// keyOf returns the key of an act of these calls.
func (p *past) keyOf(calls []tools.Call) actKey {
	var key actKey
	for _, c := range calls {
		if p.options(c.Tool).Pollable {
			return nil
		}
		key = append(key, c.Key())
		if edited, ok := p.edited[c.ID]; ok {
			key = append(key, edited)
		}
	}
	slices.Sort(key)
	return slices.Compact(key)
}

// history returns the keys of all acts of a lane so far, the present one last. The call that a person edited
// counts as proposed and as made.
func (p *past) history(lane string) []actKey {
	if p.state.Plan != nil || p.state.Trial.N > 0 || len(p.edited) > 0 { // another scope, or the act was keyed before it was edited
		p.keys, p.keyedSteps = nil, 0
	}
	for ; p.keyedSteps < len(p.state.Steps); p.keyedSteps++ {
		if s := &p.state.Steps[p.keyedSteps]; p.inScope(lane, s) {
			p.keys = append(p.keys, p.keyOf(s.Calls))
		}
	}
	return p.keys
}

// acts returns the steps of a lane that made calls, in the present trial and under the present plan:
// what went before is another scope.
func (p *past) acts(lane string) []planner.Step {
	return slices.DeleteFunc(slices.Clone(p.state.Steps), func(s planner.Step) bool { return !p.inScope(lane, &s) })
}

// inScope reports whether s made calls in the present scope of a lane.
func (p *past) inScope(lane string, s *planner.Step) bool {
	revision, id := 0, ""
	if outer, _, nested := planner.SplitLane(lane); nested {
		id = outer
	}
	if plan := p.planOf(id); plan != nil {
		revision = plan.Revision
	}
	return len(s.Calls) > 0 && s.Lane == lane && s.Revision == revision && s.Trial == p.state.Trial.N
}

// previousAct returns the act of a lane before its present one, or nil.
func (p *past) previousAct(lane string) *planner.Step {
	present := true
	for i := len(p.state.Steps) - 1; i >= 0; i-- {
		s := &p.state.Steps[i]
		if !p.inScope(lane, s) {
			continue
		}
		if !present {
			return s
		}
		present = false
	}
	return nil
}

// observedIn returns what the same call gave in an act: as the model proposed it there, or else as a
// person edited it. It returns nil if the call is not in the act.
func (p *past) observedIn(act *planner.Step, c tools.Call) *tools.Observation {
	i := slices.IndexFunc(act.Calls, func(e tools.Call) bool { return same(e, c) })
	if i < 0 {
		i = slices.IndexFunc(act.Calls, func(e tools.Call) bool { return p.edited[e.ID] == c.Key() })
	}
	if i < 0 {
		return nil
	}
	return observationIn(act, act.Calls[i].ID)
}

// observationIn returns the observation of a call of an act, or nil.
func observationIn(act *planner.Step, id string) *tools.Observation {
	for _, o := range act.Observations {
		if o.ID == id {
			return &o
		}
	}
	return nil
}

// justObserved returns what the same call gave in the act before this one, as the model proposed it there, or nil. A
// pollable call is made again, and so is one that did not come through.
func (p *past) justObserved(lane string, c tools.Call) *tools.Observation {
	before := p.previousAct(lane)
	if before == nil || p.options(c.Tool).Pollable {
		return nil
	}
	if twin := sameCallIn(c, before.Calls); twin != "" {
		if o := observationIn(before, twin); o != nil && !transient(o) {
			return o
		}
	}
	return nil
}

// triesAgain reports whether a call of d is one that did not come through in the act before: making it again
// repeats nothing. Allowances.FatalErrors bounds how often.
func (p *past) triesAgain(d *planner.Decision) bool {
	before := p.previousAct(d.Lane)
	if before == nil {
		return false
	}
	return slices.ContainsFunc(d.Calls, func(c tools.Call) bool {
		o := p.observedIn(before, c)
		return o != nil && transient(o)
	})
}

// known returns the calls of a lane whose outcome is known and has not changed since: all that came through, back to
// the last call of any lane that may have changed something.
func (p *past) known(lane string) (calls []tools.Call) {
	for i := range slices.Backward(p.state.Steps) {
		step := &p.state.Steps[i]
		mine, changed := p.inScope(lane, step), false
		for _, c := range step.Calls {
			o := p.observedIn(step, c)
			if o == nil {
				continue
			}
			options := p.options(c.Tool)
			if mine && !options.Pollable && !transient(o) {
				calls = append(calls, c)
			}
			changed = changed || o.OK && !o.Cached && !(options.Idempotent && options.ParallelSafe)
		}
		if changed {
			break
		}
	}
	slices.Reverse(calls)
	return calls
}

// repeat names the calls of a pattern of n acts that the last act completed.
func (p *past) repeat(lane string, n int) *Repeat {
	acts := p.acts(lane)
	pattern := &Repeat{Period: n}
	for _, s := range acts[len(acts)-2*n:] {
		pattern.Steps = append(pattern.Steps, s.N)
	}
	for _, s := range acts[len(acts)-2*n : len(acts)-n] {
		for _, c := range s.Calls {
			pattern.Calls = append(pattern.Calls, c.ID)
		}
	}
	return pattern
}

// same reports whether two calls ask for the same. Arguments in decisions are canonical.
func same(a, b tools.Call) bool { return a.Tool == b.Tool && string(a.Args) == string(b.Args) }

// sameCallIn returns the id of the same call among earlier ones, or "".
func sameCallIn(c tools.Call, earlier []tools.Call) string {
	i := slices.IndexFunc(earlier, func(e tools.Call) bool { return same(e, c) })
	if i < 0 {
		return ""
	}
	return earlier[i].ID
}

// transient reports whether a call did not come through: its tool could not be had, or took too long.
func transient(o *tools.Observation) bool {
	return !o.OK && (o.Error.Class == tools.ClassUnavailable || o.Error.Class == tools.ClassTimeout)
}
