package vocab

import (
	"bytes"
	"math/bits"
	"slices"
	"unicode/utf8"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/number"
)

// TextSlices sorts tokens by how they read inside a string, between two characters, where any character
// may come. Nearly all tokens stay inside, so their mask is made once.
type TextSlices struct {
	inner     [][]uint64  // by characters: the tokens without a quotation mark that need at most so many
	all       []uint64    // those of any length
	long      []longToken // inner tokens with more characters than inner has masks for, longest first
	Most      int         // characters of the longest inner token
	Least     int         // of the shortest; unbounded if there are none
	Tails     *Trie       // after the quotation mark: the note of a leaf is its closer
	Closers   []Closer
	ClosersOf map[string][]int32 // of characters: the closers after them
	CloserAt  map[uint32]int32   // of a node after a quotation mark: its closer
}

// A longToken is an inner token with more characters than there are masks for.
type longToken struct {
	id    int32
	runes int
}

// A Closer is the tokens that end a string after the same characters.
type Closer struct {
	Spelled []byte // the characters as the token spells them
	Runes   int
	Node    uint32 // of the trie of all tokens: after the quotation mark
}

// InnerMasks is up to how many characters the inner tokens have masks of their own.
const InnerMasks = 16

// newTextSlices sorts tokens as they are read inside a string; all is their trie.
func newTextSlices(tokens [][]byte, all *Trie, lenient bool) *TextSlices {
	s := &TextSlices{Least: number.Unbounded, ClosersOf: map[string][]int32{}, CloserAt: map[uint32]int32{}}
	words := (len(tokens) + 63) / 64
	backing := make([]uint64, (InnerMasks+2)*words)
	for k := range InnerMasks + 1 {
		s.inner = append(s.inner, backing[k*words:(k+1)*words:(k+1)*words])
	}
	s.all = backing[(InnerMasks+1)*words:]
	var tails []entry
	for id, text := range tokens {
		if len(text) == 0 {
			continue
		}
		runes, size, state := readInner(text, lenient)
		switch state {
		case textInside:
			s.all[id>>6] |= 1 << (id & 63)
			s.Most, s.Least = max(s.Most, runes), min(s.Least, runes)
			if runes <= InnerMasks {
				s.inner[runes][id>>6] |= 1 << (id & 63)
			} else {
				s.long = append(s.long, longToken{int32(id), runes})
			}
		case textClosed:
			at := s.note(text[:size], runes, all, lenient)
			tails = append(tails, entry{text[size+1:], Leaf{int32(id), at}})
		}
	}
	for k := 1; k <= InnerMasks; k++ {
		for i, word := range s.inner[k-1] {
			s.inner[k][i] |= word
		}
	}
	slices.SortStableFunc(s.long, func(a, b longToken) int { return b.runes - a.runes })
	s.Tails = newTrie(tails)
	return s
}

// A textEnd says where a token leaves the string that it is read in.
type textEnd uint8

const (
	textBroken textEnd = iota
	textInside
	textClosed
)

// readInner reads token inside a string in which any character may come. It returns how many
// characters it needs, one that it begins but does not end included, and how many bytes they take.
func readInner(token []byte, lenient bool) (runes, size int, end textEnd) {
	var d jsontext.Decoder
	for i, b := range token {
		if b == '"' && d.State == jsontext.Idle {
			return runes, i, textClosed
		}
		switch _, what := d.Step(b, lenient); what {
		case jsontext.Refused:
			return 0, 0, textBroken
		case jsontext.Complete:
			runes++
		}
	}
	if d.State != jsontext.Idle {
		runes++
	}
	return runes, len(token), textInside
}

// note returns the closer of tokens that end a string after spelled.
func (s *TextSlices) note(spelled []byte, runes int, all *Trie, lenient bool) int32 {
	var buf [64]byte
	decoded := DecodeInner(buf[:0], spelled, lenient)
	for _, at := range s.ClosersOf[string(decoded)] {
		if bytes.Equal(s.Closers[at].Spelled, spelled) {
			return at
		}
	}
	node := uint32(0)
	for _, b := range spelled {
		node, _ = all.child(node, b)
	}
	node, _ = all.child(node, '"')
	at := int32(len(s.Closers))
	s.ClosersOf[string(decoded)] = append(s.ClosersOf[string(decoded)], at)
	s.CloserAt[node] = at
	s.Closers = append(s.Closers, Closer{spelled, runes, node})
	return at
}

// WithoutInner makes mask the inner tokens that are not in it.
func (s *TextSlices) WithoutInner(mask []uint64) {
	for i, all := range s.all {
		mask[i] = all &^ mask[i]
	}
}

// Inner makes dst the mask of the inner tokens that have at most left characters.
func (s *TextSlices) Inner(dst []uint64, left int) {
	if left <= InnerMasks {
		copy(dst, s.inner[left])
		return
	}
	copy(dst, s.all)
	for _, x := range s.long {
		if x.runes <= left {
			return
		}
		dst[x.id>>6] &^= 1 << (x.id & 63)
	}
}

// Between appends the inner tokens of more than less and at most most characters to out, and reports whether they
// were at most so many.
func (s *TextSlices) Between(out []int32, less, most, many int) ([]int32, bool) {
	for _, x := range s.long {
		if x.runes > less && x.runes <= most {
			if len(out) == many {
				return out, false
			}
			out = append(out, x.id)
		}
	}
	if less >= InnerMasks {
		return out, true
	}
	under, upTo := s.inner[max(less, 0)], s.inner[min(most, InnerMasks)]
	for i, word := range upTo {
		for left := word &^ under[i]; left != 0; left &= left - 1 {
			if len(out) == many {
				return out, false
			}
			out = append(out, int32(i<<6+bits.TrailingZeros64(left)))
		}
	}
	return out, true
}

// Without appends the inner tokens that are not in mask to out, and reports whether they were at most so many.
func (s *TextSlices) Without(out []int32, mask []uint64, most int) ([]int32, bool) {
	for i, word := range s.all {
		for left := word &^ mask[i]; left != 0; left &= left - 1 {
			if len(out) == most {
				return out, false
			}
			out = append(out, int32(i<<6+bits.TrailingZeros64(left)))
		}
	}
	return out, true
}

// DecodeInner appends the characters that spelled stands for.
func DecodeInner(out, spelled []byte, lenient bool) []byte {
	var d jsontext.Decoder
	for _, b := range spelled {
		if r, what := d.Step(b, lenient); what == jsontext.Complete {
			out = utf8.AppendRune(out, r)
		}
	}
	return out
}
