package grammar

import (
	"github.com/shortleash/shortleash/grammar/internal/automaton"
	"github.com/shortleash/shortleash/grammar/internal/jsontext"
)

// A Violation says where a text stopped being a prefix of a legal document.
type Violation struct {
	Offset   int      // legal bytes before it, from the start of the document
	Got      string   // the bytes fed there, at most 40; "" if AtEnd
	AtEnd    bool     // the text stopped before the document was complete
	Next     ByteSet  // the bytes that would have been legal
	Expected []string // the same for people: spellings or kinds, sorted, at most eight
	Pointer  string   // where in the document, RFC 6901
	Rule     string   // the refusing rule in the schema, RFC 6901; "" for the root or for several rules
}

// Error returns one line.
func (v *Violation) Error() string {
	return (&automaton.Violation{
		Offset: v.Offset, Got: v.Got, AtEnd: v.AtEnd, Next: jsontext.ByteSet(v.Next), Expected: v.Expected, Pointer: v.Pointer, Rule: v.Rule,
	}).Error()
}

// violation returns err as callers of this package know it.
func violation(err error) error {
	if v, ok := err.(*automaton.Violation); ok {
		return &Violation{
			Offset: v.Offset, Got: v.Got, AtEnd: v.AtEnd, Next: ByteSet(v.Next), Expected: v.Expected, Pointer: v.Pointer, Rule: v.Rule,
		}
	}
	return err
}
