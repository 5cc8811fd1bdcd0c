package loop

import (
	"fmt"
	"io"
	"time"

	"github.com/shortleash/shortleash/planner"
)

// A recording is where the events of a run go, and what a log already holds of it.
type recording struct {
	log         io.Writer               // nil: none is kept
	logErr      error                   // the log could not be written
	yield       func(Event, error) bool // nil: the run is not watched
	watcherLeft bool                    // yield must not be called again

	replay         replay // gone through before anything new happens
	resultRecorded bool   // the result is what the log says, with its warnings
	questionLogged bool   // the log ends with the run's question already
}

// emit records an event, or goes through the one that the log holds in its place.
func (r *run) emit(e Event) {
	if r.replay.stopped() {
		return
	}
	for n := r.replay.next(); n != nil && e.Kind != Delta; n = r.replay.next() {
		switch {
		case n.Kind == Resumed: // a run may have been broken off and resumed anywhere
			if !r.fits(n, nil) {
				return
			}
			r.advance()
			continue
		case n.Kind == Finished && n.Result.fromOutside():
			r.replay.cut = true // the clock or the caller ended it here
		default:
			r.replayEvent(e)
		}
		return
	}
	switch {
	case len(r.replay.events) == 0 || r.replay.over:
	case r.replay.readOnly:
		r.replay.ended = true
		return
	default:
		r.endReplay()
	}
	r.record(&e)
}

// record makes an event: first the fold, then the log, then the watcher, so that an event is written
// before the watcher sees it.
func (r *run) record(e *Event) {
	e.Time = time.Now().UTC()
	if e.Kind != Delta {
		e.Seq = r.seq + 1
		r.apply(e)
		r.write(e)
	}
	switch {
	case r.yield == nil:
	case r.relay != nil:
		r.relay.publish(*e)
	default:
		r.show(*e)
	}
}

// show passes an event to the watcher. It runs on the goroutine of the caller.
func (r *run) show(e Event) {
	if !r.watcherLeft && !r.yield(e, nil) {
		r.watcherLeft = true
		r.cancelCaller()
	}
}

func (r *run) write(e *Event) {
	if r.log == nil || r.logErr != nil {
		return
	}
	line, err := e.encode()
	if err == nil {
		_, err = r.log.Write(line)
	}
	if err != nil {
		r.logErr = fmt.Errorf("the log ends before event %d: %w", e.Seq, err)
	}
}

// replayEvent goes through one recorded event in place of e, which the machine has just made.
func (r *run) replayEvent(e Event) {
	recorded := r.replay.events[r.replay.pos]
	if d := difference(recorded, e); d != nil {
		r.replay.differs = d
		return
	}
	r.advance()
}

// advance goes through the next recorded event.
func (r *run) advance() Event {
	e := r.replay.events[r.replay.pos]
	r.replay.pos++
	r.apply(&e)
	return e
}

// awaitRecorded is called where the run waits for a model, a tool or a person. It goes through the
// pauses that the log holds here, and returns the event that ended the wait if the log holds that too.
// Otherwise the run was interrupted while it waited: broken is true, and reply is what a person has
// said to it since, if anything. waiting is the interrupt that is not answered. asks is the question that the
// run has here, nil where it has none: one that the log holds must be the same, or it was never asked.
func (r *run) awaitRecorded(asks *Interrupt) (recorded *Event, broken bool, waiting *Interrupt, reply *Reply) {
	for e := r.replay.next(); e != nil; e = r.replay.next() {
		switch e.Kind {
		case Interrupted:
			if reply != nil || waiting != nil && waiting.Kind != e.Interrupt.Kind { // the next question, about something else
				return nil, broken, waiting, reply
			}
			if r.replay.differs = difference(*e, r.questionNow(asks, e)); r.replay.differs != nil {
				return nil, true, nil, nil
			}
			waiting = e.Interrupt
		case Resumed:
			if reply = e.Resume.Reply; !r.fits(e, waiting) {
				return nil, true, nil, nil
			}
		default:
			return e, broken, waiting, reply
		}
		broken = true
		r.advance()
	}
	if len(r.replay.events) == 0 || r.replay.over {
		return nil, broken, waiting, reply
	}
	if r.replay.readOnly {
		r.replay.ended = true
		return nil, true, waiting, reply
	}
	if reply != nil { // it was answered, and the run broken off again before that showed
		waiting = nil
	}
	if waiting != nil && r.replay.reply == nil && waiting.Kind != AfterStep {
		return nil, true, waiting, nil // nothing is written before the reply is there
	}
	r.endReplay()
	return nil, true, waiting, r.replay.reply
}

// questionNow is the event that the run would make of a question in place of a recorded one.
func (r *run) questionNow(asks *Interrupt, recorded *Event) Event {
	now := Event{Kind: Interrupted}
	if asks != nil {
		question := *asks
		question.ID = r.nextInterruptID()
		now.Interrupt = &question
	}
	if recorded.Result != nil && asks != nil { // an approver is asked while the run goes on
		now.Result = &Result{Outcome: Paused, Reason: planner.Reason(asks.Kind), Partial: r.partial}
		r.complete(now.Result, now.Interrupt)
	}
	return now
}

// fits reports whether the reply of a recorded event, if it has one, answers the question that waits there; else the
// log differs.
func (r *run) fits(e *Event, waiting *Interrupt) bool {
	if err := r.answers(e.Resume.Reply, waiting); err != nil {
		r.replay.differs = &Divergence{Seq: e.Seq, Field: "resume.reply", Recorded: string(e.Resume.Reply.Do), Now: "missing", What: err.Error()}
	}
	return r.replay.differs == nil
}

// endReplay goes on where the log ends, and records that.
func (r *run) endReplay() {
	r.replay.over = true
	r.record(&Event{Kind: Resumed, Resume: &ResumeInfo{Reply: r.replay.reply}})
}
