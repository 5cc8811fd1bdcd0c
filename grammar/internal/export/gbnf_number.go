package export

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/shortleash/shortleash/grammar/internal/number"
	"github.com/shortleash/shortleash/grammar/internal/regex"
)

// numberDigits returns how many bytes of a number are written at most.
func (w *gbnfWriter) numberDigits() int {
	n := min(w.c.Limits.NumberBytes, regex.DefaultDigits)
	if n < w.c.Limits.NumberBytes {
		w.narrow(nil, "", fmt.Sprintf("numbers have at most %d digits", n))
	}
	return max(n, 2)
}

func (w *gbnfWriter) longNumbers() {
	w.relax(nil, "", fmt.Sprintf("numbers with a fraction may be longer than %d bytes", w.c.Limits.NumberBytes))
}

// anyNumber is a number of any kind, though not -0.
func (w *gbnfWriter) anyNumber() string {
	w.longNumbers()
	return w.once("any-number", func() string {
		n := w.numberDigits()
		fraction := w.fraction()
		exponent := w.once("exponent", func() string { return `[eE] [+\x2D]? [0-9]` + counts(1, max(n-2, 1)) })
		return fmt.Sprintf(`( "0" | "-"? [1-9] [0-9]%s ) %s? %s? | "-0" ( %s %s? | %s )`,
			counts(0, n-1), fraction, exponent, fraction, exponent, exponent)
	})
}

func (w *gbnfWriter) fraction() string {
	return w.once("fraction", func() string { return `"." [0-9]` + counts(1, max(w.numberDigits()-2, 1)) })
}

func (w *gbnfWriter) number(s *number.Spec) string {
	name := "number-" + strconv.Itoa(int(w.c.NumberOf(s).ID))
	if w.known[name] {
		return name
	}
	if s.List == nil && s.Except == nil && s.NotMultipleOf == nil && s.Free() {
		return w.anyNumber()
	}
	w.known[name] = true
	if s.List != nil {
		list := make([]string, len(s.List))
		for i, x := range s.List {
			list[i] = literalText(number.Text(x))
		}
		w.rule(name)(strings.Join(list, " | "))
		return name
	}
	if s.Except != nil || s.NotMultipleOf != nil {
		w.relax(s.At, "not", "a number that is excluded may come")
	}
	w.rule(name)(w.bounds(name+"-digits", s))
	return name
}

// bounds returns the numbers of s.
func (w *gbnfWriter) bounds(name string, s *number.Spec) string {
	n := w.numberDigits()
	whole := s.Whole()
	plain := s.Lo == nil && s.Hi == nil
	if plain && whole && s.MultipleOf.Cmp(number.One) == 0 {
		return fmt.Sprintf(`"0" | [1-9] [0-9]%s | "-" [1-9] [0-9]%s`, counts(0, n-1), counts(0, n-2))
	}
	if plain && !whole && s.MultipleOf == nil {
		return w.anyNumber()
	}
	if s.Lo != nil && s.Lo.Sign() == 0 && !s.LoOpen && s.Hi == nil && s.MultipleOf == nil { // the usual bound
		w.longNumbers()
		return fmt.Sprintf(`( "0" | [1-9] [0-9]%s ) %s?`, counts(0, n-1), w.fraction())
	}
	for _, step := range slices.Compact([]*big.Rat{s.MultipleOf, w.coarser(s, whole)}) {
		spec := regex.Number{Lo: s.Lo, Hi: s.Hi, LoOpen: s.LoOpen, HiOpen: s.HiOpen, Step: step, Fraction: !whole, MaxDigits: n}
		if whole {
			spec.Lo, spec.LoOpen, spec.Hi, spec.HiOpen = clampBounds(s, n)
		}
		e, err := w.space.Number(spec)
		if err != nil {
			continue
		}
		start, ok := w.automaton(name, w.space, e, asIs)
		if !ok {
			continue
		}
		if s.MultipleOf != nil && (step == nil || step.Cmp(s.MultipleOf) != 0) {
			w.relax(s.At, "multipleOf", "the automaton is too large: any step may come")
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
		{s.Lo != nil, boundKeyword(s.At, "minimum", "exclusiveMinimum")}, {s.Hi != nil, boundKeyword(s.At, "maximum", "exclusiveMaximum")},
		{s.MultipleOf != nil && (!whole || s.MultipleOf.Cmp(number.One) != 0), "multipleOf"},
	} {
		if x.is {
			w.relax(s.At, x.keyword, "the automaton is too large: other numbers may come")
		}
	}
	if whole {
		return fmt.Sprintf(`"0" | [1-9] [0-9]%s | "-" [1-9] [0-9]%s`, counts(0, n-1), counts(0, n-2))
	}
	return w.anyNumber()
}

// coarser returns the divisor that is left when that of s is too fine.
func (w *gbnfWriter) coarser(s *number.Spec, whole bool) *big.Rat {
	if s.MultipleOf == nil || !whole {
		return nil
	}
	return number.One
}

// clampBounds returns the bounds of s, or those that the number of bytes gives.
func clampBounds(s *number.Spec, bytes int) (lo *big.Rat, loOpen bool, hi *big.Rat, hiOpen bool) {
	lo, loOpen, hi, hiOpen = s.Lo, s.LoOpen, s.Hi, s.HiOpen
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
