package regex

import "unicode/utf8"

// Endless is the margin of a state from which no code point leads to Dead.
const Endless = 1 << 30

// maxMarginStates bounds how many states Margin looks at. What lies beyond counts as near Dead.
const maxMarginStates = 96

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
	m := int32(Endless)
	if !d.space.undying(d.exprs[state]) {
		m = d.explore(state)
	}
	d.tables.Load().margins[state].Store(m)
	return int(m)
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

// explore works out the margin of state: one more than the fewest steps to a state that is one step from Dead, or
// whose steps are not looked at. The caller holds the lock.
func (d *DFA) explore(state int32) int32 {
	order, seen := []int32{state}, map[int32]bool{state: true}
	for at, margin := 0, int32(1); at < len(order); margin++ {
		for level := len(order); at < level; at++ {
			dies := len(order) >= maxMarginStates || d.steps(order[at], func(to int32) {
				if !seen[to] {
					seen[to] = true
					order = append(order, to)
				}
			})
			if dies {
				return margin
			}
		}
	}
	return Endless
}

// steps calls use for the states that ordinary code points lead to until one of these is Dead, and reports whether one is.
func (d *DFA) steps(state int32, use func(to int32)) (dies bool) {
	cells := d.cellsOf(state)
	done := make([]bool, len(cells.Reps))
	for i, label := range cells.Labels {
		if lo, hi := cells.Bounds(i); label < 0 || done[label] || extraordinary(lo, hi) {
			continue
		}
		done[label] = true
		to, err := d.follow(state, label)
		if err != nil || to == Dead {
			return true
		}
		use(to)
	}
	return false
}

func extraordinary(lo, hi rune) bool {
	return hi < 0x20 || lo == hi && (lo == '"' || lo == '\\' || lo == 0x7f) || standApart(lo, hi)
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
