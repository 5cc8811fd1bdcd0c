package regex

import "slices"

// A span is the lengths from lo to hi; hi < 0: and all longer ones. Invariant: neither is more than endless.
type span struct{ lo, hi int }

const (
	maxSpanDepth = 200     // what lies deeper in shared structure is explored
	maxSpans     = 1 << 10 // of one language
	endless      = 1 << 30 // lengths from here on are not told apart: no text is so long
)

// spans returns the lengths of e, as spans that ascend with gaps between them, when its form alone shows them. Then its
// derivatives need not be seen: those of a.{99}$ are as many as the ways in which an a can stand among the last 99 letters.
func (s *Space) spans(e Expr, depth int) (list []span, ok bool) {
	if depth > maxSpanDepth {
		return nil, false
	}
	n := s.nodes[e]
	s.meter.Step(1)
	switch n.op {
	case opEpsilon:
		return []span{{0, 0}}, true
	case opClass:
		return []span{{1, 1}}, true
	case opConcat:
		return s.spansOfConcat(&n, depth)
	case opUnion:
		for _, m := range s.members(&n) {
			more, ok := s.spans(m, depth+1)
			if !ok {
				return nil, false
			}
			if list = append(list, more...); len(list) > 2*maxSpans {
				if list, ok = s.joined(list); !ok {
					return nil, false
				}
			}
		}
		return s.joined(list)
	case opRepeat:
		list, ok = s.spans(Expr(n.a), depth+1)
		switch {
		case ok && n.b == 0 && n.c == 1:
			return s.joined(append(list, span{0, 0}))
		case !ok || len(list) != 1:
			return nil, false
		}
		return repeated(list[0], int(n.b), int(n.c))
	case opLeaf:
		l := s.leafLengths(&n)
		return []span{{l.lo, l.hi}}, l.bits == nil
	case opComplement:
		// No finite list of words holds every string of some length, but the empty one.
		switch empty, ok := s.leafWords(Expr(n.a)); {
		case ok && empty:
			return []span{{1, -1}}, true
		case ok:
			return []span{{0, -1}}, true
		}
	}
	return nil, false
}

func (s *Space) spansOfConcat(n *node, depth int) ([]span, bool) {
	first, ok := s.spans(Expr(n.a), depth+1)
	if !ok {
		return nil, false
	}
	second, ok := s.spans(Expr(n.b), depth+1)
	if !ok || len(first)*len(second) > maxSpans {
		return nil, false
	}
	var list []span
	for _, x := range first {
		for _, y := range second {
			sum := span{min(x.lo+y.lo, endless), x.hi + y.hi}
			if x.hi < 0 || y.hi < 0 || sum.hi > endless {
				sum.hi = -1
			}
			list = append(list, sum)
		}
	}
	return s.joined(list)
}

// joined sorts list and joins what overlaps or touches.
func (s *Space) joined(list []span) ([]span, bool) {
	s.meter.Step(len(list))
	slices.SortFunc(list, func(a, b span) int { return a.lo - b.lo })
	kept := list[:1]
	for _, x := range list[1:] {
		last := &kept[len(kept)-1]
		switch {
		case last.hi < 0:
			return kept, len(kept) <= maxSpans
		case x.lo > last.hi+1:
			kept = append(kept, x)
		case x.hi < 0:
			last.hi = -1
		default:
			last.hi = max(last.hi, x.hi)
		}
	}
	return kept, len(kept) <= maxSpans
}

// repeated returns the lengths of least to most members in a row, each of a length in x, if they have no gap.
func repeated(x span, least, most int) ([]span, bool) {
	lo, hi, n := int64(x.lo), int64(x.hi), int64(least)
	gapless := least == most || least == 0 && lo <= 1 ||
		hi < 0 && least > 0 || hi >= 0 && (n+1)*lo <= n*hi+1
	if !gapless {
		return nil, false
	}
	all := span{int(min(n*lo, endless)), -1}
	if top := hi * int64(most); hi >= 0 && most >= 0 && top <= endless {
		all.hi = int(top)
	}
	return []span{all}, true
}

// lengthsOf returns the set of the lengths in list, if it can be written out.
func lengthsOf(list []span) (*Lengths, bool) {
	last := list[len(list)-1]
	if len(list) == 1 {
		return &Lengths{lo: last.lo, hi: last.hi}, true
	}
	end := last.lo
	if last.hi >= 0 {
		end = last.hi + 1
	}
	if end > maxClip {
		return nil, false
	}
	b := newBitSet(end + 1)
	for _, x := range list {
		for k := x.lo; k < end && (x.hi < 0 || k <= x.hi); k++ {
			b.add(k)
		}
	}
	if last.hi < 0 {
		b.add(end)
	}
	return b.periodic(end, 1), true
}
