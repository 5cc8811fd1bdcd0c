package schema

import (
	"math/bits"
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
		o.Least = AddCost(1, o.Finish(&c.Compiled, 0, 0, 0))
	}
	for _, a := range c.Arrays[1:] {
		if c.recursive || a.counted == nil {
			a.sum(c)
		}
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
		before := c.meter.Enter(s.At, "pattern")
		least = min(least, c.StringCost(s))
		c.meter.Leave(before)
	}
	for _, s := range v.Arrays {
		a := c.ArrayOf(s)
		if c.recursive || a.counted == nil {
			a.sum(c)
		}
		least = min(least, AddCost(1, a.Finish(&c.Compiled, 0, 0)))
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
	before := c.meter.Enter(o.Spec.At, "patternProperties")
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
	c.meter.Leave(before)
}

// Finish returns the bytes that close an object whose next property is pos, which has count members
// and has met the demands in flags; unbounded if it cannot be closed any more.
func (o *Object) Finish(c *Compiled, pos, count int, flags uint8) int {
	rest := o.Sums[pos]
	cost, members, fresh := rest.cost, count+rest.Count, 0
	if cost == number.Unbounded {
		return number.Unbounded
	}
	if missing := o.Demands &^ flags; missing != 0 {
		extra := 0
		extra, fresh = o.Provide(c, missing, func(i int) bool { return i < pos })
		cost, members = AddCost(cost, extra), members+fresh
	}
	if members < o.Spec.Min {
		cost = AddCost(cost, o.fill(c, func(i int) bool { return i < pos }, o.Spec.Min-members, fresh))
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

// FinishOf is Finish where members come in any order: what came says which properties have.
func (o *Object) FinishOf(c *Compiled, count int, flags uint8, came func(property int) bool) int {
	cost := 1
	for i := range o.Properties {
		if p := &o.Properties[i]; p.Required && !came(i) {
			cost, count = AddCost(cost, p.memberCost(c)), count+1
		}
	}
	fresh := 0
	if missing := o.Demands &^ flags; missing != 0 {
		extra := 0
		extra, fresh = o.Provide(c, missing, came)
		cost, count = AddCost(cost, extra), count+fresh
	}
	if count < o.Spec.Min {
		return AddCost(cost, o.fill(c, came, o.Spec.Min-count, fresh))
	}
	return cost
}

// A way is how demands can be met: by so many more members, of so many bytes.
type way struct{ fresh, cost int }

// better reports whether w is the way to take. Fewer members win over fewer bytes, because their number may be bounded.
func (w way) better(than way) bool {
	return than.cost == number.Unbounded || w.fresh < than.fresh || w.fresh == than.fresh && w.cost < than.cost
}

// ways are the best ones by the demands that they meet.
type ways [1 << maxDemands]way

// through adds what one more member can do for what is missing, in the variant that costs so much: the member comes
// once at most.
func (best *ways) through(missing uint8, variants []Variant, cost func(Variant) way) {
	before := *best
	for _, h := range variants {
		w := cost(h)
		for have := missing; w.cost < number.Unbounded; have = (have - 1) & missing {
			if from := before[have]; from.cost < number.Unbounded {
				next := way{from.fresh + w.fresh, AddCost(from.cost, w.cost)}
				if to := &best[have|h.Demands&missing]; next.better(*to) {
					*to = next
				}
			}
			if have == 0 {
				break
			}
		}
	}
}

// Provide returns the cost of the best way to meet demands with properties that have not come yet and with members of
// other names, and how many more members it takes; an unbounded cost if there is none.
func (o *Object) Provide(c *Compiled, missing uint8, came func(property int) bool) (cost, fresh int) {
	var best ways
	for i := range best {
		best[i] = way{cost: number.Unbounded}
	}
	best[0].cost = 0
	for i := range o.Properties {
		p := &o.Properties[i]
		if len(p.Variants) == 0 || came(i) {
			continue
		}
		best.through(missing, p.Variants, func(h Variant) way {
			switch n := c.Cost[h.Set]; {
			case n == number.Unbounded:
				return way{cost: n}
			case p.Required:
				return way{0, max(0, n-c.Cost[p.Set])}
			default:
				return way{1, jsontext.QuotedLen(p.Name) + 2 + n}
			}
		})
	}
	for i := range o.Classes {
		k := &o.Classes[i]
		for range bits.OnesCount8(missing) { // other names, each with a value of its own
			best.through(missing, k.Variants, func(h Variant) way { return way{1, AddCost(k.nameLen+2, c.Cost[h.Set])} })
		}
	}
	return best[missing].cost, best[missing].fresh
}

// fill returns the bytes of n more members, none of them required, beside fresh ones that come already.
func (o *Object) fill(c *Compiled, came func(property int) bool, n, fresh int) int {
	if n > maxFill && len(o.Classes) == 0 {
		return number.Unbounded
	}
	var costs []int
	for i := range o.Properties {
		if p := &o.Properties[i]; !p.Required && !came(i) && c.Cost[p.Set] < number.Unbounded {
			costs = append(costs, p.memberCost(c))
		}
	}
	each := number.Unbounded
	for i := range o.Classes {
		if k := &o.Classes[i]; c.Cost[k.Set] < number.Unbounded {
			each = min(each, k.nameLen+2+c.Cost[k.Set])
		}
	}
	if each == number.Unbounded && n+fresh > len(costs) {
		return number.Unbounded
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
