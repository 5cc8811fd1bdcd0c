package trial_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"testing"

	"github.com/shortleash/shortleash/bench/engine"
	"github.com/shortleash/shortleash/bench/trial"
)

// TestMain lets this test's program be the runner that it starts: an engine whose schemas are strings
// and whose only document is that string. Some strings make it fail.
func TestMain(m *testing.M) {
	if job, serve := trial.IsServe(os.Args[1:]); serve {
		if err := trial.Serve(job, os.Stdout, newLiteral); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

type literal struct{ h trial.Header }

func newLiteral(h trial.Header) (engine.Engine, error) {
	if h.Vocabulary == "refused" {
		return nil, errors.New("no such vocabulary")
	}
	return literal{h}, nil
}

func (l literal) About() engine.About { return engine.About{Name: "literal", Version: "1"} }

func (l literal) Compile(schema json.RawMessage) (engine.Session, error) {
	switch string(schema) {
	case `"exit"`:
		fmt.Fprintln(os.Stderr, "gone away")
		os.Exit(3)
	case `"hang"`:
		for {
			runtime.Gosched()
		}
	case `"panic"`:
		panic("oh")
	case `"refuse"`:
		return nil, &engine.Refusal{Reason: "not", Pointer: "/not", Err: errors.New("no not")}
	case `"split"`:
		return reading{&walk{l: l, text: string(schema), split: true}}, nil
	case `"probe"`:
		return probing{&walk{l: l, text: string(schema)}}, nil
	}
	return reading{&walk{l: l, text: string(schema)}}, nil
}

// A walk is a session over the vocabulary of single bytes.
type walk struct {
	l         literal
	text      string
	at, asked int
	split     bool
}

func (w *walk) Reset() error {
	w.at = 0
	return nil
}

func (w *walk) Mask() error {
	w.asked = w.at
	return nil
}

func (w *walk) Allowed(id int) bool {
	return w.asked == w.at && w.at < len(w.text) && string(w.l.h.Tokens[id]) == w.text[w.at:w.at+1]
}

func (w *walk) Commit(int) error {
	w.at++
	return nil
}

func (w *walk) Ended() bool { return w.at == len(w.text) && !w.split }
func (w *walk) Close()      {}

// A reading session judges bytes too, a probing one single ids.
type reading struct{ *walk }

func (r reading) Accepts(text []byte) error {
	if string(text) != r.text {
		return fmt.Errorf("want %s", r.text)
	}
	return nil
}

type probing struct{ *walk }

func (p probing) Probe(id int) bool {
	p.asked = p.at
	return p.Allowed(id)
}
