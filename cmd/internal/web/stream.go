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

// writeTime bounds how long a reader may take for what is sent to it; pulse is how often a stream on which nothing happens
// is tried, so that one whose reader has gone is found.
const (
	writeTime = 10 * time.Second
	pulse     = 15 * time.Second
)

// open begins a stream, unless too many are open; then it answers, and is nil. end is called once.
func (s *Server) open(w http.ResponseWriter, r *http.Request) (st *stream, end func()) {
	select {
	case s.streams <- struct{}{}:
	default:
		refuse(w, http.StatusServiceUnavailable, "too many pages are open")
		return nil, nil
	}
	w.Header().Set("Content-Type", "text/event-stream")
	st = &stream{w: w, out: http.NewResponseController(w), look: s.lookOf(r)}
	_ = st.out.SetReadDeadline(time.Time{}) // the request has come; a test's recorder has none
	st.ready.WriteString("retry: 1000\n\n")
	return st, func() { <-s.streams }
}

// tell sends what next readies, until that is over or the reader has gone; after the first time whenever more is closed,
// but not more often than every so long.
func (s *Server) tell(w http.ResponseWriter, r *http.Request, every time.Duration, next func(*stream) (more <-chan struct{}, over bool)) {
	st, end := s.open(w, r)
	if st == nil {
		return
	}
	defer end()
	beat := time.NewTicker(pulse)
	defer beat.Stop()
	for {
		more, over := next(st)
		if over {
			st.end()
		}
		if !st.send() || over {
			return
		}
		select {
		case <-more:
		case <-beat.C:
			st.ready.WriteString(":\n\n")
		case <-r.Context().Done():
			return
		}
		select {
		case <-time.After(every):
		case <-r.Context().Done():
			return
		}
	}
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
