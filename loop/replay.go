package loop

import "time"

// A replay is what a log already holds of a run. The run goes through its machine as if for the first
// time: until the log ends, what models said and tools gave is read from it, and what the machine itself
// decides is compared with it. So one mechanism resumes a run, which goes on where its log ends, and
// replays one, which stops there or at the first difference. The zero value is that of a new run.
type replay struct {
	events   []Event
	pos      int         // events[:pos] have been gone through
	readOnly bool        // stop where the log ends instead of going on
	reply    *Reply      // the answer to the interrupt that the log ends with
	over     bool        // the run has gone on where the log ended
	differs  *Divergence // the first difference; the run must stop
	ended    bool        // a replay that is readOnly has come to the end of the log; the run must stop
	cut      bool        // the recorded run was ended from outside here; so must this one
}

// stopped reports whether nothing more may happen.
func (t *replay) stopped() bool { return t.differs != nil || t.ended || t.cut }

// played reports whether the log has nothing more to say: there was none, or the run has gone on.
func (t *replay) played() bool { return len(t.events) == 0 || t.over }

// finished reports whether the log holds all that is to be gone through.
func (t *replay) finished() bool {
	return t.readOnly || len(t.events) > 0 && t.events[len(t.events)-1].Kind == Finished
}

// next returns the next recorded event, or nil at the end of the log.
func (t *replay) next() *Event {
	if t.pos == len(t.events) {
		return nil
	}
	return &t.events[t.pos]
}

// nextButResumed returns the next recorded event that says more than that the run went on.
func (t *replay) nextButResumed() *Event {
	for i := t.pos; i < len(t.events); i++ {
		if t.events[i].Kind != Resumed {
			return &t.events[i]
		}
	}
	return nil
}

// elapsed is the time inside the run until the end of the log.
func (t *replay) elapsed() time.Duration {
	if len(t.events) == 0 {
		return 0
	}
	l := newReducer()
	for i := range t.events {
		l.apply(&t.events[i])
	}
	return l.elapsed
}

// ending returns the recorded result if nothing but that is left in the log.
func (t *replay) ending() *Result {
	if t.pos != len(t.events)-1 || t.events[t.pos].Kind != Finished {
		return nil
	}
	result := *t.events[t.pos].Result
	return &result
}
