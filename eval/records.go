package eval

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
)

// Records keep the answer to each item as a line of JSON, so that a measuring that was broken off goes
// on where it was: an answer that is there for the same setup, suite, item and sentence is not asked
// for again. They are safe for concurrent use.
type Records struct {
	setup string
	w     io.Writer

	mu    sync.Mutex // guards known and w
	known map[string]Answer
}

// A record is one line.
type record struct {
	Setup  string `json:"setup"` // who corrected, and how
	Suite  string `json:"suite"`
	ID     string `json:"id"`
	Input  string `json:"input"`
	Answer Answer `json:"answer"`
}

func (r record) key() string {
	return r.Setup + "\x00" + r.Suite + "\x00" + r.ID + "\x00" + r.Input // none of them holds NUL
}

// opening is how each line begins.
const opening = `{"setup":`

// ReadRecords reads the records of r, of all setups, and appends those of setup to w. A line that was
// torn off counts as none, and what comes after it stands on a line of its own; an error names any
// other line that is no record. A file is read to its end before it is written to.
func ReadRecords(r io.Reader, w io.Writer, setup string) (*Records, error) {
	records := &Records{setup: setup, w: w, known: map[string]Answer{}}
	lines := bufio.NewReader(r)
	for n := 1; ; n++ {
		line, end := lines.ReadBytes('\n')
		if end != nil && !errors.Is(end, io.EOF) {
			return nil, end
		}
		text := bytes.TrimSpace(line)
		torn := !json.Valid(text) && (bytes.HasPrefix(text, []byte(opening)) || bytes.HasPrefix([]byte(opening), text))
		var one record
		switch {
		case torn:
		case json.Unmarshal(text, &one) != nil || one.Suite == "" || one.ID == "" || one.Answer.Outcome == "":
			return nil, fmt.Errorf("line %d: this is no record of an answer", n)
		default:
			records.known[one.key()] = one.Answer
		}
		if end == nil {
			continue
		}
		if len(line) > 0 {
			if _, err := w.Write([]byte("\n")); err != nil {
				return nil, err
			}
		}
		return records, nil
	}
}

// Len returns how many answers of all setups are there.
func (r *Records) Len() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.known)
}

// answer returns the answer to an item that is there, or asks for it and keeps it. On nil it only asks.
func (r *Records) answer(suite Suite, item int, ask func(input string) (Answer, error)) (Answer, error) {
	one := record{Suite: suite.Name, ID: suite.Items[item].ID, Input: suite.Items[item].Input}
	if r == nil {
		return ask(one.Input)
	}
	one.Setup = r.setup
	r.mu.Lock()
	a, ok := r.known[one.key()]
	r.mu.Unlock()
	if ok {
		return a, nil
	}
	a, err := ask(one.Input)
	if err != nil || a.NotRun != "" {
		return a, err
	}
	one.Answer = a
	line, err := json.Marshal(one)
	if err != nil {
		return a, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.known[one.key()] = a
	if _, err := r.w.Write(append(line, '\n')); err != nil {
		return a, fmt.Errorf("eval: keep an answer: %w", err)
	}
	return a, nil
}
