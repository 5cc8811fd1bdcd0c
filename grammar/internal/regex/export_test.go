package regex

import "sort"

// What only tests ask.

// Formats returns the names of the formats that Format knows, sorted.
func Formats() []string {
	names := make([]string, 0, len(formats))
	for name := range formats {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

// Format is LongFormat with the limit as part of the language.
func (s *Space) Format(name string) (Expr, error) {
	e, most, err := s.LongFormat(name)
	if most >= 0 {
		e = s.Intersect(e, s.Repeat(AnyRune, 0, most))
	}
	return e, err
}

// IsSubset reports whether every member of a is one of b.
func (s *Space) IsSubset(a, b Expr, budget int) (bool, error) {
	return s.IsEmpty(s.Intersect(a, s.Complement(b)), budget)
}

// Disjoint reports whether a and b have no member in common.
func (s *Space) Disjoint(a, b Expr, budget int) (bool, error) {
	return s.IsEmpty(s.Intersect(a, b), budget)
}

// Equal reports whether a and b have the same members.
func (s *Space) Equal(a, b Expr, budget int) (bool, error) {
	if a == b {
		return true, nil
	}
	both := s.Union(s.Intersect(a, s.Complement(b)), s.Intersect(b, s.Complement(a)))
	return s.IsEmpty(both, budget)
}

// Size returns how many expressions the Space holds: a measure of memory, and of work done.
func (s *Space) Size() int { return len(s.nodes) }
