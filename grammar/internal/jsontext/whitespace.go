package jsontext

import "math/bits"

// A ByteSet is a set of bytes.
type ByteSet [4]uint64

// Add puts b into the set.
func (s *ByteSet) Add(b byte) { s[b>>6] |= 1 << (b & 63) }

// Remove takes b out.
func (s *ByteSet) Remove(b byte) { s[b>>6] &^= 1 << (b & 63) }

// Has reports whether b is in the set.
func (s ByteSet) Has(b byte) bool { return s[b>>6]>>(b&63)&1 == 1 }

// Len returns how many bytes are in the set.
func (s ByteSet) Len() int {
	return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) + bits.OnesCount64(s[2]) + bits.OnesCount64(s[3])
}

// Bytes returns the members in ascending order.
func (s ByteSet) Bytes() []byte {
	out := make([]byte, 0, s.Len())
	for i, word := range s {
		for ; word != 0; word &= word - 1 {
			out = append(out, byte(i*64+bits.TrailingZeros64(word)))
		}
	}
	return out
}

// First returns the lowest member of a set that has one.
func (s ByteSet) First() byte {
	i := 0
	for s[i] == 0 {
		i++
	}
	return byte(i*64 + bits.TrailingZeros64(s[i]))
}

// AddRange puts lo to hi into the set.
func (s *ByteSet) AddRange(lo, hi byte) {
	for b := int(lo); b <= int(hi); b++ {
		s.Add(byte(b))
	}
}

// Whitespace is a policy with bounds: at each place of a document, how many bytes of white space
// may stand there, and which. The zero value is none anywhere.
type Whitespace struct {
	Leading, AfterOpen, BeforeClose, BeforeColon, AfterColon, BeforeComma, AfterComma, Trailing Run
}

// A Run bounds the white space at one place.
type Run struct {
	Max   int     // bytes in a row
	Bytes ByteSet // which; a member that is not JSON white space never counts
}

// Compact returns the policy of no white space at all.
func Compact() Whitespace { return Whitespace{} }

// LenientRun is how many bytes of white space a server may write at one place. The grammar that
// llama.cpp derives from a schema ends a run after two newlines and twenty blanks or tabs.
const LenientRun = 24

// Foreign returns the policy for text from elsewhere: up to 24 bytes of white space at each place.
func Foreign() Whitespace {
	var all ByteSet
	for _, b := range []byte(" \t\n\r") {
		all.Add(b)
	}
	r := Run{Max: LenientRun, Bytes: all}
	return Whitespace{r, r, r, r, r, r, r, r}
}

// IsBlank reports whether b is JSON white space.
func IsBlank(b byte) bool { return b == ' ' || b == '\t' || b == '\n' || b == '\r' }

const (
	blankSpace = 1 << iota
	blankTab
	blankLF
	blankCR
)

// BlankBit returns the bit of a byte of white space, for [Run.Allows].
func BlankBit(b byte) uint8 {
	switch b {
	case ' ':
		return blankSpace
	case '\t':
		return blankTab
	case '\n':
		return blankLF
	}
	return blankCR
}

// Allows reports whether a run of n bytes of the given kinds may stand here.
func (r *Run) Allows(n int, kinds uint8) bool {
	if n == 0 {
		return true
	}
	if n > r.Max {
		return false
	}
	for _, b := range [...]byte{' ', '\t', '\n', '\r'} {
		if kinds&BlankBit(b) != 0 && !r.Bytes.Has(b) {
			return false
		}
	}
	return true
}
