package grammar

import "github.com/shortleash/shortleash/grammar/internal/export"

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

// A Dialect says how a server reads a JSON Schema: which converter turns it into a grammar there.
type Dialect string

const (
	// Ollama is what Ollama reads from 0.17.4 on, and llama.cpp's server of the same time.
	Ollama Dialect = "ollama"
	// OllamaOld is for Ollama before that: quotes, backslashes and control characters fail in names
	// and enums, and bounds of integers are 32 bits wide. Newer servers read its schemas too.
	OllamaOld Dialect = "ollama-old"
)

// exports are what was exported from one grammar. Each is made when it is first asked for.
type exports struct {
	gbnf    *Export
	schemas map[Dialect]*Export
}

// GBNF returns g in the notation of llama.cpp's grammars, for servers that take one. The first rule is
// root. Members come in the order in which g declares them, white space stands where g's options allow
// it, and all else is spelled as in compact documents. The Relaxations list what this lets through and a
// [Matcher] of g refuses.
//
// Counts are at most 1,999. Patterns, bounds and names become the rules of an automaton if that is small;
// a larger one is relaxed. The export is made at the first call and kept.
func (g *Grammar) GBNF() *Export {
	g.asking.Lock()
	defer g.asking.Unlock()
	if g.exports.gbnf == nil {
		g.exports.gbnf = exported(export.GBNF(g.apart()))
	}
	return g.exports.gbnf
}

// ServerSchema returns a JSON Schema that says as much of g as a server of dialect d enforces, in the
// order in which g declares it. It has explicit types, closed objects, bounded strings, no allOf, nothing
// beside anyOf and $ref, and nothing that such servers are known to fail at. A keyword that they ignore
// is left out and listed as a Relaxation. An unknown dialect is read as OllamaOld.
//
// As a JSON Schema, the text accepts every document of g but numbers beyond 16 digits, which Narrowings
// list. The server itself writes less, and Narrowings list that too: of an open object only the members
// that the schema names, optional ones after the others. Relaxations are meant against [Grammar.Check],
// which takes members in any order and the white space that servers write.
//
// A grammar too large for a server is relaxed until it fits; the text is never beyond 1 MiB. The export
// is made at the first call and kept.
func (g *Grammar) ServerSchema(d Dialect) *Export {
	if d != Ollama {
		d = OllamaOld
	}
	g.asking.Lock()
	defer g.asking.Unlock()
	e := g.exports.schemas[d]
	if e == nil {
		e = exported(export.ServerSchema(g.apart(), export.Dialect(d)))
		if g.exports.schemas == nil {
			g.exports.schemas = map[Dialect]*Export{}
		}
		g.exports.schemas[d] = e
	}
	return e
}

// exported returns x as callers of this package know it.
func exported(x *export.Export) *Export {
	e := &Export{Text: x.Text}
	for _, r := range x.Relaxations {
		e.Relaxations = append(e.Relaxations, Relaxation(r))
	}
	for _, n := range x.Narrowings {
		e.Narrowings = append(e.Narrowings, Narrowing(n))
	}
	return e
}
