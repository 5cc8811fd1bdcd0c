package grammar

import (
	"errors"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/schema"
)

// Reasons inside a CompileError.
var (
	ErrUnsupported = schema.ErrUnsupported // not supported
	ErrEmpty       = schema.ErrEmpty       // no document can satisfy it
	ErrMalformed   = jsontext.ErrMalformed // not a schema
	ErrAmbiguous   = schema.ErrAmbiguous   // the branches cannot be told apart
	ErrBudget      = jsontext.ErrBudget    // too large
)

// A CompileError says which part of a schema cannot be compiled.
type CompileError struct {
	Pointer string // RFC 6901, into the schema; for one of Options.Resources, follows its address and #
	Keyword string // the keyword at fault, or ""
	Err     error
}

// Error returns one line: where, which keyword, why.
func (e *CompileError) Error() string { return (*jsontext.Error)(e).Error() }

// Unwrap returns the reason.
func (e *CompileError) Unwrap() error { return e.Err }

// compileError returns err as callers of this package know it.
func compileError(err error) error {
	if e, ok := errors.AsType[*jsontext.Error](err); ok {
		return (*CompileError)(e)
	}
	return &CompileError{Err: err}
}

// A Gap is a keyword that is not enforced.
type Gap struct {
	Pointer, Keyword, Why string
}
