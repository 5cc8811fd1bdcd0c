package trial

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/shortleash/shortleash/bench/engine"
)

// Run puts e through one item. A panic of the engine becomes the result's trouble. every is
// Header.MaskEvery.
func Run(e engine.Engine, item Item, every int) (r Result) {
	r = Result{Name: item.Name}
	defer func() {
		if p := recover(); p != nil {
			r = Result{Name: item.Name, Trouble: fmt.Sprintf("panic: %v", p)}
		}
	}()
	start := time.Now()
	session, err := e.Compile(json.RawMessage(item.Schema))
	r.Compile = int64(time.Since(start))
	if err != nil {
		r.Error = err.Error()
		if refusal, ok := errors.AsType[*engine.Refusal](err); ok {
			r.Reason, r.Pointer = refusal.Reason, refusal.Pointer
		}
		return r
	}
	defer session.Close()
	w := walk{session: session, result: &r, every: max(every, 1)}
	w.first()
	for _, text := range item.Texts {
		if r.Trouble != "" {
			r.Texts = nil
			break
		}
		r.Texts = append(r.Texts, w.judge(text))
		if len(r.Texts) == 1 {
			r.Cold = len(r.Masks)
		}
	}
	return r
}

// A walk is one session on its way through the texts of an item.
type walk struct {
	session engine.Session
	result  *Result
	every   int
	seen    int // positions so far, over all texts
}

// first computes the mask at the start.
func (w *walk) first() {
	if err := w.session.Reset(); err != nil {
		w.result.Trouble = "reset: " + err.Error()
		return
	}
	start := time.Now()
	err := w.session.Mask()
	took := int64(time.Since(start))
	if err != nil {
		w.result.Trouble = "first mask: " + err.Error()
		return
	}
	w.result.First = took
}

// judge walks one text by masks, and reads it as bytes where the engine can.
func (w *walk) judge(text Text) Verdict {
	byMask := w.tokens(text)
	reader, reads := w.session.(engine.Reader)
	if !reads {
		return byMask
	}
	byBytes := Verdict{Accepted: true}
	if err := reader.Accepts([]byte(text.Text)); err != nil {
		byBytes = Verdict{At: byMask.At, Why: err.Error()}
	}
	if byBytes.Accepted != byMask.Accepted {
		byBytes.Split = fmt.Sprintf("masks after %d tokens: accepted %v: %s", byMask.At, byMask.Accepted, byMask.Why)
	}
	return byBytes
}

func (w *walk) tokens(text Text) Verdict {
	s := w.session
	if err := s.Reset(); err != nil {
		w.result.Trouble = "reset: " + err.Error()
		return Verdict{}
	}
	for at, id := range text.IDs {
		allowed, timed, err := w.ask(id)
		if err != nil {
			return Verdict{At: at, Why: "mask: " + err.Error()}
		}
		if !allowed {
			if timed {
				w.result.Commits = append(w.result.Commits, 0)
			}
			return Verdict{At: at, Why: fmt.Sprintf("token %d is not in the mask", id)}
		}
		start := time.Now()
		err = s.Commit(id)
		took := int64(time.Since(start))
		if timed {
			w.result.Commits = append(w.result.Commits, took)
		}
		if err != nil {
			w.result.Trouble = fmt.Sprintf("an allowed token was refused after %d tokens: %v", at, err)
			return Verdict{}
		}
	}
	if !s.Ended() {
		return Verdict{At: len(text.IDs), Why: "the text may not end here"}
	}
	return Verdict{Accepted: true}
}

// ask finds out whether id may come next: by a mask, whose time is kept, or between masks by a probe.
func (w *walk) ask(id int) (allowed, timed bool, err error) {
	w.seen++
	prober, probes := w.session.(engine.Prober)
	if probes && !due(w.seen, w.every) {
		return prober.Probe(id), false, nil
	}
	start := time.Now()
	err = w.session.Mask()
	took := int64(time.Since(start))
	if err != nil {
		return false, false, err
	}
	w.result.Masks = append(w.result.Masks, took)
	return w.session.Allowed(id), true, nil
}

// due reports whether a mask is computed at the n-th position, about one in every. A multiplicative
// hash of n decides, so that the choice does not beat with the rhythm of keys and values.
func due(n, every int) bool {
	if every <= 1 {
		return true
	}
	const knuth = 2654435761 // 2^32 over the golden ratio
	return uint64(uint32(n*knuth))*uint64(every)>>32 == 0
}
