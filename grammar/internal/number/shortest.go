package number

import (
	"bytes"
	"math/big"
)

// PlainForm is how costs and completions spell numbers.
func PlainForm(limit int) Form { return Form{Limit: limit} }

// Cost returns the bytes of the shortest member; unbounded if a number may not be that long.
func (k *Recognizer) Cost() int {
	if n := len(k.ShortestMember()); n > 0 {
		return n
	}
	return Unbounded
}

// ShortestMember returns a shortest member without an exponent; it is empty if there is none. The first
// call works it out.
func (k *Recognizer) ShortestMember() []byte {
	if k.shortest == nil {
		k.shortest = []byte{}
		if k.zero {
			k.shortest = []byte{'0'}
		} else if k.Spec.List != nil {
			k.shortest = append(k.shortest, shortestOf(k.Spec.List, k.Limit)...)
		} else if n := k.Spec.nearestInteger(); n != nil && len(n.Text(10)) <= k.Limit {
			k.shortest = n.Append(k.shortest, 10)
		} else if k.spelled(false) || k.spelled(true) {
			k.shortest = append(k.shortest, k.Shortest(nil, Start, PlainForm(k.Limit))...)
		}
	}
	return k.shortest
}

// nearestInteger returns the integer among the members that is nearest to 0, where it is a shortest member: where all
// others on its side of 0 take more bytes. It is nil where that is not known at once. 0 is not a member.
func (s *Spec) nearestInteger() *big.Int {
	if s.List != nil || s.Except != nil || s.NotMultipleOf != nil || s.MultipleOf != nil && !s.MultipleOf.IsInt() {
		return nil
	}
	step := One
	if s.MultipleOf != nil {
		step = s.MultipleOf
	}
	var n *big.Int
	switch {
	case s.Lo != nil && s.Lo.Sign() >= 0:
		if n = CeilQuo(s.Lo, step); s.LoOpen && Compare(times(n, step), s.Lo) == 0 {
			n.Add(n, One.Num())
		}
	case s.Hi != nil && s.Hi.Sign() <= 0:
		if n = FloorQuo(s.Hi, step); s.HiOpen && Compare(times(n, step), s.Hi) == 0 {
			n.Sub(n, One.Num())
		}
	default:
		return nil
	}
	n.Mul(n, step.Num())
	if !s.has(new(big.Rat).SetInt(n)) {
		return nil
	}
	return n
}

// shortestOf returns the shortest text of a listed number that has at most limit bytes: of several, the one with the
// lowest digits, and one without a minus before one with it. It is empty if all are longer.
func shortestOf(list []*big.Rat, limit int) string {
	best := ""
	for _, x := range list {
		text := Text(x)
		switch {
		case len(text) > limit || decimals(x) < 0:
		case best == "" || len(text) < len(best):
			best = text
		case len(text) == len(best) && text[0] != '-' && (best[0] == '-' || text < best):
			best = text
		case len(text) == len(best) && text[0] == '-' && best[0] == '-' && text < best:
			best = text
		}
	}
	return best
}

// spelled reports whether a member with the given sign may be spelled without an exponent. It is a quick
// test before the search for a shortest one.
func (k *Recognizer) spelled(minus bool) bool {
	return k.anyFrom(new(big.Rat), tenTo(k.Limit), tenth(k.Limit), minus)
}

// Shortest returns the fewest bytes that complete text, which is live, to a member; nil if there are none.
func (k *Recognizer) Shortest(text []byte, s State, f Form) []byte {
	if k.Spec.List != nil && len(k.Spec.List) == 0 {
		return nil
	}
	if len(text) > 0 && k.Accepts(text, s, f) {
		return []byte{}
	}
	if k.Free {
		return map[State][]byte{Start: {'0'}, Minus: {'1'}, Zero: []byte(".0"), Point: {'0'}, ExponentMark: {'0'}, ExponentSign: {'0'}}[s]
	}
	for length := 1; length <= f.Limit-len(text); length++ {
		if rest := k.restOf(text, s, f, length); rest != nil {
			return rest
		}
	}
	return nil
}

// restOf returns length bytes that complete text to a member, or nil.
func (k *Recognizer) restOf(text []byte, s State, f Form, length int) (rest []byte) {
	exponents := k.Exponents(f)
	switch s {
	case Start, Minus:
		return k.firstOf(text, s, f, length)
	case ExponentMark, ExponentSign, Exponent:
		if exponents {
			rest, _ = k.endOfExponent(text, length)
		}
		return rest
	}
	if rest = k.plainRest(text, s, length); rest == nil && exponents {
		rest, _ = k.finishMantissa(newMantissa(text, s), length)
	}
	return rest
}

// firstOf is restOf where no digit has come.
func (k *Recognizer) firstOf(text []byte, s State, f Form, length int) []byte {
	for _, b := range []byte("0123456789-") {
		next, ok := s.Step(b)
		longer := append(text[:len(text):len(text)], b)
		if !ok {
			continue
		}
		if length == 1 {
			if k.Accepts(longer, next, f) {
				return longer[len(text):]
			}
		} else if rest := k.restOf(longer, next, f, length-1); rest != nil {
			return append([]byte{b}, rest...)
		}
	}
	return nil
}

// plainRest is restOf without an exponent.
func (k *Recognizer) plainRest(text []byte, s State, length int) []byte {
	minus := text[0] == '-'
	v := decimal(string(trimPoint(text)), 0)
	v.Abs(v)
	if s == Point || s == Fraction {
		places := len(text) - 1 - bytes.IndexByte(text, '.')
		return restText(text, k.firstFrom(v, tenth(places), tenth(places+length), minus), places+length)
	}
	width := big.NewRat(1, 1)
	for grown := range length + 1 {
		if grown > 0 {
			if s == Zero {
				return nil
			}
			v, width = new(big.Rat).Mul(v, ten), new(big.Rat).Mul(width, ten)
		}
		places := length - grown - 1 // a point and so many digits
		switch {
		case places < 0:
			return restText(text, k.firstFrom(v, width, One, minus), 0)
		case places > 0 && !k.Whole:
			if rest := restText(text, k.firstFrom(v, width, tenth(places), minus), places); rest != nil {
				return rest
			}
		}
	}
	return nil
}

var ten = big.NewRat(10, 1)

// restText returns what x spelled with so many digits after the point adds to text.
func restText(text []byte, x *big.Rat, places int) []byte {
	if x == nil {
		return nil
	}
	return []byte(x.FloatString(places))[len(text):]
}
