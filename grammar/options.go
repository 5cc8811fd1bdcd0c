package grammar

import (
	"encoding/json"

	"github.com/shortleash/shortleash/grammar/internal/schema"
)

// Options say how a schema is read and how documents are written. They are plain data; the zero value is the usual case.
type Options struct {
	Whitespace   Whitespace // zero: none, the compact form
	Order        Order      // zero: members in the order the schema declares them
	Numbers      Numbers    // zero: integers without point or exponent
	Lenient      bool       // unsupported keywords do not fail; Grammar.Unenforced lists them
	OneOfAsAnyOf bool       // otherwise oneOf is exact, or an error where it cannot be
	Limits       Limits

	// Resources are other schemas that references may point to, by address: absolute, or relative to a
	// schema without $id. Compile never fetches anything.
	Resources map[string]json.RawMessage `json:",omitempty"`
}

// An Order says in which order the members of an object may come.
type Order uint8

const (
	// Declared is the order of the schema; members that it does not name come last.
	Declared Order = iota
	// AnyOrder is for text from other sources, because servers sort members.
	AnyOrder
)

// Numbers says how numbers may be written.
type Numbers uint8

const (
	// Plain integers have no point and no exponent: 1.0 is refused where an integer is required.
	Plain Numbers = iota
	// AnyForm follows the standard: 1.0 and 1e0 are integers.
	AnyForm
)

// Limits bound the cost of a schema or a document. Zero means the default; a negative number is an error.
type Limits struct {
	SchemaBytes  int // 1 MiB
	Nodes        int // subschemas: 100,000
	Alternatives int // of one type at one place, after intersection: 512
	States       int // of one pattern's automaton: 20,000
	Parallel     int // readings a matcher follows at once: 512
	NumberBytes  int // of one number: 24 in compact documents, else 128
	Depth        int // of a document: 128
	Work         int // steps of one compilation, of about 20 ns: 3,000,000
	Memory       int // bytes that one compilation makes: 32 MiB
}

// internal returns o as the internal packages read it.
func (o Options) internal() schema.Options {
	return schema.Options{
		Whitespace: o.Whitespace.internal(), Order: schema.Order(o.Order), Numbers: schema.Numbers(o.Numbers),
		Lenient: o.Lenient, OneOfAsAnyOf: o.OneOfAsAnyOf, Resources: o.Resources, Limits: schema.Limits(o.Limits),
	}
}
