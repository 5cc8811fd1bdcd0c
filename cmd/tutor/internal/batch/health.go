package batch

import (
	"errors"
	"sync"

	"github.com/shortleash/shortleash/eval"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/tutor"
)

// errGone ends a batch whose model cannot be had. The line that found out is left for the next time.
var errGone = errors.New("the model cannot be had")

// maxDeaf is how many lines in a row may hear nothing from a model before the batch stops. One line alone
// may be what a server cannot bear.
const maxDeaf = 3

// health decides whether the model of a batch can still be had.
type health struct {
	stop func() // keeps further lines from being begun

	mu    sync.Mutex // guards what follows
	deaf  int        // lines in a row that heard nothing
	cause string     // why the model cannot be had; "" while it can
}

// take notes how a line's run ended. Its error, errGone, says that the line is not to be written: the
// model is gone, and would be for any other line.
func (h *health) take(r tutor.Report, heard eval.Pulse) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if r.Outcome == loop.Final || r.Outcome == loop.Cancelled || heard.Replied && r.Fault == "" {
		h.deaf = 0
		return nil
	}
	switch {
	case r.Fault != "" && (heard.Fault == model.Unreachable || heard.Fault == model.NoModel || heard.Fault == model.Busy):
		h.cause = r.Problem
		h.stop()
		return errGone
	case r.Fault == "" && heard.Fault == "":
		return nil // it failed for a reason of its own
	}
	if h.deaf++; h.deaf == maxDeaf {
		h.cause = r.Problem
		h.stop()
	}
	return nil
}

// why says why the model cannot be had, or "".
func (h *health) why() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.cause
}
