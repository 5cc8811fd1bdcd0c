package soak

import (
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/tools"
)

// A madeCall is a call that was made. Calls that were answered from the log, denied or never started are
// none.
type madeCall struct {
	step        int        // index of the decision it was part of
	call        tools.Call // as it was made
	observation *tools.Observation
	edited      bool // a person gave it these arguments
}

// madeCalls are the calls of a run in the order in which they were started.
type madeCalls []madeCall

// callsOf reads the calls from the events, and not from the State that the loop folds.
func callsOf(events []loop.Event) madeCalls {
	var done madeCalls
	step := -1
	for _, e := range events {
		switch {
		case e.Decision != nil:
			step++
		case e.Call != nil:
			done = append(done, madeCall{step: step, call: e.Call.Call, edited: e.Call.Proposed != nil})
		case e.Observation != nil:
			for i := range done {
				if done[i].call.ID == e.Observation.ID && done[i].step == step {
					done[i].observation = e.Observation
				}
			}
		}
	}
	return done
}

// before returns the calls that were made before a decision.
func (d madeCalls) before(step int) madeCalls {
	for i := range d {
		if d[i].step >= step {
			return d[:i]
		}
	}
	return d
}

// count counts the calls of tool, or only those that succeeded.
func (d madeCalls) count(tool string, succeeded bool) int {
	n := 0
	for _, c := range d {
		if c.call.Tool == tool && (!succeeded || c.observation != nil && c.observation.OK) {
			n++
		}
	}
	return n
}

// errors counts the recoverable errors of tool since its last success.
func (d madeCalls) errors(tool string) int {
	n := 0
	for _, c := range d {
		switch {
		case c.call.Tool != tool || c.observation == nil:
		case c.observation.OK:
			n = 0
		case c.observation.Error.Recoverable:
			n++
		}
	}
	return n
}
