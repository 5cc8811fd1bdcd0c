package schema

import (
	"fmt"
	"maps"
	"math/rand/v2"

	"github.com/shortleash/shortleash/grammar/internal/budget"
	"github.com/shortleash/shortleash/grammar/internal/number"
	"github.com/shortleash/shortleash/grammar/internal/regex"
)

// Languages makes and asks about the string languages of one schema. Its space is made at the first
// pattern: most schemas have none.
type Languages struct {
	space    *regex.Space
	patterns map[string]regex.Expr
	Budget   int
	meter    *budget.Meter
}

// Count makes meter count what is built from now on; nil ends that.
func (l *Languages) Count(meter *budget.Meter) {
	l.meter = meter
	if l.space != nil {
		l.space.Count(meter)
	}
}

// Space returns the space of languages, which it makes at the first call.
func (l *Languages) Space() *regex.Space {
	if l.space == nil {
		l.space = regex.New()
		l.space.Count(l.meter)
		l.patterns = map[string]regex.Expr{}
	}
	return l.space
}

// clone returns l with a space of its own.
func (l *Languages) clone() Languages {
	c := *l
	if l.space != nil {
		c.space, c.patterns = l.space.Clone(), maps.Clone(l.patterns)
	}
	return c
}

// pattern returns the strings that hold a match of an ECMA-262 pattern.
func (l *Languages) pattern(p string) (regex.Expr, error) {
	s := l.Space()
	if e, ok := l.patterns[p]; ok {
		return e, nil
	}
	e, err := s.Pattern(p)
	if err != nil {
		return 0, fmt.Errorf("%q: %w: %w", p, ErrUnsupported, err)
	}
	l.patterns[p] = e
	return e, nil
}

// format returns the strings of a format that JSON Schema defines; the error says that it is none of those.
func (l *Languages) format(name string) (e regex.Expr, most int, err error) {
	if name == "url" { // what people write for it; no draft defines it
		name = "uri"
	}
	return l.Space().LongFormat(name)
}

func (l *Languages) and(a, b regex.Expr) regex.Expr {
	switch {
	case a == regex.All:
		return b
	case b == regex.All:
		return a
	}
	return l.Space().Intersect(a, b)
}

func (l *Languages) or(a, b regex.Expr) regex.Expr  { return l.Space().Union(a, b) }
func (l *Languages) not(a regex.Expr) regex.Expr    { return l.Space().Complement(a) }
func (l *Languages) words(list []string) regex.Expr { return l.Space().Literals(list) }
func (l *Languages) match(e regex.Expr, s string) bool {
	return e == regex.All || l.Space().Matches(e, s)
}

// runes returns the strings of least to most code points.
func (l *Languages) runes(least, most int) regex.Expr {
	if most >= number.Unbounded {
		most = -1
	}
	return l.Space().Repeat(regex.AnyRune, least, most)
}

// MaxListed is the most members of a language that becomes a list.
const MaxListed = 64

// finite returns the members of e, ascending, if they are few.
func (l *Languages) finite(e regex.Expr) ([]string, bool) {
	if e == regex.All {
		return nil, false
	}
	return l.Space().Finite(e, MaxListed)
}

// alive reports whether e has a member of least to most code points.
func (l *Languages) alive(e regex.Expr, least, most int) (bool, error) {
	if e == regex.All {
		return least <= most, nil
	}
	s := l.Space()
	if empty, err := s.IsEmpty(e, l.Budget); err != nil || empty {
		return false, err
	}
	if least == 0 && most >= number.Unbounded {
		return true, nil
	}
	if most >= number.Unbounded {
		most = -1
	}
	lengths, err := s.Lengths(e, l.Budget)
	if err != nil {
		return false, err
	}
	return lengths.Meets(least, most), nil
}

// Shortest returns a shortest member of least to most code points.
func (l *Languages) Shortest(e regex.Expr, least, most int) (string, bool) {
	if most >= number.Unbounded {
		most = -1
	}
	return l.Space().Shortest(e, least, most)
}

// Sample returns a random member of least to most code points, and whether there is one.
func (l *Languages) Sample(e regex.Expr, r *rand.Rand, least, most int) (string, bool) {
	if most >= number.Unbounded {
		most = -1
	}
	return l.Space().Sample(e, r, least, most)
}
