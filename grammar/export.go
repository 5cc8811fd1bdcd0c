package grammar

import "github.com/shortleash/shortleash/grammar/internal/export"

// An Export is a grammar written for another engine. It lists every difference: what the engine may
// let through although the grammar refuses it, and what the engine will not write although the
// grammar accepts it. Only the first needs another check; the second is information.
type Export struct {
	Text        string       // GBNF, or a JSON Schema
	Relaxations []Relaxation // what a check must still enforce; empty: nothing
	Narrowings  []Narrowing  // what will not be written
}

// A Relaxation is something that an export lets through but the grammar refuses.
type Relaxation struct {
	Pointer string // RFC 6901, into the schema; "" is the root
	Keyword string // of the schema; "" for how values are spelled, anywhere in the document
	Why     string // in plain words
}

// A Narrowing is something that the grammar accepts but an engine that follows the export does not write.
type Narrowing struct {
	Pointer string // RFC 6901, into the schema; "" is the root
	Keyword string // of the schema; "" for how values are spelled, anywhere in the document
	Why     string // in plain words
}

// A Dialect says how a server reads a JSON Schema, that is, which converter it uses to make a grammar.
type Dialect string

const (
	// Ollama is the dialect of Ollama 0.17.4 and later, and of llama.cpp's server from the same time.
	Ollama Dialect = "ollama"
	// OllamaOld is the dialect of earlier versions: quotes, backslashes and control characters fail in
	// names and enums, and integer bounds have 32 bits. Newer servers also read its schemas.
	OllamaOld Dialect = "ollama-old"
)

// exports are what was exported from one grammar. Each is made when it is first asked for.
type exports struct {
	gbnf    *Export
	schemas map[Dialect]*Export
}

// GBNF returns g in llama.cpp's grammar notation, for servers that accept one. The first rule is root. Members are
// in the order in which g declares them, white space is allowed where g's options allow it, and everything else is
// written as in compact documents. The Relaxations list what this lets through but a [Matcher] of g refuses.
//
// Counts are at most 1,999. Patterns, bounds and names become the rules of an automaton if it is
// small; a larger one is relaxed. The first call makes the export; later calls return the same.
func (g *Grammar) GBNF() *Export {
	g.asking.Lock()
	defer g.asking.Unlock()
	if g.exports.gbnf == nil {
		g.exports.gbnf = exported(export.GBNF(g.apart()))
	}
	return g.exports.gbnf
}

// ServerSchema returns a JSON Schema with as much of g as a server of dialect d enforces, in the
// order in which g declares it. It has explicit types, closed objects, bounded strings, no allOf,
// no siblings of anyOf and $ref, and nothing that is known to make such servers fail. A keyword
// that they ignore is left out and listed as a Relaxation. An unknown dialect means OllamaOld.
//
// As a JSON Schema, the text accepts every document of g except numbers of more than 16 digits,
// which Narrowings list. The server itself writes less, which Narrowings list too: in an open
// object, only the members that the schema names, optional ones last. Relaxations are relative to
// [Grammar.Check], which accepts members in any order and the white space that servers write.
//
// A grammar that is too large for a server is relaxed until it fits; the text is never larger than
// 1 MiB. The first call makes the export; later calls return the same.
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
