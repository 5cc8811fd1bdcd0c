package grammar

import (
	"slices"

	"github.com/shortleash/shortleash/grammar/internal/regex"
)

// price works out, by fix-point, the bytes of the shortest document of every reached set. A set
// that stays endless has no document at all: it is what makes a branch impossible or a schema
// empty.
func (c *compiler) price(root setID) error {
	c.cost = make([]int, len(c.sets))
	for i := range c.cost {
		c.cost[i] = endless
	}
	for changed := true; changed; {
		changed = false
		for _, id := range c.reached {
			if n := c.valueCost(c.values[id]); n < c.cost[id] {
				c.cost[id] = n
				changed = true
			}
		}
	}
	for _, o := range c.objs[1:] {
		o.sum(c)
	}
	if c.cost[root] == endless {
		return &CompileError{Pointer: c.contradiction(root, 0), Err: ErrEmpty}
	}
	return nil
}

func (c *compiler) valueCost(v *value) int {
	least := endless
	if v.null || v.yes {
		least = 4
	} else if v.no {
		least = 5
	}
	for _, s := range v.nums {
		least = min(least, c.seek(s).cost())
	}
	for _, s := range v.strs {
		least = min(least, c.strCost(s))
	}
	for _, s := range v.arrs {
		least = min(least, add(1, c.array(s).finish(&c.compiled, 0, 0)))
	}
	for _, s := range v.objs {
		o := c.object(s)
		if c.back || o.sums == nil {
			o.sum(c)
		}
		least = min(least, add(1, o.finish(&c.compiled, 0, 0, 0)))
	}
	return least
}

// add adds costs; endless absorbs.
func add(a, b int) int { return min(a+b, endless) }

func (c *compiled) strCost(s *strSpec) int {
	if s.finite {
		least := endless
		for _, text := range s.lits {
			least = min(least, quotedLen(text))
		}
		return least
	}
	n := s.min
	if s.lang != regex.All {
		lengths, err := c.langs.ready().Lengths(s.lang, c.langs.budget)
		if err == nil {
			n = max(lengths.Next(n), n)
		}
	}
	return n + 2
}

// Sums over the properties from each position on.
type sums struct {
	cost  int // bytes of the required ones
	count int // how many are required
}

// memberCost returns the bytes of the member p with a comma.
func (p *property) memberCost(c *compiled) int {
	return add(quotedLen(p.name)+2, c.cost[p.set])
}

// sum fills the sums of o from the costs known so far.
func (o *object) sum(c *compiler) {
	n := len(o.props)
	if o.sums == nil {
		o.sums = make([]sums, n+1)
	}
	for i := n - 1; i >= 0; i-- {
		s := o.sums[i+1]
		if o.props[i].required {
			s.count++
			s.cost = add(s.cost, o.props[i].memberCost(&c.compiled))
		}
		o.sums[i] = s
	}
	for i := range o.classes {
		if k := &o.classes[i]; k.nameLen == 0 {
			k.nameLen = 2
			if k.lang != regex.All {
				if lengths, err := c.langs.ready().Lengths(k.lang, c.langs.budget); err == nil {
					k.nameLen = lengths.Min() + 2
				}
			}
		}
	}
}

// finish returns the bytes that close an object whose next property is pos, which has count members
// and has met the demands in flags; endless if it cannot be closed any more.
func (o *object) finish(c *compiled, pos, count int, flags uint8) int {
	rest := o.sums[pos]
	cost, members := rest.cost, count+rest.count
	if cost == endless {
		return endless
	}
	if missing := o.flags &^ flags; missing != 0 {
		extra, fresh := o.provide(c, pos, missing)
		cost, members = add(cost, extra), members+fresh
	}
	if members < o.spec.min {
		cost = add(cost, o.fill(c, pos, o.spec.min-members))
		members = o.spec.min
	}
	if members > o.spec.max || cost == endless {
		return endless
	}
	if rest.count > 0 && count == 0 {
		cost-- // the first member has no comma
	}
	return cost + 1
}

// provide returns the cheapest way to meet demands, and how many more members it takes. Members are
// dearer than bytes, because there may be a bound on them.
func (o *object) provide(c *compiled, pos int, missing uint8) (cost, fresh int) {
	type way struct{ fresh, cost int }
	var best [1 << maxDemands]way
	for i := range best {
		best[i] = way{cost: endless}
	}
	best[0].cost = 0
	offer := func(flags uint8, w way) {
		for have := len(best) - 1; have >= 0; have-- {
			from := best[have]
			if from.cost == endless {
				continue
			}
			to := &best[uint8(have)|flags]
			next := way{from.fresh + w.fresh, add(from.cost, w.cost)}
			if to.cost == endless || next.fresh < to.fresh || (next.fresh == to.fresh && next.cost < to.cost) {
				*to = next
			}
		}
	}
	for i := pos; i < len(o.props); i++ {
		p := &o.props[i]
		for _, h := range p.hits {
			switch n := c.cost[h.set]; {
			case n == endless:
			case p.required:
				offer(h.flags, way{0, max(0, n-c.cost[p.set])})
			default:
				offer(h.flags, way{1, quotedLen(p.name) + 2 + n})
			}
		}
	}
	for i := range o.classes {
		for _, h := range o.classes[i].hits {
			for range maxDemands { // other names, each with a value of its own
				if n := c.cost[h.set]; n < endless {
					offer(h.flags, way{1, o.classes[i].nameLen + 2 + n})
				}
			}
		}
	}
	answer := way{cost: endless}
	for have, w := range best {
		if uint8(have)&missing == missing && w.cost < endless &&
			(answer.cost == endless || w.fresh < answer.fresh || (w.fresh == answer.fresh && w.cost < answer.cost)) {
			answer = w
		}
	}
	return answer.cost, answer.fresh
}

// fill returns the bytes of n more members, none of them required.
func (o *object) fill(c *compiled, pos, n int) int {
	if n > maxFill && len(o.classes) == 0 {
		return endless
	}
	var costs []int
	for i := pos; i < len(o.props); i++ {
		if p := &o.props[i]; !p.required && c.cost[p.set] < endless {
			costs = append(costs, p.memberCost(c))
		}
	}
	each := endless
	for i := range o.classes {
		if k := &o.classes[i]; c.cost[k.set] < endless {
			each = min(each, k.nameLen+2+c.cost[k.set])
		}
	}
	slices.Sort(costs)
	total := 0
	for i := range n {
		switch {
		case i < len(costs) && costs[i] < each:
			total = add(total, costs[i])
		case each == endless:
			return endless
		default:
			return add(total, min(endless, (n-i)*min(each, endless/n)))
		}
	}
	return total
}

// maxFill bounds how many members that nothing names may be demanded of a closed object.
const maxFill = 1 << 20

// maxCounted bounds what contains may ask for, so that its counts fit into a frame.
const maxCounted = 127

// counted returns how many hits of the containing numbered k counts say; hitting adds one.
func counted(counts int32, k int) int { return int(counts>>(8*k)) & 0xff }

func (a *array) hitting(counts int32, flags uint8) (int32, bool) {
	for k, x := range a.spec.contains {
		if flags>>k&1 == 0 {
			continue
		}
		n := counted(counts, k)
		switch {
		case n < x.min || x.max < endless:
			if n >= x.max {
				return counts, false
			}
			counts += 1 << (8 * k)
		default:
			return counts, false // nothing is left to ask for: the plain reading says it all
		}
	}
	return counts, true
}

// satisfied reports whether every containing has what it asks for.
func (a *array) satisfied(counts int32) bool {
	for k, x := range a.spec.contains {
		if counted(counts, k) < x.min {
			return false
		}
	}
	return true
}

// finish returns the bytes that close an array of n items with these counts; endless if it cannot
// be closed any more.
func (a *array) finish(c *compiled, n int, counts int32) int {
	f := finisher{a: a, c: c}
	return f.from(n, counts)
}

// A finisher remembers what it has worked out, for arrays that ask for several kinds of items.
type finisher struct {
	a    *array
	c    *compiled
	memo map[[2]int]int
}

func (f *finisher) from(n int, counts int32) int {
	s := f.a.spec
	switch {
	case n > s.max || f.a.hollow:
		return endless
	case n >= s.min && f.a.satisfied(counts):
		return 1
	case n >= s.max:
		return endless
	case n >= len(f.a.fixed) && f.a.satisfied(counts):
		return f.tail(n)
	}
	key := [2]int{n, int(counts)}
	if cost, ok := f.memo[key]; ok {
		return cost
	}
	e := f.a.item(n)
	best := endless
	if n < len(f.a.fixed) { // behind the fixed ones the order does not matter: demands come first
		best = add(f.c.cost[e.set], f.from(n+1, counts))
	}
	for _, h := range e.hits {
		if next, ok := f.a.hitting(counts, h.flags); ok && f.c.cost[h.set] < endless {
			best = min(best, add(f.c.cost[h.set], f.from(n+1, next)))
		}
	}
	if n > 0 {
		best = add(best, 1)
	}
	if len(s.contains) > 1 {
		if f.memo == nil {
			f.memo = map[[2]int]int{}
		}
		f.memo[key] = best
	}
	return best
}

// tail returns the bytes of the items still missing behind the fixed ones.
func (f *finisher) tail(n int) int {
	left := f.a.spec.min - n
	each := add(f.c.cost[f.a.tail.set], 1)
	if each == endless {
		return endless
	}
	cost := min(endless, left*min(each, endless/left)) + 1
	if n == 0 {
		cost-- // the first item has no comma
	}
	return cost
}

// contradiction follows what has no document down to where it can be seen.
func (c *compiler) contradiction(id setID, depth int) string {
	v := c.values[id]
	if depth < maxDepth && v != nil {
		switch {
		case len(v.objs) == 1 && len(v.arrs) == 0:
			o := c.object(v.objs[0])
			for _, p := range o.props {
				if p.required && c.cost[p.set] == endless {
					return c.contradiction(p.set, depth+1)
				}
			}
			return o.spec.at.pointer()
		case len(v.arrs) == 1 && len(v.objs) == 0:
			return v.arrs[0].at.pointer()
		}
	}
	for _, l := range c.sets[id] {
		if n := c.nodes[nodeOf(l)]; n != nil && n.tree != nil {
			return n.tree.pointer()
		}
	}
	return ""
}

// counted cuts the count of items to what makes a difference.
func (a *array) counted(n int32) int32 {
	if a.spec.max < endless {
		return n
	}
	return min(n, int32(max(len(a.fixed), a.spec.min)))
}
