package eval

import "fmt"

// A NotRunError says which suites have no score, because some of their runs did not happen: the model could
// not be had. Nothing of these runs is recorded, so that a later measuring with the same [Records] makes them.
type NotRunError struct {
	Suites []NotRun
}

// A NotRun is a suite without a score.
type NotRun struct {
	Suite    string
	Runs, Of int    // how many of its runs did not happen
	Why      string // of one of them, as its model's package words it
}

// Error tells the first suite.
func (e *NotRunError) Error() string {
	s := e.Suites[0]
	return fmt.Sprintf("eval: %d of %d runs of %s did not happen: %s", s.Runs, s.Of, s.Suite, s.Why)
}

// Count notes the runs of a suite that did not happen, given why of each run or "", and reports whether all of them did.
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

// OrNil returns the error, or nil if there is no suite without a score.
func (e *NotRunError) OrNil() error {
	if len(e.Suites) == 0 {
		return nil
	}
	return e
}
