//go:build llamacpp

// Command llamaexports holds the exports of our grammars against llama.cpp as Ollama links it: its
// parser must take every GBNF, and its converter every schema for servers, whole; its sampler must
// take every sample of the grammar; and where no keyword is relaxed, it must refuse what the grammar
// refuses. It exits with 1 on a breach. ../setup.sh says how to build with the tag; then, in bench:
//
//	go run -tags llamacpp ./competitors/llamaexports FILE.jsonl.gz
package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"time"

	"github.com/ollama/ollama/llama"

	"github.com/shortleash/shortleash/bench/corpus"
	"github.com/shortleash/shortleash/bench/mutant"
	"github.com/shortleash/shortleash/grammar"
)

func main() {
	slog.SetDefault(slog.New(slog.NewTextHandler(io.Discard, nil)))
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: llamaexports FILE.jsonl.gz")
		os.Exit(2)
	}
	schemas, err := corpus.Read(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	var c check
	for i, s := range schemas {
		g, err := grammar.Compile(context.Background(), s.Schema, grammar.Options{})
		if err == nil {
			c.schema(s.Name, g, rand.New(rand.NewPCG(uint64(i), 1)))
		}
	}
	fmt.Printf("%d schemas; %d samples taken; %d mutants refused by both; slowest parse %v\n", c.schemas, c.samples, c.refused, c.slowest)
	fmt.Printf("converted schemas: the longest grammar is %d bytes\n", c.longest)
	if c.breaches > 0 {
		fmt.Printf("%d breaches\n", c.breaches)
		os.Exit(1)
	}
}

// A check counts.
type check struct {
	schemas, samples, refused, breaches, longest int
	slowest                                      time.Duration
}

func (c *check) breach(name, format string, a ...any) {
	c.breaches++
	fmt.Printf("%s: %s\n", name, fmt.Sprintf(format, a...))
}

func (c *check) schema(name string, g *grammar.Grammar, r *rand.Rand) {
	c.schemas++
	for _, d := range []grammar.Dialect{grammar.Ollama, grammar.OllamaOld} {
		text := g.ServerSchema(d).Text
		converted := string(llama.SchemaToGrammar([]byte(text)))
		c.longest = max(c.longest, len(converted))
		if w := c.parse(converted); w == nil {
			c.breach(name, "the converted schema is not a grammar: %s", text)
		} else {
			w.Free()
		}
	}
	e := g.GBNF()
	w := c.parse(e.Text)
	if w == nil {
		c.breach(name, "refused: %s", e.Text)
		return
	}
	w.Free()
	exact := !slices.ContainsFunc(e.Relaxations, func(x grammar.Relaxation) bool { return x.Keyword != "" })
	for k := range 4 {
		doc := g.SampleWith(r, grammar.SampleOptions{Budget: 200, Hostile: k%2 == 1})
		if len(doc) > 1000 || slices.Contains(doc, 0) {
			continue
		}
		if at, ok := c.reads(e.Text, doc); !ok {
			c.breach(name, "byte %d of a sample: %s", at, doc)
		}
		c.samples++
		near := mutant.Of(r, doc)
		if !exact || g.Check(context.Background(), near) == nil || slices.Contains(near, 0) {
			continue
		}
		if _, ok := c.reads(e.Text, near); ok && !spelled(near, doc) {
			c.breach(name, "a mutant: %s", near)
		}
		c.refused++
	}
}

// spelled reports whether a mutant may differ by how values are spelled, which is always relaxed: a
// number grown too long, a name that comes twice, bytes that are no UTF-8.
func spelled(mutant, doc []byte) bool {
	return len(mutant) > len(doc)+1 || string(mutant) != string([]rune(string(mutant)))
}

// The vocabulary is the bytes but 0, which ends C strings, and one token that ends a text.
const end = 256

func (c *check) parse(text string) *llama.Grammar {
	var ids []uint32
	var pieces []string
	for b := 1; b < 256; b++ {
		ids, pieces = append(ids, uint32(b)), append(pieces, string([]byte{byte(b)}))
	}
	start := time.Now()
	w := llama.NewGrammar(text, append(ids, end), append(pieces, ""), []int32{end})
	c.slowest = max(c.slowest, time.Since(start))
	return w
}

// reads reports whether text is whole under a grammar, or which byte is refused.
func (c *check) reads(grammar string, text []byte) (int, bool) {
	w := c.parse(grammar)
	defer w.Free()
	for i, b := range text {
		if !probe(w, int32(b)) {
			return i, false
		}
		w.Accept(int32(b))
	}
	return len(text), probe(w, end)
}

func probe(w *llama.Grammar, id int32) bool {
	one := []llama.TokenData{{ID: id}}
	w.Apply(one)
	return !math.IsInf(float64(one[0].Logit), -1)
}
