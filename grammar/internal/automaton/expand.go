package automaton

import (
	"context"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/grammar/internal/number"
	"github.com/shortleash/shortleash/grammar/internal/schema"
	"github.com/shortleash/shortleash/grammar/internal/vocab"
)

// An expander works out how one objectReading goes on. Its caller holds the lock of the program.
type expander struct {
	g    *Program
	r    *objectReading
	made int             // choices so far
	ctx  context.Context // where many alternatives of many names take long; or nil
}

// ended reports whether the steps are not wanted any more.
func (x *expander) ended() bool { return x.ctx != nil && x.ctx.Err() != nil }

// A branch is how one alternative goes on: the set of the next value, and the item after it.
type branch struct {
	set  schema.SetID
	next item
}

// expand returns nil if it was ended before.
func (x *expander) expand() *objectSteps {
	if s := x.late(); s != nil {
		return s
	}
	s := &objectSteps{}
	for _, it := range x.r.items {
		s.closes = s.closes || x.closes(it)
	}
	byName := x.named()
	s.names = make([]string, len(byName))
	s.steps = make([]*step, len(byName))
	s.hashes = make([]uint32, len(byName))
	for i, n := range byName {
		if x.ended() {
			return nil
		}
		s.names[i], s.hashes[i] = n.name, vocab.HashName([]byte(n.name))
		if n.branches != nil {
			s.steps[i] = x.step(n.branches)
			s.more = true
			s.ways++
		}
	}
	s.classes = x.others(&s.covers)
	s.more = s.more || len(s.classes) > 0
	return s
}

func (x *expander) closes(it item) bool {
	o := x.g.Objects[it.obj]
	if it.flags != o.Demands || int(it.count) < o.Spec.Min {
		return false
	}
	if x.g.Order == schema.AnyOrder {
		return it.pos == 0
	}
	return o.Sums[it.pos].Count == 0
}

// A namedMember is a name that some alternative knows, with the branches of all alternatives.
type namedMember struct {
	name     string
	branches []branch
}

// named returns all names that some alternative knows, ascending.
func (x *expander) named() []namedMember {
	if len(x.r.items) == 1 { // the usual case needs no map
		it := x.r.items[0]
		o := x.g.Objects[it.obj]
		if x.g.Order == schema.Declared && (len(o.Classes) == 0 || o.Sums[it.pos].Count > 0) {
			return x.nextNamed(o, it)
		}
		out := make([]namedMember, len(o.Sorted))
		for i, at := range o.Sorted {
			out[i] = namedMember{o.Properties[at].Name, x.member(nil, it, int(at))}
		}
		return x.dropKnownOnly(o, out)
	}
	index := map[string]int{}
	var out []namedMember
	for _, it := range x.r.items {
		o := x.g.Objects[it.obj]
		for i := range o.Properties {
			name := o.Properties[i].Name
			at, ok := index[name]
			if !ok {
				at = len(out)
				index[name] = at
				out = append(out, namedMember{name: name})
			}
			out[at].branches = x.member(out[at].branches, it, i)
		}
	}
	for i := range out { // what one alternative knows may be one of the others to another
		if x.ended() {
			break
		}
		for _, it := range x.r.items {
			o := x.g.Objects[it.obj]
			if !o.Knows(out[i].name) {
				out[i].branches = x.classMember(out[i].branches, it, out[i].name)
			}
		}
	}
	slices.SortFunc(out, func(a, b namedMember) int { return strings.Compare(a.name, b.name) })
	return out
}

// nextNamed is named where members come in order and no other names may come: it looks no further than the next member
// that must.
func (x *expander) nextNamed(o *schema.Object, it item) []namedMember {
	var out []namedMember
	for i := int(it.pos); i < len(o.Properties); i++ {
		p := &o.Properties[i]
		if branches := x.member(nil, it, i); branches != nil {
			out = append(out, namedMember{p.Name, branches})
		}
		if p.Required {
			break
		}
	}
	slices.SortFunc(out, func(a, b namedMember) int { return strings.Compare(a.name, b.name) })
	return out
}

// dropKnownOnly leaves out names that may not come, unless o has classes: these must not take them.
func (x *expander) dropKnownOnly(o *schema.Object, out []namedMember) []namedMember {
	if len(o.Classes) > 0 {
		return out
	}
	return slices.DeleteFunc(out, func(n namedMember) bool { return n.branches == nil })
}

// member appends the branches of an item through its property numbered i.
func (x *expander) member(out []branch, it item, i int) []branch {
	o := x.g.Objects[it.obj]
	p := &o.Properties[i]
	next := it
	if x.g.Order == schema.AnyOrder {
		if p.Required {
			next.pos--
		}
	} else {
		if i < int(it.pos) || o.Sums[it.pos].Count != o.Sums[i].Count { // passed, or a required one between
			return out
		}
		next.pos = int32(i + 1)
	}
	return x.through(out, o, &p.Slot, next)
}

// classMember appends the branches of an item through a name that its object does not know.
func (x *expander) classMember(out []branch, it item, name string) []branch {
	o := x.g.Objects[it.obj]
	for i := range o.Classes {
		k := &o.Classes[i]
		if k.DFA != nil {
			if in, err := k.DFA.Matches(name); err != nil || !in {
				continue
			}
		}
		if next, ok := x.unknown(it); ok {
			out = x.through(out, o, &k.Slot, next)
		}
	}
	return out
}

// unknown returns the item after a member that its object does not know, and whether one may come: in
// declared order, required members come first.
func (x *expander) unknown(it item) (item, bool) {
	if x.g.Order == schema.AnyOrder {
		return it, true
	}
	o := x.g.Objects[it.obj]
	if o.Sums[it.pos].Count > 0 {
		return it, false
	}
	it.pos = int32(len(o.Properties))
	return it, true
}

// through appends the branches through a slot, each with next counted and checked.
func (x *expander) through(out []branch, o *schema.Object, e *schema.Slot, next item) []branch {
	if o.Spec.Min > 0 || o.Spec.Max < number.Unbounded {
		next.count = min(next.count+1, int32(max(o.Spec.Min, o.Spec.Max%number.Unbounded)+1))
	}
	try := func(set schema.SetID, flags uint8) {
		n := next
		n.flags |= flags
		if x.g.Cost[set] < number.Unbounded && x.feasible(o, n) {
			out = append(out, branch{set, n})
		}
	}
	try(e.Set, 0)
	for _, h := range e.Variants {
		if h.Demands&^next.flags != 0 {
			try(h.Set, h.Demands)
		}
	}
	return out
}

// feasible reports whether the object can still be closed.
func (x *expander) feasible(o *schema.Object, it item) bool {
	if x.g.Order == schema.AnyOrder {
		return int(it.count+it.pos) <= o.Spec.Max || o.Spec.Max == number.Unbounded
	}
	return o.Finish(&x.g.Compiled, int(it.pos), int(it.count), it.flags) < number.Unbounded
}

// others returns the steps for names that no alternative knows. The classes of all names are one step;
// a class with a pattern has a step of its own. It notes whether the classes of some alternative cover all names.
func (x *expander) others(anyCovers *bool) []classStep {
	var out []classStep
	var free []branch
	for _, it := range x.r.items {
		o := x.g.Objects[it.obj]
		next, ok := x.unknown(it)
		if !ok {
			continue
		}
		covers, before := o.Covers && len(o.Classes) > 0, len(free)
		for i := range o.Classes {
			k := &o.Classes[i]
			if k.DFA == nil {
				free = x.through(free, o, &k.Slot, next)
				covers = covers && len(free) > before
			} else if b := x.through(nil, o, &k.Slot, next); b != nil {
				out = append(out, classStep{dfa: k.DFA, step: x.step(b)})
			} else {
				covers = false
			}
		}
		*anyCovers = *anyCovers || covers && !x.g.demanding
	}
	if free != nil {
		out = append(out, classStep{step: x.step(free)})
	}
	return out
}

// step groups branches by their sets, and makes one list of the strings they list.
func (x *expander) step(branches []branch) *step {
	s := &step{choice: -1}
	slices.SortStableFunc(branches, func(a, b branch) int { return int(a.set - b.set) })
	for i := 0; i < len(branches); {
		j := i
		var items []item
		for ; j < len(branches) && branches[j].set == branches[i].set; j++ {
			items = append(items, branches[j].next)
		}
		s.groups = append(s.groups, group{set: branches[i].set, next: x.g.reading(items).id})
		i = j
	}
	if len(s.groups) > 1 && !x.g.demanding { // which would have to choose between what can be completed
		x.choose(s)
	}
	return s
}

// choose makes one choice of the strings that the groups list.
func (x *expander) choose(s *step) {
	leads := map[string][]item{}
	for i := range s.groups {
		n := &s.groups[i]
		v := &x.g.sets[n.set]
		rest := len(v.nums) + len(v.arrs)
		for _, id := range v.strs {
			t := &x.g.texts[id]
			if !t.Finite {
				rest++
				continue
			}
			n.listed = true
			items := (*x.g.readings.Load())[n.next].items
			for _, word := range t.List {
				leads[word] = append(leads[word], items...)
			}
		}
		n.onlyListed = n.listed && rest == 0 && !v.hasNull && !v.hasFalse && !v.hasTrue && v.obj < 0
	}
	if len(leads) == 0 {
		return
	}
	x.made++
	if x.made <= len(x.r.choices) { // threads may know it by its number
		s.choice = x.r.choices[x.made-1]
		return
	}
	c := &choice{}
	for word := range leads {
		c.lits = append(c.lits, word)
	}
	slices.Sort(c.lits)
	for _, word := range c.lits {
		c.next = append(c.next, x.g.reading(leads[word]).id)
	}
	list := append(slices.Clip(*x.g.choices.Load()), c)
	s.choice = int32(len(list) - 1)
	x.r.choices = append(x.r.choices, s.choice)
	x.g.choices.Store(&list)
}
