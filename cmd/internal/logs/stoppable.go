package logs

import (
	"bytes"
	"io"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner"
)

// A Stoppable log does not keep that a run was stopped by a signal. It then ends as that of a program that was killed, and
// the run can go on.
type Stoppable struct {
	Out io.Writer // nil: nothing is kept
	ID  string    // of the run that began last
}

// Write implements [io.Writer]; p is one event.
func (s *Stoppable) Write(p []byte) (int, error) {
	switch {
	case bytes.Contains(p, []byte(`"kind":"run_started"`)) && gjson.GetBytes(p, "kind").Str == string(loop.RunStarted):
		s.ID = IDOf(p)
	case bytes.Contains(p, []byte(`"kind":"finished"`)):
		r := gjson.GetManyBytes(p, "kind", "result.outcome", "result.reason")
		if r[0].Str == string(loop.Finished) && r[1].Str == string(loop.Cancelled) && r[2].Str == string(planner.ReasonNow) {
			return len(p), nil
		}
	}
	if s.Out == nil {
		return len(p), nil
	}
	return s.Out.Write(p)
}
