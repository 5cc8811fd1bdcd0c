package schema

import (
	"slices"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/number"
	"github.com/shortleash/shortleash/grammar/internal/regex"
)

// price works out, by fix-point, the bytes of the shortest document of every reached set. A set
// that stays unbounded has no document at all: it is what makes a branch impossible or a schema
// empty.
func (c *compiler) price(root SetID) error {
	c.Cost = make([]int, len(c.sets))
	for i := range c.Cost {
		c.Cost[i] = number.Unbounded
	}
	for changed := true; changed; {
		changed = false
		for _, id := range c.Reached {
			c.meter.Step(c.CostSteps(c.Values[id]))
			if n := c.valueCost(c.Values[id]); n < c.Cost[id] {
				c.Cost[id] = n
				changed = true
			}
		}
	}
	for _, o := range c.Objects[1:] {
		o.sum(c)
	}
	if c.Cost[root] == number.Unbounded {
		return &jsontext.Error{Pointer: c.contradiction(root, 0), Err: ErrEmpty}
	}
	return nil
}

// CostSteps is about what it takes to price v once.
func (c *Compiled) CostSteps(v *Value) int {
	n := 3 + len(v.Numbers)
	for _, s := range v.Strings {
		n += 2 + len(s.List)
	}
	for _, s := range v.Arrays {
		n += 2 + len(c.ArrayOf(s).Fixed)
	}
	for _, s := range v.Objects {
		n += 2 + len(c.ObjectOf(s).Properties)
	}
	return n
}

func (c *compiler) valueCost(v *Value) int {
	least := number.Unbounded
	if v.HasNull || v.HasTrue {
		least = 4
	} else if v.HasFalse {
		least = 5
	}
	for _, s := range v.Numbers {
		least = min(least, c.NumberOf(s).Cost())
	}
	for _, s := range v.Strings {
		least = min(least, c.StringCost(s))
	}
	for _, s := range v.Arrays {
		least = min(least, AddCost(1, c.ArrayOf(s).Finish(&c.Compiled, 0, 0)))
	}
	for _, s := range v.Objects {
		o := c.ObjectOf(s)
		if c.recursive || o.Sums == nil {
			o.sum(c)
		}
		least = min(least, AddCost(1, o.Finish(&c.Compiled, 0, 0, 0)))
	}
	return least
}

// AddCost adds costs; unbounded absorbs.
func AddCost(a, b int) int { return min(a+b, number.Unbounded) }

// Sums are the sums over the properties from one position on.
type Sums struct {
	cost  int // bytes of the required ones
	Count int // how many are required
}

// memberCost returns the bytes of the member p with a comma.
func (p *Property) memberCost(c *Compiled) int {
	return AddCost(jsontext.QuotedLen(p.Name)+2, c.Cost[p.Set])
}

// sum fills the sums of o from the costs known so far.
func (o *Object) sum(c *compiler) {
	n := len(o.Properties)
	if o.Sums == nil {
		o.Sums = make([]Sums, n+1)
	}
	for i := n - 1; i >= 0; i-- {
		s := o.Sums[i+1]
		if o.Properties[i].Required {
			s.Count++
			s.cost = AddCost(s.cost, o.Properties[i].memberCost(&c.Compiled))
		}
		o.Sums[i] = s
	}
	for i := range o.Classes {
		if k := &o.Classes[i]; k.nameLen == 0 {
			k.nameLen = 2
			if k.Language != regex.All {
				if lengths, err := c.Languages.Space().Lengths(k.Language, c.Languages.Budget); err == nil {
					k.nameLen = lengths.Min() + 2
				}
			}
		}
	}
}

// Finish returns the bytes that close an object whose next property is pos, which has count members
// and has met the demands in flags; unbounded if it cannot be closed any more.
func (o *Object) Finish(c *Compiled, pos, count int, flags uint8) int {
	rest := o.Sums[pos]
	cost, members := rest.cost, count+rest.Count
	if cost == number.Unbounded {
		return number.Unbounded
	}
	if missing := o.Demands &^ flags; missing != 0 {
		extra, fresh := o.provide(c, pos, missing)
		cost, members = AddCost(cost, extra), members+fresh
	}
	if members < o.Spec.Min {
		cost = AddCost(cost, o.fill(c, pos, o.Spec.Min-members))
		members = o.Spec.Min
	}
	if members > o.Spec.Max || cost == number.Unbounded {
		return number.Unbounded
	}
	if rest.Count > 0 && count == 0 {
		cost-- // the first member has no comma
	}
	return cost + 1
}

// provide returns the cost of the cheapest way to meet demands, and how many more members it takes. Fewer
// members win over fewer bytes, because the number of members may be bounded.
func (o *Object) provide(c *Compiled, pos int, missing uint8) (cost, fresh int) {
	type way struct{ fresh, cost int }
	var best [1 << maxDemands]way
	for i := range best {
		best[i] = way{cost: number.Unbounded}
	}
	best[0].cost = 0
	offer := func(flags uint8, w way) {
		for have := len(best) - 1; have >= 0; have-- {
			from := best[have]
			if from.cost == number.Unbounded {
				continue
			}
			to := &best[uint8(have)|flags]
			next := way{from.fresh + w.fresh, AddCost(from.cost, w.cost)}
			if to.cost == number.Unbounded || next.fresh < to.fresh || (next.fresh == to.fresh && next.cost < to.cost) {
				*to = next
			}
		}
	}
	for i := pos; i < len(o.Properties); i++ {
		p := &o.Properties[i]
		for _, h := range p.Variants {
			switch n := c.Cost[h.Set]; {
			case n == number.Unbounded:
			case p.Required:
				offer(h.Demands, way{0, max(0, n-c.Cost[p.Set])})
			default:
				offer(h.Demands, way{1, jsontext.QuotedLen(p.Name) + 2 + n})
			}
		}
	}
	for i := range o.Classes {
		for _, h := range o.Classes[i].Variants {
			for range maxDemands { // other names, each with a value of its own
				if n := c.Cost[h.Set]; n < number.Unbounded {
					offer(h.Demands, way{1, o.Classes[i].nameLen + 2 + n})
				}
			}
		}
	}
	answer := way{cost: number.Unbounded}
	for have, w := range best {
		if uint8(have)&missing == missing && w.cost < number.Unbounded &&
			(answer.cost == number.Unbounded || w.fresh < answer.fresh || (w.fresh == answer.fresh && w.cost < answer.cost)) {
			answer = w
		}
	}
	return answer.cost, answer.fresh
}

// fill returns the bytes of n more members, none of them required.
func (o *Object) fill(c *Compiled, pos, n int) int {
	if n > maxFill && len(o.Classes) == 0 {
		return number.Unbounded
	}
	var costs []int
	for i := pos; i < len(o.Properties); i++ {
		if p := &o.Properties[i]; !p.Required && c.Cost[p.Set] < number.Unbounded {
			costs = append(costs, p.memberCost(c))
		}
	}
	each := number.Unbounded
	for i := range o.Classes {
		if k := &o.Classes[i]; c.Cost[k.Set] < number.Unbounded {
			each = min(each, k.nameLen+2+c.Cost[k.Set])
		}
	}
	slices.Sort(costs)
	total := 0
	for i := range n {
		switch {
		case i < len(costs) && costs[i] < each:
			total = AddCost(total, costs[i])
		case each == number.Unbounded:
			return number.Unbounded
		default:
			return AddCost(total, min(number.Unbounded, (n-i)*min(each, number.Unbounded/n)))
		}
	}
	return total
}

// maxFill bounds how many members a closed object may demand beside the required ones.
const maxFill = 1 << 20

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

// Finish returns the bytes that close an array of n items with these counts; unbounded if it cannot
// be closed any more.
func (a *Array) Finish(c *Compiled, n int, counts int32) int {
	f := finisher{a: a, c: c}
	return f.from(n, counts)
}

// A finisher remembers what it has worked out, for arrays that ask for several kinds of items.
type finisher struct {
	a    *Array
	c    *Compiled
	memo map[[2]int]int
}

func (f *finisher) from(n int, counts int32) int {
	s := f.a.Spec
	switch {
	case n > s.Max || f.a.unsatisfiable:
		return number.Unbounded
	case n >= s.Min && f.a.Satisfied(counts):
		return 1
	case n >= s.Max:
		return number.Unbounded
	case n >= len(f.a.Fixed) && f.a.Satisfied(counts):
		return f.tail(n)
	}
	key := [2]int{n, int(counts)}
	if cost, ok := f.memo[key]; ok {
		return cost
	}
	e := f.a.Item(n)
	best := number.Unbounded
	if n < len(f.a.Fixed) { // after the fixed ones the order does not matter: demands come first
		best = AddCost(f.c.Cost[e.Set], f.from(n+1, counts))
	}
	for _, h := range e.Variants {
		if next, ok := f.a.Count(counts, h.Demands); ok && f.c.Cost[h.Set] < number.Unbounded {
			best = min(best, AddCost(f.c.Cost[h.Set], f.from(n+1, next)))
		}
	}
	if n > 0 {
		best = AddCost(best, 1)
	}
	if len(s.Contains) > 1 {
		if f.memo == nil {
			f.memo = map[[2]int]int{}
		}
		f.memo[key] = best
	}
	return best
}

// tail returns the bytes of the items still missing after the fixed ones.
func (f *finisher) tail(n int) int {
	left := f.a.Spec.Min - n
	each := AddCost(f.c.Cost[f.a.Tail.Set], 1)
	if each == number.Unbounded {
		return number.Unbounded
	}
	cost := min(number.Unbounded, left*min(each, number.Unbounded/left)) + 1
	if n == 0 {
		cost-- // the first item has no comma
	}
	return cost
}

// contradiction returns the place in the schema where it shows that a set has no document.
func (c *compiler) contradiction(id SetID, depth int) string {
	v := c.Values[id]
	if depth < jsontext.MaxDepth && v != nil {
		switch {
		case len(v.Objects) == 1 && len(v.Arrays) == 0:
			o := c.ObjectOf(v.Objects[0])
			for _, p := range o.Properties {
				if p.Required && c.Cost[p.Set] == number.Unbounded {
					return c.contradiction(p.Set, depth+1)
				}
			}
			return o.Spec.At.Pointer()
		case len(v.Arrays) == 1 && len(v.Objects) == 0:
			return v.Arrays[0].At.Pointer()
		}
	}
	for _, l := range c.sets[id] {
		if n := c.nodes[nodeOf(l)]; n != nil && n.tree != nil {
			return n.tree.Pointer()
		}
	}
	return ""
}

// CountItem returns n, the count of items so far, cut to the greatest count that matters. Without maxItems, all
// positions after the fixed items and minItems are alike; walks that differ in nothing else then share a frame.
func (a *Array) CountItem(n int32) int32 {
	if a.Spec.Max < number.Unbounded {
		return n
	}
	return min(n, int32(max(len(a.Fixed), a.Spec.Min)))
}
