package web

import (
	"bytes"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// A stream sends pieces of a page as they come: server-sent events, whose data is HTML. A piece is put into the list
// that its attribute data-into names, or takes the place of what has its id.
type stream struct {
	w     http.ResponseWriter
	out   *http.ResponseController
	look  *look
	ready bytes.Buffer // not sent yet
}

// writeTime bounds how long a reader may take for what is sent to it.
const writeTime = 10 * time.Second

// open begins a stream, unless too many are open; then it answers, and is nil. end is called once.
func (s *Server) open(w http.ResponseWriter, r *http.Request) (st *stream, end func()) {
	select {
	case s.streams <- struct{}{}:
	default:
		refuse(w, http.StatusServiceUnavailable, "too many pages are open")
		return nil, nil
	}
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	st = &stream{w: w, out: http.NewResponseController(w), look: s.lookOf(r)}
	_ = st.out.SetReadDeadline(time.Time{}) // the request has come; a test's recorder has none
	st.ready.WriteString("retry: 1000\n\n")
	return st, func() { <-s.streams }
}

// put readies a piece. id is where a stream that broke goes on; 0 is none.
func (st *stream) put(id int, piece string) {
	if id > 0 {
		fmt.Fprintf(&st.ready, "id: %d\n", id)
	}
	for line := range strings.Lines(strings.TrimSpace(piece)) {
		// A lone carriage return would end the line for a reader of the stream.
		st.ready.WriteString("data: " + strings.NewReplacer("\r", "&#13;", "\n", "").Replace(line) + "\n")
	}
	st.ready.WriteString("\n")
}

// end readies the last event, after which a page does not open the stream again.
func (st *stream) end() { st.ready.WriteString("event: end\ndata:\n\n") }

// send sends what is ready, and reports whether someone reads it.
func (st *stream) send() bool {
	if st.ready.Len() == 0 {
		return true
	}
	_ = st.out.SetWriteDeadline(time.Now().Add(writeTime)) // where there is none, nothing waits
	_, err := st.w.Write(st.ready.Bytes())
	st.ready.Reset()
	return err == nil && st.out.Flush() == nil
}

// after returns how much the page has that opens a stream.
func after(r *http.Request) int {
	text := r.Header.Get("Last-Event-ID")
	if text == "" {
		text = r.URL.Query().Get("after")
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// pulse is how often a stream on which nothing happens is tried, so that one whose reader has gone is found.
const pulse = 15 * time.Second

// stream sends what happens to a job.
func (s *Server) stream(w http.ResponseWriter, r *http.Request) {
	j := s.jobs.find(r.PathValue("id"))
	if j == nil {
		refuse(w, http.StatusNotFound, "there is no such work")
		return
	}
	st, end := s.open(w, r)
	if st == nil {
		return
	}
	defer end()
	defer j.look()()
	p := progress{job: j, look: st.look, has: after(r)}
	beat := time.NewTicker(pulse)
	defer beat.Stop()
	for {
		v := j.view()
		p.put(st, v)
		if v.ended {
			st.end()
		}
		if !st.send() || v.ended {
			return
		}
		select {
		case <-v.more:
		case <-beat.C:
			st.ready.WriteString(":\n\n")
		case <-r.Context().Done():
			return
		case <-s.jobs.ctx.Done():
			<-j.done // so that the page sees the end
		}
	}
}

// A progress is how far a page has come with a job.
type progress struct {
	job  *job
	look *look
	has  int // the items that the page has
	seen int // the items that were turned into rows

	timelines []*timeline
	states    []string // of each lane, as the page has it
	status    string
}

// put readies what is new.
func (p *progress) put(st *stream, v view) {
	for n := len(p.timelines); n < len(v.lanes); n++ {
		p.timelines, p.states = append(p.timelines, newTimeline(stepsID(n))), append(p.states, "")
	}
	for ; p.seen < len(v.items); p.seen++ {
		i := v.items[p.seen]
		if row, ok := p.timelines[i.lane].row(i.event); ok && p.seen >= p.has {
			st.put(p.seen+1, p.look.part("row", row))
		}
	}
	for n, l := range v.lanes {
		state := p.look.part("state", laneState{n, p.job.ID, l, v.ended})
		if state != p.states[n] {
			p.states[n] = state
			st.put(0, state)
		}
	}
	if status := p.look.part("status", v); status != p.status {
		p.status = status
		st.put(0, status)
	}
}

// A laneState is what changes in a lane besides its rows.
type laneState struct {
	N   int
	Job string
	lane
	Ended bool
}

// Typing is what has come of the reply under way.
func (l laneState) Typing() string { return l.typing }

// Asks is the question that the run waits with, with its form.
func (l laneState) Asks() any {
	if l.asks == nil {
		return nil
	}
	return question{"/jobs/" + l.Job + "/reply", l.N, *l.asks}
}

func stepsID(n int) string { return "steps-" + strconv.Itoa(n) }

// Ended reports whether all lanes have ended.
func (v view) Ended() bool { return v.ended }

// Stopped reports whether that was before their end.
func (v view) Stopped() bool { return v.stopped }

// Steps is how many decisions were made so far.
func (v view) Steps() int {
	n := 0
	for _, i := range v.items {
		if i.event.Decision != nil {
			n++
		}
	}
	return n
}
