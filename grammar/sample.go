package grammar

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/shortleash/shortleash/grammar/internal/regex"
)

// SampleOptions say what random documents look like. The zero value is the usual case.
type SampleOptions struct {
	Budget  int  // bytes after which everything heads for its end; 0: 2,000
	Hostile bool // odd but valid: strings at their bounds, escapes, extreme numbers, full arrays
}

const defaultSampleBudget = 2000

// sample returns a random document. It asks the languages of c for members, so it is for one goroutine
// at a time.
func (c *compiled) sample(r *rand.Rand, o SampleOptions) []byte {
	if o.Budget == 0 {
		o.Budget = defaultSampleBudget
	}
	s := sampler{c: c, r: r, hostile: o.Hostile, budget: o.Budget}
	s.value(c.root)
	return s.out
}

// A sampler writes one random document.
type sampler struct {
	c       *compiled
	r       *rand.Rand
	hostile bool
	budget  int
	depth   int
	out     []byte
}

// tired reports whether it is time to head for the end: half the depth a document may have is left
// for getting there.
func (s *sampler) tired() bool { return len(s.out) >= s.budget || s.depth > s.c.limits.Depth/2 }

// value writes one value of a set: any alternative, or the cheapest when tired.
func (s *sampler) value(id setID) {
	v := s.c.values[id]
	s.depth++
	defer func() { s.depth-- }()
	type way struct {
		cost  int
		write func()
	}
	var ways []way
	offer := func(cost int, write func()) {
		if cost < endless {
			ways = append(ways, way{cost, write})
		}
	}
	for i, is := range []bool{v.null, v.no, v.yes} {
		if is {
			offer(len(words[i]), func() { s.out = append(s.out, words[i]...) })
		}
	}
	for _, x := range v.nums {
		offer(s.c.seek(x).cost(), func() { s.number(s.c.seek(x)) })
	}
	for _, x := range v.strs {
		offer(s.c.strCost(x), func() { s.text(x) })
	}
	for _, x := range v.arrs {
		a := s.c.array(x)
		offer(add(1, a.finish(s.c, 0, 0)), func() { s.array(a) })
	}
	for _, x := range v.objs {
		o := s.c.object(x)
		offer(add(1, o.finish(s.c, 0, 0, 0)), func() { s.object(o) })
	}
	if s.tired() {
		slices.SortStableFunc(ways, func(a, b way) int { return a.cost - b.cost })
		ways[0].write()
		return
	}
	ways[s.r.IntN(len(ways))].write()
}

// alphabet is what plain strings are made of: mostly letters and blanks, some of what needs an
// escape, and characters of two, three and four bytes.
var alphabet = []rune("abcdefghijklmnopqrstuvwxyz     ETAOIN.,'\"\\/\n\t<>&éñß€中😀")

// oddities is what hostile strings are made of.
var oddities = []rune("\x00\x01\x1f\"\\/\b\f\n\r\t~\x7f\u0080\u00a0\u2028\ufeff\ufffd\uffff\U00010000\U0010ffffé😀")

func (s *sampler) text(x *strSpec) {
	switch {
	case x.finite:
		s.quote(x.lits[s.pick(len(x.lits))])
		return
	case x.lang != regex.All:
		if text, ok := s.c.langs.sample(x.lang, s.r, x.min, s.cap(x.min, x.max)); ok {
			s.quote(text)
			return
		}
		text, ok := s.c.langs.shortest(x.lang, x.min, x.max)
		if !ok {
			panic("grammar: BUG: a language lost its members")
		}
		s.quote(text)
		return
	}
	letters := alphabet
	if s.hostile && s.r.IntN(2) == 0 {
		letters = oddities
	}
	for n := s.length(x.min, x.max); ; n = min(n+1, x.max) {
		runes := make([]rune, n)
		for i := range runes {
			runes[i] = letters[s.r.IntN(len(letters))]
		}
		if _, found := slices.BinarySearch(x.not, string(runes)); !found {
			s.quote(string(runes))
			return
		}
	}
}

// cap keeps a string whose length is open within reason.
func (s *sampler) cap(least, most int) int {
	if most == endless {
		return endless
	}
	return max(least, min(most, least+64))
}

// pick returns an index: hostile samples like the last.
func (s *sampler) pick(n int) int {
	if s.hostile && s.r.IntN(3) == 0 {
		return n - 1
	}
	return s.r.IntN(n)
}

// length returns a length from least to most: mostly short, now and then as long as may be.
func (s *sampler) length(least, most int) int {
	if s.tired() {
		return least
	}
	room := most - least
	if room <= 0 {
		return least
	}
	if often := 16; s.r.IntN(often) == 0 || (s.hostile && s.r.IntN(3) == 0) {
		return least + min(room, max(24, s.budget-len(s.out)))
	}
	if s.hostile && s.r.IntN(3) == 0 {
		return least
	}
	return least + s.r.IntN(min(room, 24)+1)
}

func (s *sampler) quote(text string) {
	s.out = append(s.out, '"')
	for _, r := range text {
		s.out = appendLetter(s.out, r)
	}
	s.out = append(s.out, '"')
}

// spread is how far from a lone bound numbers are drawn.
const spread = 1000

// number writes a random number: digits that can still become a member, one after the other, or one
// near the bounds.
func (s *sampler) number(k *numSeek) {
	f := plainForm(s.c.form.limit)
	if x := k.spec; x.set != nil {
		s.out = append(s.out, ratText(x.set[s.pick(len(x.set))])...)
		return
	}
	if n, ok := s.integer(k); ok {
		s.out = append(s.out, n...)
		return
	}
	var text []byte
	state := numStart
	for range 12 {
		if len(text) > 0 && k.accepts(text, state, f) && (s.tired() || s.r.IntN(4) == 0) {
			break
		}
		type next struct {
			b     byte
			state numState
		}
		var open []next
		for _, b := range []byte("0123456789-.") {
			if to, ok := state.step(b); ok && k.live(append(slices.Clip(text), b), to, f) {
				open = append(open, next{b, to})
			}
		}
		if len(open) == 0 {
			break
		}
		n := open[s.r.IntN(len(open))]
		text, state = append(text, n.b), n.state
	}
	s.out = append(s.out, text...)
	s.out = append(s.out, k.shortest(text, state, f)...)
}

// integer draws from the whole numbers of k, all alike near and far from zero.
func (s *sampler) integer(k *numSeek) ([]byte, bool) {
	if !k.whole || !k.fast {
		return nil, false
	}
	lo, hi := k.lo, k.hi
	switch {
	case lo == -fastBound && hi == fastBound:
		lo, hi = -spread, spread
	case lo == -fastBound:
		lo = max(lo, hi-spread)
	case hi == fastBound:
		hi = min(hi, lo+spread)
	}
	first, last := new(big.Int).SetInt64(lo), new(big.Int).SetInt64(hi)
	step := big.NewInt(k.step)
	from := ceilQuo(new(big.Rat).SetInt(first), new(big.Rat).SetInt(step)).Int64()
	to := floorQuo(new(big.Rat).SetInt(last), new(big.Rat).SetInt(step)).Int64()
	if from > to {
		return nil, false
	}
	n := from + s.r.Int64N(to-from+1)
	if s.hostile && s.r.IntN(3) == 0 {
		n = []int64{from, to}[s.r.IntN(2)]
	}
	return strconv.AppendInt(nil, n*k.step, 10), true
}
