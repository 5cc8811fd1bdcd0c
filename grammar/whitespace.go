package grammar

import "github.com/shortleash/shortleash/grammar/internal/jsontext"

// A ByteSet is a set of bytes.
type ByteSet [4]uint64

// Add adds b to the set.
func (s *ByteSet) Add(b byte) { (*jsontext.ByteSet)(s).Add(b) }

// Has reports whether b is in the set.
func (s ByteSet) Has(b byte) bool { return jsontext.ByteSet(s).Has(b) }

// Len returns how many bytes are in the set.
func (s ByteSet) Len() int { return jsontext.ByteSet(s).Len() }

// Bytes returns the members in ascending order.
func (s ByteSet) Bytes() []byte { return jsontext.ByteSet(s).Bytes() }

// Whitespace is a policy that says, for each place in a document, how many bytes of white space are
// allowed there, and which. The zero value allows none.
type Whitespace struct {
	Leading, AfterOpen, BeforeClose, BeforeColon, AfterColon, BeforeComma, AfterComma, Trailing Run
}

// A Run limits the white space at one place.
type Run struct {
	Max   int     // bytes in a row
	Bytes ByteSet // which; a member that is not JSON white space never counts
}

// Foreign returns the policy for text from other sources: up to 24 bytes of white space at each place.
func Foreign() Whitespace {
	var all ByteSet
	for _, b := range []byte(" \t\n\r") {
		all.Add(b)
	}
	r := Run{Max: jsontext.LenientRun, Bytes: all}
	return Whitespace{r, r, r, r, r, r, r, r}
}

func (w Whitespace) internal() jsontext.Whitespace {
	run := func(r Run) jsontext.Run { return jsontext.Run{Max: r.Max, Bytes: jsontext.ByteSet(r.Bytes)} }
	return jsontext.Whitespace{
		Leading: run(w.Leading), AfterOpen: run(w.AfterOpen), BeforeClose: run(w.BeforeClose), BeforeColon: run(w.BeforeColon),
		AfterColon: run(w.AfterColon), BeforeComma: run(w.BeforeComma), AfterComma: run(w.AfterComma), Trailing: run(w.Trailing),
	}
}
