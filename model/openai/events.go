package openai

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"
)

// An eventReader reads server-sent events line by line, as the HTML standard defines them (WHATWG,
// "Server-sent events", 9.2.6): a line ends in CR, LF or CRLF; several data lines of one event are
// joined by a line feed; comments and unknown fields are ignored; a blank line dispatches the event;
// an event that the stream ends in is discarded. The fields event, id and retry mean nothing here.
type eventReader struct {
	lines      *bufio.Scanner
	first      bool // no line has been read
	afterCR    bool // the last line ended in CR, so a line feed that follows belongs to its end
	lineData   []string
	size       int    // bytes of lineData
	dispatched bool   // the last line completed an event
	data       string // of that event
	problem    string // the value of an error field, which llama.cpp sends beside the standard's
	tooLong    bool
	known      bool // a line was of the format
	unknown    bool // a line was not
}

// errNoEvents says that what came is something else than a stream of events: a web page, for example.
var errNoEvents = errors.New("the reply is not a stream of events")

func newEventReader(stream io.Reader) *eventReader {
	r := &eventReader{lines: bufio.NewScanner(stream), first: true}
	r.lines.Buffer(nil, maxLine)
	r.lines.Split(r.line)
	return r
}

// scan reads one line, and reports whether there was one.
func (r *eventReader) scan() bool {
	r.dispatched, r.data, r.problem = false, "", ""
	if r.tooLong || !r.lines.Scan() {
		return false
	}
	line := r.lines.Text()
	if r.first {
		line, r.first = strings.TrimPrefix(line, "\ufeff"), false
	}
	if line == "" {
		r.dispatched = r.lineData != nil
		r.data = strings.Join(r.lineData, "\n")
		r.lineData, r.size = nil, 0
		return true
	}
	field, value, _ := strings.Cut(line, ":")
	value = strings.TrimPrefix(value, " ")
	switch field {
	case "", "event", "id", "retry":
		r.known = true
	case "data":
		r.known = true
		r.lineData = append(r.lineData, value)
		r.size += len(value) + 1
		r.tooLong = r.size > maxLine
	case "error":
		r.known, r.problem = true, value
	default:
		r.unknown = true
	}
	return !r.tooLong
}

// err returns what ended the stream early, or nil.
func (r *eventReader) err() error {
	if r.tooLong {
		return bufio.ErrTooLong
	}
	if err := r.lines.Err(); err != nil || r.known || !r.unknown {
		return err
	}
	return errNoEvents
}

// line is a [bufio.SplitFunc]. It returns a line that ends in CR at once, without waiting for the byte
// after it, because a server may send that byte much later. A last line without an end is dropped.
func (r *eventReader) line(text []byte, atEnd bool) (advance int, token []byte, err error) {
	start := 0
	if r.afterCR && len(text) > 0 {
		r.afterCR = false
		if text[0] == '\n' {
			start = 1
		}
	}
	n := bytes.IndexAny(text[start:], "\r\n")
	if n < 0 {
		r.unknown = r.unknown || atEnd && len(text) > start
		return start, nil, nil
	}
	r.afterCR = text[start+n] == '\r'
	return start + n + 1, text[start : start+n], nil
}
