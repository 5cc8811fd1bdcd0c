package grammar

import "unicode/utf8"

// A crown is, for each node of a trie, what a walk inside a string can take at once: the tokens below
// and at the node, side by side, and which kinds of bytes lead from the node to them.
type crown struct {
	from, to []uint32 // in ids
	ids      []int32
	kinds    []byteKinds
	heights  []uint8 // characters of the longest way down, saturating
}

// whole reports whether all tokens below node, which is between characters, can be taken at once in
// a state with a margin: they hold nothing but ordinary characters, and too few to lead to Dead.
func (c *crown) whole(node uint32, margin int) bool {
	return c.kinds[node]&kindOther == 0 && int(c.heights[node]) < margin && c.heights[node] < maxHeight
}

// begun is whole for a node within its first character, which b begins, and the token that ends there.
func (c *crown) begun(node uint32, b byte, margin int) bool {
	var d decoder
	_, what := d.step(b, false)
	return what == decodePartial && b >= utf8.RuneSelf && c.whole(node, margin-1)
}

const maxHeight = 255

// byteKinds is a set of kinds of bytes.
type byteKinds uint8

const (
	kindLower byteKinds = 1 << iota
	kindUpper
	kindDigit
	kindSpace
	kindHyphen // and underscore and full stop
	kindWide   // bytes of characters that are not ASCII
	kindSign   // other printable ASCII that stands for itself in a string
	kindOther  // all else, and U+2028 and U+2029, which few patterns treat like their neighbors
)

func kindOfByte(b byte) byteKinds {
	switch {
	case b >= 'a' && b <= 'z':
		return kindLower
	case b >= 'A' && b <= 'Z':
		return kindUpper
	case isDigit(b):
		return kindDigit
	case b == ' ':
		return kindSpace
	case b == '-' || b == '_' || b == '.':
		return kindHyphen
	case b > ' ' && b < 0x7f && b != '"' && b != '\\':
		return kindSign
	}
	return kindOther
}

// crowned returns the crown of t.
func (t *trie) crowned() *crown {
	n := len(t.labels)
	c := &crown{from: make([]uint32, n), to: make([]uint32, n), ids: make([]int32, 0, len(t.leaves)), kinds: make([]byteKinds, n), heights: make([]uint8, n)}
	var below func(node uint32, d decoder)
	below = func(node uint32, d decoder) {
		c.from[node] = uint32(len(c.ids))
		for _, x := range t.at(node) {
			c.ids = append(c.ids, x.id)
		}
		from, to := t.children(node)
		for child := from; child < to; child++ {
			b, next := t.labels[child], d // what breaks a character is of no kind that can loop
			kind := kindOfByte(b)
			r, what := next.step(b, true)
			switch {
			case what == decodeRefused || r == 0x2028 || r == 0x2029:
				next, kind = decoder{}, kindOther
			case b >= utf8.RuneSelf:
				kind = kindWide
			}
			below(child, next)
			c.kinds[node] |= c.kinds[child] | kind
			height := c.heights[child]
			if d.state == decodeIdle && height < maxHeight {
				height++ // b begins a character
			}
			c.heights[node] = max(c.heights[node], height)
		}
		c.to[node] = uint32(len(c.ids))
	}
	below(0, decoder{})
	return c
}
