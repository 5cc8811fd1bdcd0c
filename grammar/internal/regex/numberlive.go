package regex

import (
	"math/big"
	"sort"
)

// A decimal range is every t times ten to the scale with lo <= t <= hi.

// hits reports whether the range lo..hi at scale holds a magnitude that side allows and that is a
// multiple of the step.
func (m *number) hits(side *side, lo, hi *big.Int, scale int) bool {
	if side.none {
		return false
	}
	if low := m.least(side, scale); low.Cmp(lo) > 0 {
		lo = low
	}
	if high := m.greatest(side, scale); high != nil && high.Cmp(hi) < 0 {
		hi = high
	}
	if lo.Cmp(hi) > 0 {
		return false
	}
	if m.Step == nil {
		return true
	}
	mod := m.modulus(scale)
	last := new(big.Int).Mod(hi, mod)
	return last.Sub(hi, last).Cmp(lo) >= 0
}

// scaled returns num and den of r divided by ten to the scale.
func (m *number) scaled(r *big.Rat, scale int) (num, den *big.Int) {
	num, den = r.Num(), r.Denom()
	switch {
	case scale < 0:
		num = new(big.Int).Mul(num, m.pow(-scale))
	case scale > 0:
		den = new(big.Int).Mul(den, m.pow(scale))
	}
	return num, den
}

// least returns the least t at scale that is not below side. The caller must not modify it.
func (m *number) least(side *side, scale int) *big.Int {
	if t, ok := side.leasts[scale]; ok {
		return t
	}
	num, den := m.scaled(side.lo, scale)
	t, rest := new(big.Int).QuoRem(num, den, new(big.Int))
	if rest.Sign() > 0 || side.loOpen {
		t.Add(t, m.pow(0))
	}
	return remember(&side.leasts, scale, t)
}

// greatest returns the greatest t at scale that is not above side; nil is no bound. The caller must
// not modify it.
func (m *number) greatest(side *side, scale int) *big.Int {
	if side.hi == nil {
		return nil
	}
	if t, ok := side.greatests[scale]; ok {
		return t
	}
	num, den := m.scaled(side.hi, scale)
	t, rest := new(big.Int).QuoRem(num, den, new(big.Int))
	if rest.Sign() == 0 && side.hiOpen {
		t.Sub(t, m.pow(0))
	}
	return remember(&side.greatests, scale, t)
}

func remember(table *map[int]*big.Int, key int, t *big.Int) *big.Int {
	if *table == nil {
		*table = make(map[int]*big.Int)
	}
	(*table)[key] = t
	return t
}

// modulus returns what t must be a multiple of for t at scale to be a multiple of the step.
func (m *number) modulus(scale int) *big.Int {
	if mod, ok := m.moduli[scale]; ok {
		return mod
	}
	num, den := m.scaled(m.Step, scale)
	mod := new(big.Rat).SetFrac(num, den).Num() // t is a multiple of num/den: of num, den being free
	return remember(&m.moduli, scale, mod)
}

// live reports whether some number that m allows begins with what led to st.
func (m *number) live(st *numState) bool {
	switch st.phase {
	case numStart:
		return m.liveDigits(st, false) || m.liveDigits(st, true)
	case numMinus:
		return m.liveDigits(st, true)
	case numE:
		return st.expLo <= st.expHi
	case numESign, numEDigit:
		return m.liveExponent(st)
	}
	return m.liveDigits(st, st.minus)
}

// liveDigits is live for a place before the exponent.
func (m *number) liveDigits(st *numState, minus bool) bool {
	side := &m.sides[boolIndex(minus)]
	left := m.MaxDigits - st.before - st.behind
	if side.none || left < 0 {
		return false
	}
	least, growth := 0, 0 // more digits that must come; digits that may come before the point
	switch st.phase {
	case numStart, numMinus:
		least, growth = 1, left
	case numInt:
		growth = left
	case numPoint:
		least = 1
	}
	if left < least {
		return false
	}
	for grown := range growth + 1 {
		behind := 0
		if m.Fraction && st.phase != numStart && st.phase != numMinus || m.Fraction && grown > 0 {
			behind = min(left-grown, max(m.places-st.behind, 1))
		}
		if grown+behind < least {
			continue
		}
		lo, hi := m.extend(st.digits, grown+behind)
		if m.hits(side, lo, hi, -st.behind-behind) {
			return true
		}
	}
	return m.Exponent && m.liveScaled(st, side, left)
}

// extend returns the least and the greatest integer that is digits with count more digits.
func (m *number) extend(digits *big.Int, count int) (lo, hi *big.Int) {
	p := m.pow(count)
	lo = new(big.Int).Mul(digits, p)
	hi = new(big.Int).Add(lo, p)
	return lo, hi.Sub(hi, m.pow(0))
}

// liveScaled is liveDigits for spellings with an exponent: left more digits, at any scale.
func (m *number) liveScaled(st *numState, side *side, left int) bool {
	if (st.digits.Sign() == 0 || st.phase < numZero) && side.lo.Sign() == 0 && !side.loOpen {
		return true // zero has every exponent
	}
	if st.phase == numZero && !m.Fraction {
		return false
	}
	floor := side
	if m.Step != nil && m.Step.Cmp(side.lo) > 0 {
		floor = &m.stepOn // no multiple but zero is below the step
	}
	lo, hi := m.extend(st.digits, left)
	if lo.Sign() == 0 {
		lo = m.pow(0)
	}
	top, bottom := MaxExponent, -MaxExponent-left
	if st.phase == numZero || st.phase >= numPoint {
		top -= st.behind + left
		bottom -= st.behind
	} else if !m.Fraction {
		bottom += left
	}
	// Where hi is over the lower bound and lo under the upper one: both are monotone in the scale.
	count := top - bottom + 1
	from := bottom + sort.Search(count, func(i int) bool { return m.least(floor, bottom+i).Cmp(hi) <= 0 })
	to := bottom + sort.Search(count, func(i int) bool {
		high := m.greatest(side, bottom+i)
		return high != nil && high.Cmp(lo) < 0
	})
	for scale := from; scale < to; scale++ {
		if m.hits(side, lo, hi, scale) {
			return true
		}
		if m.Step == nil {
			return false // only a gap between two decimals is left, and it does not widen
		}
	}
	return false
}

// exponents returns the exponents with which the digits of st are a legal number: always an interval,
// because a power of ten times a multiple of the step is one too.
func (m *number) exponents(st *numState) (lo, hi int) {
	side := &m.sides[boolIndex(st.minus)]
	if st.digits.Sign() == 0 {
		if side.none || side.lo.Sign() > 0 || side.loOpen {
			return 1, 0
		}
		return -MaxExponent, MaxExponent
	}
	if side.none {
		return 1, 0
	}
	const count = 2*MaxExponent + 1
	scale := func(i int) int { return i - MaxExponent - st.behind }
	lo = sort.Search(count, func(i int) bool {
		if m.least(side, scale(i)).Cmp(st.digits) > 0 {
			return false
		}
		return m.Step == nil || new(big.Int).Mod(st.digits, m.modulus(scale(i))).Sign() == 0
	})
	hi = sort.Search(count, func(i int) bool {
		high := m.greatest(side, scale(i))
		return high != nil && high.Cmp(st.digits) < 0
	})
	return lo - MaxExponent, hi - 1 - MaxExponent
}

// expDigits is how many digits an exponent may have.
const expDigits = 3

func (m *number) liveExponent(st *numState) bool {
	lo, hi := st.expLo, st.expHi
	if st.expMinus {
		lo, hi = -hi, -lo
	}
	least, width := st.exp, 1
	for read := st.expRead; read <= expDigits; read++ {
		if read > 0 && least <= hi && least+width-1 >= lo {
			return true
		}
		least, width = least*10, width*10
	}
	return false
}

func boolIndex(b bool) int {
	if b {
		return 1
	}
	return 0
}
