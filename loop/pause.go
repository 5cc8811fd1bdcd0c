package loop

import (
	"context"
	"slices"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
)

// before pauses the run before role is asked, if it is to, and returns the ending; nil goes on. What
// the log shows to have been asked is not paused before again.
func (r *run) before(role model.Role) *ending {
	if !slices.Contains(r.config.InterruptBefore, role) {
		return nil
	}
	recorded, _, waiting, reply := r.settle()
	switch {
	case r.tape.stopped():
		return &ending{Cancelled, planner.ReasonReplay, errReplayEnded}
	case recorded != nil || waiting != nil && reply != nil:
		return nil
	case waiting != nil:
		r.stillWaiting(waiting)
	default:
		r.pause(&Interrupt{Kind: BeforeRole, Role: role})
	}
	return &ending{Paused, planner.Reason(BeforeRole), errPaused}
}

// after pauses the run behind a decision of role that has been carried out, if that role is to be looked at, or
// if the caller wants the run to stop here.
func (r *run) after(ctx context.Context, role model.Role) {
	if r.result != nil || r.tape.stopped() {
		return
	}
	if n := r.tape.nextButResumed(); n != nil && n.Kind == Interrupted && n.Interrupt.Kind.behind() {
		if recorded, _, waiting, reply := r.settle(); recorded == nil && waiting != nil && reply == nil && !r.tape.live && !r.tape.stopped() {
			r.stillWaiting(waiting)
		}
		return
	} else if n != nil {
		return // it went on then
	}
	switch {
	case ctx.Err() != nil || r.tape.replay: // cancelling comes first, and calls may not have been made
	case slices.Contains(r.config.InterruptAfter, role):
		r.pause(&Interrupt{Kind: AfterRole, Role: role})
	case r.config.StopAfterStep != nil && r.config.StopAfterStep(r.state.Run):
		r.pause(&Interrupt{Kind: AfterStep})
	}
}

// behind reports whether an interrupt stands behind a decision that has been carried out.
func (k InterruptKind) behind() bool { return k == AfterRole || k == AfterStep }

// pause ends the run with a question that is about no call.
func (r *run) pause(i *Interrupt) {
	i.ID = r.nextInterruptID()
	r.question = i
	r.end(Paused, planner.Reason(i.Kind), "")
}
