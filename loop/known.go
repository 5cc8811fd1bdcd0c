package loop

import (
	"encoding/json"
	"slices"

	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tools"
)

// ruleKnown is the name of the rule that narrows arguments to what the run knows.
const ruleKnown = "known"

// A knownRule narrows the arguments of each tool that says what a run knows of them ([tools.Options.Known]).
type knownRule struct {
	options func(tool string) tools.Options
}

// knownRule returns the rule, or nil where no tool says what is known.
func (r *run) knownRule() Rule {
	if !slices.ContainsFunc(r.offers, func(o planner.Offer) bool { return r.optionsOf(o.Name).Known != nil }) {
		return nil
	}
	return knownRule{r.optionsOf}
}

// Name implements [Rule].
func (knownRule) Name() string { return ruleKnown }

// Narrow implements [Rule].
func (k knownRule) Narrow(s planner.State, a planner.Allowed) planner.Allowed {
	done := doneCalls(s)
	var left []planner.Offer
	for _, offer := range a.Tools {
		if known := k.options(offer.Name).Known; known != nil {
			args, some := known(s.Task, done)
			if !some {
				continue
			}
			offer.Args = args
		}
		left = append(left, offer)
	}
	a.Tools = left
	return a
}

// doneCalls returns the calls that were made in the conversation and the run, in their order, with what came of them.
func doneCalls(s planner.State) (done []tools.Done) {
	add := func(steps []planner.Step, earlier bool) {
		for _, step := range steps {
			for i, o := range step.Observations {
				if i < len(step.Calls) && !o.Cached {
					done = append(done, tools.Done{Call: step.Calls[i], Observation: o, Earlier: earlier})
				}
			}
		}
	}
	for _, turn := range s.Earlier {
		add(turn.Steps, true)
	}
	add(s.Steps, false)
	return done
}

// maxOpening bounds the calls that a trial begins with.
const maxOpening = 8

// nextOpening returns the decision for the next of the calls that the trial begins with, or nil where all were made. They
// cost no step.
func (r *run) nextOpening() (next *planner.Decision, _ error) {
	var made []tools.Call
	for _, s := range r.state.Steps {
		if s.Trial != r.state.Trial.N {
			continue
		}
		if s.N > 0 || s.Lane != "" {
			return nil, nil
		}
		made = append(made, s.Calls...)
	}
	if len(made) >= maxOpening || r.state.Counters.ToolCalls+1 >= r.config.Budget.ToolCalls {
		return nil, nil
	}
	for i := range r.offers {
		tool := r.offers[i].Name
		call, err := r.openingOf(tool, made)
		switch {
		case err != nil:
			return nil, programFailed(planner.ReasonRule, "the opening of "+tool, err)
		case call != nil:
			return &planner.Decision{Kind: planner.ActDecision, Thought: phrases.Say("opening"), Calls: []tools.Call{*call}}, nil
		}
	}
	return nil, nil
}

// openingOf returns the first call of those that a tool says a trial begins with that was not made, or nil.
func (r *run) openingOf(tool string, made []tools.Call) (*tools.Call, error) {
	opening := r.optionsOf(tool).Opening
	if opening == nil {
		return nil, nil
	}
	var calls []json.RawMessage
	if err := protected(func() { calls = opening(r.state.Task, doneCalls(r.state)) }); err != nil {
		return nil, err
	}
	for _, args := range calls {
		canonical, err := tools.Canonical(args)
		if err != nil {
			return nil, err
		}
		if c := (tools.Call{Tool: tool, Args: canonical}); sameCallIn(c, made) == "" {
			return &c, nil
		}
	}
	return nil, nil
}
