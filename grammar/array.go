package grammar

import "slices"

// An arrSpec is a set of arrays: a conjunction of layers, one for each schema that has a say about
// the items, with bounds on their number. It is immutable once a value holds it.
type arrSpec struct {
	layers   []*arrLayer
	min, max int
	contains []containing
	unique   bool
	at       *tree
}

// An arrLayer is what one schema says about each item.
type arrLayer struct {
	prefix   []literal
	rest     literal
	restFrom int // how many leading items the schema evaluates, for unevaluatedItems
}

// at returns what the layer demands of the item numbered i.
func (l *arrLayer) lit(i int) literal {
	if i < len(l.prefix) {
		return l.prefix[i]
	}
	return l.rest
}

// A containing bounds how many of the items, from a position on, satisfy lit.
type containing struct {
	lit      literal
	from     int
	min, max int
	silent   bool // made by a negation: what satisfies it does not count as evaluated
}

// reach is the number of leading items that are not like the last.
func (s *arrSpec) reach() int {
	n := 0
	for _, l := range s.layers {
		n = max(n, len(l.prefix))
	}
	for _, x := range s.contains {
		n = max(n, x.from)
	}
	return n
}

func (s *arrSpec) universal() bool {
	return len(s.layers) == 0 && s.min == 0 && s.max == endless && len(s.contains) == 0 && !s.unique
}

// meetArr returns the intersection, and whether it can have members as far as counts go.
func meetArr(a, b *arrSpec) (*arrSpec, bool) {
	switch {
	case a == b || b.universal():
		return a, true
	case a.universal():
		return b, true
	}
	s := &arrSpec{
		layers: unite(a.layers, b.layers), min: max(a.min, b.min), max: min(a.max, b.max),
		contains: unite(a.contains, b.contains), unique: a.unique || b.unique, at: a.at,
	}
	return s, s.min <= s.max
}

// unite returns a with what b has and a has not.
func unite[T comparable](a, b []T) []T {
	out := slices.Clip(a)
	for _, x := range b {
		if !slices.Contains(a, x) {
			out = append(out, x)
		}
	}
	return out
}

// element returns the literals that the item numbered i must satisfy.
func (s *arrSpec) element(i int) []literal {
	var lits []literal
	for _, l := range s.layers {
		lits = append(lits, l.lit(i))
	}
	for _, x := range s.contains {
		if x.max == 0 && i >= x.from {
			lits = append(lits, negated(x.lit))
		}
	}
	return lits
}

// negateArr returns the arrays that are not members of s.
func (c *compiler) negateArr(s *arrSpec) ([]*arrSpec, error) {
	var out []*arrSpec
	if s.min > 0 {
		out = append(out, &arrSpec{max: s.min - 1, at: s.at})
	}
	if s.max < endless {
		out = append(out, &arrSpec{min: s.max + 1, max: endless, at: s.at})
	}
	for _, l := range s.layers {
		for i, lit := range l.prefix {
			if lit == anything {
				continue
			}
			other := &arrLayer{prefix: make([]literal, i+1), restFrom: -1}
			other.prefix[i] = negated(lit)
			out = append(out, &arrSpec{layers: []*arrLayer{other}, min: i + 1, max: endless, at: s.at})
		}
		if l.rest != anything {
			out = append(out, &arrSpec{max: endless, at: s.at, contains: []containing{
				{lit: negated(l.rest), from: len(l.prefix), min: 1, max: endless, silent: true}}})
		}
	}
	for _, x := range s.contains {
		if x.min > 0 {
			less := x
			less.silent = true
			less.min, less.max = 0, x.min-1
			out = append(out, &arrSpec{max: endless, at: s.at, contains: []containing{less}})
		}
		if x.max < endless {
			more := x
			more.silent = true
			more.min, more.max = x.max+1, endless
			out = append(out, &arrSpec{max: endless, at: s.at, contains: []containing{more}})
		}
	}
	if s.unique {
		return out, c.unsupported(s.at, "uniqueItems", "under a negation")
	}
	return out, nil
}
