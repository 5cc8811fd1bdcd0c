package regex

import "unicode/utf8"

// Endless is the margin of a state from which no code point leads to Dead.
const Endless = 1 << 30

// What lies beyond so many states counts as near Dead.
const (
	maxMarginStates = 96
	maxWithinStates = 32 // of MarginWithin, which is asked for many sets of characters
)

// ordinary is the characters that Margin counts, and those that stand apart.
var ordinary = []Range{{' ', '"' - 1}, {'"' + 1, '\\' - 1}, {'\\' + 1, '~'}, {utf8.RuneSelf, utf8.MaxRune}}

// Margin returns a number of code points so that no string of fewer leads from state to Dead, at
// least 1: whole words need not be walked where it is large. Strings with controls, quotation marks,
// backslashes, DEL, or blanks beyond ASCII do not count: those stand apart in many patterns, and in few
// words.
func (d *DFA) Margin(state int32) int {
	if m := d.tables.Load().margins[state].Load(); m > 0 {
		return int(m)
	}
	d.space.mu.Lock()
	defer d.space.mu.Unlock()
	m := Endless
	if !d.space.undying(d.exprs[state]) {
		m, _ = d.explore(state, ordinary, maxMarginStates)
	}
	d.tables.Load().margins[state].Store(int32(m))
	return m
}

// MarginWithin is Margin for strings of characters in ranges, but for blanks beyond ASCII. It also returns the states
// that strings of fewer than margin characters lead to, and remembers neither.
func (d *DFA) MarginWithin(state int32, ranges []Range) (margin int, reached []int32) {
	d.space.mu.Lock()
	defer d.space.mu.Unlock()
	return d.explore(state, ranges, maxWithinStates)
}

// undying reports whether the form of e shows that no text leads to Dead: e is All, or All followed by more, or
// a union with such a member.
func (s *Space) undying(e Expr) bool {
	switch n := s.nodes[e]; n.op {
	case opConcat:
		return Expr(n.a) == All && s.nodes[n.b].life == alive
	case opUnion:
		for _, m := range s.members(&n) {
			if s.undying(m) {
				return true
			}
		}
	}
	return e == All
}

// explore works out the margin of state within ranges: one more than the fewest steps to a state that is one step from
// Dead, or whose steps are not looked at. The caller holds the lock.
func (d *DFA) explore(state int32, ranges []Range, most int) (margin int, reached []int32) {
	order, seen := []int32{state}, map[int32]bool{state: true}
	margin = 1
	for at := 0; at < len(order); margin++ {
		for level := len(order); at < level; at++ {
			dies := len(order) >= most || d.steps(order[at], ranges, func(to int32) {
				if !seen[to] {
					seen[to] = true
					order = append(order, to)
				}
			})
			if dies {
				return margin, order[:level]
			}
		}
	}
	return Endless, order
}

// steps calls use for the states that code points in ranges lead to until one of these is Dead, and reports whether one
// is.
func (d *DFA) steps(state int32, ranges []Range, use func(to int32)) (dies bool) {
	cells := d.cellsOf(state)
	done := make([]bool, len(cells.Reps))
	for _, r := range ranges {
		for i := cells.Find(r.Lo); i < len(cells.Starts) && cells.Starts[i] <= r.Hi; i++ {
			label := cells.Labels[i]
			if lo, hi := cells.Bounds(i); label < 0 || done[label] || standApart(lo, hi) {
				continue
			}
			done[label] = true
			to, err := d.follow(state, label)
			if err != nil || to == Dead {
				return true
			}
			use(to)
		}
	}
	return false
}

// StandsApart reports whether r is one of the blanks and line ends beyond ASCII, which many patterns treat unlike
// their neighbors, and few texts have.
func StandsApart(r rune) bool { return standApart(r, r) }

func standApart(lo, hi rune) bool {
	if lo < utf8.RuneSelf {
		return false
	}
	for _, x := range spaceRanges {
		if lo >= x.Lo && hi <= x.Hi {
			return true
		}
	}
	return false
}
