package main

import (
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/tools"
)

// A deed is a call that was made: not one that was answered from the log, denied or never begun.
type deed struct {
	step int        // index of the decision it was part of
	call tools.Call // as it was made
	gave *tools.Observation
	told bool // a person gave it these arguments
}

// deeds are what a run did, in the order in which it was begun.
type deeds []deed

// deedsOf reads them from the events, not from what the loop folds of them.
func deedsOf(events []loop.Event) deeds {
	var done deeds
	step := -1
	for _, e := range events {
		switch {
		case e.Decision != nil:
			step++
		case e.Call != nil:
			done = append(done, deed{step: step, call: e.Call.Call, told: e.Call.Proposed != nil})
		case e.Observation != nil:
			for i := range done {
				if done[i].call.ID == e.Observation.ID && done[i].step == step {
					done[i].gave = e.Observation
				}
			}
		}
	}
	return done
}

// before returns what was done before a decision.
func (d deeds) before(step int) deeds {
	for i := range d {
		if d[i].step >= step {
			return d[:i]
		}
	}
	return d
}

// count counts the calls of tool, or only those that succeeded.
func (d deeds) count(tool string, succeeded bool) int {
	n := 0
	for _, c := range d {
		if c.call.Tool == tool && (!succeeded || c.gave != nil && c.gave.OK) {
			n++
		}
	}
	return n
}

// errors counts the mendable errors of tool since its last success.
func (d deeds) errors(tool string) int {
	n := 0
	for _, c := range d {
		switch {
		case c.call.Tool != tool || c.gave == nil:
		case c.gave.OK:
			n = 0
		case c.gave.Error.Recoverable:
			n++
		}
	}
	return n
}
