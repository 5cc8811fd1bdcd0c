package regex

import (
	"errors"
	"fmt"
)

var (
	// ErrSyntax classifies patterns that are malformed.
	ErrSyntax = errors.New("malformed")
	// ErrUnsupported classifies what is well formed and cannot be enforced exactly.
	ErrUnsupported = errors.New("unsupported")
	// ErrBudget says that a question could not be answered within its budget of states.
	ErrBudget = errors.New("regex: too many states")
)

// A ParseError says what in a pattern cannot be used, and where.
type ParseError struct {
	Offset int    // in bytes, into the pattern
	What   string // the construct at fault, as a noun phrase
	Err    error  // ErrSyntax or ErrUnsupported
}

// Error returns one line.
func (e *ParseError) Error() string {
	return fmt.Sprintf("regex: offset %d: %s: %v", e.Offset, e.What, e.Err)
}

// Unwrap returns the class of the error.
func (e *ParseError) Unwrap() error { return e.Err }
