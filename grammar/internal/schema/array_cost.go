package schema

import (
	"fmt"

	"github.com/shortleash/shortleash/grammar/internal/number"
)

// maxCounted bounds what contains may ask for, so that its counts fit into a frame.
const maxCounted = 127

// counted returns how many items have met the contains numbered k.
func counted(counts int32, k int) int { return int(counts>>(8*k)) & 0xff }

// Count returns counts after an item that meets the demands in flags, and whether the item need be read so:
// no if it would be one too many, or if a variant with fewer demands reads it as well.
func (a *Array) Count(counts int32, flags uint8) (int32, bool) {
	for k, x := range a.Spec.Contains {
		if flags>>k&1 == 0 {
			continue
		}
		n := counted(counts, k)
		switch {
		case n < x.min || x.max < number.Unbounded:
			if n >= x.max {
				return counts, false
			}
			counts += 1 << (8 * k)
		default:
			return counts, false // k has its minimum and no maximum: the variant without k holds this item too
		}
	}
	return counts, true
}

// Satisfied reports whether every containing has what it asks for.
func (a *Array) Satisfied(counts int32) bool {
	for k, x := range a.Spec.Contains {
		if counted(counts, k) < x.min {
			return false
		}
	}
	return true
}

// Owed returns how many items must come at least, after n items with these counts.
func (a *Array) Owed(n int, counts int32) int {
	owed := max(0, a.Spec.Min-n)
	for k, x := range a.Spec.Contains {
		owed = max(owed, x.min-counted(counts, k))
	}
	return owed
}

// Lacks returns how many items that meet something are still missing.
func (a *Array) Lacks(counts int32) (n int) {
	for k, x := range a.Spec.Contains {
		n += max(0, x.min-counted(counts, k))
	}
	return n
}

// maxCounting bounds the tables of one array: how many ways its counts combine, for each leading item
// and for each item that meets something.
const maxCounting = 1 << 18

// most is the greatest count of x that matters.
func (x containsRule) most() int {
	if x.max < number.Unbounded {
		return x.max
	}
	return x.min
}

// uncountable returns why the items that s asks for cannot be counted, or "".
func (s *ArraySpec) uncountable() string {
	if len(s.Contains) > maxDemands {
		return fmt.Sprintf("more than %d at once", maxDemands)
	}
	for _, x := range s.Contains {
		if x.most() > maxCounted {
			return fmt.Sprintf("more than %d", maxCounted)
		}
	}
	if ways, items := s.countings(); ways > 1 && ways*(items+1+s.reach()) > maxCounting {
		return "the counts combine in too many ways"
	}
	return ""
}

// countings returns the sizes of the tables of s: in how many ways its counts combine, and how many items
// can meet something.
func (s *ArraySpec) countings() (ways, items int) {
	ways = 1
	for _, x := range s.Contains {
		ways *= x.most() + 1
		items += x.most()
	}
	return ways, items
}

// index returns the place of counts in the tables.
func (a *Array) index(counts int32) int {
	i := 0
	for k, x := range a.Spec.Contains {
		i = i*(x.most()+1) + counted(counts, k)
	}
	return i
}

// countsAt is the inverse of index.
func (a *Array) countsAt(i int) (counts int32) {
	for k := len(a.Spec.Contains) - 1; k >= 0; k-- {
		n := a.Spec.Contains[k].most() + 1
		counts |= int32(i%n) << (8 * k)
		i /= n
	}
	return counts
}

// wordBytes is what a cost takes.
const wordBytes = 8

// sum fills the tables of a from the costs known so far.
func (a *Array) sum(c *compiler) {
	before := c.meter.Enter(a.Spec.At, "contains")
	a.sumCounted(c)
	ways, _ := a.Spec.countings()
	c.meter.Make(ways * len(a.Fixed) * wordBytes)
	fixed := min(len(a.Fixed), a.Spec.Max)
	a.leading = make([]int, fixed*ways)
	for n := fixed - 1; n >= 0; n-- {
		for i := range ways {
			a.leading[n*ways+i] = a.from(&c.Compiled, n, a.countsAt(i))
		}
	}
	c.meter.Leave(before)
}

// nothingCounted is the table of arrays that ask for nothing.
var nothingCounted = [][]int{{0}}

// sumCounted works out what items after the leading ones cost that meet something, by their number and the
// counts before them, until the array has what it asks for.
func (a *Array) sumCounted(c *compiler) {
	if len(a.Spec.Contains) == 0 {
		a.counted = nothingCounted
		return
	}
	ways, items := a.Spec.countings()
	variants := a.Tail.Variants
	c.meter.Make(ways * (wordBytes + len(variants)*4))
	c.meter.Step(2 * ways * len(variants))
	row := make([]int, ways)
	after := make([]int32, 0, ways*len(variants)) // of counts and a variant: the place of the counts after it, or -1
	for i := range row {
		counts := a.countsAt(i)
		row[i] = number.Unbounded
		if a.Satisfied(counts) {
			row[i] = 0
		}
		for _, h := range variants {
			place := -1
			if next, ok := a.Count(counts, h.Demands); ok {
				place = a.index(next)
			}
			after = append(after, int32(place))
		}
	}
	a.counted = append(a.counted[:0], row)
	for range items {
		c.meter.Make(ways * wordBytes)
		c.meter.Step(ways * len(variants) / 8) // which are looked up
		last, possible := row, false
		row = make([]int, ways)
		for i := range row {
			row[i] = number.Unbounded
			for v, place := range after[i*len(variants) : (i+1)*len(variants)] {
				if place >= 0 {
					row[i] = min(row[i], AddCost(AddCost(c.Cost[variants[v].Set], 1), last[place]))
				}
			}
			possible = possible || row[i] < number.Unbounded
		}
		if !possible {
			break
		}
		a.counted = append(a.counted, row)
	}
}

// Finish returns the bytes that close an array of n items with these counts; unbounded if it cannot
// be closed any more.
func (a *Array) Finish(c *Compiled, n int, counts int32) int {
	s := a.Spec
	switch {
	case n > s.Max || a.unsatisfiable:
		return number.Unbounded
	case n >= s.Min && a.Satisfied(counts):
		return 1
	case n >= s.Max:
		return number.Unbounded
	case n < len(a.Fixed):
		ways := len(a.counted[0])
		return a.leading[n*ways+a.index(counts)]
	}
	return a.tail(c, n, counts)
}

// from is Finish for the leading item n, which must come: what follows it is known.
func (a *Array) from(c *Compiled, n int, counts int32) int {
	e := a.Item(n)
	best := AddCost(c.Cost[e.Set], a.Finish(c, n+1, counts))
	for _, h := range e.Variants {
		if next, ok := a.Count(counts, h.Demands); ok {
			best = min(best, AddCost(c.Cost[h.Set], a.Finish(c, n+1, next)))
		}
	}
	if n > 0 {
		best = AddCost(best, 1) // the comma
	}
	return best
}

// tail is Finish after the leading items: so many that meet something, and plain ones up to the number
// that must come.
func (a *Array) tail(c *Compiled, n int, counts int32) int {
	plain := AddCost(c.Cost[a.Tail.Set], 1)
	owed, left := max(0, a.Spec.Min-n), a.Spec.Max-n
	best, at := number.Unbounded, a.index(counts)
	for met, row := range a.counted {
		if met > left {
			break
		}
		cost := row[at]
		if more := owed - met; more > 0 {
			cost = AddCost(cost, Product(more, plain))
		}
		best = min(best, cost)
	}
	if n == 0 && 0 < best && best < number.Unbounded {
		best-- // the first item has no comma
	}
	return AddCost(best, 1)
}

// CountItem returns n, the count of items so far, cut to the greatest count that matters. Without maxItems, all
// positions after the fixed items and minItems are alike; walks that differ in nothing else then share a frame.
func (a *Array) CountItem(n int32) int32 {
	if a.Spec.Max < number.Unbounded {
		return n
	}
	return min(n, int32(max(len(a.Fixed), a.Spec.Min)))
}
