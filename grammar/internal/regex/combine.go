package regex

import "slices"

// Union returns the language of every string that is in any of list.
func (s *Space) Union(list ...Expr) Expr {
	base := len(s.scratch)
	defer func() { s.scratch = s.scratch[:base] }()
	for _, e := range list {
		s.flattenUnion(e)
	}
	s.meter.Step(3 * (len(s.scratch) - base))
	members := sortUnique(s.scratch[base:])
	if slices.Contains(members, All) || s.holdsOpposites(members) {
		return All
	}
	members = s.mergeClasses(members, opUnion)
	if merged, ok := s.mergeRuns(members); ok {
		return s.Union(merged...)
	}
	empty := false
	if len(members) > 0 && members[0] == Epsilon { // the lowest number a member can have here
		empty, members = true, members[1:]
	}
	rest, nullable := Nothing, false
	n := node{op: opUnion}
	for _, e := range members {
		nullable = nullable || s.nodes[e].nullable
		if s.nodes[e].life == alive {
			n.life = alive
		}
	}
	switch n.nullable = nullable; len(members) {
	case 0:
	case 1:
		rest = members[0]
	default:
		rest = s.internList(n, members)
	}
	if empty && !nullable {
		return s.Optional(rest)
	}
	return rest
}

// flattenUnion pushes the members of e; of x? that is x and the empty string.
func (s *Space) flattenUnion(e Expr) {
	n := s.nodes[e]
	switch {
	case n.life == dead:
	case n.op == opUnion:
		s.scratch = append(s.scratch, s.members(&n)...)
	case n.op == opRepeat && n.b == 0 && n.c == 1:
		s.scratch = append(s.scratch, Epsilon)
		s.flattenUnion(Expr(n.a))
	default:
		s.scratch = append(s.scratch, e)
	}
}

// Intersect returns the language of every string that is in all of list; All if there are none.
func (s *Space) Intersect(list ...Expr) Expr {
	base := len(s.scratch)
	defer func() { s.scratch = s.scratch[:base] }()
	for _, e := range list {
		switch n := s.nodes[e]; {
		case n.life == dead:
			return Nothing
		case e == All:
		case n.op == opIntersect:
			s.scratch = append(s.scratch, s.members(&n)...)
		default:
			s.scratch = append(s.scratch, e)
		}
	}
	s.meter.Step(3 * (len(s.scratch) - base))
	members := sortUnique(s.scratch[base:])
	if s.holdsOpposites(members) {
		return Nothing
	}
	members = s.mergeClasses(members, opIntersect)
	if merged, ok := s.meetRuns(members); ok {
		return s.Intersect(merged...)
	}
	n := node{op: opIntersect, nullable: true}
	for _, e := range members {
		if e == Nothing {
			return Nothing
		}
		n.nullable = n.nullable && s.nodes[e].nullable
	}
	switch {
	case len(members) == 0:
		return All
	case len(members) == 1:
		return members[0]
	case members[0] == Epsilon && n.nullable:
		return Epsilon
	case members[0] == Epsilon:
		return Nothing
	}
	return s.internList(n, members)
}

func sortUnique(members []Expr) []Expr {
	if len(members) == 2 && members[0] < members[1] {
		return members
	}
	slices.Sort(members)
	return slices.Compact(members)
}

// holdsOpposites reports whether members hold some language and its complement.
func (s *Space) holdsOpposites(members []Expr) bool {
	for _, e := range members {
		if n := &s.nodes[e]; n.op == opComplement {
			if _, found := slices.BinarySearch(members, Expr(n.a)); found {
				return true
			}
		}
	}
	return false
}

// mergeClasses makes one class of all classes among members, which it may overwrite.
func (s *Space) mergeClasses(members []Expr, how op) []Expr {
	count := 0
	for _, e := range members {
		if s.nodes[e].op == opClass {
			count++
		}
	}
	if count < 2 {
		return members
	}
	s.meter.Step(4 * count)
	var merged []Range
	others, first := members[:0], true
	for _, e := range members {
		n := &s.nodes[e]
		if n.op != opClass {
			others = append(others, e)
			continue
		}
		var buf [1]Range
		ranges := s.ranges(n, &buf)
		s.meter.Make(8 * (len(ranges) + len(merged)))
		if first || how == opUnion {
			merged = append(merged, ranges...)
		} else {
			merged = meet(merged, ranges)
		}
		first = false
	}
	return sortUnique(append(others, s.class(normalize(merged))))
}

// maxPairs bounds the quadratic search for runs to merge. What is not merged stays correct.
const maxPairs = 48

// mergeRuns finds two members that repeat the same language before the same tail, as the derivatives
// of a counted repetition do, and makes one of them if the counts overlap or touch. Without it
// [a-z]{3,1000} after anything that may end at any place would have a state for each set of counts.
func (s *Space) mergeRuns(members []Expr) ([]Expr, bool) {
	if len(members) < 2 || len(members) > maxPairs {
		return nil, false
	}
	for i, e := range members {
		x, counted := s.asRun(e)
		if !counted {
			continue
		}
		s.meter.Step(len(members))
		for j, f := range members {
			if i == j {
				continue
			}
			y, also := s.asRun(f)
			if f == Epsilon {
				y = run{x.base, 0, 0, Epsilon}
			}
			if y.base != x.base || y.tail != x.tail || also && j < i || !touch(x, y) {
				continue
			}
			hi := max(x.hi, y.hi)
			if x.hi < 0 || y.hi < 0 {
				hi = -1
			}
			both := s.concat(s.Repeat(x.base, int(min(x.lo, y.lo)), int(hi)), x.tail)
			merged := slices.Clone(members)
			merged[i], merged[j] = both, Nothing
			return merged, true
		}
	}
	return nil, false
}

func touch(x, y run) bool {
	return (x.hi < 0 || y.lo <= x.hi+1) && (y.hi < 0 || x.lo <= y.hi+1)
}

// meetRuns makes one of two members that are repeated classes.
func (s *Space) meetRuns(members []Expr) ([]Expr, bool) {
	at := -1
	var x run
	for i, e := range members {
		y := s.asRepeat(e)
		if s.nodes[y.base].op != opClass {
			continue
		}
		if at < 0 {
			at, x = i, y
			continue
		}
		lo, hi := max(x.lo, y.lo), min(x.hi, y.hi)
		if x.hi < 0 || y.hi < 0 {
			hi = max(x.hi, y.hi)
		}
		both := Nothing
		if hi < 0 || lo <= hi {
			both = s.Repeat(s.Intersect(x.base, y.base), int(lo), int(hi))
		}
		merged := slices.Clone(members)
		merged[i], merged[at] = both, All
		return merged, true
	}
	return nil, false
}
