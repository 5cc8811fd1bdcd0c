package endpoint

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"sync"
	"time"
)

// keepAlive is how long a stream of events is silent before a sign says that it is alive.
const keepAlive = 10 * time.Second

// events writes a stream: server-sent events, or lines of JSON for Ollama's clients. Its methods may be called from
// several goroutines. A client that does not read is given wait for each piece; after it, or when the
// client has gone, nothing more is written.
type events struct {
	w     http.ResponseWriter
	lines bool          // JSON lines, for Ollama's clients
	sign  string        // is written while there is nothing else to write
	gone  func()        // called when the client no longer takes what is written; nil: no one is to know
	wait  time.Duration // bounds one write to a client

	mu     sync.Mutex
	begun  bool // the header is written
	broken error
	last   time.Time
}

// data writes an event; kind may be empty.
func (e *events) data(kind string, v any) {
	text := encode(v)
	var b bytes.Buffer
	if kind != "" {
		b.WriteString("event: " + kind + "\n")
	}
	b.WriteString("data: ")
	b.Write(text)
	b.WriteString("\n\n")
	e.write(b.Bytes())
}

// line writes one line of JSON.
func (e *events) line(v any) { e.write(append(encode(v), '\n')) }

// raw writes text as it is.
func (e *events) raw(text string) { e.write([]byte(text)) }

func (e *events) write(p []byte) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.broken != nil {
		return
	}
	if !e.begun {
		e.begun = true
		kind := "text/event-stream"
		if e.lines {
			kind = "application/x-ndjson"
		}
		e.w.Header().Set("Content-Type", kind)
		e.w.Header().Set("Cache-Control", "no-cache")
		e.w.Header().Set("X-Accel-Buffering", "no")
	}
	control := http.NewResponseController(e.w)
	control.SetWriteDeadline(time.Now().Add(e.wait)) // a test's recorder has none
	if _, e.broken = e.w.Write(p); e.broken == nil {
		e.broken = flushed(control)
	}
	if e.broken != nil && e.gone != nil {
		e.gone()
	}
	e.last = time.Now()
}

// flushed sends what was written. A writer that cannot be flushed, as of a test, is none to wait for.
func flushed(control *http.ResponseController) error {
	if err := control.Flush(); !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	return nil
}

// started reports whether the client has been told anything.
func (e *events) started() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.begun
}

// whole writes a reply that is not a stream.
func (e *events) whole(v any) {
	http.NewResponseController(e.w).SetWriteDeadline(time.Now().Add(e.wait)) // a test's recorder has none; a guard takes it away
	e.w.Header().Set("Content-Type", "application/json")
	e.w.Write(append(encode(v), '\n')) // a client that has gone reads nothing
}

// alive writes signs of life while nothing else is written, until stop is closed. A client and what stands between then
// know that the model still works.
func (e *events) alive(stop <-chan struct{}) {
	ticks := time.NewTicker(keepAlive)
	defer ticks.Stop()
	for {
		select {
		case <-stop:
			return
		case <-ticks.C:
			e.mu.Lock()
			silent := time.Since(e.last) >= keepAlive
			e.mu.Unlock()
			if silent {
				e.raw(e.sign)
			}
		}
	}
}

// encode writes v as JSON without HTML escapes.
func encode(v any) []byte {
	var b bytes.Buffer
	d := json.NewEncoder(&b)
	d.SetEscapeHTML(false)
	if err := d.Encode(v); err != nil {
		panic("endpoint: BUG: a reply cannot be encoded: " + err.Error())
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}
