package schema

import (
	"slices"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/number"
)

// An ArraySpec is a set of arrays: a conjunction of layers, one for each schema that has a say about
// the items, with bounds on their number. It is immutable once a value holds it.
type ArraySpec struct {
	layers   []*arrayLayer
	Min, Max int
	Contains []containsRule
	Unique   bool
	At       *jsontext.Tree
}

// An arrayLayer is what one schema says about each item.
type arrayLayer struct {
	prefix   []literal
	rest     literal
	restFrom int // how many leading items the schema evaluates, for unevaluatedItems
}

// lit returns what the layer demands of the item numbered i.
func (l *arrayLayer) lit(i int) literal {
	if i < len(l.prefix) {
		return l.prefix[i]
	}
	return l.rest
}

// A containsRule bounds how many of the items, from a position on, satisfy lit.
type containsRule struct {
	lit      literal
	from     int
	min, max int
	silent   bool // made by a negation: what satisfies it does not count as evaluated
}

// reach is the number of leading items that are not like the last.
func (s *ArraySpec) reach() int {
	n := 0
	for _, l := range s.layers {
		n = max(n, len(l.prefix))
	}
	for _, x := range s.Contains {
		n = max(n, x.from)
	}
	return n
}

func (s *ArraySpec) universal() bool {
	return len(s.layers) == 0 && s.Min == 0 && s.Max == number.Unbounded && len(s.Contains) == 0 && !s.Unique
}

// meetArrays returns the intersection, and whether it can have members as far as counts go.
func meetArrays(a, b *ArraySpec) (*ArraySpec, bool) {
	switch {
	case a == b || b.universal():
		return a, true
	case a.universal():
		return b, true
	}
	s := &ArraySpec{
		layers: unite(a.layers, b.layers), Min: max(a.Min, b.Min), Max: min(a.Max, b.Max),
		Contains: unite(a.Contains, b.Contains), Unique: a.Unique || b.Unique, At: a.At,
	}
	return s, s.Min <= s.Max
}

// unite returns a with what b has and a has not.
func unite[T comparable](a, b []T) []T {
	if len(a) == 0 {
		return slices.Clip(b)
	}
	out := slices.Clip(a)
	if len(a)*len(b) <= longUnion*longUnion {
		for _, x := range b {
			if !slices.Contains(a, x) {
				out = append(out, x)
			}
		}
		return out
	}
	known := make(map[T]bool, len(a)+len(b))
	for _, x := range a {
		known[x] = true
	}
	for _, x := range b {
		if !known[x] {
			known[x] = true
			out = append(out, x)
		}
	}
	return out
}

// element returns the literals that the item numbered i must satisfy.
func (s *ArraySpec) element(i int) []literal {
	lits := make([]literal, 0, len(s.layers)+len(s.Contains)+1)
	for _, l := range s.layers {
		lits = append(lits, l.lit(i))
	}
	for _, x := range s.Contains {
		if x.max == 0 && i >= x.from {
			lits = append(lits, negated(x.lit))
		}
	}
	return lits
}

// negateArray returns the arrays that are not members of s.
func (c *compiler) negateArray(s *ArraySpec) ([]*ArraySpec, error) {
	alternatives := 0
	for _, l := range s.layers {
		for _, lit := range l.prefix {
			alternatives += int(min(lit, 1))
		}
	}
	if err := c.negatable(alternatives); err != nil {
		return nil, err
	}
	var out []*ArraySpec
	if s.Min > 0 {
		out = append(out, &ArraySpec{Max: s.Min - 1, At: s.At})
	}
	if s.Max < number.Unbounded {
		out = append(out, &ArraySpec{Min: s.Max + 1, Max: number.Unbounded, At: s.At})
	}
	for _, l := range s.layers {
		for i, lit := range l.prefix {
			if lit == anything {
				continue
			}
			c.meter.Make(2*specBytes + 4*i)
			other := &arrayLayer{prefix: make([]literal, i+1), restFrom: -1}
			other.prefix[i] = negated(lit)
			out = append(out, &ArraySpec{layers: []*arrayLayer{other}, Min: i + 1, Max: number.Unbounded, At: s.At})
		}
		if l.rest != anything {
			out = append(out, &ArraySpec{Max: number.Unbounded, At: s.At, Contains: []containsRule{
				{lit: negated(l.rest), from: len(l.prefix), min: 1, max: number.Unbounded, silent: true}}})
		}
	}
	for _, x := range s.Contains {
		if x.min > 0 {
			less := x
			less.silent = true
			less.min, less.max = 0, x.min-1
			out = append(out, &ArraySpec{Max: number.Unbounded, At: s.At, Contains: []containsRule{less}})
		}
		if x.max < number.Unbounded {
			more := x
			more.silent = true
			more.min, more.max = x.max+1, number.Unbounded
			out = append(out, &ArraySpec{Max: number.Unbounded, At: s.At, Contains: []containsRule{more}})
		}
	}
	if s.Unique {
		return out, c.unsupported(s.At, "uniqueItems", "under a negation")
	}
	return out, nil
}
