package loop

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/tidwall/gjson"
)

// A tape is what a log already holds of a run. The run goes through its machine as if for the first
// time; as long as the tape lasts, what models said and tools gave is read from it, and what the
// machine itself decides is compared with it. So one mechanism resumes, where the tape ends and the
// run goes on, and replays, where it only looks for the first difference.
type tape struct {
	events  []Event
	pos     int         // events[:pos] have been gone through
	replay  bool        // stop at the end of the tape instead of going on
	reply   *Reply      // the answer to the interrupt that the tape ends with
	live    bool        // the run has gone on beyond the tape
	differs *Divergence // the first difference; the run must stop
	ended   bool        // the end of the tape in a replay; the run must stop
	cut     bool        // the recorded run was ended from outside here; so must this one
}

// A Divergence is the first place where a run and its log differ.
type Divergence struct {
	Seq      int    // of the recorded event
	Field    string // gjson path into the event: "ask.messages"
	Recorded string // the value in the log
	Now      string // the value of the run
	What     string // what has changed, in plain words, if it is something that Config.AllowChanged accepts; else ""
}

// Error returns one line.
func (d *Divergence) Error() string {
	difference := fmt.Sprintf("event %d differs from the log: %s was %s, and is %s now", d.Seq, d.Field, d.Recorded, d.Now)
	if d.What == "" {
		return "loop: " + difference
	}
	return "loop: " + d.What + "; go on with what made the log, or set AllowChanged (" + difference + ")"
}

// stopped reports whether nothing more may happen.
func (t *tape) stopped() bool { return t.differs != nil || t.ended || t.cut }

// played reports whether the tape has nothing more to say: there was none, or the run has gone on.
func (t *tape) played() bool { return len(t.events) == 0 || t.live }

// finished reports whether the tape holds all that is to be gone through.
func (t *tape) finished() bool {
	return t.replay || len(t.events) > 0 && t.events[len(t.events)-1].Kind == Finished
}

// next returns the next recorded event, or nil at the end of the tape.
func (t *tape) next() *Event {
	if t.pos == len(t.events) {
		return nil
	}
	return &t.events[t.pos]
}

// nextButResumed returns the next recorded event that says more than that the run went on.
func (t *tape) nextButResumed() *Event {
	for i := t.pos; i < len(t.events); i++ {
		if t.events[i].Kind != Resumed {
			return &t.events[i]
		}
	}
	return nil
}

// elapsed is the time inside the run until the end of the tape.
func (t *tape) elapsed() time.Duration {
	if len(t.events) == 0 {
		return 0
	}
	l := newLedger()
	for i := range t.events {
		l.apply(&t.events[i])
	}
	return l.elapsed
}

// ending returns the recorded result if nothing but that is left on the tape.
func (t *tape) ending() *Result {
	if t.pos != len(t.events)-1 || t.events[t.pos].Kind != Finished {
		return nil
	}
	result := *t.events[t.pos].Result
	return &result
}

// again goes through one recorded event in place of e, which the machine has just made.
func (r *run) again(e Event) {
	recorded := r.tape.events[r.tape.pos]
	e = r.accepted(recorded, e)
	if d := difference(recorded, e); d != nil {
		r.tape.differs = d
		return
	}
	r.pass()
}

// pass goes through the next recorded event.
func (r *run) pass() Event {
	e := r.tape.events[r.tape.pos]
	r.tape.pos++
	r.apply(&e)
	return e
}

// settle is called where the machine waits for the outside, a model or a tool. It goes through
// pauses that were recorded here, and returns the event that came from outside if that is recorded.
// Otherwise the wait was broken off: broken is true, and reply is what a person said to it, if
// anything. waiting is the interrupt that stands open.
func (r *run) settle() (recorded *Event, broken bool, waiting *Interrupt, reply *Reply) {
	for e := r.tape.next(); e != nil; e = r.tape.next() {
		switch e.Kind {
		case Interrupted:
			if reply != nil { // the next question, about something else
				return nil, broken, waiting, reply
			}
			waiting = e.Interrupt
		case Resumed:
			reply = e.Resume.Reply
		default:
			return e, broken, waiting, reply
		}
		broken = true
		r.pass()
	}
	if len(r.tape.events) == 0 || r.tape.live {
		return nil, broken, waiting, reply
	}
	if r.tape.replay {
		r.tape.ended = true
		return nil, true, waiting, reply
	}
	if reply != nil { // it was answered, and the run broken off again before that showed
		waiting = nil
	}
	if waiting != nil && r.tape.reply == nil && waiting.Kind != AfterStep {
		return nil, true, waiting, nil // nothing is written before the reply is there
	}
	r.goLive()
	return nil, true, waiting, r.tape.reply
}

// goLive leaves the end of the tape.
func (r *run) goLive() {
	r.tape.live = true
	r.record(&Event{Kind: Resumed, Resume: &ResumeInfo{Reply: r.tape.reply, Changed: r.changes}})
}

// difference returns the first field in which two events differ, times apart, or nil.
func difference(recorded, now Event) *Divergence {
	a, b := comparable(recorded), comparable(now)
	if bytes.Equal(a, b) {
		return nil
	}
	path, was, is := firstDifference("", gjson.ParseBytes(a), gjson.ParseBytes(b))
	return &Divergence{Seq: recorded.Seq, Field: path, Recorded: was, Now: is, What: what(recorded, now, path)}
}

// comparable is an event as JSON, without what depends on the clock.
func comparable(e Event) []byte {
	e.Time, e.Seq = time.Time{}, 0
	if e.Result != nil {
		result := *e.Result
		result.Counters.WallMS = 0
		e.Result = &result
	}
	line, err := json.Marshal(e)
	if err != nil {
		panic("loop: BUG: an event failed to encode: " + err.Error())
	}
	return line
}

// firstDifference finds the path to the first value that differs.
func firstDifference(path string, a, b gjson.Result) (at, was, is string) {
	switch {
	case a.IsObject() && b.IsObject():
		keys := a.Get("@keys").Array()
		for _, key := range append(keys, b.Get("@keys").Array()...) {
			x, y := a.Get(gjson.Escape(key.Str)), b.Get(gjson.Escape(key.Str))
			if x.Raw != y.Raw {
				return firstDifference(join(path, key.Str), x, y)
			}
		}
	case a.IsArray() && b.IsArray():
		x, y := a.Array(), b.Array()
		for i := range max(len(x), len(y)) {
			switch {
			case i == len(x):
				return firstDifference(join(path, strconv.Itoa(i)), gjson.Result{}, y[i])
			case i == len(y):
				return firstDifference(join(path, strconv.Itoa(i)), x[i], gjson.Result{})
			case x[i].Raw != y[i].Raw:
				return firstDifference(join(path, strconv.Itoa(i)), x[i], y[i])
			}
		}
	}
	was, is = clip(a.Raw, b.Raw)
	return path, was, is
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// maxShown is how much of a value an error shows, in characters.
const maxShown = 80

// clip shortens two values for an error to where they differ.
func clip(was, is string) (string, string) {
	x, y := []rune(was), []rune(is)
	same := 0
	for same < min(len(x), len(y)) && x[same] == y[same] {
		same++
	}
	from := 0
	if same > maxShown/2 {
		from = same - maxShown/4
	}
	return window(x, from), window(y, from)
}

// window returns what stands at from in a value, with marks where something is left out.
func window(value []rune, from int) string {
	if len(value) == 0 {
		return "missing"
	}
	before, after := "", ""
	if from > 0 {
		before = "…"
	}
	value = value[from:]
	if len(value) > maxShown {
		value, after = value[:maxShown], "…"
	}
	return before + string(value) + after
}
