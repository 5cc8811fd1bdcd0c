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

// maxNotRun is how many runs in a row may not happen before no more are tried.
const maxNotRun = 3

// An Attendance counts runs in a row that did not happen. It belongs to one goroutine at a time.
type Attendance struct {
	missed int    // in a row
	why    string // of the last one
}

// Gone takes note of why a run did not happen, or of "", and reports whether the model is to be given up: no
// further runs are tried then.
func (t *Attendance) Gone(notRun string) bool {
	if notRun == "" {
		t.missed = 0
		return false
	}
	t.missed, t.why = t.missed+1, notRun
	return t.missed == maxNotRun
}

// Why returns why the last run did not happen of those that did not.
func (t *Attendance) Why() string { return t.why }

// scored returns the scores of the suites whose runs all happened, and what is to be said of the others.
func scored(suites []Suite, answers [][]Answer) ([]Score, error) {
	var scores []Score
	var missing NotRunError
	for i, s := range suites {
		m := NotRun{Suite: s.Name, Of: len(s.Items)}
		for _, a := range answers[i] {
			if a.NotRun != "" {
				m.Runs, m.Why = m.Runs+1, a.NotRun
			}
		}
		if m.Runs == 0 {
			scores = append(scores, score(s, answers[i]))
		} else {
			missing.Suites = append(missing.Suites, m)
		}
	}
	if len(missing.Suites) > 0 {
		return scores, &missing
	}
	return scores, nil
}
