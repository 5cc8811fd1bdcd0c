//go:build llamacpp

// Command llamacpp is the runner (package trial) for llama.cpp's grammar sampler as Ollama links it:
// schema to grammar text by llama.cpp's own converter, then a grammar over the vocabulary, as Ollama's
// own engine makes them anew for every request. ../setup.sh builds it; it needs cgo and headers.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"os"
	"runtime/debug"

	"github.com/ollama/ollama/llama"

	"github.com/shortleash/shortleash/bench/engine"
	"github.com/shortleash/shortleash/bench/trial"
)

func main() {
	slog.SetDefault(slog.New(slog.NewTextHandler(io.Discard, nil)))
	if err := trial.Serve(os.Args[1:], os.Stdout, newSampler); err != nil {
		fmt.Fprintln(os.Stderr, "llamacpp:", err)
		os.Exit(1)
	}
}

// A sampler holds the vocabulary in the form that every new grammar is given.
type sampler struct {
	ids    []uint32
	pieces []string
	end    []int32
	all    []llama.TokenData // logits 0
	masked []llama.TokenData
}

func newSampler(h trial.Header) (engine.Engine, error) {
	s := &sampler{masked: make([]llama.TokenData, len(h.Tokens))}
	for id, token := range h.Tokens {
		s.ids = append(s.ids, uint32(id))
		s.pieces = append(s.pieces, string(token))
		s.all = append(s.all, llama.TokenData{ID: int32(id)})
	}
	for _, id := range h.End {
		s.end = append(s.end, int32(id))
	}
	return s, nil
}

func (s *sampler) About() engine.About {
	version := "unknown"
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			if m.Path == "github.com/ollama/ollama" {
				version = "Ollama " + m.Version
				if m.Replace != nil {
					version = "Ollama " + m.Replace.Version
				}
			}
		}
	}
	return engine.About{Name: "llama.cpp", Version: version,
		Note: "compiling includes copying the vocabulary into the grammar, as for every request to Ollama, which masks " +
			"only when the token it would choose is refused"}
}

func (s *sampler) Compile(schema json.RawMessage) (engine.Session, error) {
	text := llama.SchemaToGrammar(schema)
	if len(text) == 0 {
		return nil, &engine.Refusal{Reason: "converter", Err: errors.New("the schema was not converted")}
	}
	w := &session{sampler: s, text: string(text)}
	if err := w.renew(); err != nil {
		return nil, err
	}
	return w, nil
}

// A session has one grammar for each walk, because a grammar cannot go back to its start.
type session struct {
	*sampler
	text    string
	grammar *llama.Grammar
	moved   bool
}

func (w *session) renew() error {
	w.Close()
	w.moved = false
	w.grammar = llama.NewGrammar(w.text, w.ids, w.pieces, w.end)
	if w.grammar == nil {
		return &engine.Refusal{Reason: "grammar", Err: errors.New("the converted grammar was not accepted")}
	}
	return nil
}

func (w *session) Reset() error {
	if !w.moved {
		return nil
	}
	return w.renew()
}

func (w *session) Mask() error {
	copy(w.masked, w.all)
	w.grammar.Apply(w.masked)
	return nil
}

func (w *session) Allowed(id int) bool { return legal(w.masked[id]) }

func (w *session) Probe(id int) bool {
	one := []llama.TokenData{{ID: int32(id)}}
	w.grammar.Apply(one)
	return legal(one[0])
}

func (w *session) Commit(id int) error {
	w.moved = true
	w.grammar.Accept(int32(id))
	return nil
}

func (w *session) Ended() bool { return w.Probe(int(w.end[0])) }

func (w *session) Close() {
	if w.grammar != nil {
		w.grammar.Free()
	}
}

func legal(t llama.TokenData) bool { return !math.IsInf(float64(t.Logit), -1) }
