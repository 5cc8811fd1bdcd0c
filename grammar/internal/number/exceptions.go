package number

import (
	"math/big"
	"slices"
)

// This file keeps the search for members cheap where a schema leaves out very many numbers.

// fewExceptions is up to how many are looked at one by one.
const fewExceptions = 32

// unitExceptions are exceptions in machine words: as multiples of a decimal unit, as far as they are.
type unitExceptions struct {
	unit     *big.Rat
	units    []int64 // ascending
	divisors []int64 // no member is a multiple of one of them
	all      bool    // all divisors are here
	step     int64   // from one member to the next, or 0
	ends     []int64 // with a step: for each of units, where the run of exceptions ends in which it stands
}

// maxUnitPlaces is how many digits after the point a unit has at most.
const maxUnitPlaces = 6

func newUnitExceptions(s *Spec) *unitExceptions {
	places := 0
	for _, x := range s.Except {
		if n := decimals(x); n <= maxUnitPlaces {
			places = max(places, n)
		}
	}
	e := &unitExceptions{unit: tenth(places), all: true}
	for _, x := range s.Except {
		if n, ok := e.of(x); ok {
			e.units = append(e.units, n)
		}
	}
	for _, m := range s.NotMultipleOf {
		n, ok := e.of(m)
		if e.all = e.all && ok; ok {
			e.divisors = append(e.divisors, n)
		}
	}
	if s.MultipleOf != nil && e.all {
		e.step, _ = e.of(s.MultipleOf)
	}
	if e.step > 0 { // all exceptions are multiples of it
		e.ends = make([]int64, len(e.units))
	}
	for i := len(e.ends) - 1; i >= 0; i-- {
		end, next := e.units[i]+e.step, int64(WordBound)
		if i+1 < len(e.units) {
			next = e.units[i+1]
		}
		for end < next && e.divided(end) {
			end += e.step
		}
		if i+1 < len(e.units) && end == next {
			end = e.ends[i+1]
		}
		e.ends[i] = end
	}
	return e
}

// divided reports whether a divisor leaves n out.
func (e *unitExceptions) divided(n int64) bool {
	return slices.ContainsFunc(e.divisors, func(d int64) bool { return n%d == 0 })
}

// of returns x in units.
func (e *unitExceptions) of(x *big.Rat) (n int64, ok bool) {
	q := new(big.Rat).Quo(x, e.unit)
	if !q.IsInt() || !small(q.Num()) {
		return 0, false
	}
	return q.Num().Int64(), true
}

// run returns how many multiples of step from x on, one after the other, are exceptions; 0 if machine words do not
// tell. It counts no more than there are words for.
func (e *unitExceptions) run(x, step *big.Rat) (n int64) {
	at, ok := e.of(x)
	by, whole := e.of(step)
	if !ok || !whole || by == 0 || !e.all {
		return 0
	}
	i, _ := slices.BinarySearch(e.units, at)
	for ; at < WordBound; at += by {
		for i < len(e.units) && e.units[i] < at {
			i++
		}
		listed := i < len(e.units) && e.units[i] == at
		if listed && by == e.step {
			return n + (e.ends[i]-at)/by
		}
		if !listed && !e.divided(at) {
			break
		}
		n++
	}
	return n
}

// exceptionsOf returns the exceptions of k whose digits, without zeros at both ends, are those of v, and maybe others.
func (k *Recognizer) exceptionsOf(v *big.Rat) []*big.Rat {
	if len(k.Spec.Except) <= fewExceptions {
		return k.Spec.Except
	}
	return k.excepted().with(significant(v))
}
