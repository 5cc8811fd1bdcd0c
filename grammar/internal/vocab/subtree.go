package vocab

import (
	"unicode/utf8"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
)

// A SubtreeIndex lists, for each node of a trie, the tokens at and below it, side by side, and the kinds
// of bytes that lead to them: a walk inside a string can add them all at once.
type SubtreeIndex struct {
	From, To []uint32 // in ids
	IDs      []int32
	Kinds    []ByteKinds
	heights  []uint8 // characters of the longest way down, saturating
	height   int     // of the root
}

// Height returns how many characters the tokens below node have at most, one in which node lies left out. It is exact for
// all but the tallest nodes.
func (c *SubtreeIndex) Height(node uint32) int {
	if h := c.heights[node]; h < maxHeight {
		return int(h)
	}
	return c.height
}

// AllLegal reports whether all tokens below node, which is between characters, are legal where any string
// of fewer than margin characters is: they hold ordinary characters only, and fewer than that.
func (c *SubtreeIndex) AllLegal(node uint32, margin int) bool {
	return c.Kinds[node]&KindOther == 0 && c.Height(node) < margin
}

// LegalAfter is AllLegal for a node that b leads to, which begins a character of several bytes, and for
// the token that ends there.
func (c *SubtreeIndex) LegalAfter(node uint32, b byte, margin int) bool {
	var d jsontext.Decoder
	_, what := d.Step(b, false)
	return what == jsontext.Partial && b >= utf8.RuneSelf && c.AllLegal(node, margin-1)
}

const maxHeight = 255

// ByteKinds is a set of kinds of bytes.
type ByteKinds uint8

const (
	kindLower ByteKinds = 1 << iota
	kindUpper
	kindDigit
	kindSpace
	kindHyphen // and underscore and full stop
	KindWide   // bytes of characters that are not ASCII
	kindSign   // other printable ASCII that stands for itself in a string
	KindOther  // all else, and what StandsApart
)

// StandsApart reports whether r is one of the blanks and line ends beyond ASCII, which many patterns treat unlike
// their neighbors.
func StandsApart(r rune) bool {
	switch r {
	case 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff:
		return true
	}
	return r >= 0x2000 && r <= 0x200a
}

// KindOfByte returns the kind of b as a byte of a string.
func KindOfByte(b byte) ByteKinds {
	switch {
	case b >= 'a' && b <= 'z':
		return kindLower
	case b >= 'A' && b <= 'Z':
		return kindUpper
	case jsontext.IsDigit(b):
		return kindDigit
	case b == ' ':
		return kindSpace
	case b == '-' || b == '_' || b == '.':
		return kindHyphen
	case b > ' ' && b < 0x7f && b != '"' && b != '\\':
		return kindSign
	}
	return KindOther
}

// indexSubtrees returns the subtree index of t.
func (t *Trie) indexSubtrees() *SubtreeIndex {
	n := len(t.Labels)
	c := &SubtreeIndex{From: make([]uint32, n), To: make([]uint32, n), IDs: make([]int32, 0, len(t.leaves)),
		Kinds: make([]ByteKinds, n), heights: make([]uint8, n)}
	var below func(node uint32, d jsontext.Decoder) (height int)
	below = func(node uint32, d jsontext.Decoder) (height int) {
		c.From[node] = uint32(len(c.IDs))
		for _, x := range t.Leaves(node) {
			c.IDs = append(c.IDs, x.ID)
		}
		from, to := t.Children(node)
		for child := from; child < to; child++ {
			b, next := t.Labels[child], d // what breaks a character is of no kind that can loop
			kind := KindOfByte(b)
			r, what := next.Step(b, true)
			switch {
			case what == jsontext.Refused || StandsApart(r):
				next, kind = jsontext.Decoder{}, KindOther
			case b >= utf8.RuneSelf:
				kind = KindWide
			}
			more := below(child, next)
			if d.State == jsontext.Idle {
				more++ // b begins a character
			}
			height = max(height, more)
			c.Kinds[node] |= c.Kinds[child] | kind
		}
		c.heights[node] = uint8(min(height, maxHeight))
		c.To[node] = uint32(len(c.IDs))
		return height
	}
	c.height = below(0, jsontext.Decoder{})
	return c
}
