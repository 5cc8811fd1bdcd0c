package loop

import (
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tools"
)

// A spare is what a run makes for each event and request, and needs no longer behind it where nobody
// reads the events.
type spare struct {
	ask         AskInfo
	reply       ReplyInfo
	decided     [1]planner.Decision
	call        CallInfo
	observation tools.Observation
	due         []tools.Call // of the last act; kept by nobody
}

// fresh returns a place that holds v: kept, if nobody can have kept what it held before, or a new one.
func fresh[T any](r *run, kept *T, v T) *T {
	if !r.unread {
		kept = new(T)
	}
	*kept = v
	return kept
}
