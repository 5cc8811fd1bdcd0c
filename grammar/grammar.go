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
	"sync"
)

// A Grammar is a compiled schema. It is immutable and may be shared.
type Grammar struct {
	schema   json.RawMessage
	compiler *compiler
	program  *program
	gaps     []Gap

	sampling    sync.Mutex // guards twin and what asking its languages for members adds to them
	twin        *Grammar   // what Sample asks, once it is made; never walked
	foreignOnce sync.Once
	foreign     *program
	exports     exports
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
	c, err := newCompiler(schema, o)
	if err != nil {
		return nil, err
	}
	g := &Grammar{schema: bytes.Clone(schema), compiler: c}
	root, err := c.literalAt(c.root)
	if err != nil {
		return nil, err
	}
	c.firsts = map[string]setID{}
	c.objs, c.arrs, c.strs = make([]*object, 1), make([]*array, 1), make([]*strSpec, 1)
	start, err := c.visit(c.set(root))
	if err != nil {
		return nil, err
	}
	if err := c.price(start); err != nil {
		return nil, err
	}
	if err := c.automata(); err != nil {
		return nil, err
	}
	g.gaps = c.gaps
	g.program, err = newProgram(&c.parts, c, start, o)
	return g, err
}

// Schema returns the schema that was compiled. The caller must not modify it.
func (g *Grammar) Schema() json.RawMessage { return g.schema }

// Unenforced lists what the schema says and nothing here enforces: formats that no draft defines, and
// the keywords that a lenient compilation leaves to somebody else.
func (g *Grammar) Unenforced() []Gap { return g.gaps }

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
