package main

import "github.com/shortleash/shortleash/loop"

// maskStats count what the grammars did to the decisions of a model.
type maskStats struct {
	decisions int // that the grammar took
	invalid   int // that it refused
	output    int // tokens of decisions
	choices   int
	forced    int
	changed   int // choices at which the model would have written what is not legal
	fed       int // tokens that passed through the network
	tokens    int // of whole runs: prompts and decisions, each once

	last int // tokens of the run up to its last decision
}

// observe counts an event.
func (w *maskStats) observe(e loop.Event) {
	switch {
	case e.Kind == loop.RunStarted:
		w.end()
	case e.Failure != nil && e.Failure.Fault == "":
		w.invalid++
	case e.Reply != nil:
		w.decisions++
		w.output += e.Reply.OutputTokens
		w.last = e.Reply.PromptTokens + e.Reply.OutputTokens
		if walk := e.Reply.Walk; walk != nil {
			w.choices += walk.Choices
			w.forced += walk.Forced
			w.changed += walk.Changed
			w.fed += walk.Fed
		}
	}
}

// end ends a run. Each prompt begins with the one before it, so the last one holds all tokens.
func (w *maskStats) end() {
	w.tokens += w.last
	w.last = 0
}

func (w *maskStats) add(v maskStats) {
	w.decisions += v.decisions
	w.invalid += v.invalid
	w.output += v.output
	w.choices += v.choices
	w.forced += v.forced
	w.changed += v.changed
	w.fed += v.fed
	w.tokens += v.tokens
}

// maskStatsOf adds up those of all items.
func maskStatsOf(all []played) (sum maskStats) {
	for _, p := range all {
		sum.add(p.mask)
	}
	return sum
}
