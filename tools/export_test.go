package tools

import (
	"reflect"

	"github.com/shortleash/shortleash/grammar"
)

// SchemaOfType is SchemaOf for a type that a test makes.
func SchemaOfType(t reflect.Type) (grammar.Schema, error) { return schemaOf(t) }
