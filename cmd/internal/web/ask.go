package web

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/runs"
	"github.com/shortleash/shortleash/loop"
)

// A waiting is a question that a run waits with.
type waiting struct {
	loop.Interrupt
	Refused string     // why the reply before did not fit; "": it is the first
	Wrote   loop.Reply // that reply
	reply   chan loop.Reply
}

// asking returns what has the pages ask a person for lane n, and waits for the reply.
func (j *job) asking(n int) runs.Ask {
	return func(ctx context.Context, i loop.Interrupt, refused error) (loop.Reply, error) {
		w := &waiting{Interrupt: i, reply: make(chan loop.Reply, 1)}
		asks := func(now *waiting) {
			j.mu.Lock()
			defer j.mu.Unlock()
			if now != nil && refused != nil {
				now.Refused, now.Wrote = cli.Problem(refused), j.lanes[n].replied
			}
			j.lanes[n].asks = now
			j.happened()
		}
		asks(w)
		defer asks(nil)
		select {
		case r := <-w.reply:
			return r, nil
		case <-ctx.Done():
			return loop.Reply{}, ctx.Err()
		}
	}
}

// answer gives a person's reply to the question id of a lane, and reports whether that waits for one.
func (j *job) answer(n int, id string, r loop.Reply) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	if n < 0 || n >= len(j.lanes) || j.lanes[n].asks == nil || j.lanes[n].asks.ID != id {
		return false
	}
	l := &j.lanes[n]
	l.asks.reply <- r
	l.asks, l.replied = nil, r
	j.happened()
	return true
}

// keep keeps a person's reply that comes from elsewhere.
func (j *job) keep(n int, r loop.Reply) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.lanes[n].replied = r
}

// A question is one that a person is asked, and where the reply goes.
type question struct {
	Action string
	N      int // the lane
	waiting
}

// PlanText is the plan for a person to change: as it was left in a reply that did not fit, or as it is.
func (q question) PlanText() (string, error) {
	if text := strings.TrimSpace(string(q.Wrote.Plan)); text != "" {
		return text, nil
	}
	return runs.PlanText(*q.Plan)
}

// ArgsText is the same of the arguments of a call.
func (q question) ArgsText() string {
	if q.Wrote.Args != nil {
		return string(q.Wrote.Args)
	}
	return string(q.Call.Args)
}

// replied reads a person's reply to a question; false if it is none. Whether it fits is seen later.
func replied(r *http.Request) (loop.Reply, bool) {
	reply := loop.Reply{Interrupt: r.PostFormValue("interrupt"), Do: loop.Do(r.PostFormValue("do")), Text: r.PostFormValue("text")}
	switch reply.Do {
	case "always":
		reply.Do, reply.Remember = loop.Approve, true
	case loop.Edit:
		if r.PostForm.Has("plan") {
			reply.Plan = json.RawMessage(r.PostFormValue("plan"))
		} else {
			reply.Args = json.RawMessage(r.PostFormValue("args"))
		}
	}
	return reply, slices.Contains([]loop.Do{loop.Approve, loop.Deny, loop.Edit, loop.Reject, loop.Rerun, loop.Skip}, reply.Do)
}

// reply gives a person's reply to a run that waits.
func (s *Server) reply(r *http.Request) (view, error) {
	j := s.jobs.find(r.PathValue("id"))
	n, err := strconv.Atoi(r.PostFormValue("lane"))
	reply, ok := replied(r)
	if j == nil || err != nil || !ok || !j.answer(n, reply.Interrupt, reply) {
		return refused(http.StatusConflict, "This question waits for no answer any more.")
	}
	return goTo("/jobs/" + j.ID)
}
