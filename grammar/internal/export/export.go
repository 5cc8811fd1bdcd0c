// Package export writes a compiled schema for the engines of others: as GBNF for llama.cpp, and as the
// JSON Schema that Ollama's converter enforces.
//
// An export never says less than it must. What an engine may let through although the grammar refuses
// it is a [Relaxation]; what it will not write although the grammar accepts it is a [Narrowing].
package export

import (
	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/number"
	"github.com/shortleash/shortleash/grammar/internal/schema"
)

// An Export is a grammar written for another engine. It never says less than it must: what the engine
// may let through although the grammar refuses it is listed, and so is what the engine will not write
// although the grammar accepts it. Only the first needs a check of ours; the second is information.
type Export struct {
	Text        string       // GBNF, or a JSON Schema
	Relaxations []Relaxation // what a check must still enforce; empty: nothing
	Narrowings  []Narrowing  // what will not be written
}

// A Relaxation is something that an export lets through and the grammar refuses.
type Relaxation struct {
	Pointer string // RFC 6901, into the schema; "" is the root
	Keyword string // of the schema; "" for how values are spelled, anywhere in the document
	Why     string // in plain words
}

// A Narrowing is something that the grammar accepts and an engine that follows an export does not
// write.
type Narrowing struct {
	Pointer string // RFC 6901, into the schema; "" is the root
	Keyword string // of the schema; "" for how values are spelled, anywhere in the document
	Why     string // in plain words
}

// An exporter reads the parts of a grammar and notes what is lost.
type exporter struct {
	c     *schema.Compiled // whose languages may be asked
	out   Export
	noted map[any]bool // each Relaxation and Narrowing in out
}

func newExporter(c *schema.Compiled) exporter { return exporter{c: c, noted: map[any]bool{}} }

// relax notes, once, that the keyword of the schema at does not arrive.
func (x *exporter) relax(at *jsontext.Tree, keyword, why string) {
	r := Relaxation{Pointer: at.Pointer(), Keyword: keyword, Why: why}
	if !x.noted[r] {
		x.noted[r] = true
		x.out.Relaxations = append(x.out.Relaxations, r)
	}
}

// narrow notes, once, that something legal will not be written.
func (x *exporter) narrow(at *jsontext.Tree, keyword, why string) {
	n := Narrowing{Pointer: at.Pointer(), Keyword: keyword, Why: why}
	if !x.noted[n] {
		x.noted[n] = true
		x.out.Narrowings = append(x.out.Narrowings, n)
	}
}

// possible reports whether a document can satisfy a set.
func (x *exporter) possible(id schema.SetID) bool { return x.c.Cost[id] < number.Unbounded }

// textKeyword returns which keyword of the schema at gave a string its language.
func textKeyword(at *jsontext.Tree) string {
	if at != nil && at.Lookup("pattern") == nil && at.Lookup("format") != nil {
		return "format"
	}
	return "pattern"
}

// restKeyword returns which keyword of the schema at speaks of members it does not name.
func restKeyword(at *jsontext.Tree) string {
	if at != nil {
		for _, keyword := range []string{"additionalProperties", "patternProperties", "propertyNames"} {
			if at.Lookup(keyword) != nil {
				return keyword
			}
		}
	}
	return "additionalProperties"
}
