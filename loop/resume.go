package loop

import (
	"context"
	"errors"
	"io"
)

// ErrNoLog says that there is nothing to resume or replay.
var ErrNoLog = errors.New("loop: the log holds no run")

// Resume continues the run with these events and appends to log. It does not repeat a request that
// was answered or a call that was observed. A call that was started but not observed is made again
// if its tool is idempotent; otherwise the run stops with outcome paused and a question, and a later
// Resume brings the reply. For a finished run, Resume returns its Result and does nothing else.
//
// If the run was made by a different loop (another prompt, tool, rule, budget or model), Resume
// returns a *[Divergence] as soon as it finds the difference and before it does anything. If ctx
// ends before the run has reached the point where it stopped, Resume returns the error of ctx.
func (l *Loop) Resume(ctx context.Context, events []Event, reply *Reply, log io.Writer, watch func(Event)) (Result, error) {
	if len(events) == 0 {
		return Result{}, ErrNoLog
	}
	if err := l.tools.Ready(ctx); err != nil {
		return Result{}, err
	}
	waiting := events[len(events)-1].Interrupt
	if err := l.answers(reply, waiting); err != nil {
		return Result{}, err
	}
	return l.continueFrom(ctx, replay{events: events, reply: reply}, log, watch)
}

// Replay repeats the run with these events from recorded replies and observations: it sends no request and calls no
// tool. It returns nil if this loop would have done the same, or a *[Divergence] at the first event that differs.
func (l *Loop) Replay(ctx context.Context, events []Event) error {
	if len(events) == 0 {
		return ErrNoLog
	}
	_, err := l.continueFrom(ctx, replay{events: events, readOnly: true}, nil, nil)
	return err
}

func (l *Loop) continueFrom(ctx context.Context, t replay, log io.Writer, watch func(Event)) (Result, error) {
	var yield func(Event, error) bool
	if watch != nil {
		yield = func(e Event, _ error) bool {
			watch(e)
			return true
		}
	}
	first := t.events[0].Run
	if first.Earlier != nil || first.Folded > 0 {
		l = l.after(first.Earlier, first.Folded)
	}
	r := newRun(l, first.Task, log, yield)
	r.replay = t
	r.toEnd(ctx)
	if r.replay.differs != nil {
		if ctx.Err() != nil { // which made the difference
			return Result{}, ctx.Err()
		}
		return Result{}, r.replay.differs
	}
	return *r.result, nil
}
