package jsontext

import (
	"errors"
	"fmt"

	"github.com/shortleash/shortleash/grammar/internal/budget"
)

// Reasons inside an Error.
var (
	ErrMalformed = errors.New("not a schema")
	ErrBudget    = budget.ErrExceeded
)

// An Error says what in a schema cannot be compiled.
type Error struct {
	Pointer string // RFC 6901, into the schema
	Keyword string // the keyword at fault, or ""
	Err     error
}

// Error returns one line: where, which keyword, why.
func (e *Error) Error() string {
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
func (e *Error) Unwrap() error { return e.Err }
