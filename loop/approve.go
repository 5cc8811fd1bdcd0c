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

// approve asks a person about a call that needs it, and who may change it.
func (r *run) approve(ctx context.Context, c *tools.Call) leave {
	if !r.tools.Options(c.Tool).NeedsApproval || r.remembered[c.Tool] {
		return granted
	}
	asked := *c // which stays in the log as it is
	reply, ok := r.awaitReply(ctx, &Interrupt{Kind: ToolCall, Call: &asked})
	if !ok {
		return stopped
	}
	switch reply.Do {
	case Approve:
		return granted
	case Edit:
		args, err := tools.Canonical(bytes.Clone(reply.Args)) // which are the person's
		if err != nil {
			panic("loop: BUG: edited arguments were checked and are no JSON: " + err.Error())
		}
		c.Args = args
		return granted
	}
	o := tools.Failed(c.ID, &tools.Error{Class: classDenied, Message: phrases.Say("denied", "Why", reply.Text)})
	r.emit(Event{Kind: Observed, Observation: &o})
	return refused
}

// awaitReply returns a person's reply to an interrupt: the one that the log holds, the one that the run was
// resumed with, or the approver's. It reports whether the run goes on; if not, the run waits for the reply.
func (r *run) awaitReply(ctx context.Context, i *Interrupt) (*Reply, bool) {
	recorded, _, waiting, reply := r.awaitRecorded(i)
	switch {
	case r.replay.stopped(), recorded != nil && recorded.Kind == Finished && waiting != nil && reply == nil: // it was stopped while it asked
		return nil, false
	case reply != nil && waiting != nil:
		return reply, true
	case r.config.Approval.Ask != nil:
		if waiting != nil && !r.replay.over { // the approver was asked, and its reply is lost
			r.endReplay()
		}
		return r.askApprover(ctx, i)
	case waiting != nil:
		r.stillWaiting(waiting)
		return nil, false
	}
	r.pause(i)
	return nil, false
}

// askApprover asks the configured approver and records question and reply. An approver that fails, panics, ends its
// goroutine, or says what does not fit, denies; a plan it sends back. A run that is stopped meanwhile has no reply: it
// does not go on.
func (r *run) askApprover(ctx context.Context, interrupt *Interrupt) (*Reply, bool) {
	interrupt.ID = r.nextInterruptID()
	if r.emit(Event{Kind: Interrupted, Interrupt: interrupt}); r.replay.stopped() {
		return nil, false
	}
	var reply Reply
	var err error
	r.clock.whileStanding(func() {
		if failed := protected(func() {
			reply, err = r.config.Approval.Ask(ctx, *interrupt)
			err = settled(err)
		}); failed != nil {
			err = phrases.Error("approver failed", "Problem", failed)
		}
	})
	reply.Interrupt = interrupt.ID
	if err == nil {
		err = r.answers(&reply, interrupt)
	}
	if err != nil && r.caller.Err() != nil {
		return nil, false
	}
	if err != nil {
		reply = Reply{Interrupt: interrupt.ID, Do: Deny, Text: err.Error()}
		if interrupt.Kind == PlanReview {
			reply.Do = Reject
		}
	}
	r.record(&Event{Kind: Resumed, Resume: &ResumeInfo{Reply: &reply}})
	return &reply, true
}

// stillWaiting ends the run with a question that was asked before.
func (r *run) stillWaiting(i *Interrupt) {
	r.question, r.questionLogged = i, true
	r.end(Paused, planner.Reason(i.Kind), "")
}

func (r *run) nextInterruptID() string { return fmt.Sprintf("i%d", r.interrupts+1) }

// CheckReply checks that reply can answer i, a question from one of l's runs: an edited call must fit its tool,
// and an edited plan is checked like any plan. If CheckReply fails, an approver can ask the person again.
func (l *Loop) CheckReply(reply Reply, i Interrupt) error { return l.answers(&reply, &i) }

// answers reports whether reply can answer the interrupt that waits.
func (l *Loop) answers(reply *Reply, waiting *Interrupt) error {
	switch {
	case reply == nil:
		return nil
	case waiting == nil:
		return fmt.Errorf("loop: there is a reply to %s, but no question waits for one", reply.Interrupt)
	case reply.Interrupt != waiting.ID:
		return fmt.Errorf("loop: there is a reply to %s, but %s waits for one", reply.Interrupt, waiting.ID)
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
			if err := l.tools.Check(context.Background(), tools.Call{Tool: waiting.Call.Tool, Args: reply.Args}); err != nil {
				return fmt.Errorf("loop: the edited arguments: %w", err)
			}
		}
		return nil
	}
	return fmt.Errorf("loop: the reply does %q, want one of %q", reply.Do, legal)
}
