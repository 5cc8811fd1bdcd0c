package number

import "math/big"

// A fixedPoint is a Spec without exceptions in machine words: everything counted in units of
// 10 to the minus digits.
type fixedPoint struct {
	ok             bool
	cut            bool // a bound is farther out than lo or hi
	digits         int
	unit           int64 // ten to the digits
	lo, hi         int64
	loOpen, hiOpen bool
	step           int64 // members are its multiples; 0: there are members between any two
}

// maxScale is how many digits after the point are followed in machine words.
const maxScale = 6

func newFixedPoint(s *Spec) fixedPoint {
	z := fixedPoint{loOpen: s.LoOpen, hiOpen: s.HiOpen, lo: -WordBound, hi: WordBound}
	for _, x := range []*big.Rat{s.Lo, s.Hi, s.MultipleOf} {
		if x == nil {
			continue
		}
		n := decimals(x)
		if n < 0 || n > maxScale {
			return z
		}
		z.digits = max(z.digits, n)
	}
	z.unit = pow10(z.digits)
	z.ok = z.put(&z.lo, s.Lo) && z.put(&z.hi, s.Hi) && z.put(&z.step, s.MultipleOf)
	return z
}

// put writes x if a machine word holds it. A bound that is too far out stays where it is.
func (z *fixedPoint) put(to *int64, x *big.Rat) bool {
	if x == nil {
		return true
	}
	n := new(big.Rat).Mul(x, new(big.Rat).SetInt64(z.unit)).Num()
	if !small(n) {
		z.cut = true
		return to == &z.lo && n.Sign() < 0 || to == &z.hi && n.Sign() > 0
	}
	*to = n.Int64()
	return true
}

// live reports whether text can become a member, with room for more digits before the point.
func (z *fixedPoint) live(text []byte, s State, minus bool, room int) bool {
	whole, fraction, excess := int64(0), int64(0), false
	digits := -1 // after the point
	for _, b := range text {
		switch {
		case b == '-':
		case b == '.':
			digits = 0
		case digits < 0:
			whole = whole*10 + int64(b-'0')
		case digits < z.digits:
			fraction, digits = fraction*10+int64(b-'0'), digits+1
		default:
			excess = excess || b != '0'
			digits++
		}
	}
	switch {
	case s == Minus:
		for d := int64(0); d <= 9; d++ {
			if z.grown(d, d == 0, minus, room-1) {
				return true
			}
		}
		return false
	case digits < 0:
		return z.grown(whole, s == Zero, minus, room)
	case digits > z.digits:
		from := whole*z.unit + fraction
		if z.step > 0 {
			return !excess && z.between(from, 1, minus)
		}
		// It is within one unit, and any finer digits may follow. Bounds lie on units, so all of the
		// inside is in or out, and its lower end may be the last member.
		if !excess {
			return z.between(from, 1, minus)
		}
		return z.inside(from, minus)
	}
	width := pow10(z.digits - digits)
	return z.between(whole*z.unit+fraction*width, width, minus)
}

// grown tries each number of further digits before the point.
func (z *fixedPoint) grown(whole int64, final, minus bool, room int) bool {
	from, width := whole*z.unit, z.unit
	for ; ; room-- {
		if z.between(from, width, minus) {
			return true
		}
		if final || room <= 0 || from >= WordBound || width >= WordBound {
			return false
		}
		from, width = from*10, width*10
	}
}

// between reports whether a member has a magnitude of at least from and below from+width. There is
// no minus before zero.
func (z *fixedPoint) between(from, width int64, minus bool) bool {
	lo, hi, loOpen, hiOpen := z.lo, z.hi, z.loOpen, z.hiOpen
	if minus {
		lo, hi, loOpen, hiOpen = -hi, -lo, hiOpen, loOpen
		if lo < 0 || (lo == 0 && !loOpen) {
			lo, loOpen = 0, true
		}
	}
	to := from + width // not included
	if z.step > 0 {
		least, most := max(from, lo), min(to-1, hi)
		if least == lo && loOpen {
			least++
		}
		if most == hi && hiOpen {
			most--
		}
		return least <= most && most/z.step*z.step >= least && most >= 0
	}
	if lo > hi || (lo == hi && (loOpen || hiOpen)) {
		return false
	}
	return from < hi && to > lo || from == hi && !hiOpen
}

// inside reports whether the numbers strictly between from and the next unit are members.
func (z *fixedPoint) inside(from int64, minus bool) bool {
	lo, hi := z.lo, z.hi
	if minus {
		lo, hi = max(-z.hi, 0), -z.lo
	}
	return from >= lo && from < hi
}

// reaches reports whether digits, with more digits and some power of ten, are a member, where there is a
// bound on the side of the sign. Digits of 0 stand for zeros alone.
func (z *fixedPoint) reaches(digits int64, minus bool) bool {
	least, most, mostOpen := z.lo, z.hi, z.hiOpen
	if minus {
		least, most, mostOpen = -z.hi, -z.lo, z.loOpen
	}
	least = max(least, 0)
	switch {
	case most <= 0:
		return false
	case digits == 0 && z.step == 0:
		return true
	case digits == 0:
		from := max(least, 1)
		return from <= most && z.between(from, most-from+1, minus)
	}
	for from, width := digits, int64(1); from <= most; from, width = from*10, width*10 {
		if z.between(from, width, minus) {
			return true
		}
	}
	if z.step > 0 { // of what is within one unit only the unit counts
		for ; digits%10 == 0; digits /= 10 {
			if z.between(digits/10, 1, minus) {
				return true
			}
		}
		return false
	}
	for {
		if least, most = least*10, most*10; least > digits {
			return false
		}
		if digits < most || digits == most && !mostOpen {
			return true
		}
	}
}
