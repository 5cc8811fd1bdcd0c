package grammar

// A crown is, for each node of a trie, what a walk inside a string can take at once: the tokens below
// and at the node, side by side, and which kinds of bytes lead from the node to them.
type crown struct {
	from, to []uint32 // in ids
	ids      []int32
	kinds    []byteKinds
}

// byteKinds is a set of kinds of bytes.
type byteKinds uint8

const (
	kindLower byteKinds = 1 << iota
	kindUpper
	kindDigit
	kindSpace
	kindHyphen // and underscore and full stop
	kindSlash
	kindSign  // other printable ASCII that stands for itself in a string
	kindOther // all else
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
	case b == '/':
		return kindSlash
	case b > ' ' && b < 0x7f && b != '"' && b != '\\':
		return kindSign
	}
	return kindOther
}

// crowned returns the crown of t.
func (t *trie) crowned() *crown {
	n := len(t.labels)
	c := &crown{from: make([]uint32, n), to: make([]uint32, n), ids: make([]int32, 0, len(t.leaves)), kinds: make([]byteKinds, n)}
	var below func(node uint32)
	below = func(node uint32) {
		c.from[node] = uint32(len(c.ids))
		for _, x := range t.at(node) {
			c.ids = append(c.ids, x.id)
		}
		from, to := t.children(node)
		for child := from; child < to; child++ {
			below(child)
			c.kinds[node] |= c.kinds[child] | kindOfByte(t.labels[child])
		}
		c.to[node] = uint32(len(c.ids))
	}
	below(0)
	return c
}
