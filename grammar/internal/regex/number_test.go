package regex

import (
	"math/big"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func rat(text string) *big.Rat {
	if text == "" {
		return nil
	}
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		panic("not a number: " + text)
	}
	return r
}

func TestNumber(t *testing.T) {
	rows := []struct {
		claim   string
		n       Number
		in, out string // spellings, separated by blanks
	}{
		{"the zero value is every integer", Number{}, "0 -1 7 100", "-0 01 +1 1.0 1e0 - . ''"},
		{"a bound is a member", Number{Lo: rat("-3"), Hi: rat("12")}, "-3 -1 0 9 10 12", "-4 13 -10 120 100"},
		{"an open bound is none", Number{Lo: rat("-3"), Hi: rat("12"), LoOpen: true, HiOpen: true}, "-2 11", "-3 12"},
		{"a fractional bound cuts integers", Number{Lo: rat("0.5"), Hi: rat("2.5")}, "1 2", "0 3"},
		{"decimals between two integers", Number{Lo: rat("0"), Hi: rat("1"), LoOpen: true, HiOpen: true, Fraction: true}, "0.1 0.999 0.50 0.000001", "0 1 1.0 0.0 -0.1"},
		{"decimals below zero", Number{Lo: rat("-1.25"), Hi: rat("-0.5"), Fraction: true}, "-1.25 -1.2 -0.5 -0.50 -1", "-1.26 -0.49 0 -2 -1.251"},
		{"zeros behind the point change nothing", Number{Hi: rat("5"), Fraction: true}, "5 5.0 5.00 4.99", "5.01 5.001 6"},
		{"minus zero only when asked", Number{MinusZero: true, Fraction: true}, "-0 0 -0.0", "--0"},
		{"minus zero obeys the bounds", Number{MinusZero: true, Lo: rat("1")}, "1", "-0 0"},
		{"multiples of an integer", Number{Step: rat("7")}, "0 7 14 -21 700", "1 8 71"},
		{"multiples of a decimal", Number{Step: rat("0.01"), Fraction: true}, "0 0.01 12.34 5 1.230", "0.001 1.234"},
		{"multiples of a decimal that skips", Number{Step: rat("0.25"), Fraction: true}, "0.25 0.5 0.50 1 7.75 0.250", "0.2 0.3 0.05 0.251"},
		{"multiples of a power of ten", Number{Step: rat("1000")}, "0 1000 -2000 10000", "100 1001"},
		{"multiples above one with decimals", Number{Step: rat("2.5"), Fraction: true}, "2.5 5 7.5 10.0", "2 3.5 1"},
		{"whole values with a point", Number{Step: rat("1"), Fraction: true}, "1 1.0 10.00", "1.5 0.1"},
		{"whole values with an exponent", Number{Step: rat("1"), Fraction: true, Exponent: true}, "1 1.0 1e0 1.5e1 1E+2 10e-1 0e-5 123.45e2", "1.5 1e-1 1.5e0 123.45e1 1e 1e+"},
		{"exponents under bounds", Number{Lo: rat("5"), Hi: rat("600"), Fraction: true, Exponent: true}, "5 5e0 0.05e2 6e2 6.0e2 60e1 0.6e3 5e00", "4 4e0 6.1e2 7e2 0e9 1e3 60e2 5e-1"},
		{"exponents of one value", Number{Lo: rat("1e3"), Hi: rat("1e3"), Exponent: true}, "1e3 10e2 1000 1000e0 100e1 10000e-1", "1e2 1e4 2e3"},
		{"digits are bounded", Number{MaxDigits: 3, Fraction: true}, "999 1.25 12.5 -999", "1000 1.255 99.99"},
	}
	for _, row := range rows {
		s := New()
		e, err := s.Number(row.n)
		require.NoError(t, err, row.claim)
		for _, text := range strings.Fields(row.in) {
			assert.True(t, s.Matches(e, text), "%s: %s", row.claim, text)
		}
		for _, text := range strings.Fields(row.out) {
			assert.False(t, s.Matches(e, text), "%s: %s", row.claim, text)
		}
	}
}

func TestNumberWithoutValuesIsNothing(t *testing.T) {
	rows := []struct {
		claim string
		n     Number
	}{
		{"bounds out of order", Number{Lo: rat("2"), Hi: rat("1")}},
		{"an open point", Number{Lo: rat("2"), Hi: rat("2"), HiOpen: true}},
		{"no integer between", Number{Lo: rat("2.1"), Hi: rat("2.9")}},
		{"no multiple between", Number{Lo: rat("101"), Hi: rat("199"), Step: rat("100")}},
		{"no multiple between, with exponents", Number{Lo: rat("101"), Hi: rat("199"), Step: rat("100"), Fraction: true, Exponent: true}},
		{"more digits than allowed", Number{Lo: rat("1000"), MaxDigits: 3}},
	}
	for _, row := range rows {
		e, err := New().Number(row.n)
		require.NoError(t, err, row.claim)
		assert.Equal(t, Nothing, e, row.claim)
	}
}

func TestExponentsEndWhereAFloatDoes(t *testing.T) {
	s := New()
	e, err := s.Number(Number{Lo: rat("1e307"), Fraction: true, Exponent: true, MaxDigits: 4})
	require.NoError(t, err)
	for _, text := range []string{"0.1e308", "1e307", "9.999e308", "9999e308", "0.100e308"} {
		assert.True(t, s.Matches(e, text), text)
	}
	for _, text := range []string{"0.09e308", "1e309", "1e306", "0.01e308"} {
		assert.False(t, s.Matches(e, text), text)
	}
	for _, r := range "0.0" {
		e = s.Derive(e, r)
	}
	assert.Equal(t, Nothing, e, "no exponent makes 0.0… large enough")
}

func TestNumberRefusesFieldsWithoutMeaning(t *testing.T) {
	for _, n := range []Number{{MaxDigits: -1}, {Step: rat("0")}, {Step: rat("-1")}, {Lo: rat("1/3")}} {
		_, err := New().Number(n)
		assert.Error(t, err, "%+v", n)
	}
}

var jsonNumber = regexp.MustCompile(`^(-?)(0|[1-9][0-9]*)(\.[0-9]+)?(?:[eE]([+-]?[0-9]{1,3}))?$`)

// numberTwin reports by exact arithmetic whether text is one of n.
func numberTwin(n Number, text string) bool {
	parts := jsonNumber.FindStringSubmatch(text)
	if parts == nil || parts[3] != "" && !n.Fraction || parts[4] != "" && !n.Exponent {
		return false
	}
	limit := n.MaxDigits
	if limit == 0 {
		limit = DefaultDigits
	}
	if len(parts[2])+max(0, len(parts[3])-1) > limit {
		return false
	}
	if parts[4] != "" && new(big.Rat).Abs(rat(parts[4])).Cmp(big.NewRat(MaxExponent, 1)) > 0 {
		return false
	}
	v := rat(text)
	if v.Sign() == 0 && parts[1] != "" && !n.MinusZero {
		return false
	}
	if n.Lo != nil && (v.Cmp(n.Lo) < 0 || v.Cmp(n.Lo) == 0 && n.LoOpen) {
		return false
	}
	if n.Hi != nil && (v.Cmp(n.Hi) > 0 || v.Cmp(n.Hi) == 0 && n.HiOpen) {
		return false
	}
	return n.Step == nil || new(big.Rat).Quo(v, n.Step).IsInt()
}

func randomDecimal(rng *rand.Rand) string {
	text := []string{"", "-"}[rng.IntN(2)] + []string{"0", "1", "7", "12", "99", "100", "250", "1024", "86400"}[rng.IntN(9)]
	if rng.IntN(2) == 0 {
		text += []string{".5", ".25", ".01", ".999", ".0", ".125"}[rng.IntN(6)]
	}
	return text
}

func randomNumber(rng *rand.Rand) Number {
	n := Number{
		LoOpen: rng.IntN(3) == 0, HiOpen: rng.IntN(3) == 0, Fraction: rng.IntN(2) == 0,
		Exponent: rng.IntN(3) == 0, MinusZero: rng.IntN(2) == 0, MaxDigits: []int{0, 0, 3, 6}[rng.IntN(4)],
	}
	if rng.IntN(2) == 0 {
		n.Lo = rat(randomDecimal(rng))
	}
	if rng.IntN(2) == 0 {
		n.Hi = rat(randomDecimal(rng))
	}
	if rng.IntN(2) == 0 {
		n.Step = rat([]string{"1", "2", "7", "10", "0.5", "0.01", "0.3", "2.5", "100", "99", "0.125"}[rng.IntN(11)])
	}
	return n
}

// near returns a spelling of a number close to what is interesting for n.
func near(rng *rand.Rand, n Number) string {
	v := rat(randomDecimal(rng))
	switch base := [...]*big.Rat{n.Lo, n.Hi, n.Step}[rng.IntN(3)]; {
	case base != nil && rng.IntN(3) > 0:
		v = new(big.Rat).Set(base)
		if rng.IntN(2) == 0 {
			v.Add(v, rat([]string{"1", "-1", "0.1", "-0.01", "0.001", "5"}[rng.IntN(6)]))
		}
		if n.Step != nil && rng.IntN(2) == 0 {
			v.Quo(v, n.Step)
			v.Mul(new(big.Rat).SetInt(new(big.Int).Quo(v.Num(), v.Denom())), n.Step)
		}
	}
	text := v.FloatString(rng.IntN(4))
	if rng.IntN(4) == 0 {
		exp := rng.IntN(5) - 2
		shifted := new(big.Rat).Quo(v, rat("1e"+big.NewInt(int64(exp)).String()))
		text = shifted.FloatString(rng.IntN(5)) + "e" + []string{"", "0"}[rng.IntN(2)] + big.NewInt(int64(exp)).String()
		text = strings.Replace(text, "e0-", "e-0", 1)
	}
	return text
}

func TestNumberAgreesWithArithmetic(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	members := 0
	for range 1500 {
		n := randomNumber(rng)
		s := New()
		e, err := s.Number(n)
		require.NoError(t, err)
		for range 20 {
			text := near(rng, n)
			want := numberTwin(n, text)
			if got := s.Matches(e, text); got != want {
				t.Fatalf("%s on %q = %v, want %v", show(n), text, got, want)
			}
			if want {
				members++
			}
		}
		if e != Nothing {
			checkLive(t, rng, s, e, n)
		}
	}
	t.Logf("%d spellings were members", members)
	assert.Greater(t, members, 5000)
}

func FuzzNumber(f *testing.F) {
	f.Add(uint64(1), "-12.50e1")
	f.Fuzz(func(t *testing.T, seed uint64, text string) {
		rng := rand.New(rand.NewPCG(seed, 1))
		n := randomNumber(rng)
		s := New()
		e, err := s.Number(n)
		require.NoError(t, err)
		for _, text := range []string{text, near(rng, n), near(rng, n)} {
			if got := s.Matches(e, text); got != numberTwin(n, text) {
				t.Fatalf("%s on %q = %v, want %v", show(n), text, got, !got)
			}
		}
		if e != Nothing {
			checkLive(t, rng, s, e, n)
		}
	})
}

// checkLive walks at random, and wants every walk that must stop to stop at a member.
func checkLive(t *testing.T, rng *rand.Rand, s *Space, e Expr, n Number) {
	t.Helper()
	for range 3 {
		text, at := "", e
		for {
			open := s.branches(at)
			if len(open) == 0 || s.Nullable(at) && rng.IntN(6) == 0 {
				break
			}
			b := open[rng.IntN(len(open))]
			text, at = text+string(b.ranges[0].Lo), b.to
		}
		if !numberTwin(n, text) {
			t.Fatalf("%s: the walk %q ends, but not at a member", show(n), text)
		}
	}
}

func show(n Number) string {
	text := func(r *big.Rat) string {
		if r == nil {
			return "none"
		}
		return r.FloatString(4)
	}
	return strings.Join([]string{
		"lo", text(n.Lo), "hi", text(n.Hi), "step", text(n.Step), "digits", big.NewInt(int64(n.MaxDigits)).String(),
		"loOpen hiOpen fraction exponent minusZero", flags(n.LoOpen, n.HiOpen, n.Fraction, n.Exponent, n.MinusZero),
	}, " ")
}

func flags(list ...bool) (text string) {
	for _, f := range list {
		text += string("01"[boolIndex(f)])
	}
	return text
}
