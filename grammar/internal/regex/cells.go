package regex

import (
	"slices"
	"unicode/utf8"
)

// Cells cut the code points into pieces whose members have the same derivative. Piece i goes from
// Starts[i] to just before Starts[i+1], the last one to the end of Unicode. Pieces with equal labels
// have equal derivatives; label -1 marks the surrogates.
type Cells struct {
	Starts []rune
	Labels []int32
	Reps   []rune // one code point of each label, the lowest
}

// Bounds returns the first and the last code point of piece i.
func (c *Cells) Bounds(i int) (lo, hi rune) {
	if i+1 == len(c.Starts) {
		return c.Starts[i], utf8.MaxRune
	}
	return c.Starts[i], c.Starts[i+1] - 1
}

// Find returns the piece that holds r.
func (c *Cells) Find(r rune) int {
	i, found := slices.BinarySearch(c.Starts, r)
	if found {
		return i
	}
	return i - 1
}

// Cells returns the pieces of e. Different labels may still have equal derivatives. The caller must
// not modify what it gets.
func (s *Space) Cells(e Expr) *Cells {
	var few [8]Expr
	heads := s.heads(e, few[:0])
	// Most states look at one or two classes, and many at the same ones.
	var key [2]Expr
	known := copy(key[:], heads) == len(heads)
	if c, ok := s.cells[key]; known && ok {
		return c
	}
	s.meter.Make(200)
	c := &Cells{
		Starts: []rune{0, surrogateLo, surrogateHi + 1},
		Labels: []int32{0, -1, 0},
		Reps:   []rune{0},
	}
	for _, h := range heads {
		pieces := s.pieces(h)
		s.meter.Make(32*len(pieces) + 16*(len(c.Starts)+2*len(pieces)))
		s.meter.Step(3 * (len(c.Starts) + len(pieces)))
		c = c.refine(pieces)
		known = known && s.nodes[h].op == opClass
	}
	c = s.kept(c)
	if known {
		if s.cells == nil {
			s.cells = make(map[[2]Expr]*Cells, 8)
		}
		s.cells[key] = c
	}
	return c
}

// kept returns the pieces that are equal to c and were there before it, or else c: the thousands of states of a date
// know but a few.
func (s *Space) kept(c *Cells) *Cells {
	hash := uint64(len(c.Starts))
	for i, r := range c.Starts {
		hash = (hash ^ uint64(r)<<32 ^ uint64(uint32(c.Labels[i]))) * 0x9e3779b97f4a7c15
		hash ^= hash >> 32
	}
	old := s.sets[hash]
	if old != nil && slices.Equal(old.Starts, c.Starts) && slices.Equal(old.Labels, c.Labels) {
		return old
	}
	if s.sets == nil {
		s.sets = make(map[uint64]*Cells, 8)
	}
	s.sets[hash] = c
	return c
}

// heads appends the classes and leaves whose own derivatives decide that of e.
func (s *Space) heads(e Expr, list []Expr) []Expr {
	for {
		n := &s.nodes[e]
		s.meter.Step(1 + len(list)>>2)
		switch n.op {
		case opClass, opLeaf:
			if e != AnyRune && !slices.Contains(list, e) {
				list = append(list, e)
			}
			return list
		case opConcat:
			list = s.heads(Expr(n.a), list)
			if !s.nodes[n.a].nullable {
				return list
			}
			e = Expr(n.b)
		case opUnion, opIntersect:
			for _, m := range s.members(n) {
				list = s.heads(m, list)
			}
			return list
		case opComplement, opRepeat:
			e = Expr(n.a)
		default:
			return list
		}
	}
}

// A piece is a range of code points that a class or leaf treats alike.
type piece struct {
	lo, hi rune
	value  int32
}

// pieces returns what the class or leaf e tells apart; what lies between has the value -1.
func (s *Space) pieces(e Expr) []piece {
	n := &s.nodes[e]
	if n.op == opLeaf {
		var out []piece
		s.leaves[n.a].heads(n.b, func(lo, hi rune, value int32) {
			out = append(out, piece{lo, hi, value})
		})
		return out
	}
	var buf [1]Range
	ranges := s.ranges(n, &buf)
	out := make([]piece, len(ranges))
	for i, r := range ranges {
		out[i] = piece{r.Lo, r.Hi, 0}
	}
	return out
}

// A pair is an old label with the value of the piece that cuts it.
type pair struct{ label, value int32 }

// refine cuts c by pieces, which ascend and are disjoint.
func (c *Cells) refine(pieces []piece) *Cells {
	size := len(c.Starts) + 2*len(pieces)
	out := &Cells{Starts: make([]rune, 0, size), Labels: make([]int32, 0, size)}
	names := namer{reps: make([]rune, 0, len(c.Reps)+2)}
	next := 0
	for i, at := range c.Starts {
		_, hi := c.Bounds(i)
		if c.Labels[i] < 0 {
			out.Starts, out.Labels = append(out.Starts, at), append(out.Labels, -1)
			continue
		}
		for at <= hi {
			for next < len(pieces) && pieces[next].hi < at {
				next++
			}
			end, value := hi, int32(-1)
			if next < len(pieces) && pieces[next].lo <= at {
				end, value = min(hi, pieces[next].hi), pieces[next].value
			} else if next < len(pieces) {
				end = min(hi, pieces[next].lo-1)
			}
			out.Starts = append(out.Starts, at)
			out.Labels = append(out.Labels, names.name(pair{c.Labels[i], value}, at))
			at = end + 1
		}
	}
	out.Reps = names.reps
	return out
}

// A namer gives each pair a label. Few pairs are searched in a list, many in a map.
type namer struct {
	pairs []pair
	index map[pair]int32
	reps  []rune
}

func (n *namer) name(p pair, at rune) int32 {
	if n.index != nil {
		if label, ok := n.index[p]; ok {
			return label
		}
	} else if i := slices.Index(n.pairs, p); i >= 0 {
		return int32(i)
	}
	label := int32(len(n.reps))
	n.reps = append(n.reps, at)
	if n.pairs = append(n.pairs, p); len(n.pairs) > 16 && n.index == nil {
		n.index = make(map[pair]int32, 64)
		for i, q := range n.pairs {
			n.index[q] = int32(i)
		}
	} else if n.index != nil {
		n.index[p] = label
	}
	return label
}
