package loop

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tools"
)

// Repeats says how to handle a call that was already made: the same tool with the same canonical
// arguments. A call that did not get through ([tools.ClassUnavailable], [tools.ClassTimeout]) may
// be made again; Allowances.FatalErrors limits how often. Pollable tools are exempt.
type Repeats string

// The ways to handle repeated calls. A repeat is a call of the act before it, or a pattern of up to
// five acts that occurs twice.
const (
	// Mask removes a call from the grammar, whatever its result, until a call that may change something has
	// succeeded: a call of a tool that is not both Idempotent and ParallelSafe. This works for arguments with
	// listed values ([grammar.Exclude]); the tool is removed when no value is left. A repeat that still occurs is
	// handled as with Redirect, but one too many leaves only the answer. If the leash is Off, it ends the run.
	Mask Repeats = "mask"
	// Redirect answers a repeat from the log and removes its tools for one decision. One repeat too many ends the run.
	Redirect Repeats = "redirect"
	// Halt ends the run at the first repeat.
	Halt Repeats = "halt"
)

// haltsOnRepeat reports whether the run ends at the next repeat.
func (r *run) haltsOnRepeat() bool {
	switch {
	case r.config.Repeats == Halt:
		return true
	case r.config.Repeats == Mask && r.config.Leash != Off:
		return false
	}
	return r.state.Counters.Redirects >= r.may.Redirects
}

// These stand before the name of the tool in the code of a reply that is refused because it repeats a call, or by the tool's Check.
const repeatCode, checkCode = "repeat:", "check:"

// withoutRepeated takes the tool out of a question whose reply was refused because it repeats a call of it, and gives the thought that
// the question has for this: a small model repeats the repeat.
func (r *run) withoutRepeated(ctx context.Context, req *request, invalid error) error {
	refusal, ok := errors.AsType[*planner.Refusal](invalid)
	if !ok || !strings.HasPrefix(refusal.Code, repeatCode) {
		return nil
	}
	tool := jsonText(strings.TrimPrefix(refusal.Code, repeatCode))
	left := slices.DeleteFunc(slices.Clone(req.Schema.AnyOf), func(branch grammar.Schema) bool {
		name, _ := branch.Property("tool")
		return len(name.Enum) == 1 && string(name.Enum[0]) == string(tool)
	})
	if len(left) == 0 {
		return nil
	}
	if req.Repeated != "" {
		planner.GiveThought(left, req.Repeated)
	}
	shape, err := r.cache.compile(ctx, grammar.AnyOf(left...))
	if err == nil {
		req.shape = shape
	}
	return err
}

// refuseCalls has a decision asked for again with a call that its tool refuses, or whose calls were all made before, as a reply
// that is none, as long as repairs are left: so it costs no step, and does not stand in the conversation as something to do again.
func (r *run) refuseCalls(req *request) {
	if req.Role != model.Executor {
		return
	}
	known, accept := r.past.known(req.lane), req.Accept
	req.Accept = func(reply json.RawMessage) error {
		if accept != nil {
			if err := accept(reply); err != nil {
				return err
			}
		}
		d, err := planner.ReadDecision(reply)
		if err != nil || len(d.Calls) == 0 || req.repair >= r.may.Repairs {
			return nil
		}
		for _, c := range d.Calls {
			if problem := r.checkCall(c); problem != nil && problem.Recoverable {
				return &planner.Refusal{Code: checkCode + c.Tool, Problem: problem.Message}
			}
		}
		if r.config.Repeats != Mask || r.config.Leash == Off ||
			slices.ContainsFunc(d.Calls, func(c tools.Call) bool { return sameCallIn(c, known) == "" }) {
			return nil
		}
		return &planner.Refusal{Code: repeatCode + d.Calls[0].Tool, Problem: phrases.Say("made already", "Tool", d.Calls[0].Tool)}
	}
}

// closesOnRepeat reports whether the last act was one repeat too many, of those that leave only the answer.
func (r *run) closesOnRepeat() bool {
	if r.config.Repeats != Mask || r.state.Counters.Redirects <= r.may.Redirects {
		return false
	}
	last := r.state.Steps[len(r.state.Steps)-1].Observations
	return slices.ContainsFunc(last, func(o tools.Observation) bool { return o.Cached })
}

// repeated deals with an act that completes a pattern of p acts: the run halts, or the log answers.
func (r *run) repeated(d *planner.Decision, p int) {
	if r.haltsOnRepeat() {
		r.haltOnRepeat(d, p)
		return
	}
	var masked []string
	acts := r.past.acts(d.Lane)
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
		o := r.past.observedIn(&earlier, c)
		if o == nil {
			panic("loop: BUG: a call of a pattern that repeats was not made in it")
		}
		o.ID, o.Cached, o.Next = c.ID, true, next
		r.emit(Event{Kind: Observed, Observation: o})
	}
	r.emit(Event{Kind: Masked, Masked: &MaskInfo{Rule: ruleDuplicate, Names: masked, Lane: d.Lane}})
}

// haltOnRepeat ends the run, or its present trial, at an act that completes a pattern of p acts.
func (r *run) haltOnRepeat(d *planner.Decision, p int) {
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
	r.result.Repeat = r.past.repeat(d.Lane, p)
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

// maskedTools returns the tools that are away for the next decision of a lane because a call was repeated.
func (r *run) maskedTools(lane string) []string {
	steps := r.state.InLane(lane)
	if len(steps) == 0 {
		return nil
	}
	return steps[len(steps)-1].Masked
}

// maxAlternatives bounds how many alternatives the arguments of a tool get where calls are left out of them.
const maxAlternatives = 64

// A repeatsRule takes calls out of the grammar. It comes last, and leaves what would be the last choice.
type repeatsRule []tools.Call

// repeatsRule returns the rule for the next decision of a lane, or nil where nothing is to be taken away.
func (r *run) repeatsRule(lane string) Rule {
	if r.config.Repeats != Mask {
		return nil
	}
	if known := r.past.known(lane); len(known) > 0 {
		return repeatsRule(known)
	}
	return nil
}

// Name implements [Rule].
func (repeatsRule) Name() string { return planner.RuleRepeats }

// Narrow implements [Rule].
func (r repeatsRule) Narrow(_ planner.State, a planner.Allowed) planner.Allowed {
	var left []planner.Offer
	for _, offer := range a.Tools {
		if r.narrow(&offer) {
			left = append(left, offer)
		}
	}
	if len(left) == 0 && a.Answer == nil {
		return a
	}
	a.Tools = left
	return a
}

// narrow takes the calls out of an offer, and reports whether anything of it is left.
func (r repeatsRule) narrow(offer *planner.Offer) bool {
	for _, c := range r {
		if c.Tool != offer.Name {
			continue
		}
		args, some := grammar.Exclude(offer.Args, c.Args)
		if !some {
			return false
		}
		if len(args.AnyOf) <= maxAlternatives {
			offer.Args = args
		}
	}
	return true
}
