package loop

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tools"
)

// classDenied marks the observation of a call that a person did not allow.
const classDenied = "denied"

// approved returns the call to make in place of c: c itself, or c with a person's arguments. It is not
// made if it was denied, which is then its observation. ok reports whether the run goes on; if not, it
// waits for a person.
func (r *run) approved(ctx context.Context, c tools.Call) (_ tools.Call, make, ok bool) {
	if n := r.replay.nextButResumed(); r.config.AllowChanged && n != nil && n.Kind == Interrupted {
		// It was asked for then, whatever the tool's flags are now.
	} else if !r.tools.Options(c.Tool).NeedsApproval || r.remembered[c.Tool] || r.config.AllowChanged && n != nil {
		return c, true, true
	}
	_, _, waiting, reply := r.awaitRecorded()
	switch {
	case r.replay.stopped():
		return c, false, false
	case reply != nil && waiting != nil:
	case r.config.Approve != nil:
		if waiting != nil && !r.replay.over { // the approver was asked, and its reply is lost
			r.endReplay()
		}
		reply = r.askApprover(ctx, c)
	case waiting != nil:
		r.stillWaiting(waiting)
		return c, false, false
	default:
		r.interrupt(ToolCall, c)
		return c, false, false
	}
	switch reply.Do {
	case Approve:
		return c, true, true
	case Edit:
		args, err := tools.Canonical(bytes.Clone(reply.Args)) // which are the person's
		if err != nil {
			panic("loop: BUG: edited arguments were checked and are no JSON: " + err.Error())
		}
		c.Args = args
		return c, true, true
	}
	message := "a person did not allow this call"
	if reply.Text != "" {
		message += ": " + reply.Text
	}
	o := tools.Failed(c.ID, &tools.Error{Class: classDenied, Message: message})
	r.emit(Event{Kind: Observed, Observation: &o})
	return c, false, true
}

// askApprover asks the configured approver and records question and reply. An approver that fails,
// panics, or says what does not fit, denies.
func (r *run) askApprover(ctx context.Context, c tools.Call) *Reply {
	return r.askApproverOf(ctx, r.nextInterrupt(ToolCall, c))
}

// askApproverOf is askApprover about anything. What fails about a plan sends it back.
func (r *run) askApproverOf(ctx context.Context, interrupt *Interrupt) *Reply {
	interrupt.ID = fmt.Sprintf("i%d", r.interrupts+1)
	r.emit(Event{Kind: Interrupted, Interrupt: interrupt})
	var reply Reply
	var err error
	r.clock.whileStanding(func() {
		defer func() {
			if p := recover(); p != nil {
				err = fmt.Errorf("the approver panicked: %v", p)
			}
		}()
		reply, err = r.config.Approve(ctx, *interrupt)
	})
	reply.Interrupt = interrupt.ID
	if err == nil {
		err = r.answers(&reply, interrupt)
	}
	if err != nil {
		reply = Reply{Interrupt: interrupt.ID, Do: Deny, Text: err.Error()}
		if interrupt.Kind == PlanReview {
			reply.Do = Reject
		}
	}
	r.record(&Event{Kind: Resumed, Resume: &ResumeInfo{Reply: &reply}})
	return &reply
}

// interrupt ends the run with a question about c.
func (r *run) interrupt(kind InterruptKind, c tools.Call) {
	r.question = r.nextInterrupt(kind, c)
	r.end(Paused, planner.Reason(kind), "")
}

// stillWaiting ends the run with a question that was asked before.
func (r *run) stillWaiting(i *Interrupt) {
	r.question, r.questionLogged = i, true
	r.end(Paused, planner.Reason(i.Kind), "")
}

func (r *run) nextInterrupt(kind InterruptKind, c tools.Call) *Interrupt {
	return &Interrupt{ID: r.nextInterruptID(), Kind: kind, Call: &c}
}

func (r *run) nextInterruptID() string { return fmt.Sprintf("i%d", r.interrupts+1) }

// answers reports whether reply can answer the interrupt that waits.
func (l *Loop) answers(reply *Reply, waiting *Interrupt) error {
	switch {
	case reply == nil:
		return nil
	case waiting == nil:
		return fmt.Errorf("loop: a reply to %s, and nothing waits for one", reply.Interrupt)
	case reply.Interrupt != waiting.ID:
		return fmt.Errorf("loop: a reply to %s, and %s waits for one", reply.Interrupt, waiting.ID)
	}
	legal := map[InterruptKind][]Do{
		UnsureCall: {Rerun, Use, Skip}, ToolCall: {Approve, Deny, Edit}, PlanReview: {Approve, Reject, Edit},
		BeforeRole: {Approve}, AfterRole: {Approve}, AfterStep: {Approve},
	}[waiting.Kind]
	for _, do := range legal {
		if reply.Do != do {
			continue
		}
		switch {
		case do == Use && !json.Valid(reply.Output):
			return fmt.Errorf("loop: the output in the reply is not JSON")
		case do == Edit && waiting.Plan != nil:
			if _, err := l.editedPlan(*waiting.Plan, reply.Plan); err != nil {
				return err
			}
		case do == Edit:
			if err := l.tools.Check(tools.Call{Tool: waiting.Call.Tool, Args: reply.Args}); err != nil {
				return fmt.Errorf("loop: the edited arguments: %w", err)
			}
		}
		return nil
	}
	return fmt.Errorf("loop: the reply does %q, want one of %q", reply.Do, legal)
}
