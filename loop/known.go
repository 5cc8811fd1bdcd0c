package loop

import (
	"context"
	"fmt"
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

// checkOpening refuses calls of Config.Opening that do not fit their tools.
func (l *Loop) checkOpening() error {
	for _, c := range l.config.Opening {
		if err := l.tools.Check(context.Background(), c); err != nil {
			return fmt.Errorf("the call of %s in Opening: %w", c.Tool, err)
		}
	}
	return nil
}

// opened reports whether the calls of Config.Opening were made in the present trial.
func (r *run) opened() bool {
	return len(r.config.Opening) == 0 ||
		slices.ContainsFunc(r.state.Steps, func(s planner.Step) bool { return s.Trial == r.state.Trial.N })
}

// openingDecisions are the decisions that make the calls of Config.Opening, one each.
func (r *run) openingDecisions() []planner.Decision {
	decisions := make([]planner.Decision, len(r.config.Opening))
	for i, c := range r.config.Opening {
		decisions[i] = planner.Decision{Kind: planner.ActDecision, Thought: phrases.Say("opening"), Calls: []tools.Call{{Tool: c.Tool, Args: c.Args}}}
	}
	return decisions
}
