package grammar

import (
	"fmt"
	"maps"
	"math/rand/v2"

	"github.com/shortleash/shortleash/grammar/internal/regex"
)

// langs makes and asks about the string languages of one schema. Its space is made at the first
// pattern: most schemas have none.
type langs struct {
	space    *regex.Space
	patterns map[string]regex.Expr
	budget   int
}

func (l *langs) ready() *regex.Space {
	if l.space == nil {
		l.space = regex.New()
		l.patterns = map[string]regex.Expr{}
	}
	return l.space
}

// clone returns l with a space of its own.
func (l *langs) clone() langs {
	c := *l
	if l.space != nil {
		c.space, c.patterns = l.space.Clone(), maps.Clone(l.patterns)
	}
	return c
}

// pattern returns the strings that hold a match of an ECMA-262 pattern.
func (l *langs) pattern(p string) (regex.Expr, error) {
	s := l.ready()
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
func (l *langs) format(name string) (e regex.Expr, most int, err error) {
	if name == "url" { // what people write for it; no draft defines it
		name = "uri"
	}
	return l.ready().LongFormat(name)
}

func (l *langs) and(a, b regex.Expr) regex.Expr {
	switch {
	case a == regex.All:
		return b
	case b == regex.All:
		return a
	}
	return l.ready().Intersect(a, b)
}

func (l *langs) or(a, b regex.Expr) regex.Expr     { return l.ready().Union(a, b) }
func (l *langs) not(a regex.Expr) regex.Expr       { return l.ready().Complement(a) }
func (l *langs) words(list []string) regex.Expr    { return l.ready().Literals(list) }
func (l *langs) match(e regex.Expr, s string) bool { return e == regex.All || l.ready().Matches(e, s) }

// runes returns the strings of least to most code points.
func (l *langs) runes(least, most int) regex.Expr {
	if most >= endless {
		most = -1
	}
	return l.ready().Repeat(regex.AnyRune, least, most)
}

// maxListed is up to how many members a language becomes a list.
const maxListed = 64

// finite returns the members of e, ascending, if they are few.
func (l *langs) finite(e regex.Expr) ([]string, bool) {
	if e == regex.All {
		return nil, false
	}
	return l.ready().Finite(e, maxListed)
}

// alive reports whether e has a member of least to most code points.
func (l *langs) alive(e regex.Expr, least, most int) (bool, error) {
	if e == regex.All {
		return least <= most, nil
	}
	s := l.ready()
	if empty, err := s.IsEmpty(e, l.budget); err != nil || empty {
		return false, err
	}
	if least == 0 && most >= endless {
		return true, nil
	}
	if most >= endless {
		most = -1
	}
	lengths, err := s.Lengths(e, l.budget)
	if err != nil {
		return false, err
	}
	return lengths.Meets(least, most), nil
}

// shortest returns a shortest member of least to most code points.
func (l *langs) shortest(e regex.Expr, least, most int) (string, bool) {
	if most >= endless {
		most = -1
	}
	return l.ready().Shortest(e, least, most)
}

func (l *langs) sample(e regex.Expr, r *rand.Rand, least, most int) (string, bool) {
	if most >= endless {
		most = -1
	}
	return l.ready().Sample(e, r, least, most)
}
