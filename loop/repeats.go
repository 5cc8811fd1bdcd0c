package loop

import (
	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tools"
)

// Repeats says what the grammar loses so that a model does not make a call again. [Duplicates] says what
// happens where it does all the same. Pollable tools are spared, and so is a call that did not come through.
type Repeats string

// What the grammar loses after a call.
const (
	RepeatsOpen   Repeats = ""     // nothing; the default
	RepeatsNoCall Repeats = "call" // the same call, for the rest of the run, where its arguments are listed values ([grammar.Exclude])
	RepeatsNoTool Repeats = "tool" // the tool that was just called, for one decision
)

// ruleRepeats is the name of the loop's rule that keeps to Config.Repeats.
const ruleRepeats = "repeats"

// maxAlternatives bounds how many alternatives the arguments of a tool get where calls are left out of them.
const maxAlternatives = 64

// A repeatsRule takes calls of a lane away, or their tools. It comes last, and leaves what would be the last choice.
type repeatsRule struct {
	whole bool // the tools, with any arguments
	calls []tools.Call
}

// repeatsRule returns the rule for the next decision of a lane, or nil where nothing is to be taken away.
func (r *run) repeatsRule(lane string) Rule {
	if r.config.Repeats == RepeatsOpen {
		return nil
	}
	acts := r.acts(lane)
	if len(acts) == 0 {
		return nil
	}
	rule := repeatsRule{whole: r.config.Repeats == RepeatsNoTool}
	if rule.whole {
		acts = acts[len(acts)-1:]
	}
	for i := range acts {
		for _, c := range acts[i].Calls {
			if o := r.observedIn(&acts[i], c); o != nil && !transient(o) && !r.optionsOf(c.Tool).Pollable {
				rule.calls = append(rule.calls, c)
			}
		}
	}
	return rule
}

// Name implements [Rule].
func (repeatsRule) Name() string { return ruleRepeats }

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
	for _, c := range r.calls {
		if c.Tool != offer.Name {
			continue
		}
		if r.whole {
			return false
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
