package loop

import (
	"slices"

	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tools"
)

// maxPeriod is the longest repeating pattern that is looked for.
const maxPeriod = 5

// An actKey identifies one act: the sorted set of the keys of its calls. It is nil for an act with a
// pollable call, which repeats nothing.
type actKey []tools.CallKey

// keyOf returns the key of an act of these calls.
func (r *run) keyOf(calls []tools.Call) actKey {
	var key actKey
	for _, c := range calls {
		if r.optionsOf(c.Tool).Pollable {
			return nil
		}
		key = append(key, c.Key())
	}
	slices.Sort(key)
	return slices.Compact(key)
}

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

// haltsOnRepeat reports whether the run ends at the next repeat.
func (r *run) haltsOnRepeat() bool {
	switch {
	case r.config.Duplicates == Halt:
		return true
	case r.config.Duplicates == Close && r.config.Enforce != Off:
		return false
	}
	return r.state.Counters.Redirects >= r.config.Redirects
}

// closesOnRepeat reports whether the last act was one repeat too many, of those that leave only the answer.
func (r *run) closesOnRepeat() bool {
	if r.config.Duplicates != Close || r.state.Counters.Redirects <= r.config.Redirects {
		return false
	}
	last := r.state.Steps[len(r.state.Steps)-1].Observations
	return slices.ContainsFunc(last, func(o tools.Observation) bool { return o.Cached })
}

// repeated deals with an act that completes a pattern of p acts: the run halts, or the log answers.
func (r *run) repeated(d *planner.Decision, p int) {
	if r.haltsOnRepeat() {
		outcome, reason := DuplicateAction, planner.ReasonDuplicate
		if p > 1 {
			outcome, reason = Cycle, planner.ReasonActions
		}
		if r.capabilities.Trials { // it ends the trial alone
			r.emit(Event{Kind: Decided, Decision: &planner.Decision{Kind: planner.StepDecision,
				End: &planner.Ending{Outcome: outcome, Reason: reason}}})
			return
		}
		r.end(outcome, reason, "")
		r.result.Repeat = r.repeat(d.Lane, p)
		return
	}
	var masked []string
	acts := r.acts(d.Lane)
	for _, s := range acts[len(acts)-p:] {
		for _, c := range s.Calls {
			if !slices.Contains(masked, c.Tool) {
				masked = append(masked, c.Tool)
			}
		}
	}
	next, err := r.choicesWithout(masked, d.Lane)
	if err != nil {
		r.endWith(err)
		return
	}
	earlier := acts[len(acts)-1-p]
	for _, c := range d.Calls {
		o := r.observedIn(&earlier, c)
		if o == nil {
			panic("loop: BUG: a call of a pattern that repeats was not made in it")
		}
		o.ID, o.Cached, o.Next = c.ID, true, next
		r.emit(Event{Kind: Observed, Observation: o})
	}
	r.emit(Event{Kind: Masked, Masked: &MaskInfo{Rule: ruleDuplicate, Names: masked, Lane: d.Lane}})
}

// choicesWithout names what the next decision of a lane may choose while masked is away: a plan step can always
// be given up.
func (r *run) choicesWithout(masked []string, lane string) ([]string, error) {
	a, err := r.allowWithout(masked, lane)
	if a.Unconstrained { // nothing is away, but what is repeated is not what helps
		a.Tools = withoutTools{tools: masked}.Narrow(r.state, a).Tools
	}
	if lane != "" {
		choices := a.Choices()
		if a.Answer != nil {
			choices = choices[:len(choices)-1]
		}
		return append(choices, planner.StepFailedReport), err
	}
	return a.Choices(), err
}

// observedIn returns what the same call gave in an act: as the model proposed it there, or else as a
// person edited it. It returns nil if the call is not in the act.
func (r *run) observedIn(act *planner.Step, c tools.Call) *tools.Observation {
	i := slices.IndexFunc(act.Calls, func(e tools.Call) bool { return same(e, c) })
	if i < 0 {
		i = slices.IndexFunc(act.Calls, func(e tools.Call) bool {
			return r.edited[e.ID] == c.Key()
		})
	}
	if i < 0 {
		return nil
	}
	for _, o := range act.Observations {
		if o.ID == act.Calls[i].ID {
			return &o
		}
	}
	return nil
}

// repeat names the calls of a pattern of p acts that the last act completed.
func (r *run) repeat(lane string, p int) *Repeat {
	acts := r.acts(lane)
	pattern := &Repeat{Period: p}
	for _, s := range acts[len(acts)-2*p:] {
		pattern.Steps = append(pattern.Steps, s.N)
	}
	for _, s := range acts[len(acts)-2*p : len(acts)-p] {
		for _, c := range s.Calls {
			pattern.Calls = append(pattern.Calls, c.ID)
		}
	}
	return pattern
}
