// Package grammar turns a JSON Schema into something that judges documents, and makes them.
//
// A [Schema] is an ordered, closed, bounded JSON Schema, built with constructors. [Compile] reads
// one from its bytes and returns a [Grammar], or a [*CompileError] that says where in the schema it
// cannot and why. A Grammar checks a whole document ([Grammar.Check]), draws random valid ones
// ([Grammar.Sample]) and gives the schema to send to a server ([Grammar.Schema]). A refused document
// gives a [*Violation]: where it stopped being legal, and what could have stood there.
//
// A Grammar is immutable and may be shared. The package imports nothing of this project and is
// usable on its own. It does not repair documents, and knows only the schemas that [Schema] can say.
package grammar

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// A Grammar is a compiled schema.
type Grammar struct {
	root      Schema
	schema    json.RawMessage
	validator *jsonschema.Schema
}

// Compile compiles the bytes of a schema in the form that [Schema] writes. What a Schema cannot
// say, such as a pattern or a reference, is a *CompileError, never silence.
func Compile(schema json.RawMessage) (*Grammar, error) {
	root, err := parseSchema(schema)
	if err != nil {
		return nil, err
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		return nil, &CompileError{Err: err}
	}
	const url = "grammar:schema"
	c := jsonschema.NewCompiler()
	if err := c.AddResource(url, document); err != nil {
		return nil, &CompileError{Err: err}
	}
	validator, err := c.Compile(url)
	if err != nil {
		return nil, &CompileError{Err: err}
	}
	return &Grammar{root: root, schema: bytes.Clone(schema), validator: validator}, nil
}

// Schema returns the schema to send to a server. The caller must not modify it.
func (g *Grammar) Schema() json.RawMessage { return g.schema }

// A CompileError says what in a schema cannot be compiled.
type CompileError struct {
	Pointer string // RFC 6901, into the schema
	Keyword string // the keyword at fault, or ""
	Err     error
}

// Error returns one line: where, which keyword, why.
func (e *CompileError) Error() string {
	where := e.Pointer
	if where == "" {
		where = "the root"
	}
	if e.Keyword == "" {
		return fmt.Sprintf("grammar: schema: at %s: %v", where, e.Err)
	}
	return fmt.Sprintf("grammar: schema: at %s: %s: %v", where, e.Keyword, e.Err)
}

// Unwrap returns the reason.
func (e *CompileError) Unwrap() error { return e.Err }
