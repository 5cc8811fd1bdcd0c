package number

import (
	"bytes"
	"math/big"
	"sort"
	"strconv"
	"strings"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
)

// A mantissa is the beginning of a number that may yet get an exponent. The number will lie in some decade
// p, from digits·10^p up to (digits+1)·10^p. If n more digits come, it is a multiple of 10^(p-n).
//
// Example: "1.2" has the digits 12. In decade -1 it becomes a number from 1.2 up to 1.3, such as 1.25; in
// decade 0 one from 12 up to 13, such as 1.25e1; in decade 1 one from 120 up to 130, such as 1.25e2.
type mantissa struct {
	minus  bool
	digits *big.Int
	places int // of the digits, after the point
	state  State
}

func newMantissa(text []byte, s State) mantissa {
	x := mantissa{minus: text[0] == '-', state: s}
	whole, fraction, _ := strings.Cut(strings.TrimPrefix(string(text), "-"), ".")
	x.places = len(fraction)
	x.digits, _ = new(big.Int).SetString(whole+fraction, 10)
	return x
}

// exponentLen returns the bytes of an exponent; none is needed for 0.
func exponentLen(e int) int {
	switch {
	case e == 0:
		return 0
	case e < 0:
		return 2 + len(strconv.Itoa(-e))
	}
	return 1 + len(strconv.Itoa(e))
}

// pointed reports whether the shortest spelling in decade p with n more digits has a point before these
// digits and an exponent after them.
func pointed(n, p int) bool { return p < 0 && n > 0 && 1+exponentLen(p) < exponentLen(p-n) }

// length returns how many more bytes spell x in decade p with n more digits.
func (x *mantissa) length(n, p int) int {
	switch {
	case x.state == Zero:
		return 1 + n + exponentLen(p)
	case x.state != Whole:
		return n + exponentLen(p+x.places)
	case p >= 0 && n > p || pointed(n, p):
		return 1 + n + exponentLen(min(p, 0))
	}
	return n + exponentLen(p-n)
}

// most returns how many more digits, at most, fit into room bytes if x lies in decade p, or -1.
func (x *mantissa) most(p, room int) int {
	least := 0
	if x.state == Zero || x.state == Point {
		least = 1
	}
	for n := room; n >= least; n-- {
		if x.length(n, p) <= room {
			return n
		}
	}
	return -1
}

// rest spells the last n digits of digits, which come after those of x, in decade p.
func (x *mantissa) rest(digits string, n, p int) []byte {
	tail, e := digits[len(digits)-n:], p-n
	switch {
	case x.state == Zero:
		tail, e = "."+tail, p
	case x.state != Whole:
		e = p + x.places
	case p >= 0 && n > p:
		tail, e = tail[:p]+"."+tail[p:], 0
	case pointed(n, p):
		tail, e = "."+tail, p
	}
	if e != 0 {
		tail += "e" + strconv.Itoa(e)
	}
	return []byte(tail)
}

// finishMantissa returns at most room bytes after x that make it a member of k, and whether there are any.
func (k *Recognizer) finishMantissa(x mantissa, room int) (rest []byte, ok bool) {
	if x.digits.Sign() == 0 && (x.state != Point || room > 0) && k.zero {
		if x.state == Point {
			return []byte{'0'}, true
		}
		return nil, true
	}
	from, to, ok := k.decades(&x)
	if !ok || from > to {
		return nil, false
	}
	// The decade without an exponent leaves room for most digits. From there it goes both ways, up to the
	// first decade that is out of reach.
	start := 0
	if x.state == Point || x.state == Fraction {
		start = -x.places
	}
	start = max(from, min(to, start))
	for p := start; p <= to; p++ {
		if rest, ok, far := k.inDecade(&x, p, room); ok || far {
			if ok {
				return rest, true
			}
			break
		}
	}
	for p := start - 1; p >= from; p-- {
		if rest, ok, far := k.inDecade(&x, p, room); ok || far {
			return rest, ok
		}
	}
	return nil, false
}

// inDecade is finishMantissa for one decade; far says that it is out of reach.
func (k *Recognizer) inDecade(x *mantissa, p, room int) (rest []byte, ok, far bool) {
	n := x.most(p, room)
	if n < 0 {
		return nil, false, true
	}
	v := new(big.Rat).Mul(new(big.Rat).SetInt(x.digits), tenTo(p))
	member := k.firstFrom(v, tenTo(p), tenTo(p-n), x.minus)
	if member == nil || member.Sign() == 0 {
		return nil, false, false
	}
	units := new(big.Rat).Quo(member, tenTo(p-n))
	digits := units.Num().Text(10)
	digits = strings.TrimPrefix(digits, "-")
	return x.rest(strings.Repeat("0", max(0, n-len(digits)))+digits, n, p), true, false
}

// decades returns the decades in which x can become a member that is not zero. Farther ones are left out:
// a member there stays a member when powers of ten bring it nearer.
func (k *Recognizer) decades(x *mantissa) (from, to int, ok bool) {
	s := k.Spec
	least, most, ok := k.magnitudes(x.minus)
	if !ok {
		return 0, 0, false
	}
	zeros := x.digits.Sign() == 0
	lower, upper := new(big.Rat).SetInt(x.digits), new(big.Rat).SetInt(x.digits)
	upper.Add(upper, One)
	if zeros {
		lower = One
	}
	to = 2 + len(s.Except)
	if s.MultipleOf != nil {
		to += s.MultipleOf.Num().BitLen()
	}
	if least.Sign() > 0 {
		to += max(0, 1+floorLog10(new(big.Rat).Quo(least, lower)))
	}
	if most != nil {
		to = floorLog10(new(big.Rat).Quo(most, lower))
		if zeros { // their decade p begins at 0, so a greater p holds all members of a lesser one
			to = max(to+1, 0)
		}
	}
	switch {
	case least.Sign() > 0:
		from = floorLog10(new(big.Rat).Quo(least, upper))
	case s.MultipleOf != nil:
		from = floorLog10(new(big.Rat).Quo(s.MultipleOf, upper))
	default:
		from = min(to, -x.places)
		for _, m := range s.NotMultipleOf {
			from = min(from, floorLog10(new(big.Rat).Quo(m, upper)))
		}
		from -= 2 + len(s.Except)
	}
	return from, to, true
}

// magnitudes returns bounds of the magnitudes of the members with the given sign, zero left out; most is
// nil without a bound. ok is false if there is no such member.
func (k *Recognizer) magnitudes(minus bool) (least, most *big.Rat, ok bool) {
	s := k.Spec
	lo, hi := s.Lo, s.Hi
	if s.List != nil {
		from, to := 0, sort.Search(len(s.List), func(i int) bool { return s.List[i].Sign() >= 0 })
		if !minus {
			from, to = sort.Search(len(s.List), func(i int) bool { return s.List[i].Sign() > 0 }), len(s.List)
		}
		if from == to {
			return nil, nil, false
		}
		lo, hi = s.List[from], s.List[to-1]
	}
	if minus {
		lo, hi = opposite(hi), opposite(lo)
	}
	least = new(big.Rat)
	if lo != nil && lo.Sign() > 0 {
		least = lo
	}
	return least, hi, hi == nil || hi.Sign() > 0
}

// opposite returns -x; nil stays nil.
func opposite(x *big.Rat) *big.Rat {
	if x == nil {
		return nil
	}
	return new(big.Rat).Neg(x)
}

// anyExponentSaves reports whether every mantissa with the given sign, other than zero, can become a member if
// there is room for more digits and an exponent. So it is if members are
//   - unbounded: with a minimum of 1000, 7 becomes 7e3;
//   - as near to zero as one likes: with an exclusive minimum of 0 and a maximum of 0.01, 7 becomes 7e-3;
//   - between bounds of which one is at least ten times the other: from 3 to 30, 7 stays 7 and 2 becomes 2e1.
func (k *Recognizer) anyExponentSaves(minus bool) bool {
	s := k.Spec
	least, most, ok := k.magnitudes(minus)
	switch {
	case !ok || s.List != nil || s.NotMultipleOf != nil:
		return false
	case s.MultipleOf != nil:
		return most == nil && coprimeDigits(s.MultipleOf.Num()) <= 6
	}
	return most == nil || least.Sign() == 0 || most.Cmp(new(big.Rat).Mul(ten, least)) >= 0
}

// ExponentSaves reports what anyExponentSaves has found for numbers with a minus, or without.
func (k *Recognizer) ExponentSaves(minus bool) bool {
	if minus {
		return k.exponentSaves[1]
	}
	return k.exponentSaves[0]
}

// startsMember reports whether a listed member begins with the digits of text, which has no exponent. It
// reports true if text has no digits, or no members are listed.
func (k *Recognizer) startsMember(text []byte) bool {
	if k.Spec.List == nil {
		return true
	}
	var buf [32]byte
	digits := buf[:0]
	for _, b := range text {
		if jsontext.IsDigit(b) && (b != '0' || len(digits) > 0) {
			digits = append(digits, b)
		}
	}
	return len(digits) == 0 || k.listed().begins(string(digits)) || len(k.listed().with(string(bytes.TrimRight(digits, "0")))) > 0
}
