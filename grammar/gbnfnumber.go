package grammar

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/shortleash/shortleash/grammar/internal/regex"
)

// numberDigits returns how many bytes of a number are written at most.
func (w *gbnf) numberDigits() int {
	n := min(w.c.limits.NumberBytes, regex.DefaultDigits)
	if n < w.c.limits.NumberBytes {
		w.narrow(nil, "", fmt.Sprintf("numbers have at most %d digits", n))
	}
	return max(n, 2)
}

func (w *gbnf) longNumbers() {
	w.relax(nil, "", fmt.Sprintf("numbers with a fraction may be longer than %d bytes", w.c.limits.NumberBytes))
}

// anyNumber is a number of any kind, though not -0.
func (w *gbnf) anyNumber() string {
	w.longNumbers()
	return w.once("any-number", func() string {
		n := w.numberDigits()
		fraction := w.fraction()
		exponent := w.once("exponent", func() string { return `[eE] [+\x2D]? [0-9]` + counts(1, max(n-2, 1)) })
		return fmt.Sprintf(`( "0" | "-"? [1-9] [0-9]%s ) %s? %s? | "-0" ( %s %s? | %s )`,
			counts(0, n-1), fraction, exponent, fraction, exponent, exponent)
	})
}

func (w *gbnf) fraction() string {
	return w.once("fraction", func() string { return `"." [0-9]` + counts(1, max(w.numberDigits()-2, 1)) })
}

func (w *gbnf) number(s *numSpec) string {
	name := "number-" + strconv.Itoa(int(w.c.seek(s).id))
	if w.known[name] {
		return name
	}
	if s.set == nil && s.not == nil && s.notMult == nil && s.free() {
		return w.anyNumber()
	}
	w.known[name] = true
	if s.set != nil {
		list := make([]string, len(s.set))
		for i, x := range s.set {
			list[i] = literalText(ratText(x))
		}
		w.rule(name)(strings.Join(list, " | "))
		return name
	}
	if s.not != nil || s.notMult != nil {
		w.relax(s.at, "not", "a number that is excluded may come")
	}
	w.rule(name)(w.bounds(name+"-digits", s))
	return name
}

// bounds returns the numbers of s.
func (w *gbnf) bounds(name string, s *numSpec) string {
	n := w.numberDigits()
	whole := s.whole()
	plain := s.lo == nil && s.hi == nil
	if plain && whole && s.mult.Cmp(one) == 0 {
		return fmt.Sprintf(`"0" | [1-9] [0-9]%s | "-" [1-9] [0-9]%s`, counts(0, n-1), counts(0, n-2))
	}
	if plain && !whole && s.mult == nil {
		return w.anyNumber()
	}
	if s.lo != nil && s.lo.Sign() == 0 && !s.loOpen && s.hi == nil && s.mult == nil { // the usual bound
		w.longNumbers()
		return fmt.Sprintf(`( "0" | [1-9] [0-9]%s ) %s?`, counts(0, n-1), w.fraction())
	}
	for _, step := range slices.Compact([]*big.Rat{s.mult, w.coarser(s, whole)}) {
		spec := regex.Number{Lo: s.lo, Hi: s.hi, LoOpen: s.loOpen, HiOpen: s.hiOpen, Step: step, Fraction: !whole, MaxDigits: n}
		if whole {
			spec.Lo, spec.LoOpen, spec.Hi, spec.HiOpen = within(s, n)
		}
		e, err := w.space.Number(spec)
		if err != nil {
			continue
		}
		start, ok := w.automaton(name, w.space, e, asIs)
		if !ok {
			continue
		}
		if s.mult != nil && (step == nil || step.Cmp(s.mult) != 0) {
			w.relax(s.at, "multipleOf", "the automaton is too large: any step may come")
		}
		if !whole {
			w.longNumbers()
		}
		return start
	}
	for _, x := range []struct {
		is      bool
		keyword string
	}{
		{s.lo != nil, boundKeyword(s.at, "minimum", "exclusiveMinimum")}, {s.hi != nil, boundKeyword(s.at, "maximum", "exclusiveMaximum")},
		{s.mult != nil && (!whole || s.mult.Cmp(one) != 0), "multipleOf"},
	} {
		if x.is {
			w.relax(s.at, x.keyword, "the automaton is too large: other numbers may come")
		}
	}
	if whole {
		return fmt.Sprintf(`"0" | [1-9] [0-9]%s | "-" [1-9] [0-9]%s`, counts(0, n-1), counts(0, n-2))
	}
	return w.anyNumber()
}

// coarser returns the divisor that is left when that of s is too fine.
func (w *gbnf) coarser(s *numSpec, whole bool) *big.Rat {
	if s.mult == nil || !whole {
		return nil
	}
	return one
}

// within returns the bounds of s, or those that the number of bytes gives.
func within(s *numSpec, bytes int) (lo *big.Rat, loOpen bool, hi *big.Rat, hiOpen bool) {
	lo, loOpen, hi, hiOpen = s.lo, s.loOpen, s.hi, s.hiOpen
	power := func(n int) *big.Rat {
		return new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil))
	}
	if most := power(bytes); hi == nil || hi.Cmp(most) >= 0 {
		hi, hiOpen = most, true
	}
	if least := new(big.Rat).Neg(power(bytes - 1)); lo == nil || lo.Cmp(least) <= 0 {
		lo, loOpen = least, true
	}
	return lo, loOpen, hi, hiOpen
}
