package loop

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// ReadLog reads a log: one event a line. A last line without its end was torn by a crash and is left
// out; torn says how many bytes it has, so that a writer can cut them off before it goes on. Any
// other line that is no event is an error with its number.
func ReadLog(r io.Reader) (events []Event, torn int, err error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, 0, fmt.Errorf("loop: log: %w", err)
	}
	whole := text[:bytes.LastIndexByte(text, '\n')+1]
	for line := range bytes.Lines(whole) {
		var e Event
		if err := json.Unmarshal(line, &e); err != nil {
			return nil, 0, fmt.Errorf("loop: log: line %d: %w", len(events)+1, err)
		}
		if e.Seq != len(events)+1 {
			return nil, 0, fmt.Errorf("loop: log: line %d: it is event %d; lines are missing", len(events)+1, e.Seq)
		}
		events = append(events, e)
	}
	if len(events) > 0 && (events[0].Kind != RunStarted || events[0].Run == nil) {
		return nil, 0, errors.New("loop: log: line 1: it does not start a run")
	}
	if len(events) > 0 && events[0].Run.Version != LogVersion {
		return nil, 0, fmt.Errorf("loop: log: version %d, and this program reads version %d", events[0].Run.Version, LogVersion)
	}
	return events, len(text) - len(whole), nil
}

// ErrNoLog says that there is nothing to resume or replay.
var ErrNoLog = errors.New("loop: the log holds no run")

// Resume goes on with the run whose events are given, appending to log. It repeats no request that
// was answered and no call that was observed. A call that was started and not observed is made again
// if its tool is idempotent; otherwise the run stops with outcome interrupted and asks, and a later
// Resume brings the reply. A finished run gives its Result again, and nothing happens.
//
// A run that has not been made by a loop like this one (another prompt, tool, rule, budget or model)
// gives a *[Divergence], as soon as it shows and before anything is done.
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
	return l.again(ctx, tape{events: events, reply: reply}, log, watch)
}

// Replay goes through the run whose events are given, on recorded replies and observations: nothing
// is sent and nothing is called. It returns nil if this loop would have done the same, or a
// *[Divergence] at the first event that differs.
func (l *Loop) Replay(ctx context.Context, events []Event) error {
	if len(events) == 0 {
		return ErrNoLog
	}
	_, err := l.again(ctx, tape{events: events, replay: true}, nil, nil)
	return err
}

func (l *Loop) again(ctx context.Context, t tape, log io.Writer, watch func(Event)) (Result, error) {
	r := newRun(l, t.events[0].Run.Task, log, func(e Event, _ error) bool {
		if watch != nil {
			watch(e)
		}
		return true
	})
	r.tape = t
	r.toEnd(ctx)
	if r.tape.differs != nil {
		return Result{}, r.tape.differs
	}
	return *r.result, nil
}
