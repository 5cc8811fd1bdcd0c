package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/shortleash/shortleash/eval"
)

// A record is one answer.
type record struct {
	Model   string      `json:"model"` // "" in the row rules
	Row     string      `json:"row"`
	Variant string      `json:"variant"` // on the leash: what is unusual
	Suite   string      `json:"suite"`
	ID      string      `json:"id"`
	Input   string      `json:"input"`
	Answer  eval.Answer `json:"answer"`
	Cost    cost        `json:"cost"`
	// replies that were refused; in a free loop calls of tools that there are not, or with wrong
	// arguments
	Illegal int       `json:"illegal"`
	At      time.Time `json:"at"`
}

// A setup says where answers of a model come from.
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

// A line of the file of records holds one of both.
type line struct {
	Setup  *setup  `json:"setup,omitempty"`
	Record *record `json:"record,omitempty"`
}

// Key implements [eval.Record].
func (l line) Key() (key string, ok bool) {
	if l.Setup != nil {
		return l.Setup.Model + "\x00" + l.Setup.Start.String(), true
	}
	if r := l.Record; r != nil {
		return strings.Join([]string{r.Model, r.Row, r.Variant, r.Suite, r.ID, r.Input}, "\x00"), true
	}
	return "", false
}

// A store is the file of records.
type store struct {
	*eval.Records[line]
	file io.Closer
}

// openStore reads the file and opens it for more; with readOnly it must be there.
func openStore(name string, readOnly bool) (s store, err error) {
	if !readOnly {
		s.Records, s.file, err = eval.OpenRecords[line](name, "a study")
	} else if file, e := os.Open(name); e != nil {
		err = fmt.Errorf("cannot read the records: %w", e)
	} else {
		s.Records, err = eval.ReadRecords[line](file, io.Discard, "a study")
		s.file = file
	}
	if err != nil {
		return s, misuseError{err}
	}
	return s, nil
}

// answers returns the records of answers.
func (s store) answers() []record {
	var list []record
	for _, l := range s.All() {
		if l.Record != nil {
			list = append(list, *l.Record)
		}
	}
	return list
}

// begin notes where answers of a model come from. Answers of two models of one name are not mixed; one that was made
// anew from the same weights is the same.
func (s store) begin(now setup) error {
	for _, l := range s.All() {
		if before := l.Setup; before != nil && before.Model == now.Model && before.Weights != now.Weights {
			return misuse("the records are of another model with the name %s (%.12s, now %.12s); take another file with -records",
				now.Model, before.Weights, now.Weights)
		}
	}
	return s.Keep(line{Setup: &now})
}
