package grammar

import (
	"slices"

	"github.com/shortleash/shortleash/grammar/internal/regex"
)

func (s *sampler) array(a *array) {
	s.out = append(s.out, '[')
	most := s.length(a.spec.min, min(a.spec.max, a.spec.min+8))
	seen := map[string]bool{}
	n, counts := 0, int32(0)
	for {
		closable := n >= a.spec.min && a.satisfied(counts)
		if closable && (n >= most || s.tired()) {
			break
		}
		if n > 0 {
			s.out = append(s.out, ',')
		}
		set, next, ok := s.item(a, n, counts)
		if !ok || (a.unique && !s.fresh(set, seen, n < a.spec.min)) {
			if n > 0 {
				s.out = s.out[:len(s.out)-1]
			}
			break
		}
		if !a.unique {
			s.value(set)
		}
		n, counts = n+1, next
	}
	s.out = append(s.out, ']')
}

// fresh writes a value of set that is not in seen, if a few tries find one, or many where one must come.
func (s *sampler) fresh(set setID, seen map[string]bool, must bool) bool {
	start, tries := len(s.out), 20
	if must {
		tries = maxTries
	}
	for range tries {
		s.value(set)
		if canon := canonicalOf(legalTree(s.out[start:])); !seen[canon] {
			seen[canon] = true
			return true
		}
		s.out = s.out[:start]
	}
	return false
}

// item chooses what the next item satisfies: any reading from which the array can still be closed.
func (s *sampler) item(a *array, n int, counts int32) (setID, int32, bool) {
	type way struct {
		set    setID
		counts int32
	}
	var ways []way
	if n >= a.spec.max {
		return 0, 0, false
	}
	best := endless
	offer := func(set setID, counts int32) {
		cost := add(s.c.cost[set], a.finish(s.c, n+1, counts))
		if cost == endless {
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
	e := a.item(n)
	offer(e.set, counts)
	for _, h := range e.hits {
		if next, ok := a.hitting(counts, h.flags); ok {
			offer(h.set, next)
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

func (s *sampler) object(o *object) {
	s.out = append(s.out, '{')
	open := len(s.out)
	count, flags := 0, uint8(0)
	var used []string
	member := func(name string, set setID) {
		if len(s.out) > open {
			s.out = append(s.out, ',')
		}
		s.quote(name)
		s.out = append(s.out, ':')
		s.value(set)
		count++
		used = append(used, name)
	}
	for i := range o.props {
		p := &o.props[i]
		set, next, ok := s.memberSet(o, &p.elem, i+1, count+1, flags)
		if !ok {
			continue
		}
		if !p.required {
			skip := o.finish(s.c, i+1, count, flags) < endless
			if skip && (s.tired() || (!s.hostile && s.r.IntN(2) == 0)) {
				continue
			}
		}
		member(p.name, set)
		flags |= next
	}
	for range maxTries {
		done := count >= o.spec.min && flags == o.flags
		if len(o.classes) == 0 || (done && (s.tired() || s.r.IntN(2) == 0)) {
			break
		}
		k := &o.classes[s.r.IntN(len(o.classes))]
		set, next, ok := s.memberSet(o, &k.elem, len(o.props), count+1, flags)
		name := s.otherName(o, k)
		if !ok || slices.Contains(used, name) || o.knows(name) {
			continue
		}
		member(name, set)
		flags |= next
	}
	s.out = append(s.out, '}')
}

// memberSet chooses a reading of a member after which the object can still be closed.
func (s *sampler) memberSet(o *object, e *elem, pos, count int, flags uint8) (setID, uint8, bool) {
	ways := []hit{}
	for _, h := range append([]hit{{set: e.set}}, e.hits...) {
		if s.c.cost[h.set] < endless && o.finish(s.c, pos, count, flags|h.flags) < endless {
			ways = append(ways, h)
		}
	}
	if len(ways) == 0 {
		return 0, 0, false
	}
	h := ways[s.r.IntN(len(ways))]
	return h.set, h.flags, true
}

func (s *sampler) otherName(o *object, k *nameClass) string {
	if k.lang != regex.All {
		if name, ok := s.c.langs.sample(k.lang, s.r, 0, endless); ok {
			return name
		}
		name, _ := s.c.langs.shortest(k.lang, 0, endless)
		return name
	}
	runes := make([]rune, 1+s.r.IntN(6))
	for i := range runes {
		runes[i] = alphabet[s.r.IntN(26)]
		if s.hostile {
			runes[i] = oddities[s.r.IntN(len(oddities))]
		}
	}
	return string(runes)
}
