package loop

import (
	"context"
	"errors"
	"io"
)

// ErrNoLog says that there is nothing to resume or replay.
var ErrNoLog = errors.New("loop: the log holds no run")

// Resume goes on with the run whose events are given, appending to log. It repeats no request that
// was answered and no call that was observed. A call that was started and not observed is made again
// if its tool is idempotent; otherwise the run stops with outcome paused and asks, and a later
// Resume brings the reply. A finished run gives its Result again, and nothing happens.
//
// A run that has not been made by a loop like this one (another prompt, tool, rule, budget or model)
// gives a *[Divergence], as soon as it shows and before anything is done. A ctx that ends before the
// run has got to where it was broken off gives its error.
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

// Replay goes through the run whose events are given, on recorded replies and observations: nothing
// is sent and nothing is called. It returns nil if this loop would have done the same, or a
// *[Divergence] at the first event that differs.
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
	if first.Earlier != nil {
		l = l.after(first.Earlier)
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
