package number

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

// The integer that is nearest to 0 is as short as the member that the search finds, and the search goes where there is none.
func TestTheShortestMemberIsThatOfTheSearch(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	found, searched := 0, 0
	for range 600 {
		bound := func() *big.Rat {
			if r.IntN(4) == 0 {
				return nil
			}
			x := big.NewRat(r.Int64N(4000)-2000, []int64{1, 1, 2, 4, 100}[r.IntN(5)])
			return x.Mul(x, tenTo(r.IntN(4)-2))
		}
		s := &Spec{Lo: bound(), LoOpen: r.IntN(2) == 0, Hi: bound(), HiOpen: r.IntN(2) == 0}
		if r.IntN(2) == 0 {
			s.MultipleOf = big.NewRat(1+r.Int64N(30), 1)
		}
		if s.has(new(big.Rat)) {
			continue
		}
		k := NewRecognizer(s, 16)
		want := k.Shortest(nil, Start, PlainForm(k.Limit))
		got := k.ShortestMember()
		if !assert.Len(t, got, len(want), "%s: %s, and the search finds %s", s, got, want) {
			return
		}
		if len(got) > 0 {
			x, _ := new(big.Rat).SetString(string(got))
			assert.True(t, s.has(x), "%s: %s", s, got)
		}
		if n := s.nearestInteger(); n != nil {
			found++
		} else {
			searched++
		}
	}
	assert.Greater(t, found, 100)
	assert.Greater(t, searched, 40)
	five := big.NewRat(5, 1)
	assert.Equal(t, "6", (&Spec{Lo: five, LoOpen: true}).nearestInteger().String(), "an open bound is stepped over at once")
	assert.Equal(t, "-6", (&Spec{Hi: new(big.Rat).Neg(five), HiOpen: true}).nearestInteger().String())
	long := &Spec{Lo: tenTo(20), MultipleOf: One}
	assert.Empty(t, NewRecognizer(long, 20).ShortestMember())
	assert.Len(t, NewRecognizer(long, 21).ShortestMember(), 21)
}

// A multiple is one for numbers of any size.
func TestMultiplesOfIntegersAndOfFractions(t *testing.T) {
	huge := tenTo(30)
	for _, row := range []struct {
		x, m *big.Rat
		want bool
	}{
		{big.NewRat(6, 1), big.NewRat(3, 1), true},
		{big.NewRat(-6, 1), big.NewRat(3, 1), true},
		{big.NewRat(7, 1), big.NewRat(3, 1), false},
		{big.NewRat(0, 1), big.NewRat(3, 1), true},
		{big.NewRat(3, 2), big.NewRat(3, 1), false},
		{big.NewRat(3, 2), big.NewRat(1, 2), true},
		{big.NewRat(3, 2), big.NewRat(1, 3), false},
		{huge, big.NewRat(8, 1), true},
		{huge, big.NewRat(3, 1), false},
		{big.NewRat(5, 1), huge, false},
		{huge, huge, true},
	} {
		assert.Equal(t, row.want, isMultiple(row.x, row.m), "%s of %s", row.x, row.m)
		assert.Equal(t, row.want, new(big.Rat).Quo(row.x, row.m).IsInt(), "%s of %s", row.x, row.m)
	}
}
