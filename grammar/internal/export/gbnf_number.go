package export

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/shortleash/shortleash/grammar/internal/number"
)

// maxDigits is how many bytes of a number are written, even where documents may have more.
const maxDigits = 24

// numberDigits returns how many bytes of a number are written at most.
func (w *gbnfWriter) numberDigits() int {
	n := min(w.c.Limits.NumberBytes, maxDigits)
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
	if start, ok := w.boundsAutomaton(name, s, whole, n); ok {
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

// boundsAutomaton writes the numbers between the bounds of s, with the steps that the last digits tell.
func (w *gbnfWriter) boundsAutomaton(name string, s *number.Spec, whole bool, digits int) (start string, ok bool) {
	d := decimals{space: w.space, digits: digits, whole: whole}
	bounds := d.between(s.Lo, s.LoOpen, s.Hi, s.HiOpen)
	steps := s.MultipleOf == nil || whole && s.MultipleOf.Cmp(number.One) == 0
	if !steps && whole {
		if multiples, tell := d.endings(s.MultipleOf); tell {
			start, steps = w.automaton(name, w.space, w.space.Intersect(bounds, multiples), asIs)
		}
	}
	if start == "" && (s.Lo != nil || s.Hi != nil || !whole) {
		start, _ = w.automaton(name, w.space, bounds, asIs)
	}
	if !steps && start != "" {
		w.relax(s.At, "multipleOf", "this step is not written: any may come")
	}
	if !whole {
		w.longNumbers()
	}
	return start, start != ""
}
