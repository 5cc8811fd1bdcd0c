package number

import (
	"bytes"
	"math/big"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
)

// A Form says how the numbers of a program may be spelled.
type Form struct {
	AnyForm bool // 1.0 and 1e0 are integers
	Lenient bool // "-0", and exponents in numbers with bounds
	Limit   int  // bytes of one number
}

// A Recognizer answers, for one Spec, which digits can still become a member.
type Recognizer struct {
	Spec          *Spec
	ID            int32
	Limit         int     // bytes of one number
	Free          bool    // all numbers are members
	Whole         bool    // all members are integers
	AllowExponent bool    // members may have an exponent in compact documents too
	zero          bool    // 0 is a member
	exponentSaves [2]bool // anyExponentSaves for numbers [0] without and [1] with a minus
	listed        func() digitIndex
	excepted      func() digitIndex
	unitExcepted  func() *unitExceptions
	plainTexts    func() []string // what is listed
	shortest      []byte          // a shortest member; nil: not worked out yet
	last          atomic.Pointer[mantissaPowers]

	// With SmallInts, the members are the multiples of Step from Lo to Hi.
	SmallInts    bool
	Lo, Hi, Step int64
	fixed        fixedPoint
}

// WordBound is the magnitude up to which machine words hold bounds and divisors. A bound beyond it does
// not matter for 17 digits; after more digits, big numbers decide.
const WordBound = 1e17

// NewRecognizer returns the recognizer of the members of s that have at most limit bytes.
func NewRecognizer(s *Spec, limit int) *Recognizer {
	if s.MultipleOf != nil && coprimeDigits(s.MultipleOf.Num()) > limit {
		s = s.onlyZero()
	}
	k := &Recognizer{Spec: s, Limit: limit, Free: s.Free(), Whole: s.Whole(), zero: s.has(new(big.Rat)),
		AllowExponent: s.Free(), Lo: -WordBound, Hi: WordBound, Step: 1}
	k.exponentSaves = [2]bool{k.anyExponentSaves(false), k.anyExponentSaves(true)}
	if s.List != nil { // made when a member may have an exponent, which is seldom
		k.listed = sync.OnceValue(func() digitIndex { return newDigitIndex(s.List) })
		k.plainTexts = sync.OnceValue(func() []string { return spell(s) })
	}
	if len(s.Except) > fewExceptions { // seldom too
		k.excepted = sync.OnceValue(func() digitIndex { return newDigitIndex(s.Except) })
		k.unitExcepted = sync.OnceValue(func() *unitExceptions { return newUnitExceptions(s) })
	}
	if s.List == nil && s.Except == nil && s.NotMultipleOf == nil && !k.Whole {
		k.fixed = newFixedPoint(s)
	}
	if !k.Whole || s.List != nil || s.Except != nil || s.NotMultipleOf != nil {
		return k
	}
	k.SmallInts = small(s.MultipleOf.Num())
	k.Step = s.MultipleOf.Num().Int64()
	k.fixed = newFixedPoint(s)
	if s.Lo != nil {
		lo := CeilQuo(s.Lo, One)
		if s.LoOpen && s.Lo.IsInt() {
			lo.Add(lo, One.Num())
		}
		k.SmallInts = k.SmallInts && (small(lo) || lo.Sign() < 0)
		if small(lo) {
			k.Lo = lo.Int64()
		}
	}
	if s.Hi != nil {
		hi := FloorQuo(s.Hi, One)
		if s.HiOpen && s.Hi.IsInt() {
			hi.Sub(hi, One.Num())
		}
		k.SmallInts = k.SmallInts && (small(hi) || hi.Sign() > 0)
		if small(hi) {
			k.Hi = hi.Int64()
		}
	}
	return k
}

// coprimeDigits returns how many digits n has without its factors 2 and 5. A multiple of n that is not
// zero has no fewer digits, wherever its point stands.
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

// onlyZero returns the part of s that is zero.
func (s *Spec) onlyZero() *Spec {
	z := &Spec{List: []*big.Rat{}, At: s.At}
	if zero := new(big.Rat); s.has(zero) {
		z.List = append(z.List, zero)
	}
	return z
}

// fitsWord reports whether no member with a sign is beyond WordBound.
func (k *Recognizer) fitsWord(minus bool) bool {
	return k.fixed.ok && !k.fixed.cut && k.Bound(minus) != nil
}

func small(n *big.Int) bool { return n.IsInt64() && n.Int64() < WordBound && n.Int64() > -WordBound }

// Exponents reports whether members may be spelled with one.
func (k *Recognizer) Exponents(f Form) bool {
	return f.AnyForm || (!k.Whole && (k.AllowExponent || f.Lenient))
}

// Live reports whether text, which is the beginning of a number and in the given state of its
// syntax, can become a member.
func (k *Recognizer) Live(text []byte, s State, f Form) bool {
	room := f.Limit - len(text)
	if room < 0 || (room == 0 && !s.complete()) || (room < 2 && isMinusZero(text, f)) {
		return false
	}
	switch s {
	case Point, Fraction:
		if k.Whole && !f.AnyForm {
			return false
		}
	case ExponentMark, ExponentSign, Exponent:
		if !k.Exponents(f) {
			return false
		}
	}
	minus := text[0] == '-'
	if k.Exponents(f) {
		return k.Free || k.signLives(minus) && (k.liveQuickly(text, s, minus, room) || k.liveScaled(text, s, f, room))
	}
	if minus && !f.Lenient && s == Zero && k.Whole {
		return false // -0
	}
	if minus && f.Lenient && k.zero && !bytes.ContainsAny(text, "123456789") {
		return true
	}
	if k.SmallInts && len(text) <= 17 {
		if yes := k.liveFast(text, minus && !f.Lenient, minus, room); yes || k.fitsWord(minus) {
			return yes
		}
	}
	if k.fixed.ok && len(text) <= 16-k.fixed.digits && room > k.fixed.digits+1 {
		// It keeps room for a fraction, which whole numbers could use.
		if yes := k.fixed.live(text, s, minus, room-k.fixed.digits-1); yes || f.Limit >= 20+k.fixed.digits && k.fitsWord(minus) {
			return yes
		}
	}
	if k.Free || (k.Whole && k.SmallInts && len(text) > 17 && k.Spec.Lo == nil && k.Spec.Hi == nil && k.Step == 1) {
		return true
	}
	return k.liveSlow(text, s, minus, room)
}

func (k *Recognizer) signLives(minus bool) bool {
	s := k.Spec
	if minus {
		return s.Lo == nil || s.Lo.Sign() <= 0
	}
	return s.Hi == nil || s.Hi.Sign() >= 0
}

// liveQuickly is Live for members that may have an exponent and need none. It may say no where Live says
// yes.
func (k *Recognizer) liveQuickly(text []byte, s State, minus bool, room int) bool {
	digits := k.fixed.digits
	switch s {
	case ExponentMark, ExponentSign, Exponent:
		return false
	case Minus, Zero, Whole:
		if k.SmallInts && len(text) <= 17 && k.liveFast(text, false, minus, room) {
			return true
		}
	}
	return k.fixed.ok && len(text) <= 16-digits && room > digits+1 && k.fixed.live(text, s, minus, room-digits-1)
}

// manyBytes is room for all digits and any exponent that machine words tell apart.
const manyBytes = 32

// liveScaled is live for members that may have an exponent.
func (k *Recognizer) liveScaled(text []byte, s State, f Form, room int) bool {
	if room >= manyBytes && s < ExponentMark {
		minus := text[0] == '-'
		if k.ExponentSaves(minus) {
			return true
		}
		if !k.startsMember(text) {
			return false
		}
		if digits, ok := wordOf(text); ok && k.fitsWord(minus) {
			return digits == 0 && k.zero || k.fixed.reaches(digits, minus)
		}
	}
	switch s {
	case Minus:
		for b := byte('0'); b <= '9'; b++ {
			if state, _ := s.Step(b); k.Live([]byte{'-', b}, state, f) {
				return true
			}
		}
		return false
	case ExponentMark, ExponentSign, Exponent:
		_, ok := k.endOfExponent(text, room)
		return ok
	}
	_, ok := k.finishMantissa(newMantissa(text, s), room)
	return ok
}

func (k *Recognizer) liveFast(text []byte, nonzero, minus bool, room int) bool {
	least, most := max(k.Lo, 0), k.Hi // of the magnitude
	digits := text
	if minus {
		least, most = max(-k.Hi, 0), -k.Lo
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
		if a, b := max(from, least), min(to, most); a <= b && b/k.Step*k.Step >= a {
			return true
		}
		if room == 0 || from == 0 || to >= WordBound {
			return false
		}
		from, to = from*10, to*10+9
	}
	return false
}

// liveSlow is liveFast for any numbers. After the point it uses as many digits as there is room for.
func (k *Recognizer) liveSlow(text []byte, s State, minus bool, room int) bool {
	if s == Minus {
		for d := byte('0'); d <= '9'; d++ {
			if room > 0 && k.liveSlow(append(text[:1:1], d), map[bool]State{true: Zero, false: Whole}[d == '0'], minus, room-1) {
				return true
			}
		}
		return false
	}
	v := decimal(string(trimPoint(text)), 0)
	v.Abs(v)
	if s == Point || s == Fraction {
		places := 0
		for i := len(text) - 1; text[i] != '.'; i-- {
			places++
		}
		width := tenth(places)
		return k.anyFrom(v, width, tenth(places+room), minus)
	}
	width := big.NewRat(1, 1)
	for ; room >= 0; room-- {
		if k.anyFrom(v, width, One, minus) || (!k.Whole && room >= 2 && k.anyFrom(v, width, tenth(room-1), minus)) {
			return true
		}
		if s == Zero || k.beyond(v, minus) {
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
func (k *Recognizer) beyond(v *big.Rat, minus bool) bool {
	s := k.Spec
	if s.List != nil {
		if len(s.List) == 0 {
			return true
		}
		last := s.List[len(s.List)-1]
		if minus {
			last = new(big.Rat).Neg(s.List[0])
		}
		return v.Cmp(last) > 0
	}
	if minus {
		return s.Lo != nil && v.Cmp(new(big.Rat).Neg(s.Lo)) > 0
	}
	return s.Hi != nil && v.Cmp(s.Hi) > 0
}

// anyFrom reports whether a member that is a multiple of grid has a magnitude in [v, v+width).
func (k *Recognizer) anyFrom(v, width, grid *big.Rat, minus bool) bool {
	return k.firstFrom(v, width, grid, minus) != nil
}

// firstFrom returns the least such member, or nil.
func (k *Recognizer) firstFrom(v, width, grid *big.Rat, minus bool) *big.Rat {
	lo, hi := v, new(big.Rat).Add(v, width)
	loOpen, hiOpen := false, true
	if minus {
		lo, hi = new(big.Rat).Neg(hi), new(big.Rat).Neg(lo)
		loOpen, hiOpen = true, v.Sign() == 0 // no minus before zero
	}
	s := k.Spec
	if s.List != nil {
		from, found := slices.BinarySearchFunc(s.List, lo, Compare)
		if found && loOpen {
			from++
		}
		for _, x := range s.List[from:] {
			if c := Compare(x, hi); c > 0 || (c == 0 && hiOpen) {
				return nil
			}
			if isMultiple(x, grid) {
				return x
			}
		}
		return nil
	}
	if s.Lo != nil {
		if c := s.Lo.Cmp(lo); c > 0 || (c == 0 && s.LoOpen) {
			lo, loOpen = s.Lo, s.LoOpen
		}
	}
	if s.Hi != nil {
		if c := s.Hi.Cmp(hi); c < 0 || (c == 0 && s.HiOpen) {
			hi, hiOpen = s.Hi, s.HiOpen
		}
	}
	return s.firstBut(k.unitExcepted, lo, loOpen, hi, hiOpen, grid)
}

// Accepts reports whether the whole number text is a member.
func (k *Recognizer) Accepts(text []byte, s State, f Form) bool {
	if !s.complete() || len(text) > f.Limit {
		return false
	}
	if !f.AnyForm && k.Whole && s != Zero && s != Whole {
		return false
	}
	if isMinusZero(text, f) {
		return false
	}
	if k.Free {
		return true
	}
	if k.Whole && k.SmallInts && (s == Zero || s == Whole) && len(text) <= 17 {
		n, err := strconv.ParseInt(string(text), 10, 64)
		return err == nil && n >= k.Lo && n <= k.Hi && n%k.Step == 0
	}
	return k.Spec.has(ParseClamped(string(text)))
}

// isMinusZero reports whether text is -0 in a form that refuses it, because readers disagree on its value.
func isMinusZero(text []byte, f Form) bool {
	return !f.Lenient && !f.AnyForm && string(text) == "-0"
}

// wordOf returns the digits of text, which has no exponent, if a machine word holds them.
func wordOf(text []byte) (digits int64, ok bool) {
	if len(text) > 17 {
		return 0, false
	}
	for _, b := range text {
		if jsontext.IsDigit(b) {
			digits = digits*10 + int64(b-'0')
		}
	}
	return digits, true
}

// Bound returns the greatest magnitude of the members with a sign; nil if there is none.
func (k *Recognizer) Bound(minus bool) *big.Rat {
	if minus {
		return k.Spec.Lo
	}
	return k.Spec.Hi
}
