package eval

import (
	"io"

	"github.com/shortleash/shortleash/eval/internal/records"
)

// Records keep the answer to each item as a line of JSON, so that a measuring that was broken off goes
// on where it was: an answer that is there for the same setup, suite, item and sentence is not asked
// for again. They are safe for concurrent use.
type Records struct {
	setup string
	file  *records.File[record]
}

// A record is one line.
type record struct {
	Setup  string `json:"setup"` // who corrected, and how
	Suite  string `json:"suite"`
	ID     string `json:"id"`
	Input  string `json:"input"`
	Answer Answer `json:"answer"`
}

// Key implements [records.Record].
func (r record) Key() (key string, ok bool) {
	return r.Setup + "\x00" + r.Suite + "\x00" + r.ID + "\x00" + r.Input, r.Suite != "" && r.ID != "" && r.Answer.Outcome != "" // none holds NUL
}

// ReadRecords reads the records of r, of all setups, and appends those of setup to w. A line that was
// torn off counts as none, and what comes after it stands on a line of its own; an error names any
// other line that is no record. A file is read to its end before it is written to.
func ReadRecords(r io.Reader, w io.Writer, setup string) (*Records, error) {
	file, err := records.Read[record](r, w, "an answer")
	return &Records{setup, file}, err
}

// Len returns how many answers of all setups are there.
func (r *Records) Len() int { return r.file.Len() }

// answer returns the answer to an item that is there, or asks for it and keeps it. On nil it only asks.
func (r *Records) answer(suite Suite, item int, ask func(input string) (Answer, error)) (Answer, error) {
	one := record{Suite: suite.Name, ID: suite.Items[item].ID, Input: suite.Items[item].Input}
	if r == nil {
		return ask(one.Input)
	}
	one.Setup = r.setup
	if known, ok := r.file.Get(one); ok {
		return known.Answer, nil
	}
	a, err := ask(one.Input)
	if err != nil || a.NotRun != "" {
		return a, err
	}
	one.Answer = a
	return a, r.file.Keep(one)
}
