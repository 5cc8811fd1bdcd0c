package regex

import (
	"encoding/binary"
	"slices"
)

// maxLayerWork bounds edges times layers, and states times layers, of one exploration of lengths.
const maxLayerWork = 1 << 26

// layer finds the lengths of e and of everything that can be derived from it. Layer k is the set of
// states with a member of length k: layer 0 is those that accept, and layer k+1 those that step into
// layer k. As soon as a layer equals an earlier one the rest repeats.
func (s *Space) layer(e Expr, budget int) error {
	states, next, err := s.explore(e, budget)
	if err != nil {
		return err
	}
	edges := 0
	for _, to := range next {
		edges += len(to)
	}
	current := make([]bool, len(states))
	for i, f := range states {
		current[i] = s.nodes[f].nullable
	}
	earlier := map[string]int{}
	sets := make([]bitSet, len(states))
	for k := 0; ; k++ {
		if k*(edges+len(states)) > maxLayerWork {
			return ErrBudget
		}
		s.meter.Step(edges + len(states))
		s.meter.Make(2*len(states) + len(states)/4)
		key := layerKey(current)
		if start, ok := earlier[key]; ok {
			for i, f := range states {
				if _, err := s.keep(f, sets[i].periodic(start, k-start)); err != nil {
					return err
				}
			}
			return nil
		}
		earlier[key] = k
		before := make([]bool, len(states))
		for i := range states {
			if current[i] {
				sets[i].add(k)
			}
			before[i] = slices.ContainsFunc(next[i], func(to int32) bool { return current[to] })
		}
		current = before
	}
}

func layerKey(layer []bool) string {
	key := make([]byte, 0, len(layer)/8+8)
	var word uint64
	for i, in := range layer {
		if in {
			word |= 1 << (i % 64)
		}
		if i%64 == 63 || i == len(layer)-1 {
			key, word = binary.LittleEndian.AppendUint64(key, word), 0
		}
	}
	return string(key)
}

// explore returns e and all its derivatives but Nothing, and for each the places of its derivatives.
func (s *Space) explore(e Expr, budget int) (states []Expr, next [][]int32, err error) {
	place := map[Expr]int32{e: 0}
	states = []Expr{e}
	for i := 0; i < len(states); i++ {
		var to []int32
		for _, r := range s.Cells(states[i]).Reps {
			f := s.Derive(states[i], r)
			if s.nodes[f].life == dead {
				continue
			}
			at, ok := place[f]
			if !ok {
				if len(states) >= budget {
					return nil, nil, ErrBudget
				}
				s.meter.Make(visitBytes)
				at = int32(len(states))
				place[f] = at
				states = append(states, f)
			}
			s.meter.Step(1 + len(to)>>3)
			if !slices.Contains(to, at) {
				to = append(to, at)
			}
		}
		next = append(next, to)
	}
	return states, next, nil
}

// A bitSet is a set of small numbers.
type bitSet struct{ words []uint64 }

func newBitSet(size int) *bitSet { return &bitSet{make([]uint64, (size+63)/64)} }

func (b *bitSet) add(k int) {
	for len(b.words) <= k/64 {
		b.words = append(b.words, 0)
	}
	b.words[k/64] |= 1 << (k % 64)
}

// lengths returns the set as finitely many lengths.
func (b *bitSet) lengths() *Lengths { return b.periodic(64*len(b.words), 1) }

// periodic returns the set, of which the numbers start to start+period-1 repeat for ever.
func (b *bitSet) periodic(start, period int) *Lengths {
	for len(b.words)*64 < start+period {
		b.words = append(b.words, 0)
	}
	l := &Lengths{bits: b.words, start: start, period: period}
	lo := l.next(0)
	if lo < 0 {
		return l
	}
	// A set without gaps is kept as its bounds.
	k := lo
	for k < start+period && l.bits[k/64]>>(k%64)&1 != 0 {
		k++
	}
	if k >= start+period && lo <= start {
		return &Lengths{lo: lo, hi: -1}
	}
	if l.next(k) < 0 {
		return &Lengths{lo: lo, hi: k - 1}
	}
	l.lo = lo
	return l
}
