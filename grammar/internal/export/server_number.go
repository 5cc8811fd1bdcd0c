package export

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/number"
)

// serverNumberBytes is the longest number that a server writes: 16 digits before the point, 16 after
// it and 16 in the exponent.
const serverNumberBytes = 52

func (b *shaper) digits() {
	b.narrow(nil, "", "numbers have at most 16 digits before the point, behind it and in the exponent")
	if n := b.c.Options.Limits.NumberBytes; n > 0 && n < serverNumberBytes {
		b.relax(nil, "", fmt.Sprintf("numbers may have more than %d bytes", n))
	}
}

// serverInt is the magnitude that no integer of 16 digits exceeds.
var serverInt = big.NewInt(9999999999999999)

func (b *shaper) number(s *number.Spec) *shape {
	if s.List != nil {
		if out := b.listed(s); out != nil {
			return out
		}
		b.relax(s.At, "enum", "servers cannot spell these numbers: any number may be written")
	}
	b.digits()
	if s.Except != nil || s.NotMultipleOf != nil {
		b.relax(s.At, "not", "a number that is excluded may be written")
	}
	whole := s.Whole()
	if s.MultipleOf != nil && (!whole || s.MultipleOf.Cmp(number.One) != 0) {
		b.relax(s.At, "multipleOf", "ignored")
	}
	if !whole {
		if s.Lo != nil {
			b.relax(s.At, boundKeyword(s.At, "minimum", "exclusiveMinimum"), "ignored where a number may have a fraction")
		}
		if s.Hi != nil {
			b.relax(s.At, boundKeyword(s.At, "maximum", "exclusiveMaximum"), "ignored where a number may have a fraction")
		}
		return &shape{kind: shapeNumber}
	}
	return b.integer(s)
}

// boundKeyword returns the one of two keywords that the schema at has.
func boundKeyword(at *jsontext.Tree, inclusive, exclusive string) string {
	if at != nil && at.Lookup(inclusive) == nil && at.Lookup(exclusive) != nil {
		return exclusive
	}
	return inclusive
}

var withoutSigns = strings.NewReplacer("-", "", ".", "")

// listed returns the numbers of s as a list, or nil where servers would spell one differently.
func (b *shaper) listed(s *number.Spec) *shape {
	if len(s.List) > b.limits.values {
		return nil
	}
	out := &shape{kind: shapeEnum, of: "number"}
	for _, x := range s.List {
		text := number.Text(x)
		digits := strings.TrimLeft(withoutSigns.Replace(text), "0")
		if len(digits) > 15 || strings.Contains(text, "/") {
			return nil
		}
		if size := new(big.Rat).Abs(x); !x.IsInt() && size.Cmp(big.NewRat(1, 1000)) < 0 {
			return nil
		}
		out.enum = append(out.enum, text)
	}
	return out
}

// integer returns the integers of s with the bounds that the converter gets right.
func (b *shaper) integer(s *number.Spec) *shape {
	out := &shape{kind: shapeInteger}
	lo, hi := wholeBounds(s)
	most := big.NewInt(999_999_999_999_999) // a bound of 16 digits makes three kilobytes of grammar, of which Ollama takes few
	if b.dialect == OllamaOld {
		most = big.NewInt(1<<31 - 2)
	}
	minimum, maximum := boundKeyword(s.At, "minimum", "exclusiveMinimum"), boundKeyword(s.At, "maximum", "exclusiveMaximum")
	if lo != nil && lo.CmpAbs(most) > 0 {
		b.relax(s.At, minimum, "too long for servers: ignored")
		lo = nil
	}
	if hi != nil && hi.CmpAbs(most) > 0 {
		b.relax(s.At, maximum, "too long for servers: ignored")
		hi = nil
	}
	// With one bound the converter is wrong in two cases: below zero it writes leading zeros, and of
	// a bound with a zero inside it forgets how many digits must come. Two bounds it gets right.
	switch {
	case lo == nil && hi != nil && hi.Sign() < 0:
		if lo = new(big.Int).Neg(serverInt); lo.Cmp(hi) > 0 || b.dialect == OllamaOld {
			b.relax(s.At, maximum, "servers get it wrong without a minimum: ignored")
			lo, hi = nil, nil
		} else {
			b.narrow(s.At, minimum, "integers have at most 16 digits")
		}
	case hi == nil && lo != nil && lo.Sign() > 0 && zeroInside(lo.String()):
		if hi = serverInt; lo.Cmp(hi) > 0 || b.dialect == OllamaOld {
			b.relax(s.At, minimum, "servers get it wrong without a maximum: only 99 is demanded")
			lo, hi = big.NewInt(99), nil
		} else {
			b.narrow(s.At, maximum, "integers have at most 16 digits")
		}
	}
	if lo != nil {
		out.lo = lo.String()
	}
	if hi != nil {
		out.hi = hi.String()
	}
	return out
}

// zeroInside reports whether a part of digits, of two or more, begins with zero.
func zeroInside(digits string) bool {
	return len(digits) > 2 && strings.Contains(digits[1:len(digits)-1], "0")
}

// wholeBounds returns the least and the greatest integer within the bounds of s; nil is none.
func wholeBounds(s *number.Spec) (lo, hi *big.Int) {
	if s.Lo != nil {
		lo = number.CeilQuo(s.Lo, number.One)
		if s.LoOpen && s.Lo.IsInt() {
			lo = new(big.Int).Add(lo, number.One.Num())
		}
	}
	if s.Hi != nil {
		hi = number.FloorQuo(s.Hi, number.One)
		if s.HiOpen && s.Hi.IsInt() {
			hi = new(big.Int).Sub(hi, number.One.Num())
		}
	}
	return lo, hi
}
