package loop

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
)

// An ending is the error by which a part of the loop tells that the run is over, and how.
type ending struct {
	outcome Outcome
	reason  planner.Reason
	err     error
}

func (e *ending) Error() string { return e.err.Error() }
func (e *ending) Unwrap() error { return e.err }

// modelFailed is the ending of a run whose model could not be had, or wrote nothing legal.
func modelFailed(reason planner.Reason, err error) *ending { return &ending{ModelFailure, reason, err} }

// programFailed is the ending of a run in whose own code there is a fault; who names the code.
func programFailed(reason planner.Reason, who string, err error) *ending {
	return &ending{ProgramFailure, reason, fmt.Errorf("%s failed: %w; this is a fault in its code", who, err)}
}

// strategyFailed is the ending of a run whose strategy broke its contract.
func (l *Loop) strategyFailed(err error) *ending {
	return programFailed(planner.ReasonStrategy, "the strategy "+l.strategy, err)
}

// cancelledByCaller is the ending of a run that its caller stopped.
func cancelledByCaller() *ending {
	return &ending{Cancelled, planner.ReasonNow, errors.New("the run was cancelled")}
}

// failureReason says of a fault why a run ends where nothing mends it.
func failureReason(k model.FaultKind) planner.Reason {
	switch k {
	case model.Refused:
		return planner.ReasonRefused
	case model.Overflow:
		return planner.ReasonContextOverflow
	case model.Cut:
		return planner.ReasonPromptTruncated
	default:
		return planner.ReasonTransport
	}
}

// contextEnding returns how the run ends if its context has ended, or nil.
func (r *run) contextEnding(ctx context.Context) *ending {
	switch {
	case ctx.Err() == nil:
		return nil
	case r.caller.Err() != nil: // the caller's own deadline, too
		return cancelledByCaller()
	default:
		return r.timeIsOver()
	}
}

// timeIsOver is how a run ends whose time is used up.
func (r *run) timeIsOver() *ending {
	return &ending{BudgetExhausted, planner.ReasonWall, fmt.Errorf("the run's time of %v is over", r.config.Budget.Wall)}
}

// describedBy says of an ending that met a request what the model was doing then.
func (e *ending) describedBy(cost ReplyInfo) *ending {
	waited := time.Duration(cost.MS) * time.Millisecond
	switch {
	case e.outcome != BudgetExhausted || waited < time.Second:
	case cost.Text+cost.Thinking == "":
		e.err = fmt.Errorf("%w, and %s had sent nothing for the last %v of it; allow more time, or use a smaller model",
			e.err, cost.Model, waited.Round(time.Second))
	default:
		e.err = fmt.Errorf("%w, and %s had been writing for the last %v of it; allow more time, or use a smaller model",
			e.err, cost.Model, waited.Round(time.Second))
	}
	return e
}

// endWith ends the run because no decision was had.
func (r *run) endWith(err error) {
	if e, ok := errors.AsType[*ending](err); ok {
		r.end(e.outcome, e.reason, e.err.Error())
		return
	}
	if r.caller.Err() != nil {
		r.endWith(cancelledByCaller())
		return
	}
	if errors.Is(err, context.DeadlineExceeded) { // before a request was made: its time is the only one that ends
		r.endWith(r.timeIsOver())
		return
	}
	r.endWith(r.strategyFailed(err)) // the error of Next, or of what it gave to the loop
}

// end sets the result; the first ending counts.
func (r *run) end(o Outcome, reason planner.Reason, problem string) {
	if r.result == nil {
		if problem == "" && reason == planner.ReasonWall { // a tool was under way
			problem = r.timeIsOver().Error()
		}
		r.result = &Result{Outcome: o, Reason: reason, Error: problem}
		if o != Final {
			r.result.Partial = r.partial
		}
	}
}
