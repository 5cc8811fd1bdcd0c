package regex

import "unicode/utf8"

// Members calls use for the strings of lo to hi code points that lead from state to a member, hi not
// negative, until it returns false, and reports whether it never did. Of a state over budget it
// passes over what it cannot know.
func (d *DFA) Members(state int32, lo, hi int, use func(rest []byte) bool) bool {
	return d.members(state, lo, hi, nil, use)
}

func (d *DFA) members(state int32, lo, hi int, rest []byte, use func([]byte) bool) bool {
	if lo <= 0 && d.Accepting(state) && !use(rest) {
		return false
	}
	if hi <= 0 {
		return true
	}
	cells := d.knownCells(state)
	for i, label := range cells.Labels {
		from, to := cells.Bounds(i)
		if label < 0 {
			continue
		}
		for r := from; r <= to; r++ {
			next, err := d.Step(state, r)
			if err != nil || next == Dead {
				break
			}
			l, err := d.Lengths(next)
			if err != nil || !l.Meets(max(lo-1, 0), hi-1) {
				break
			}
			if !d.members(next, lo-1, hi-1, utf8.AppendRune(rest[:len(rest):len(rest)], r), use) {
				return false
			}
		}
	}
	return true
}

// Successors calls use for every state but Dead that a code point leads to from state; for some of them more than
// once. It passes over what is over budget.
func (d *DFA) Successors(state int32, use func(to int32)) {
	for _, r := range d.knownCells(state).Reps {
		if to, err := d.Step(state, r); err == nil && to != Dead {
			use(to)
		}
	}
}

// Evergreen reports whether from every state that state leads to, itself included, infinitely many
// members can be reached. It says no when in doubt.
func (d *DFA) Evergreen(state int32) bool {
	if v := d.tables.Load().evergreen[state].Load(); v != 0 {
		return v == evergreenYes
	}
	seen := map[int32]bool{state: true}
	for order := []int32{state}; len(order) > 0 && len(seen) <= maxMarginStates; order = order[1:] {
		l, err := d.Lengths(order[0])
		if err != nil || l.Max() >= 0 {
			seen = nil
			break
		}
		d.Successors(order[0], func(to int32) {
			if !seen[to] {
				seen[to] = true
				order = append(order, to)
			}
		})
	}
	if seen == nil || len(seen) > maxMarginStates {
		d.tables.Load().evergreen[state].Store(evergreenNo)
		return false
	}
	for s := range seen { // what it leads to is no worse
		d.tables.Load().evergreen[s].Store(evergreenYes)
	}
	return true
}

const (
	evergreenNo  = 1
	evergreenYes = 2
)
