package regex

// A derived is one remembered derivative. The key of a free entry is 0: no expression that is looked
// up here has the number 0.
type derived struct {
	key uint64
	to  Expr
}

const memoSize = 1 << 9

// Derive returns the language of what may follow r: every w such that r and w together are in e.
func (s *Space) Derive(e Expr, r rune) Expr {
	n := s.nodes[e]
	switch n.op {
	case opNothing, opEpsilon:
		return Nothing
	case opClass:
		if s.classHolds(&n, r) {
			return Epsilon
		}
		return Nothing
	case opLeaf:
		if to := s.leaves[n.a].step(n.b, r); to >= 0 {
			return s.leaf(n.a, to)
		}
		return Nothing
	case opRepeat:
		if e == All {
			return All
		}
	}
	key := uint64(e)<<21 | uint64(r)
	slot := (key * 0x9e3779b97f4a7c15) >> (64 - 9)
	if s.memo == nil {
		s.memo = make([]derived, memoSize)
	}
	if m := s.memo[slot]; m.key == key {
		return m.to
	}
	s.meter.Step(4)
	to := s.deriveCompound(&n, r)
	s.memo[slot] = derived{key, to}
	return to
}

func (s *Space) deriveCompound(n *node, r rune) Expr {
	switch n.op {
	case opConcat:
		head := s.concat(s.Derive(Expr(n.a), r), Expr(n.b))
		if !s.nodes[n.a].nullable {
			return head
		}
		return s.Union(head, s.Derive(Expr(n.b), r))
	case opUnion, opIntersect:
		return s.deriveList(n, r)
	case opComplement:
		return s.Complement(s.Derive(Expr(n.a), r))
	case opRepeat:
		head := s.Derive(Expr(n.a), r)
		if head == Nothing {
			return Nothing
		}
		// If the base is nullable, b is 0 already, so the rest covers what skips iterations.
		lo, hi := max(n.b-1, 0), max(n.c-1, 0)
		if n.c < 0 {
			hi = -1
		}
		return s.concat(head, s.Repeat(Expr(n.a), int(lo), int(hi)))
	}
	panic("regex: BUG: derivative of an unknown node")
}

func (s *Space) deriveList(n *node, r rune) Expr {
	members := s.members(n)
	s.meter.Make(8 * len(members))
	var few [8]Expr
	out := few[:0]
	for _, e := range members {
		d := s.Derive(e, r)
		if n.op == opIntersect && d == Nothing {
			return Nothing
		}
		if n.op == opIntersect || d != Nothing {
			out = append(out, d)
		}
	}
	if n.op == opUnion {
		return s.Union(out...)
	}
	return s.Intersect(out...)
}

// leaf returns the expression of state of leaves[id].
func (s *Space) leaf(id, state int32) Expr {
	accepts := s.leaves[id].accepts(state)
	return s.intern(node{op: opLeaf, a: id, b: state, nullable: accepts, life: alive})
}

// newLeaf adds l and returns it in state start.
func (s *Space) newLeaf(l leaf, start int32) Expr {
	s.leaves = append(s.leaves, l)
	return s.leaf(int32(len(s.leaves)-1), start)
}

// Matches reports whether text is a member of e. It is the obvious way, for tests and single
// questions: a DFA is faster from the second character on.
func (s *Space) Matches(e Expr, text string) bool {
	s.meter.Step(len(text))
	for _, r := range text {
		if e = s.Derive(e, r); e == Nothing {
			return false
		}
	}
	return s.Nullable(e)
}
