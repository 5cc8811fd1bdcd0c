package grammar

import (
	"bytes"
	"math/big"
)

// plainForm is how costs and completions spell numbers.
func plainForm(limit int) numForm { return numForm{limit: limit} }

// cost returns the bytes of the shortest member; endless if a number may not be that long.
func (k *numSeek) cost() int {
	if n := len(k.shortestMember()); n > 0 {
		return n
	}
	return endless
}

func (k *numSeek) shortestMember() []byte {
	if k.brief == nil {
		k.brief = []byte{}
		if k.zero {
			k.brief = []byte{'0'}
		} else if k.spelled(false) || k.spelled(true) {
			k.brief = append(k.brief, k.shortest(nil, numStart, plainForm(k.limit))...)
		}
	}
	return k.brief
}

// spelled reports whether there may be a member with a sign that needs no exponent: it says so soon
// where looking for a shortest one would take long.
func (k *numSeek) spelled(minus bool) bool {
	return k.anyFrom(new(big.Rat), tenTo(k.limit), tenth(k.limit), minus)
}

// shortest returns the least bytes behind text, which is live, that make it a member; nil if there are
// none.
func (k *numSeek) shortest(text []byte, s numState, f numForm) []byte {
	if k.spec.set != nil && len(k.spec.set) == 0 {
		return nil
	}
	if len(text) > 0 && k.accepts(text, s, f) {
		return []byte{}
	}
	if k.free {
		return map[numState][]byte{numStart: {'0'}, numMinus: {'1'}, numZero: []byte(".0"), numPoint: {'0'}, numE: {'0'}, numSign: {'0'}}[s]
	}
	for length := 1; length <= f.limit-len(text); length++ {
		if rest := k.restOf(text, s, f, length); rest != nil {
			return rest
		}
	}
	return nil
}

// restOf returns length bytes behind text that make it a member, or nil.
func (k *numSeek) restOf(text []byte, s numState, f numForm, length int) (rest []byte) {
	exponents := k.exponents(f)
	switch s {
	case numStart, numMinus:
		return k.firstOf(text, s, f, length)
	case numE, numSign, numExponent:
		if exponents {
			rest, _ = k.endOfExponent(text, length)
		}
		return rest
	}
	if rest = k.plainRest(text, s, length); rest == nil && exponents {
		rest, _ = k.within(newMantissa(text, s), length)
	}
	return rest
}

// firstOf is restOf where no digit has come.
func (k *numSeek) firstOf(text []byte, s numState, f numForm, length int) []byte {
	for _, b := range []byte("0123456789-") {
		next, ok := s.step(b)
		longer := append(text[:len(text):len(text)], b)
		if !ok {
			continue
		}
		if length == 1 {
			if k.accepts(longer, next, f) {
				return longer[len(text):]
			}
		} else if rest := k.restOf(longer, next, f, length-1); rest != nil {
			return append([]byte{b}, rest...)
		}
	}
	return nil
}

// plainRest is restOf without an exponent.
func (k *numSeek) plainRest(text []byte, s numState, length int) []byte {
	minus := text[0] == '-'
	v := decimal(string(trimPoint(text)), 0)
	v.Abs(v)
	if s == numPoint || s == numFraction {
		behind := len(text) - 1 - bytes.IndexByte(text, '.')
		return restText(text, k.firstFrom(v, tenth(behind), tenth(behind+length), minus), behind+length)
	}
	width := big.NewRat(1, 1)
	for grown := range length + 1 {
		if grown > 0 {
			if s == numZero {
				return nil
			}
			v, width = new(big.Rat).Mul(v, ten), new(big.Rat).Mul(width, ten)
		}
		behind := length - grown - 1 // a point and so many digits
		switch {
		case behind < 0:
			return restText(text, k.firstFrom(v, width, one, minus), 0)
		case behind > 0 && !k.whole:
			if rest := restText(text, k.firstFrom(v, width, tenth(behind), minus), behind); rest != nil {
				return rest
			}
		}
	}
	return nil
}

var ten = big.NewRat(10, 1)

// restText returns what x spelled with so many digits behind the point adds to text.
func restText(text []byte, x *big.Rat, behind int) []byte {
	if x == nil {
		return nil
	}
	return []byte(x.FloatString(behind))[len(text):]
}
