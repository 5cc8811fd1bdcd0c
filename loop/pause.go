package loop

import (
	"context"
	"slices"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
)

// pauseBefore pauses the run before role is asked, if it is to, and returns the ending; nil goes on. What
// the log shows to have been asked is not paused before again.
func (r *run) pauseBefore(role model.Role) *ending {
	if !slices.Contains(r.config.Approval.Before, role) {
		return nil
	}
	asks := &Interrupt{Kind: BeforeRole, Role: role}
	recorded, _, waiting, reply := r.awaitRecorded(asks)
	switch {
	case r.replay.stopped():
		return &ending{Cancelled, planner.ReasonReplay, errReplayEnded}
	case waiting != nil && reply != nil || recorded != nil && !r.notAsked(recorded, asks):
		return nil
	case recorded != nil:
		return &ending{Cancelled, planner.ReasonReplay, errReplayEnded}
	case waiting != nil:
		r.stillWaiting(waiting)
	default:
		r.pause(asks)
	}
	return &ending{Paused, planner.Reason(BeforeRole), errPaused}
}

// pauseAfter pauses the run after a decision of role that has been carried out, if that role is to be looked at, or
// if the caller wants the run to stop here.
func (r *run) pauseAfter(ctx context.Context, role model.Role) {
	if r.result != nil || r.replay.stopped() {
		return
	}
	asks := &Interrupt{Kind: AfterStep}
	if slices.Contains(r.config.Approval.After, role) {
		asks = &Interrupt{Kind: AfterRole, Role: role}
	}
	if n := r.replay.nextButResumed(); n != nil && n.Kind == Interrupted && n.Interrupt.Kind.afterDecision() {
		if recorded, _, waiting, reply := r.awaitRecorded(asks); recorded == nil && waiting != nil && reply == nil && !r.replay.over &&
			!r.replay.stopped() && r.replay.next() == nil {
			r.stillWaiting(waiting)
		}
		return
	} else if n != nil { // it went on then
		r.notAsked(n, asks)
		return
	}
	switch {
	case ctx.Err() != nil || r.replay.readOnly: // cancelling comes first, and calls may not have been made
	case asks.Kind == AfterRole:
		r.pause(asks)
	case r.config.Approval.Stop != nil:
		r.stopAfterStep()
	}
}

// notAsked reports whether the log goes on with e where the run asks a person; then it differs. A run that ended there
// did not come to ask, and whether a caller stops one is not in its log.
func (r *run) notAsked(e *Event, asks *Interrupt) bool {
	if e.Kind == Finished || asks.Kind == AfterStep {
		return false
	}
	r.replay.differs = difference(*e, r.questionNow(asks, e))
	return true
}

// stopAfterStep pauses the run here if the caller wants that.
func (r *run) stopAfterStep() {
	stop := false
	err := asking(planner.ReasonCallback, "Config.Approval.Stop", func() error {
		stop = r.config.Approval.Stop(r.state.Run)
		return nil
	})
	switch {
	case err != nil:
		r.endWith(err)
	case stop:
		r.pause(&Interrupt{Kind: AfterStep})
	}
}

// afterDecision reports whether an interrupt stands after a decision that has been carried out.
func (k InterruptKind) afterDecision() bool { return k == AfterRole || k == AfterStep }

// pause ends the run with a question to a person.
func (r *run) pause(i *Interrupt) {
	i.ID = r.nextInterruptID()
	r.question = i
	r.end(Paused, planner.Reason(i.Kind), "")
}
