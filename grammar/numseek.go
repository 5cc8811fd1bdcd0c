package grammar

import (
	"bytes"
	"math/big"
	"strconv"
)

// A numForm says how the numbers of a program may be spelled.
type numForm struct {
	any     bool // 1.0 and 1e0 are integers
	foreign bool // "-0", and exponents in numbers with bounds
	limit   int  // bytes of one number
}

// A numSeek answers, for one numSpec, which digits can still become a member.
type numSeek struct {
	spec   *numSpec
	id     int32
	limit  int // bytes of one number
	free   bool
	whole  bool
	zero   bool     // 0 is a member
	saves  [2]bool  // of each sign: see savesAny
	firsts []string // see firstDigits
	loose  bool     // in compact documents too it may have an exponent
	brief  []byte   // a shortest member; nil: not worked out yet
	fast   bool
	// With fast: the members are the multiples of step from lo to hi.
	lo, hi, step int64
	scale        scaled
}

// fastBound is the magnitude up to which bounds and divisors are followed in machine words. What is
// beyond is unbounded for 17 digits, and left to big numbers after them.
const fastBound = 1e17

func newNumSeek(s *numSpec, limit int) *numSeek {
	if s.mult != nil && coprimeDigits(s.mult.Num()) > limit {
		s = s.onlyZero()
	}
	k := &numSeek{spec: s, limit: limit, free: s.free(), whole: s.whole(), zero: s.has(new(big.Rat)), loose: s.free(), lo: -fastBound, hi: fastBound, step: 1}
	k.saves, k.firsts = [2]bool{k.savesAny(false), k.savesAny(true)}, s.firstDigits()
	if s.set == nil && s.not == nil && s.notMult == nil && !k.whole {
		k.scale = newScaled(s)
	}
	if !k.whole || s.set != nil || s.not != nil || s.notMult != nil {
		return k
	}
	k.fast = small(s.mult.Num())
	k.step = s.mult.Num().Int64()
	k.scale = newScaled(s)
	if s.lo != nil {
		lo := ceilQuo(s.lo, one)
		if s.loOpen && s.lo.IsInt() {
			lo.Add(lo, one.Num())
		}
		k.fast = k.fast && (small(lo) || lo.Sign() < 0)
		if small(lo) {
			k.lo = lo.Int64()
		}
	}
	if s.hi != nil {
		hi := floorQuo(s.hi, one)
		if s.hiOpen && s.hi.IsInt() {
			hi.Sub(hi, one.Num())
		}
		k.fast = k.fast && (small(hi) || hi.Sign() > 0)
		if small(hi) {
			k.hi = hi.Int64()
		}
	}
	return k
}

// coprimeDigits returns how many digits n has without its factors 2 and 5. The digits of a multiple of n
// that is not zero, wherever its point stands, are no fewer.
func coprimeDigits(n *big.Int) int {
	n = new(big.Int).Rsh(n, n.TrailingZeroBits())
	for five, rest := big.NewInt(5), new(big.Int); ; {
		q, r := new(big.Int).QuoRem(n, five, rest)
		if r.Sign() != 0 {
			return len(n.Text(10))
		}
		n = q
	}
}

// onlyZero returns what members s has but those that are not zero.
func (s *numSpec) onlyZero() *numSpec {
	z := &numSpec{set: []*big.Rat{}, at: s.at}
	if zero := new(big.Rat); s.has(zero) {
		z.set = append(z.set, zero)
	}
	return z
}

// within17 reports whether no member with a sign is beyond fastBound.
func (k *numSeek) within17(minus bool) bool {
	return k.scale.ok && !k.scale.cut && k.bound(minus) != nil
}

func small(n *big.Int) bool { return n.IsInt64() && n.Int64() < fastBound && n.Int64() > -fastBound }

// exponents reports whether members may be spelled with one.
func (k *numSeek) exponents(f numForm) bool {
	return f.any || (!k.whole && (k.loose || f.foreign))
}

// live reports whether text, which is the beginning of a number and in the given state of its
// syntax, can become a member.
func (k *numSeek) live(text []byte, s numState, f numForm) bool {
	room := f.limit - len(text)
	if room < 0 || (room == 0 && !s.complete()) || (room < 2 && bareMinusZero(text, f)) {
		return false
	}
	switch s {
	case numPoint, numFraction:
		if k.whole && !f.any {
			return false
		}
	case numE, numSign, numExponent:
		if !k.exponents(f) {
			return false
		}
	}
	minus := text[0] == '-'
	if k.exponents(f) {
		return k.free || k.signLives(minus) && (k.liveQuickly(text, s, minus, room) || k.liveScaled(text, s, f, room))
	}
	if minus && !f.foreign && s == numZero && k.whole {
		return false // -0
	}
	if minus && f.foreign && k.zero && !bytes.ContainsAny(text, "123456789") {
		return true
	}
	if k.fast && len(text) <= 17 {
		if yes := k.liveFast(text, minus && !f.foreign, minus, room); yes || k.within17(minus) {
			return yes
		}
	}
	if k.scale.ok && len(text) <= 16-k.scale.digits && room > k.scale.digits+1 {
		// It keeps room for a point and what is behind it, which whole numbers could use.
		if yes := k.scale.live(text, s, minus, room-k.scale.digits-1); yes || f.limit >= 20+k.scale.digits && k.within17(minus) {
			return yes
		}
	}
	if k.free || (k.whole && k.fast && len(text) > 17 && k.spec.lo == nil && k.spec.hi == nil && k.step == 1) {
		return true
	}
	return k.liveSlow(text, s, minus, room)
}

func (k *numSeek) signLives(minus bool) bool {
	s := k.spec
	if minus {
		return s.lo == nil || s.lo.Sign() <= 0
	}
	return s.hi == nil || s.hi.Sign() >= 0
}

// liveQuickly says of most members that may have an exponent, and need none, that they are live. It says
// no when in doubt.
func (k *numSeek) liveQuickly(text []byte, s numState, minus bool, room int) bool {
	digits := k.scale.digits
	switch s {
	case numE, numSign, numExponent:
		return false
	case numMinus, numZero, numWhole:
		if k.fast && len(text) <= 17 && k.liveFast(text, false, minus, room) {
			return true
		}
	}
	return k.scale.ok && len(text) <= 16-digits && room > digits+1 && k.scale.live(text, s, minus, room-digits-1)
}

// manyBytes are room enough for all digits and any exponent that words of a machine can tell apart.
const manyBytes = 32

// liveScaled is live for members that may have an exponent.
func (k *numSeek) liveScaled(text []byte, s numState, f numForm, room int) bool {
	if room >= manyBytes && s < numE {
		minus := text[0] == '-'
		if k.saves[bit(minus)] {
			return true
		}
		if !k.startsMember(text) {
			return false
		}
		if digits, ok := wordOf(text); ok && k.within17(minus) {
			return digits == 0 && k.zero || k.scale.reaches(digits, minus)
		}
	}
	switch s {
	case numMinus:
		for b := byte('0'); b <= '9'; b++ {
			if state, _ := s.step(b); k.live([]byte{'-', b}, state, f) {
				return true
			}
		}
		return false
	case numE, numSign, numExponent:
		_, ok := k.endOfExponent(text, room)
		return ok
	}
	_, ok := k.within(newMantissa(text, s), room)
	return ok
}

func (k *numSeek) liveFast(text []byte, nonzero, minus bool, room int) bool {
	least, most := max(k.lo, 0), k.hi // of the magnitude
	digits := text
	if minus {
		least, most = max(-k.hi, 0), -k.lo
		digits = text[1:]
	}
	if nonzero {
		least = max(least, 1)
	}
	v := int64(0)
	for _, b := range digits {
		v = v*10 + int64(b-'0')
	}
	from, to := v, v
	if len(digits) == 0 {
		if least == 0 {
			least = 1
		}
		from, to, room = 1, 9, room-1
	}
	for ; from <= most; room-- {
		if a, b := max(from, least), min(to, most); a <= b && b/k.step*k.step >= a {
			return true
		}
		if room == 0 || from == 0 || to >= fastBound {
			return false
		}
		from, to = from*10, to*10+9
	}
	return false
}

// liveSlow is liveFast for any numbers. Behind the point it counts as many digits as there is room.
func (k *numSeek) liveSlow(text []byte, s numState, minus bool, room int) bool {
	if s == numMinus {
		for d := byte('0'); d <= '9'; d++ {
			if room > 0 && k.liveSlow(append(text[:1:1], d), map[bool]numState{true: numZero, false: numWhole}[d == '0'], minus, room-1) {
				return true
			}
		}
		return false
	}
	v := decimal(string(trimPoint(text)), 0)
	v.Abs(v)
	if s == numPoint || s == numFraction {
		behind := 0
		for i := len(text) - 1; text[i] != '.'; i-- {
			behind++
		}
		width := tenth(behind)
		return k.anyFrom(v, width, tenth(behind+room), minus)
	}
	width := big.NewRat(1, 1)
	for ; room >= 0; room-- {
		if k.anyFrom(v, width, one, minus) || (!k.whole && room >= 2 && k.anyFrom(v, width, tenth(room-1), minus)) {
			return true
		}
		if s == numZero || k.beyond(v, minus) {
			return false
		}
		v, width = new(big.Rat).Mul(v, ten), new(big.Rat).Mul(width, ten)
	}
	return false
}

func trimPoint(text []byte) []byte {
	if text[len(text)-1] == '.' {
		return text[:len(text)-1]
	}
	return text
}

// tenth returns 10 to the -n.
func tenth(n int) *big.Rat {
	return new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil))
}

// beyond reports whether no member has a magnitude of v or more.
func (k *numSeek) beyond(v *big.Rat, minus bool) bool {
	s := k.spec
	if s.set != nil {
		if len(s.set) == 0 {
			return true
		}
		last := s.set[len(s.set)-1]
		if minus {
			last = new(big.Rat).Neg(s.set[0])
		}
		return v.Cmp(last) > 0
	}
	if minus {
		return s.lo != nil && v.Cmp(new(big.Rat).Neg(s.lo)) > 0
	}
	return s.hi != nil && v.Cmp(s.hi) > 0
}

// anyFrom reports whether a member that is a multiple of grid has a magnitude in [v, v+width).
func (k *numSeek) anyFrom(v, width, grid *big.Rat, minus bool) bool {
	return k.firstFrom(v, width, grid, minus) != nil
}

// firstFrom returns the least such member, or nil.
func (k *numSeek) firstFrom(v, width, grid *big.Rat, minus bool) *big.Rat {
	lo, hi := v, new(big.Rat).Add(v, width)
	loOpen, hiOpen := false, true
	if minus {
		lo, hi = new(big.Rat).Neg(hi), new(big.Rat).Neg(lo)
		loOpen, hiOpen = true, v.Sign() == 0 // no minus before zero
	}
	s := k.spec
	if s.set != nil {
		for _, x := range s.set {
			below, above := x.Cmp(lo), x.Cmp(hi)
			if (below > 0 || (below == 0 && !loOpen)) && (above < 0 || (above == 0 && !hiOpen)) && isMultiple(x, grid) {
				return x
			}
		}
		return nil
	}
	if s.lo != nil {
		if c := s.lo.Cmp(lo); c > 0 || (c == 0 && s.loOpen) {
			lo, loOpen = s.lo, s.loOpen
		}
	}
	if s.hi != nil {
		if c := s.hi.Cmp(hi); c < 0 || (c == 0 && s.hiOpen) {
			hi, hiOpen = s.hi, s.hiOpen
		}
	}
	return s.firstIn(lo, loOpen, hi, hiOpen, grid)
}

// accepts reports whether the whole number text is a member.
func (k *numSeek) accepts(text []byte, s numState, f numForm) bool {
	if !s.complete() || len(text) > f.limit {
		return false
	}
	if !f.any && k.whole && s != numZero && s != numWhole {
		return false
	}
	if bareMinusZero(text, f) {
		return false
	}
	if k.free {
		return true
	}
	if k.whole && k.fast && (s == numZero || s == numWhole) && len(text) <= 17 {
		n, err := strconv.ParseInt(string(text), 10, 64)
		return err == nil && n >= k.lo && n <= k.hi && n%k.step == 0
	}
	return k.spec.has(clampedDecimal(string(text)))
}

// bareMinusZero reports whether text is -0 where that is no number: readers disagree what it is.
func bareMinusZero(text []byte, f numForm) bool {
	return !f.foreign && !f.any && string(text) == "-0"
}

// wordOf returns the digits of text, which has no exponent, if a machine's word holds them.
func wordOf(text []byte) (digits int64, ok bool) {
	if len(text) > 17 {
		return 0, false
	}
	for _, b := range text {
		if isDigit(b) {
			digits = digits*10 + int64(b-'0')
		}
	}
	return digits, true
}

// bound returns the greatest magnitude of the members with a sign; nil if there is none.
func (k *numSeek) bound(minus bool) *big.Rat {
	if minus {
		return k.spec.lo
	}
	return k.spec.hi
}
