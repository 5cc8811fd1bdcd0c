package number

import (
	"bytes"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
)

// A powers is the exponents with which one mantissa, not zero, is a member of a Spec. Example: from 100 to
// 5000, the mantissa 12 has the exponents 1 and 2, which make it 120 and 1200.
type powers struct {
	from, to int
	not      []int // exceptions
	set      []int // not nil: only these
}

// farPower is beyond every exponent that makes a difference; ten times it is an int of 32 bits.
const farPower = 1 << 27

// powersOf returns the exponents with which v, which is positive, or -v with minus, is a member of k. A
// multiple stays one with a greater exponent, so the exponents are an interval, but for exceptions.
func (k *Recognizer) powersOf(v *big.Rat, minus bool) powers {
	s, out := k.Spec, powers{from: -farPower, to: farPower}
	in := func(x *big.Rat) (int, bool) {
		q := new(big.Rat).Quo(x, v)
		if minus {
			q.Neg(q)
		}
		if q.Sign() <= 0 {
			return 0, false
		}
		e := floorLog10(q)
		return e, q.Cmp(tenTo(e)) == 0
	}
	if s.List != nil {
		out.set = []int{}
		for _, x := range k.listed().with(significant(v)) {
			if e, exact := in(x); exact {
				out.set = append(out.set, e)
			}
		}
		return out
	}
	for _, x := range k.exceptionsOf(v) {
		if e, exact := in(x); exact {
			out.not = append(out.not, e)
		}
	}
	least, most, ok := k.magnitudes(minus)
	if !ok {
		return powers{from: 1}
	}
	leastOpen, mostOpen := s.LoOpen, s.HiOpen
	if minus {
		leastOpen, mostOpen = mostOpen, leastOpen
	}
	if least.Sign() > 0 {
		q := new(big.Rat).Quo(least, v)
		if out.from = floorLog10(q); q.Cmp(tenTo(out.from)) > 0 || leastOpen {
			out.from++
		}
	}
	if most != nil {
		q := new(big.Rat).Quo(most, v)
		if out.to = floorLog10(q); mostOpen && q.Cmp(tenTo(out.to)) == 0 {
			out.to--
		}
	}
	if s.MultipleOf != nil {
		out.from = max(out.from, firstMultiple(v, s.MultipleOf))
	}
	for _, m := range s.NotMultipleOf {
		out.to = min(out.to, firstMultiple(v, m)-1)
	}
	return out
}

// A mantissaPowers is the powers of a mantissa as it is spelled; nil if it is zero.
type mantissaPowers struct {
	mantissa string
	powers   *powers
}

// exponentsOf returns the exponents with which a mantissa is a member of k, or nil if it is zero. It remembers the last
// one: a walk through the digits of an exponent asks about the same mantissa at each.
func (k *Recognizer) exponentsOf(mantissa []byte) *powers {
	if last := k.last.Load(); last != nil && last.mantissa == string(mantissa) {
		return last.powers
	}
	this := &mantissaPowers{mantissa: string(mantissa)}
	if v := decimal(this.mantissa, 0); v.Sign() != 0 {
		fit := k.powersOf(v.Abs(v), mantissa[0] == '-')
		this.powers = &fit
	}
	k.last.Store(this)
	return this.powers
}

// firstMultiple returns the least e for which v·10^e is a multiple of m; farPower if none is.
func firstMultiple(v, m *big.Rat) int {
	q := new(big.Rat).Quo(v, m)
	if q.IsInt() {
		text := q.Num().Text(10)
		return len(strings.TrimRight(text, "0")) - len(text)
	}
	e, exact := q.FloatPrec()
	if !exact {
		return farPower
	}
	return e
}

// pick returns an exponent from lo to hi, the one nearest to zero if they are an interval.
func (p *powers) pick(lo, hi int) (e int, ok bool) {
	if p.set != nil {
		for _, e := range p.set {
			if e >= lo && e <= hi {
				return e, true
			}
		}
		return 0, false
	}
	lo, hi = max(lo, p.from), min(hi, p.to)
	step := 1
	e = lo
	if hi <= 0 {
		e, step = hi, -1
	}
	for ; e >= lo && e <= hi; e += step {
		if !slices.Contains(p.not, e) {
			return e, true
		}
	}
	return 0, false
}

// endOfExponent returns at most room bytes after text, which has come to its exponent, that make it
// a member of k, and whether there are any.
func (k *Recognizer) endOfExponent(text []byte, room int) (rest []byte, ok bool) {
	at := bytes.IndexAny(text, "eE")
	fit := k.exponentsOf(text[:at])
	open := text[at+1:]
	if fit == nil {
		rest = []byte{}
		if len(open) == 0 || !jsontext.IsDigit(open[len(open)-1]) {
			rest = []byte{'0'}
		}
		if len(rest) > room || !k.zero {
			return nil, false
		}
		return rest, true
	}
	if len(open) > 0 {
		digits, sign := bytes.TrimLeft(open, "+-"), 1
		if open[0] == '-' {
			sign = -1
		}
		return fit.end(string(digits), sign, room)
	}
	if rest, ok = fit.end("", 1, room); ok {
		return rest, true
	}
	if rest, ok = fit.end("", -1, room-1); ok {
		return append([]byte{'-'}, rest...), true
	}
	return nil, false
}

// end returns at most room more digits that complete an exponent, of which sign and digits are read.
func (p *powers) end(digits string, sign, room int) (rest []byte, ok bool) {
	value, err := strconv.Atoi("0" + digits)
	if err != nil || value > farPower {
		value = farPower
	}
	first, width := value, 1
	for n := 0; n <= room; n++ {
		if n > 0 || digits != "" {
			lo, hi := first, min(first+width-1, farPower)
			if sign < 0 {
				lo, hi = -hi, -lo
			}
			if e, ok := p.pick(lo, hi); ok {
				return []byte(leftPadded(sign*e-first, n)), true
			}
		}
		if first *= 10; first > farPower {
			first = farPower // all that are longer are as good
		}
		if width *= 10; width > farPower {
			width = farPower
		}
	}
	return nil, false
}

// leftPadded spells x in n digits.
func leftPadded(x, n int) string {
	if n == 0 {
		return ""
	}
	text := strconv.Itoa(x)
	return strings.Repeat("0", max(0, n-len(text))) + text
}
