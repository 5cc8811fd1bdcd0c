package web

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/runs"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/tools"
)

// A waiting is a question that a run waits with.
type waiting struct {
	loop.Interrupt
	Asked   string     // what a model wants to know; "": the run waits with the interrupt
	Preview string     // what the call would do
	Refused string     // why the reply before did not fit; "": it is the first
	Wrote   loop.Reply // that reply
	reply   chan loop.Reply
}

// asking returns what has the pages ask a person for lane n, and waits for the reply.
func (s *Server) asking(j *job, n int) runs.Ask {
	return func(ctx context.Context, i loop.Interrupt, refused error) (loop.Reply, error) {
		w := &waiting{Interrupt: i, Preview: s.preview(i.Call), reply: make(chan loop.Reply, 1)}
		if refused != nil {
			j.mu.Lock()
			w.Refused, w.Wrote = cli.Problem(refused), j.lanes[n].replied
			j.mu.Unlock()
		}
		return j.ask(ctx, n, w)
	}
}

// preview says what a call would do.
func (s *Server) preview(call *tools.Call) string {
	if s.program.Preview == nil || call == nil {
		return ""
	}
	return s.program.Preview(*call)
}

// watch takes an event of lane n; of a call that is about to be made, with what it would do.
func (s *Server) watch(j *job, n int, e loop.Event) {
	preview := ""
	if e.Kind == loop.CallStarted {
		preview = s.preview(&e.Call.Call)
	}
	j.watch(n, e, preview)
}

// ask has the pages ask what lane n waits with.
func (j *job) ask(ctx context.Context, n int, w *waiting) (loop.Reply, error) {
	asks := func(now *waiting) {
		j.mu.Lock()
		defer j.mu.Unlock()
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

// saying returns what has the pages ask for lane n what a model wants to know.
func (j *job) saying(n int) func(context.Context, string) (string, error) {
	return func(ctx context.Context, question string) (string, error) {
		r, err := j.ask(ctx, n, &waiting{Asked: question, Interrupt: loop.Interrupt{ID: rand.Text()}, reply: make(chan loop.Reply, 1)})
		return r.Text, err
	}
}

// A diffLine is a line of what a call would do.
type diffLine struct{ Mark, Text string }

// diff returns the lines of a preview, with what is added and what goes.
func diff(preview string) (list []diffLine) {
	const head = 2 // lines, with the name of the file
	for line := range strings.Lines(preview) {
		mark := ""
		if len(list) >= head && (strings.HasPrefix(line, "+") || strings.HasPrefix(line, "-")) {
			mark = line[:1]
		}
		list = append(list, diffLine{mark, strings.TrimSuffix(line, "\n")})
	}
	return list
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
	case "no": // of someone who typed words and Enter
		if reply.Do = loop.Deny; r.PostForm.Has("plan") {
			reply.Do = loop.Reject
		}
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
	return goTo("/jobs/" + j.ID + "#" + turnID(n))
}
