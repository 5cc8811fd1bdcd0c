package regex

import (
	"cmp"
	"slices"
	"unicode/utf8"
)

// A Range is a closed interval of code points.
type Range struct{ Lo, Hi rune }

// Surrogates are no scalar values: no member of any language holds one.
const surrogateLo, surrogateHi = 0xD800, 0xDFFF

// Class returns the language of all one-code-point strings in any of ranges, in any order. Surrogates
// and what lies beyond Unicode do not count.
func (s *Space) Class(ranges []Range) Expr {
	if !canonical(ranges) {
		ranges = normalize(slices.Clone(ranges))
	}
	return s.class(ranges)
}

// One returns the language whose only member is the string r.
func (s *Space) One(r rune) Expr {
	if !utf8.ValidRune(r) {
		return Nothing
	}
	return s.intern(node{op: opClass, life: alive, a: r, b: r, c: singleRange})
}

// class interns canonical ranges.
func (s *Space) class(ranges []Range) Expr {
	switch len(ranges) {
	case 0:
		return Nothing
	case 1:
		return s.intern(node{op: opClass, life: alive, a: ranges[0].Lo, b: ranges[0].Hi, c: singleRange})
	}
	n := node{op: opClass, life: alive, b: int32(len(ranges)), c: rangesHash(ranges)}
	mask := uint32(len(s.table) - 1)
	probe := n
	i := probe.hash() & mask
	for ; s.table[i] != 0; i = (i + 1) & mask {
		m := &s.nodes[s.table[i]]
		if m.op == opClass && m.b == n.b && m.c == n.c && slices.Equal(s.classes[m.a], ranges) {
			return Expr(s.table[i])
		}
	}
	n.a = int32(len(s.classes))
	s.classes = append(s.classes, slices.Clone(ranges))
	return s.add(n)
}

// rangesHash is never singleRange.
func rangesHash(ranges []Range) int32 {
	h := uint32(2166136261)
	for _, r := range ranges {
		h = (h ^ uint32(r.Lo)) * 16777619
		h = (h ^ uint32(r.Hi)) * 16777619
	}
	return int32(h &^ (1 << 31))
}

// ranges returns the canonical ranges of the class n. The caller must not modify them, nor keep them
// over the next call: buf is where a single range is put.
func (s *Space) ranges(n *node, buf *[1]Range) []Range {
	if n.c == singleRange {
		buf[0] = Range{n.a, n.b}
		return buf[:]
	}
	return s.classes[n.a]
}

func (s *Space) classHolds(n *node, r rune) bool {
	if n.c == singleRange {
		return n.a <= r && r <= n.b
	}
	return holds(s.classes[n.a], r)
}

func holds(ranges []Range, r rune) bool {
	i, found := slices.BinarySearchFunc(ranges, r, func(x Range, r rune) int { return cmp.Compare(x.Lo, r) })
	return found || i > 0 && r <= ranges[i-1].Hi
}

// canonical reports whether ranges ascend with gaps between them, and treat the surrogates as a
// normal form must: never at an end, and swallowed when both neighbors are in.
func canonical(ranges []Range) bool {
	next := rune(0)
	for _, r := range ranges {
		if r.Lo < next || r.Hi < r.Lo || r.Hi > utf8.MaxRune {
			return false
		}
		if r.Lo >= surrogateLo && r.Lo <= surrogateHi+1 || r.Hi >= surrogateLo-1 && r.Hi <= surrogateHi {
			return false // at the border: let normalize decide
		}
		next = r.Hi + 2
	}
	return true
}

// normalize sorts and merges ranges in place.
func normalize(ranges []Range) []Range {
	kept := ranges[:0]
	for _, r := range ranges {
		r.Lo, r.Hi = max(r.Lo, 0), min(r.Hi, utf8.MaxRune)
		if r.Lo >= surrogateLo && r.Lo <= surrogateHi {
			r.Lo = surrogateHi + 1
		}
		if r.Hi >= surrogateLo && r.Hi <= surrogateHi {
			r.Hi = surrogateLo - 1
		}
		if r.Lo <= r.Hi {
			kept = append(kept, r)
		}
	}
	slices.SortFunc(kept, func(a, b Range) int { return cmp.Compare(a.Lo, b.Lo) })
	merged := kept[:0]
	for _, r := range kept {
		if n := len(merged); n > 0 {
			last := &merged[n-1]
			if r.Lo <= last.Hi+1 || last.Hi == surrogateLo-1 && r.Lo == surrogateHi+1 {
				last.Hi = max(last.Hi, r.Hi)
				continue
			}
		}
		merged = append(merged, r)
	}
	return merged
}

// invert returns the canonical complement of canonical ranges.
func invert(ranges []Range) []Range {
	out := make([]Range, 0, len(ranges)+1)
	next := rune(0)
	for _, r := range ranges {
		if next < r.Lo {
			out = append(out, Range{next, r.Lo - 1})
		}
		next = r.Hi + 1
	}
	if next <= utf8.MaxRune {
		out = append(out, Range{next, utf8.MaxRune})
	}
	return normalize(out)
}

// meet returns the canonical intersection of canonical ranges.
func meet(a, b []Range) []Range {
	var out []Range
	for i, j := 0, 0; i < len(a) && j < len(b); {
		lo, hi := max(a[i].Lo, b[j].Lo), min(a[i].Hi, b[j].Hi)
		if lo <= hi {
			out = append(out, Range{lo, hi})
		}
		if a[i].Hi < b[j].Hi {
			i++
		} else {
			j++
		}
	}
	return normalize(out)
}
