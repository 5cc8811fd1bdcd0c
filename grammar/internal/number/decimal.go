package number

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
)

// maxExponent bounds how far a number's point may be moved, so that a few bytes never become
// gigabytes of digits. A schema beyond it is refused; a document's number is clamped to it, which
// changes no comparison with numbers within it.
const maxExponent = 400

// Parse returns the exact value of a JSON number.
func Parse(text string) (*big.Rat, error) {
	mantissa, exponent := splitExponent(text)
	if exponent > maxExponent || exponent < -maxExponent || len(mantissa) > 2*maxExponent {
		return nil, fmt.Errorf("%w: the number %.40s", jsontext.ErrBudget, text)
	}
	return decimal(mantissa, exponent), nil
}

// ParseClamped returns the value of a document's number, its exponent clamped so far out that no
// bound or divisor from a schema can tell the difference.
func ParseClamped(text string) *big.Rat {
	mantissa, exponent := splitExponent(text)
	const far = 8 * maxExponent
	return decimal(mantissa, max(min(exponent, far), -far))
}

func splitExponent(text string) (mantissa string, exponent int) {
	i := strings.IndexAny(text, "eE")
	if i < 0 {
		return text, 0
	}
	n, err := strconv.Atoi(text[i+1:])
	if err != nil { // out of range: the syntax was checked before
		n = 1 << 30
		if text[i+1] == '-' {
			n = -n
		}
	}
	return text[:i], n
}

func decimal(mantissa string, exponent int) *big.Rat {
	whole, fraction, _ := strings.Cut(mantissa, ".")
	exponent -= len(fraction)
	if len(whole)+len(fraction) <= 18 && exponent <= 0 && exponent >= -18 {
		n, err := strconv.ParseInt(whole+fraction, 10, 64)
		if err == nil {
			return new(big.Rat).SetFrac64(n, pow10(-exponent))
		}
	}
	n, ok := new(big.Int).SetString(whole+fraction, 10)
	if !ok {
		panic("grammar: BUG: not a number: " + mantissa)
	}
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(exponent, -exponent))), nil)
	if exponent < 0 {
		return new(big.Rat).SetFrac(n, scale)
	}
	return new(big.Rat).SetInt(n.Mul(n, scale))
}

// pow10 returns 10 to the n, for n up to 18.
func pow10(n int) int64 {
	p := int64(1)
	for range n {
		p *= 10
	}
	return p
}

// tenTo returns 10 to the n, which may be negative.
func tenTo(n int) *big.Rat {
	p := new(big.Int).Exp(ten.Num(), big.NewInt(int64(max(n, -n))), nil)
	if n < 0 {
		return new(big.Rat).SetFrac(One.Num(), p)
	}
	return new(big.Rat).SetInt(p)
}

// floorLog10 returns the greatest n for which 10 to the n is not above x, which is positive.
func floorLog10(x *big.Rat) int {
	n := len(x.Num().Text(10)) - len(x.Denom().Text(10))
	if x.Cmp(tenTo(n)) < 0 {
		n--
	}
	return n
}

// isMultiple reports whether x is an integral multiple of m.
func isMultiple(x, m *big.Rat) bool {
	switch {
	case !m.IsInt():
		return new(big.Rat).Quo(x, m).IsInt()
	case !x.IsInt():
		return false
	case x.Num().IsInt64() && m.Num().IsInt64(): // nearly always, and it makes nothing
		return x.Num().Int64()%m.Num().Int64() == 0
	}
	return new(big.Int).Rem(x.Num(), m.Num()).Sign() == 0
}

// LCM returns the least common multiple of two positive numbers; nil stands for no divisor.
func LCM(a, b *big.Rat) *big.Rat {
	if a == nil {
		return b
	}
	if b == nil {
		return a
	}
	// lcm(p/q, r/s) = lcm(p·s, r·q) / (q·s)
	p := new(big.Int).Mul(a.Num(), b.Denom())
	r := new(big.Int).Mul(b.Num(), a.Denom())
	n := new(big.Int).Mul(p, r)
	n.Quo(n, new(big.Int).GCD(nil, nil, p, r))
	return new(big.Rat).SetFrac(n, new(big.Int).Mul(a.Denom(), b.Denom()))
}

// LCMSteps is what LCM takes, in steps of about 20 ns: the common multiple of many divisors has the digits of them all,
// and what they have in common is found in the square of that.
func LCMSteps(a, b *big.Rat) int {
	if a == nil || b == nil {
		return 0
	}
	p, r := len(a.Num().Bits())+len(b.Denom().Bits()), len(b.Num().Bits())+len(a.Denom().Bits())
	return p * r / wordsAStep
}

// wordsAStep is how many products of two words are made in the time of one step.
const wordsAStep = 5

// FloorQuo returns the greatest integer n with n·m <= x.
func FloorQuo(x, m *big.Rat) *big.Int {
	over, under := new(big.Int).Mul(x.Num(), m.Denom()), new(big.Int).Mul(x.Denom(), m.Num())
	return over.Div(over, under) // Euclidean: rounds down, the denominator is positive
}

// CeilQuo returns the least integer n with n·m >= x.
func CeilQuo(x, m *big.Rat) *big.Int {
	q := FloorQuo(new(big.Rat).Neg(x), m)
	return q.Neg(q)
}

// decimals returns how many digits x needs after the point, or -1 if no number of them suffices.
func decimals(x *big.Rat) int {
	n, exact := x.FloatPrec()
	if !exact {
		return -1
	}
	return n
}

// Text spells x without an exponent, exactly if that is possible.
func Text(x *big.Rat) string {
	if x.IsInt() {
		return x.Num().String()
	}
	if n := decimals(x); n >= 0 {
		return x.FloatString(n)
	}
	return x.RatString()
}
