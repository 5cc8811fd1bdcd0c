// Package sample draws random documents from a compiled schema.
//
// Every document that [Document] returns is one that the grammar accepts, and it ends for every schema:
// recursion stops when the budget is used up. Where items or names must differ and few are left, it may
// find none.
package sample

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/number"
	"github.com/shortleash/shortleash/grammar/internal/regex"
	"github.com/shortleash/shortleash/grammar/internal/schema"
)

// Options say what random documents look like. The zero value is the usual case.
type Options struct {
	Budget  int  // bytes after which the document ends as soon as it can; 0: 2,000
	Hostile bool // odd but valid: strings at their bounds, escapes, extreme numbers, full arrays
}

const defaultSampleBudget = 2000

// attempts is how many documents are begun if the earlier ones came to where no item or name is left.
const attempts = 5

// Document returns a random document, or false if it finds none. It asks the languages of c for members,
// so it is for one goroutine at a time.
func Document(c *schema.Compiled, r *rand.Rand, o Options) ([]byte, bool) {
	if o.Budget == 0 {
		o.Budget = defaultSampleBudget
	}
	k := known{map[*schema.StringSpec]int{}, map[schema.SetID][]string{}}
	for range attempts {
		s := sampler{c: c, r: r, hostile: o.Hostile, budget: o.Budget, known: &k}
		if s.value(c.Root); !s.stuck {
			return s.out, true
		}
	}
	return nil, false
}

// A sampler writes one random document.
type sampler struct {
	c       *schema.Compiled
	r       *rand.Rand
	hostile bool
	budget  int
	depth   int
	awake   int  // a depth at which it is never tired: that of an item that must differ from earlier ones
	wasted  int  // bytes that were taken back
	longer  int  // by how much a string of a pattern should be longer than it must be
	stuck   bool // an item or name that must come was not found, or is too long
	out     []byte
	known   *known
}

// known is what is worked out once for a document.
type known struct {
	costs  map[*schema.StringSpec]int
	listed map[schema.SetID][]string // see listed
}

// overdrawn is how many times the budget may be written where items must differ. Half of the rest of the depth is theirs.
const overdrawn = 4

// tired reports whether the document should end soon: the budget, or half the depth, is used up.
func (s *sampler) tired() bool {
	deepest := s.c.Limits.Depth
	if s.depth == s.awake && len(s.out) < overdrawn*s.budget && s.depth < deepest*3/4 {
		return false
	}
	return len(s.out) >= s.budget || s.depth > deepest/2
}

// maxValue bounds the bytes that a value must have.
const maxValue = 1 << 18

// value writes one value of a set: any alternative, or the cheapest when tired.
func (s *sampler) value(id schema.SetID) {
	v := s.c.Values[id]
	s.depth++
	defer func() { s.depth-- }()
	if s.depth > s.c.Limits.Depth+1 { // the costs promise an end that names or items which are taken do not let come
		s.stuck = true
	}
	if s.stuck {
		return
	}
	type way struct {
		cost  int
		write func()
	}
	var ways []way
	offer := func(cost int, write func()) {
		if cost <= maxValue {
			ways = append(ways, way{cost, write})
		}
	}
	for i, is := range []bool{v.HasNull, v.HasFalse, v.HasTrue} {
		if is {
			offer(len(jsontext.Words[i]), func() { s.out = append(s.out, jsontext.Words[i]...) })
		}
	}
	for _, x := range v.Numbers {
		offer(s.c.NumberOf(x).Cost(), func() { s.number(s.c.NumberOf(x)) })
	}
	for _, x := range v.Strings {
		offer(s.stringCost(x), func() { s.text(x) })
	}
	for _, x := range v.Arrays {
		a := s.c.ArrayOf(x)
		offer(schema.AddCost(1, a.Finish(s.c, 0, 0)), func() { s.array(a) })
	}
	for _, x := range v.Objects {
		o := s.c.ObjectOf(x)
		offer(schema.AddCost(1, o.Finish(s.c, 0, 0, 0)), func() { s.object(o) })
	}
	if len(ways) == 0 {
		s.stuck = true
		return
	}
	if s.tired() {
		slices.SortStableFunc(ways, func(a, b way) int { return a.cost - b.cost })
		ways[0].write()
		return
	}
	ways[s.r.IntN(len(ways))].write()
}

// stringCost returns the bytes of the shortest string of x. It looks at all that x lists, once.
func (s *sampler) stringCost(x *schema.StringSpec) int {
	cost, ok := s.known.costs[x]
	if !ok {
		cost = s.c.StringCost(x)
		s.known.costs[x] = cost
	}
	return cost
}

// alphabet is what plain strings are made of: mostly letters and blanks, some of what needs an
// escape, and characters of two, three and four bytes.
var alphabet = []rune("abcdefghijklmnopqrstuvwxyz     ETAOIN.,'\"\\/\n\t<>&éñß€中😀")

// oddities is what hostile strings are made of.
var oddities = []rune("\x00\x01\x1f\"\\/\b\f\n\r\t~\x7f\u0080\u00a0\u2028\ufeff\ufffd\uffff\U00010000\U0010ffffé😀")

func (s *sampler) text(x *schema.StringSpec) {
	switch {
	case x.Finite:
		s.quote(x.List[s.pick(len(x.List))])
		return
	case x.Language != regex.All:
		if s.longer > 0 && x.Min+s.longer <= x.Max {
			if text, ok := s.c.Languages.Sample(x.Language, s.r, x.Min+s.longer, s.cap(x.Min+s.longer, x.Max)); ok {
				s.quote(text)
				return
			}
		}
		if text, ok := s.c.Languages.Sample(x.Language, s.r, x.Min, s.cap(x.Min, x.Max)); ok {
			s.quote(text)
			return
		}
		if text, ok := s.c.Languages.Shortest(x.Language, x.Min, x.Max); ok {
			s.quote(text)
			return
		}
		s.stuck = true // it has so many derivatives that none of their ends was found
		return
	}
	letters := alphabet
	if s.hostile && s.r.IntN(2) == 0 {
		letters = oddities
	}
	for n := s.length(x.Min, x.Max); ; n = min(n+1, x.Max) {
		runes := make([]rune, n)
		for i := range runes {
			runes[i] = letters[s.r.IntN(len(letters))]
		}
		if _, found := slices.BinarySearch(x.Except, string(runes)); !found {
			s.quote(string(runes))
			return
		}
	}
}

// cap keeps a string whose length is open within reason.
func (s *sampler) cap(least, most int) int {
	if most == number.Unbounded {
		return number.Unbounded
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
	s.out = append(s.out, quoted(text)...)
}

// spread is how far from a lone bound numbers are drawn.
const spread = 1000

// number writes a random number: digits that can still become a member, one after the other, or one
// near the bounds.
func (s *sampler) number(k *number.Recognizer) {
	f := number.PlainForm(s.c.Form.Limit)
	if x := k.Spec; x.List != nil {
		s.out = append(s.out, number.Text(x.List[s.pick(len(x.List))])...)
		return
	}
	if n, ok := s.integer(k); ok {
		s.out = append(s.out, n...)
		return
	}
	var text []byte
	state := number.Start
	for range 12 {
		if len(text) > 0 && k.Accepts(text, state, f) && (s.tired() || s.r.IntN(4) == 0) {
			break
		}
		type next struct {
			b     byte
			state number.State
		}
		var open []next
		for _, b := range []byte("0123456789-.") {
			if to, ok := state.Step(b); ok && k.Live(append(slices.Clip(text), b), to, f) {
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
	s.out = append(s.out, k.Shortest(text, state, f)...)
}

// integer draws from the whole numbers of k, all alike near and far from zero.
func (s *sampler) integer(k *number.Recognizer) ([]byte, bool) {
	if !k.Whole || !k.SmallInts {
		return nil, false
	}
	lo, hi := k.Lo, k.Hi
	switch {
	case lo == -number.WordBound && hi == number.WordBound:
		lo, hi = -spread, spread
	case lo == -number.WordBound:
		lo = max(lo, hi-spread)
	case hi == number.WordBound:
		hi = min(hi, lo+spread)
	}
	first, last := new(big.Int).SetInt64(lo), new(big.Int).SetInt64(hi)
	step := big.NewInt(k.Step)
	from := number.CeilQuo(new(big.Rat).SetInt(first), new(big.Rat).SetInt(step)).Int64()
	to := number.FloorQuo(new(big.Rat).SetInt(last), new(big.Rat).SetInt(step)).Int64()
	if from > to {
		return nil, false
	}
	n := from + s.r.Int64N(to-from+1)
	if s.hostile && s.r.IntN(3) == 0 {
		n = []int64{from, to}[s.r.IntN(2)]
	}
	return strconv.AppendInt(nil, n*k.Step, 10), true
}
