// Package grammar turns a JSON Schema into an automaton over bytes and walks it.
//
// [Compile] builds a [Grammar], or says where in the schema it cannot and why. A [Matcher] is one
// walk: it is fed bytes as they are generated, tells which may come next, which must, and whether
// the document is complete; a refusal is a [*Violation]. The same automaton makes random documents
// ([Grammar.Sample]), and what other engines can be told of it ([Grammar.GBNF] for llama.cpp,
// [Grammar.ServerSchema] for Ollama), each with a list of what they will not enforce. [Schema] builds
// schemas that every server understands alike. A Grammar may be shared; a Matcher belongs to one
// goroutine.
//
// Every document a Grammar accepts is valid against its schema. Some valid documents are refused;
// the departures are listed at [Compile]. The package imports nothing of this project, is usable on
// its own, and does not repair documents.
package grammar

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"sync"
)

// A Grammar is a compiled schema. It is immutable and may be shared.
type Grammar struct {
	schema   json.RawMessage
	compiled *compiled
	program  *program

	lenientOnce sync.Once
	lenient     *program

	asking  sync.Mutex // guards what follows, and what asking adds to its languages
	asked   *compiled  // what samples and exports ask, once it is made; never walked
	exports exports
}

// Compile compiles a JSON Schema. An error is a *CompileError that names the place and the keyword:
//
//	if e, ok := errors.AsType[*CompileError](err); ok { … e.Pointer, e.Keyword … }
//
// It reads draft 2020-12, and of older drafts what is spelled differently. A schema is the
// intersection of all it says, so siblings of $ref, allOf and anyOf count.
//
//	type, enum, const, true, false          enforced
//	properties, required                    enforced; in declared order, see Options
//	additionalProperties, propertyNames     enforced
//	patternProperties                       enforced
//	minProperties, maxProperties            enforced
//	dependentRequired, dependentSchemas     enforced; dependencies too
//	if, then, else                          enforced
//	items, prefixItems, additionalItems     enforced
//	minItems, maxItems                      enforced
//	contains, minContains, maxContains      enforced up to 127, and four at one place
//	uniqueItems                             enforced; if compact, an error where arrays, closed
//	                                        objects, or unlike items may run out
//	minLength, maxLength                    enforced, in code points
//	pattern                                 enforced: ECMA-262 without back-references
//	format                                  enforced if a draft defines it; also url, int32,
//	                                        int64; hostname, idn-hostname, idn-email and regex are
//	                                        an error, and all else asserts nothing
//	minimum, maximum, exclusive…            enforced, never through floating point
//	multipleOf                              enforced
//	allOf, anyOf, not                       enforced
//	oneOf                                   enforced; ErrAmbiguous or ErrBudget where branches
//	                                        overlap in too many ways
//	unevaluatedProperties, unevaluatedItems enforced, but not under a negation
//	$ref, $defs, definitions, $id, $anchor  within the document; remote ones are an error
//	$dynamicRef                             where it has one possible target
//	$recursiveRef, extends, disallow,       an error
//	divisibleBy, an unknown $schema
//	all else                                an annotation
//
// A keyword counts in schemas of older drafts too.
//
// Documents that are valid and yet refused: members out of declared order; a member twice; half a
// surrogate pair; a number longer than Limits.NumberBytes; nesting deeper than Limits.Depth; white
// space beyond Options.Whitespace. Unless Options.Numbers is AnyForm, integers with a point or an
// exponent. In compact documents also escapes where none is needed, -0, and exponents in numbers that
// have bounds.
func Compile(schema json.RawMessage, o Options) (*Grammar, error) {
	c, err := compile(schema, o)
	if err != nil {
		return nil, err
	}
	p, err := newProgram(c)
	if err != nil {
		return nil, err
	}
	return &Grammar{schema: bytes.Clone(schema), compiled: c, program: p}, nil
}

// MaxBytes returns the size of the longest document, as the grammar's own options spell it, and
// whether there is such a bound: a string, array or object without one, or recursion, has none.
func (g *Grammar) MaxBytes() (n int, bounded bool) { return g.compiled.maxBytes() }

// Sample returns a random document of g. The same state of r gives the same bytes on every
// platform. It ends for every schema: recursion stops when the budget is used up.
func (g *Grammar) Sample(r *rand.Rand) []byte { return g.SampleWith(r, SampleOptions{}) }

// SampleWith is [Grammar.Sample] with options.
func (g *Grammar) SampleWith(r *rand.Rand, o SampleOptions) []byte {
	g.asking.Lock()
	defer g.asking.Unlock()
	return g.apart().sample(r, o)
}

// apart returns the compiled schema that samples and exports ask. The caller holds g.asking.
func (g *Grammar) apart() *compiled {
	if g.asked == nil {
		g.asked = g.compiled.apart()
	}
	return g.asked
}

// Schema returns the schema that was compiled. The caller must not modify it.
func (g *Grammar) Schema() json.RawMessage { return g.schema }

// Unenforced lists what the schema says and nothing here enforces: formats that no draft defines, and
// the keywords that a lenient compilation leaves to somebody else.
func (g *Grammar) Unenforced() []Gap { return g.compiled.gaps }

// Matcher returns a new walk.
func (g *Grammar) Matcher() *Matcher { return newMatcher(g.program) }

// Check reports whether text is one document of g, with nothing but white space around it. The
// error is nil or a *Violation. It reads text from elsewhere: whatever the grammar's own options,
// members may come in any order and white space may stand where JSON lets it. A member that occurs
// twice is refused, because readers disagree about which one counts.
func (g *Grammar) Check(text []byte) error {
	m := g.LenientMatcher()
	defer m.Release()
	if _, err := m.Feed(text); err != nil {
		return err
	}
	return m.End()
}

// GBNF returns g in the notation of llama.cpp's grammars, for servers that take one. The first rule is
// root. Members come in the order in which g declares them, white space stands where g's options let
// it, and all else is spelled as in compact documents. What that leaves unsaid is in the Relaxations:
// they mean what a [Matcher] of g would refuse.
//
// Counts are at most 1,999, and patterns, bounds and names become rules of an automaton as long as
// that is small; what is larger is relaxed. The export is made at the first call and kept.
func (g *Grammar) GBNF() *Export {
	g.asking.Lock()
	defer g.asking.Unlock()
	if g.exports.gbnf == nil {
		g.exports.gbnf = exportGBNF(g.apart())
	}
	return g.exports.gbnf
}

// ServerSchema returns a JSON Schema that says as much of g as a server of dialect d enforces, in the
// order in which g declares it: explicit types, nothing beside anyOf and $ref, closed objects,
// bounded strings, no allOf, nothing that such servers are known to choke on. What they ignore is
// left out, and with it a Relaxation is listed. An unknown dialect is read as OllamaOld.
//
// As JSON Schema, the text lets every document of g through, but for what Narrowings list: numbers
// beyond 16 digits. The server itself writes less: of an open object only the members that the schema
// names, optional ones behind the others; and those are Narrowings as well. Its white space is within
// what [Grammar.Check] reads, by which relaxations are meant: it takes members in any order.
//
// A grammar too large for a server is relaxed until it is not; the text is never beyond 1 MiB. The
// export is made at the first call and kept.
func (g *Grammar) ServerSchema(d Dialect) *Export {
	if d != Ollama {
		d = OllamaOld
	}
	g.asking.Lock()
	defer g.asking.Unlock()
	e := g.exports.schemas[d]
	if e == nil {
		e = exportServerSchema(g.apart(), d)
		if g.exports.schemas == nil {
			g.exports.schemas = map[Dialect]*Export{}
		}
		g.exports.schemas[d] = e
	}
	return e
}
