package sample

import (
	"github.com/shortleash/shortleash/grammar/internal/number"
	"github.com/shortleash/shortleash/grammar/internal/regex"
	"github.com/shortleash/shortleash/grammar/internal/schema"
)

func (s *sampler) array(a *schema.Array) {
	s.out = append(s.out, '[')
	most := s.length(a.Spec.Min, min(a.Spec.Max, a.Spec.Min+8))
	d := different{seen: map[string]bool{}}
	n, counts := 0, int32(0)
	for {
		closable := n >= a.Spec.Min && a.Satisfied(counts)
		if closable && (n >= most || s.tired()) {
			break
		}
		if n > 0 {
			s.out = append(s.out, ',')
		}
		set, next, ok := s.item(a, n, counts)
		if !ok || (a.Unique && !s.fresh(set, &d, !closable)) {
			if n > 0 {
				s.out = s.out[:len(s.out)-1]
			}
			s.stuck = s.stuck || !closable
			break
		}
		if !a.Unique {
			s.value(set)
		}
		n, counts = n+1, next
	}
	s.out = append(s.out, ']')
}

// maxWaste bounds the bytes that are written and taken back, over the whole of a document, where a try costs as much as
// tryCost bytes. Each level of arrays in arrays whose items must differ would otherwise try again what the level below
// has tried, and the tries multiply.
const (
	maxWaste = 1 << 18
	tryCost  = 32
)

// fresh writes a value of set that differs from all in d, if a few tries find one, or many where one must come. If
// the values are listed, it draws from the list after the first value that has come before.
func (s *sampler) fresh(set schema.SetID, d *different, must bool) bool {
	start, tries := len(s.out), 20
	if d.decks[set] != nil {
		return s.deal(set, d)
	}
	if must {
		tries = maxTries
	}
	defer func(depth int) { s.awake = depth }(s.awake)
	for i := range tries {
		if i == 1 && len(s.listed(set)) > 0 {
			return s.deal(set, d)
		}
		if i > 0 {
			s.awake = s.depth + 1
		}
		s.longer = d.came / easeEvery
		s.value(set)
		s.longer = 0
		if s.stuck { // nothing was written
			return false
		}
		if d.add(s.out[start:]) {
			return true
		}
		d.came++
		s.wasted += tryCost + len(s.out) - start
		s.out = s.out[:start]
		if s.wasted > maxWaste {
			return false
		}
	}
	return false
}

// item chooses what the next item satisfies: any reading from which the array can still be closed.
func (s *sampler) item(a *schema.Array, n int, counts int32) (schema.SetID, int32, bool) {
	type way struct {
		set    schema.SetID
		counts int32
	}
	var ways []way
	if n >= a.Spec.Max {
		return 0, 0, false
	}
	best := number.Unbounded
	offer := func(set schema.SetID, counts int32) {
		cost := schema.AddCost(s.c.Cost[set], a.Finish(s.c, n+1, counts))
		if cost == number.Unbounded {
			return
		}
		if s.tired() && cost < best {
			ways = ways[:0]
		}
		if !s.tired() || cost < best {
			ways = append(ways, way{set, counts})
		}
		best = min(best, cost)
	}
	e := a.Item(n)
	offer(e.Set, counts)
	for _, h := range e.Variants {
		if next, ok := a.Count(counts, h.Demands); ok {
			offer(h.Set, next)
		}
	}
	if len(ways) == 0 {
		return 0, 0, false
	}
	w := ways[s.r.IntN(len(ways))]
	return w.set, w.counts, true
}

// maxTries bounds the search for names that are not taken.
const maxTries = 10_000

func (s *sampler) object(o *schema.Object) {
	s.out = append(s.out, '{')
	open := len(s.out)
	count, flags := 0, uint8(0)
	used := map[string]bool{}
	member := func(name string, set schema.SetID) {
		if len(s.out) > open {
			s.out = append(s.out, ',')
		}
		s.quote(name)
		s.out = append(s.out, ':')
		s.value(set)
		count++
		used[name] = true
	}
	for i := range o.Properties {
		p := &o.Properties[i]
		set, next, ok := s.memberSet(o, &p.Slot, i+1, count+1, flags)
		if !ok {
			continue
		}
		if !p.Required {
			without := o.Finish(s.c, i+1, count, flags)
			with := schema.AddCost(s.c.Cost[set], o.Finish(s.c, i+1, count+1, flags|next))
			skip := !s.hostile && s.r.IntN(2) == 0
			if s.tired() {
				skip = without <= with
			}
			if skip && without < number.Unbounded {
				continue
			}
		}
		member(p.Name, set)
		flags |= next
	}
	for range maxTries {
		done := count >= o.Spec.Min && flags == o.Demands
		if len(o.Classes) == 0 || (done && (s.tired() || s.r.IntN(2) == 0)) {
			break
		}
		k := &o.Classes[s.r.IntN(len(o.Classes))]
		set, next, ok := s.memberSet(o, &k.Slot, len(o.Properties), count+1, flags)
		name, found := s.otherName(o, k)
		if !ok || !found || used[name] || o.Knows(name) {
			continue
		}
		member(name, set)
		flags |= next
	}
	s.stuck = s.stuck || count < o.Spec.Min || flags != o.Demands
	s.out = append(s.out, '}')
}

// memberSet chooses a reading of a member after which the object can still be closed.
func (s *sampler) memberSet(o *schema.Object, e *schema.Slot, pos, count int, flags uint8) (schema.SetID, uint8, bool) {
	ways := []schema.Variant{}
	for _, h := range append([]schema.Variant{{Set: e.Set}}, e.Variants...) {
		if s.c.Cost[h.Set] < number.Unbounded && o.Finish(s.c, pos, count, flags|h.Demands) < number.Unbounded {
			ways = append(ways, h)
		}
	}
	if len(ways) == 0 {
		return 0, 0, false
	}
	h := ways[s.r.IntN(len(ways))]
	return h.Set, h.Demands, true
}

// otherName returns a name of the class, or false where none is found.
func (s *sampler) otherName(o *schema.Object, k *schema.NameClass) (string, bool) {
	if k.Language != regex.All {
		if name, ok := s.c.Languages.Sample(k.Language, s.r, 0, number.Unbounded); ok {
			return name, true
		}
		return s.c.Languages.Shortest(k.Language, 0, number.Unbounded)
	}
	runes := make([]rune, 1+s.r.IntN(6))
	for i := range runes {
		runes[i] = alphabet[s.r.IntN(26)]
		if s.hostile {
			runes[i] = oddities[s.r.IntN(len(oddities))]
		}
	}
	return string(runes), true
}
