package export

import (
	"math/big"
	"strings"

	"github.com/shortleash/shortleash/grammar/internal/number"
	"github.com/shortleash/shortleash/grammar/internal/regex"
)

// decimals builds the languages of the decimal numbers between bounds, without exponents and without
// -0: a bound is compared with a number digit by digit, as one reads.
type decimals struct {
	space  *regex.Space
	digits int  // before the point, at most
	whole  bool // integers, without a point
}

// between returns the numbers from lo to hi; nil is not a bound.
func (d *decimals) between(lo *big.Rat, loOpen bool, hi *big.Rat, hiOpen bool) regex.Expr {
	s, zero := d.space, new(big.Rat)
	out := regex.Nothing
	if hi == nil || hi.Sign() >= 0 {
		least, open := lo, loOpen
		if lo == nil || lo.Sign() < 0 {
			least, open = zero, false
		}
		out = d.magnitudes(least, open, hi, hiOpen)
	}
	if lo == nil || lo.Sign() < 0 {
		least, open := zero, true
		if hi != nil && hi.Sign() < 0 {
			least, open = new(big.Rat).Neg(hi), hiOpen
		}
		var most *big.Rat
		if lo != nil {
			most = new(big.Rat).Neg(lo)
		}
		shorter := decimals{s, d.digits - 1, d.whole} // the minus takes a byte
		out = s.Union(out, s.Concat(s.One('-'), shorter.magnitudes(least, open, most, loOpen)))
	}
	return out
}

// magnitudes returns the numbers without a sign from lo, which is not negative, to hi.
func (d *decimals) magnitudes(lo *big.Rat, loOpen bool, hi *big.Rat, hiOpen bool) regex.Expr {
	if d.digits < 1 {
		return regex.Nothing
	}
	out := d.atLeast(lo, loOpen)
	if hi != nil {
		out = d.space.Intersect(out, d.atMost(hi, hiOpen))
	}
	return out
}

func (d *decimals) atLeast(x *big.Rat, open bool) regex.Expr {
	whole, fraction := d.split(x)
	above := new(big.Int).Add(whole, big.NewInt(1))
	if d.whole {
		if open || fraction != "" {
			whole = above
		}
		return d.wholesFrom(whole.String())
	}
	s := d.space
	edge := regex.Nothing
	switch {
	case fraction != "":
		edge = s.Concat(s.One('.'), d.fractionsFrom(fraction, open))
	case open:
		edge = s.Concat(s.One('.'), d.fractionsFrom("", true))
	default:
		edge = d.anyFraction()
	}
	return s.Union(s.Concat(d.only(whole), edge), s.Concat(d.wholesFrom(above.String()), d.anyFraction()))
}

func (d *decimals) atMost(x *big.Rat, open bool) regex.Expr {
	whole, fraction := d.split(x)
	below := new(big.Int).Sub(whole, big.NewInt(1))
	if d.whole {
		if open && fraction == "" {
			whole = below
		}
		return d.wholesUpTo(whole)
	}
	s := d.space
	edge := regex.Nothing
	switch {
	case fraction != "":
		edge = s.Optional(s.Concat(s.One('.'), d.fractionsUpTo(fraction, open)))
	case !open:
		edge = s.Optional(s.Concat(s.One('.'), s.Repeat(s.One('0'), 1, -1)))
	}
	return s.Union(s.Concat(d.only(whole), edge), s.Concat(d.wholesUpTo(below), d.anyFraction()))
}

// split returns the digits of x before and after its point, without zeros at the end.
func (d *decimals) split(x *big.Rat) (whole *big.Int, fraction string) {
	text, fraction, _ := strings.Cut(number.Text(x), ".")
	whole, _ = new(big.Int).SetString(text, 10)
	return whole, strings.TrimRight(fraction, "0")
}

func (d *decimals) digit(lo, hi byte) regex.Expr {
	if lo > hi {
		return regex.Nothing
	}
	return d.space.Class([]regex.Range{{Lo: rune(lo), Hi: rune(hi)}})
}

func (d *decimals) anyDigits(least, most int) regex.Expr {
	return d.space.Repeat(d.digit('0', '9'), least, most)
}

// anyFraction is a point with digits, or nothing.
func (d *decimals) anyFraction() regex.Expr {
	return d.space.Optional(d.space.Concat(d.space.One('.'), d.anyDigits(1, -1)))
}

// only returns x, unless it has too many digits.
func (d *decimals) only(x *big.Int) regex.Expr {
	if text := x.String(); len(text) <= d.digits {
		return d.space.Literal(text)
	}
	return regex.Nothing
}

// wholesFrom returns the integers from the one that text spells.
func (d *decimals) wholesFrom(text string) regex.Expr {
	s := d.space
	if len(text) > d.digits {
		return regex.Nothing
	}
	longer := regex.Nothing
	if len(text) < d.digits {
		longer = s.Concat(d.digit('1', '9'), d.anyDigits(len(text), d.digits-1))
	}
	return s.Union(d.sameLength(text, '9'), longer)
}

// wholesUpTo returns the integers from 0 to x, which may be negative.
func (d *decimals) wholesUpTo(x *big.Int) regex.Expr {
	s, text := d.space, x.String()
	switch {
	case x.Sign() < 0:
		return regex.Nothing
	case len(text) > d.digits:
		return s.Union(s.One('0'), s.Concat(d.digit('1', '9'), d.anyDigits(0, d.digits-1)))
	case len(text) == 1:
		return d.digit('0', text[0])
	}
	shorter := s.Union(s.One('0'), s.Concat(d.digit('1', '9'), d.anyDigits(0, len(text)-2)))
	first := s.Concat(d.digit('1', text[0]-1), d.anyDigits(len(text)-1, len(text)-1))
	return s.Union(shorter, first, s.Concat(s.One(rune(text[0])), d.sameLength(text[1:], '0')))
}

// sameLength returns the texts of as many digits as text has that lie between it and as many of end,
// which is 0 or 9.
func (d *decimals) sameLength(text string, end byte) regex.Expr {
	s := d.space
	if text == "" {
		return regex.Epsilon
	}
	lo, hi := text[0]+1, end
	if end == '0' {
		lo, hi = end, text[0]-1
	}
	rest := len(text) - 1
	return s.Union(s.Concat(s.One(rune(text[0])), d.sameLength(text[1:], end)), s.Concat(d.digit(lo, hi), d.anyDigits(rest, rest)))
}

// fractionsFrom returns the digits after a point that are worth no less than those of text; open: more.
func (d *decimals) fractionsFrom(text string, open bool) regex.Expr {
	s, any := d.space, d.anyDigits(0, -1)
	switch {
	case text == "" && open:
		return s.Concat(s.Star(s.One('0')), d.digit('1', '9'), any)
	case text == "":
		return any
	}
	return s.Union(s.Concat(s.One(rune(text[0])), d.fractionsFrom(text[1:], open)), s.Concat(d.digit(text[0]+1, '9'), any))
}

// fractionsUpTo returns the digits after a point, one or more, that are worth no more than those of
// text, of which there are some; open: less.
func (d *decimals) fractionsUpTo(text string, open bool) regex.Expr {
	s := d.space
	var rest regex.Expr
	switch {
	case len(text) > 1:
		rest = s.Optional(d.fractionsUpTo(text[1:], open))
	case open:
		rest = regex.Nothing
	default:
		rest = s.Star(s.One('0'))
	}
	return s.Union(s.Concat(s.One(rune(text[0])), rest), s.Concat(d.digit('0', text[0]-1), d.anyDigits(0, -1)))
}

// endings returns the integers that are multiples of step, where the last two digits tell, and whether
// they do.
func (d *decimals) endings(step *big.Rat) (lang regex.Expr, ok bool) {
	if !step.IsInt() || step.Num().Cmp(big.NewInt(100)) > 0 || 100%step.Num().Int64() != 0 {
		return regex.Nothing, false
	}
	s, n := d.space, int(step.Num().Int64())
	var short, last []string
	for x := 0; x < 100; x += n {
		two := string([]byte{byte('0' + x/10), byte('0' + x%10)})
		last = append(last, two)
		short = append(short, strings.TrimPrefix(two, "0"))
	}
	all := s.Union(s.Literals(short), s.Concat(d.digit('1', '9'), d.anyDigits(0, -1), s.Literals(last)))
	return s.Concat(s.Optional(s.One('-')), all), true
}
