// Package grammar turns a JSON Schema into an automaton over bytes and walks it.
//
// [Compile] builds a [Grammar], or says where in the schema it cannot, and why. A [Matcher] is one walk: you
// feed it bytes as they are generated, and it tells which bytes may come next, which must, and whether the
// document is complete; it refuses a byte with a [*Violation]. The same automaton makes random documents
// ([Grammar.Sample]) and exports for other engines ([Grammar.GBNF] for llama.cpp, [Grammar.ServerSchema] for
// Ollama), each with a list of what the engine will not enforce. [Schema] builds schemas that all servers
// understand in the same way. A Grammar may be shared; a Matcher belongs to one goroutine.
//
// Every document a Grammar accepts is valid against its schema. Some valid documents are refused; the departures are listed
// at [Compile]. The package imports nothing else from this module, is usable on its own, and does not repair documents.
package grammar

import (
	"bytes"
	"context"
	"encoding/json"
	"sync"

	"github.com/shortleash/shortleash/grammar/internal/automaton"
	"github.com/shortleash/shortleash/grammar/internal/budget"
	"github.com/shortleash/shortleash/grammar/internal/schema"
)

// grammarBytes is what a grammar takes beside what its compilation counts.
const grammarBytes = 16 << 10

// A Grammar is a compiled schema. It is immutable and may be shared.
type Grammar struct {
	schema   json.RawMessage
	compiled *schema.Compiled
	program  *automaton.Program
	made     int // bytes, by its compilation

	lenientOnce sync.Once
	lenient     *automaton.Program

	asking  sync.Mutex       // guards what follows, and what asking adds to its languages
	asked   *schema.Compiled // what samples and exports ask, once it is made; never walked
	exports exports
}

// Compile compiles a JSON Schema. An error is a *CompileError that names the place and the keyword:
//
//	if e, ok := errors.AsType[*CompileError](err); ok { … e.Pointer, e.Keyword … }
//
// It supports draft 2020-12 and the spellings of older drafts. All keywords of a schema apply,
// including siblings of $ref, allOf and anyOf.
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
//	contains, minContains, maxContains      enforced up to 127, and four at one place, if their counts
//	                                        combine in few enough ways
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
//	$ref, $defs, definitions, $id, $anchor  within the document and Options.Resources; others are an
//	                                        error, and nothing is fetched
//	$dynamicRef                             where it has one possible target
//	$recursiveRef, extends, disallow,       an error
//	divisibleBy, an unknown $schema
//	all else                                an annotation
//
// Newer keywords also apply in schemas of older drafts.
//
// These documents are refused although they are valid: members not in declared order; a member twice; half a
// surrogate pair; more than Limits.Parallel readings at once; a text that takes a pattern through more than
// Limits.States states; a number longer than Limits.NumberBytes; nesting deeper than Limits.Depth; white
// space beyond Options.Whitespace; unless Options.Numbers is AnyForm, integers with a point or an exponent;
// in compact documents, escapes where none is needed, -0, and exponents in numbers that have bounds.
//
// Compile stops soon after ctx ends; its error then wraps the cause. [Limits] bound the cost of a schema.
func Compile(ctx context.Context, text json.RawMessage, o Options) (*Grammar, error) {
	return compile(o.internal().Limits.Meter(ctx), text, o)
}

// compile is Compile, counted by meter.
func compile(meter *budget.Meter, text json.RawMessage, o Options) (g *Grammar, err error) {
	defer budget.Catch(meter, func(at budget.Mark, stopped error) {
		g, err = nil, &CompileError{Pointer: meter.Pointer(), Keyword: at.Keyword, Err: stopped}
	})
	c, err := schema.Compile(meter, text, o.internal())
	if err != nil {
		return nil, compileError(err)
	}
	p, err := automaton.New(meter, c)
	if err != nil {
		return nil, compileError(err)
	}
	_, made := meter.Spent()
	return &Grammar{schema: bytes.Clone(text), compiled: c, program: p, made: grammarBytes + made}, nil
}

// Schema returns the schema that was compiled. The caller must not modify it.
func (g *Grammar) Schema() json.RawMessage { return g.schema }

// Memory returns about how many bytes g takes, for a cache of grammars: all that its compilation made. Walks may add to it.
func (g *Grammar) Memory() int { return g.made }

// Unenforced lists what the schema says but the grammar does not enforce: formats that no draft
// defines, and the keywords that a lenient compilation leaves out.
func (g *Grammar) Unenforced() []Gap {
	var gaps []Gap
	for _, x := range g.compiled.Gaps {
		gaps = append(gaps, Gap(x))
	}
	return gaps
}

// MaxBytes returns the size of the longest document, as written under the grammar's own options. It also reports whether
// there is such a bound: there is none if a string, array or object has no bound, or if the schema is recursive.
func (g *Grammar) MaxBytes() (n int, bounded bool) { return g.compiled.MaxBytes() }

// Matcher returns a new [Matcher] at the beginning of a document.
func (g *Grammar) Matcher() *Matcher { return &Matcher{automaton.NewMatcher(g.program)} }

// LenientMatcher returns a new [Matcher] for text from other sources: whatever the grammar's own options,
// members may come in any order, and white space may be wherever JSON allows it, up to 24 bytes at each place.
func (g *Grammar) LenientMatcher() *Matcher {
	g.lenientOnce.Do(func() {
		p, err := automaton.New(nil, g.compiled.Lenient())
		if err != nil {
			panic("grammar: BUG: a grammar compiled once and not twice: " + err.Error())
		}
		g.lenient = p
	})
	return &Matcher{automaton.NewMatcher(g.lenient)}
}

// Check checks that text is one document of g, with only white space around it. The error is nil or a [*Violation].
// Text from other sources is allowed: whatever the grammar's own options, members may come in any order, and white
// space may be wherever JSON allows it. A member that occurs twice is refused, because readers disagree about which
// one counts. Check stops soon after ctx ends; its error is then the error of ctx, and says nothing about text.
func (g *Grammar) Check(ctx context.Context, text []byte) error {
	m := g.LenientMatcher()
	defer m.Release()
	if _, err := m.walk.Feed(ctx, text); err != nil {
		return violation(err)
	}
	return m.End()
}

// apart returns the compiled schema that samples and exports ask, a new one where that has gathered much. The caller
// holds g.asking.
func (g *Grammar) apart() *schema.Compiled {
	if g.asked == nil || g.asked.Languages.Space().Grown() {
		g.asked = g.compiled.WithOwnLanguages()
	}
	return g.asked
}
