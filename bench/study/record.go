package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/shortleash/shortleash/eval"
)

// A record is one answer, a line of the file of records.
type record struct {
	Model   string      `json:"model"` // "" in the row rules
	Row     string      `json:"row"`
	Variant string      `json:"variant"` // on the leash: what the flags change
	Suite   string      `json:"suite"`
	ID      string      `json:"id"`
	Input   string      `json:"input"`
	Answer  eval.Answer `json:"answer"`
	Cost    cost        `json:"cost"`
	Illegal int         `json:"illegal"` // replies that were refused; in a free loop calls of tools that there are not, or with wrong arguments
	At      time.Time   `json:"at"`
}

// key says which answers count as the same.
func (r record) key() string {
	return fmt.Sprintf("%s\x00%s\x00%s\x00%s\x00%s\x00%s", r.Model, r.Row, r.Variant, r.Suite, r.ID, r.Input)
}

// A setup says where answers of a model come from, a line of the file of records.
type setup struct {
	Model        string    `json:"model"`
	Digest       string    `json:"digest"`  // of the model, as its server says: of weights, template and parameters
	Weights      string    `json:"weights"` // the digest of the file of weights alone
	Size         int64     `json:"size"`    // bytes
	Parameters   string    `json:"parameters"`
	Quantization string    `json:"quantization"`
	Server       string    `json:"server"`
	Machine      string    `json:"machine"`
	Context      int       `json:"context"` // tokens
	Threads      int       `json:"threads"` // 0: the server's choice
	Start        time.Time `json:"start"`
}

// A line holds one of both.
type line struct {
	Setup  *setup  `json:"setup,omitempty"`
	Record *record `json:"record,omitempty"`
}

// A store is the file of records.
type store struct {
	file    *os.File // nil: only read
	records []record
	known   map[string]bool
	setups  []setup
}

// openStore reads the file and opens it for more; with readOnly it must be there. A line that was torn off by the
// end of a program counts as none.
func openStore(name string, readOnly bool) (*store, error) {
	text, err := os.ReadFile(name)
	if err != nil && (readOnly || !errors.Is(err, fs.ErrNotExist)) {
		return nil, misuse("cannot read the records: %w", err)
	}
	s := &store{known: map[string]bool{}}
	torn := len(text) > 0 && text[len(text)-1] != '\n'
	lines := bytes.Split(text, []byte("\n"))
	for i, l := range lines {
		if len(bytes.TrimSpace(l)) == 0 || torn && i == len(lines)-1 {
			continue
		}
		var one line
		if err := json.Unmarshal(l, &one); err != nil || one.Setup == nil && one.Record == nil {
			return nil, misuse("%s, line %d: this is no record of a study", name, i+1)
		}
		s.keep(one)
	}
	if readOnly {
		return s, nil
	}
	if s.file, err = os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644); err != nil {
		return nil, misuse("cannot write the records: %w", err)
	}
	if torn {
		err = s.file.Truncate(int64(len(text) - len(lines[len(lines)-1])))
	}
	return s, err
}

func (s *store) keep(l line) {
	if l.Setup != nil {
		s.setups = append(s.setups, *l.Setup)
	}
	if r := l.Record; r != nil && !s.known[r.key()] {
		s.known[r.key()] = true
		s.records = append(s.records, *r)
	}
}

// add keeps a line and appends it to the file.
func (s *store) add(l line) error {
	text, err := json.Marshal(l)
	if err != nil {
		return err
	}
	if _, err := s.file.Write(append(text, '\n')); err != nil {
		return fmt.Errorf("keep a record: %w", err)
	}
	s.keep(l)
	return nil
}

// has reports whether there is an answer.
func (s *store) has(r record) bool { return s.known[r.key()] }

// begin notes where answers of a model come from. Answers of two models of one name are not mixed; one that was made
// anew from the same weights is the same.
func (s *store) begin(now setup) error {
	for _, before := range s.setups {
		if before.Model == now.Model && before.Weights != now.Weights {
			return misuse("the records are of another model with the name %s (%.12s, now %.12s); take another file with -records", now.Model, before.Weights, now.Weights)
		}
	}
	return s.add(line{Setup: &now})
}

func (s *store) close() error {
	if s.file == nil {
		return nil
	}
	return s.file.Close()
}
