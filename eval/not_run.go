package eval

import (
	"fmt"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
)

// A NotRunError says which suites have no score because some of their runs did not happen: the model was
// unavailable. These runs are not recorded, so a later measurement with the same [Records] makes them.
type NotRunError struct {
	Suites []NotRun
}

// A NotRun is a suite without a score.
type NotRun struct {
	Suite    string
	Runs, Of int    // how many of its runs did not happen
	Why      string // the reason for one of them, in the words of its model's package
}

// Error describes the first suite.
func (e *NotRunError) Error() string {
	s := e.Suites[0]
	return fmt.Sprintf("eval: %d of %d runs of %s did not happen: %s", s.Runs, s.Of, s.Suite, s.Why)
}

// Count records the runs of a suite that did not happen, given the reason for each run or "", and reports whether all
// runs happened.
func (e *NotRunError) Count(suite string, lost []string) bool {
	n := NotRun{Suite: suite, Of: len(lost)}
	for _, why := range lost {
		if why != "" {
			n.Runs, n.Why = n.Runs+1, why
		}
	}
	if n.Runs > 0 {
		e.Suites = append(e.Suites, n)
	}
	return n.Runs == 0
}

// OrNil returns the error, or nil if every suite has a score.
func (e *NotRunError) OrNil() error {
	if len(e.Suites) == 0 {
		return nil
	}
	return e
}

// A Pulse records whether runs got replies from their models. It distinguishes a run that did not happen from one
// that ended badly.
type Pulse struct {
	Fault   model.FaultKind // of the last request, if it failed
	Replied bool            // at least one request was answered
}

// Watch takes an event of a run.
func (p *Pulse) Watch(e loop.Event) {
	switch e.Kind {
	case loop.Replied:
		p.Replied = true
	case loop.Failed:
		p.Fault = model.FaultKind(e.Failure.Fault)
	}
}

// Missed reports whether runs that ended this way did not happen: there was no server, no model or no reply.
// A request that a server refuses counts as having happened, because the server would refuse it from anyone.
func (p Pulse) Missed(outcome loop.Outcome) bool {
	switch p.Fault {
	case "", model.Rejected, model.Overflow, model.Cut, model.Exhausted, model.Misuse, model.Refused:
		return false
	}
	return outcome == loop.ModelFailure || outcome == loop.BudgetExhausted && !p.Replied
}
