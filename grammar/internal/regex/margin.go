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

// explore works out the margin of state by going from it in all directions and back from where Dead
// is one step away. The caller holds the lock.
func (d *DFA) explore(state int32) int32 {
	order := []int32{state}
	place := map[int32]int{state: 0}
	from := [][]int{nil} // of each place: the places with a step to it
	var near []int       // places one step from Dead, or whose steps are not known
	expanded := 0
	for ; expanded < len(order) && len(order) < maxMarginStates; expanded++ {
		dies := d.steps(order[expanded], func(to int32) {
			at, known := place[to]
			if !known {
				at = len(order)
				place[to] = at
				order, from = append(order, to), append(from, nil)
			}
			from[at] = append(from[at], expanded)
		})
		if dies {
			near = append(near, expanded)
		}
	}
	for ; expanded < len(order); expanded++ {
		near = append(near, expanded)
	}
	margins := make([]int32, len(order))
	for _, at := range near {
		margins[at] = 1
	}
	for i := 0; i < len(near); i++ {
		for _, at := range from[near[i]] {
			if margins[at] == 0 {
				margins[at] = margins[near[i]] + 1
				near = append(near, at)
			}
		}
	}
	if margins[0] == 0 {
		return Endless
	}
	return margins[0]
}

// steps calls use for the states that ordinary code points lead to, and reports whether one is Dead.
func (d *DFA) steps(state int32, use func(to int32)) (dies bool) {
	cells := d.cellsOf(state)
	done := make([]bool, len(cells.Reps))
	for i, label := range cells.Labels {
		if lo, hi := cells.Bounds(i); label < 0 || done[label] || extraordinary(lo, hi) {
			continue
		}
		done[label] = true
		if to, err := d.follow(state, label); err != nil || to == Dead {
			dies = true
		} else {
			use(to)
		}
	}
	return dies
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
