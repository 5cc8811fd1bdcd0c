package regex

import (
	"maps"
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"
)

// words is a leaf: a sorted list of different strings. Its states are the ranges of the list that
// share a prefix, found by binary search when they are first needed, so that building a list of ten
// thousand words costs no more than sorting it.
type words struct {
	list   []string
	states []wordRange
	index  map[wordRange]int32
}

// A wordRange is list[lo:hi], whose members share their first depth bytes.
type wordRange struct{ lo, hi, depth int32 }

// Literals returns the language whose members are list. Strings that are not UTF-8 are no members.
func (s *Space) Literals(list []string) Expr {
	s.meter.Make(16 * len(list))
	s.meter.Step(len(list) * bits.Len(uint(len(list))))
	kept := make([]string, 0, len(list))
	for _, w := range list {
		if utf8.ValidString(w) {
			kept = append(kept, w)
		}
	}
	slices.Sort(kept)
	kept = slices.Compact(kept)
	switch {
	case len(kept) == 0:
		return Nothing
	case len(kept) == 1 && kept[0] == "":
		return Epsilon
	case len(kept) == 1 && utf8.RuneCountInString(kept[0]) == 1:
		r, _ := utf8.DecodeRuneInString(kept[0])
		return s.One(r)
	}
	w := &words{list: kept}
	return s.newLeaf(w, w.state(wordRange{0, int32(len(kept)), 0}))
}

func (w *words) clone() leaf {
	return &words{list: w.list, states: slices.Clone(w.states), index: maps.Clone(w.index)}
}

// state returns the number of r. A list of one word needs no table: its states are depths.
func (w *words) state(r wordRange) int32 {
	if len(w.list) == 1 {
		return r.depth
	}
	if id, ok := w.index[r]; ok {
		return id
	}
	if w.index == nil {
		w.index = make(map[wordRange]int32)
	}
	id := int32(len(w.states))
	w.states = append(w.states, r)
	w.index[r] = id
	return id
}

func (w *words) at(state int32) wordRange {
	if len(w.list) == 1 {
		return wordRange{0, 1, state}
	}
	return w.states[state]
}

func (w *words) accepts(state int32) bool {
	r := w.at(state)
	return len(w.list[r.lo]) == int(r.depth) // the shortest comes first
}

func (w *words) step(state int32, r rune) int32 {
	var buf [utf8.UTFMax]byte
	head := string(buf[:utf8.EncodeRune(buf[:], r)])
	from := w.at(state)
	rest := func(i int32) string { return w.list[i][from.depth:] }
	lo := search(from.lo, from.hi, func(i int32) bool { return rest(i) >= head })
	hi := search(lo, from.hi, func(i int32) bool { return !strings.HasPrefix(rest(i), head) })
	if lo == hi {
		return -1
	}
	return w.state(wordRange{lo, hi, from.depth + int32(len(head))})
}

func (w *words) heads(state int32, add func(lo, hi rune, value int32)) {
	from := w.at(state)
	value := int32(0)
	for i := from.lo; i < from.hi; value++ {
		r, size := utf8.DecodeRuneInString(w.list[i][from.depth:])
		if size == 0 { // the word that ends here
			i++
			continue
		}
		add(r, r, value)
		head := w.list[i][from.depth : int(from.depth)+size]
		i = search(i, from.hi, func(j int32) bool { return !strings.HasPrefix(w.list[j][from.depth:], head) })
	}
}

func (w *words) lengths(state int32) *Lengths {
	from := w.at(state)
	b := newBitSet(0)
	for _, word := range w.list[from.lo:from.hi] {
		b.add(utf8.RuneCountInString(word[from.depth:]))
	}
	return b.lengths()
}

// search returns the lowest i in lo..hi with found(i), which is false below some i and true from it
// on. It looks near lo first, where the answer is in most word lists.
func search(lo, hi int32, found func(int32) bool) int32 {
	step := int32(1)
	for lo+step <= hi && !found(lo+step-1) {
		lo, step = lo+step, 2*step
	}
	hi = min(hi, lo+step)
	for lo < hi {
		if mid := lo + (hi-lo)/2; found(mid) {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	return lo
}
