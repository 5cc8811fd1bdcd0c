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

// maxCounted is up to which number members are counted, and countedDepth how many code points ahead.
const maxCounted, countedDepth = 1 << 20, 64

// MoreThan reports whether more than n members can be reached from state. It says no when in doubt.
func (d *DFA) MoreThan(state int32, n int) bool {
	most, _ := d.count(state, countedDepth)
	return most > n
}

// count returns how many members can be reached from state, or fewer. Beyond depth every state counts for one. It also
// returns how deep it has looked, or countedDepth if to look deeper would not find more.
func (d *DFA) count(state int32, depth int) (n, looked int) {
	if n, looked := counted(d.tables.Load().counts[state].Load()); n > 0 && looked >= depth {
		return n, looked
	}
	if depth == 0 {
		return 1, 0
	}
	looked = countedDepth
	if d.Accepting(state) {
		n = 1
	}
	if l, err := d.Lengths(state); err != nil || l.Max() < 0 {
		return max(n, 1), countedDepth // a loop would be counted without end
	}
	cells := d.knownCells(state)
	for i, label := range cells.Labels {
		lo, hi := cells.Bounds(i)
		if label < 0 {
			continue
		}
		if to, err := d.Step(state, lo); err == nil && to != Dead && n < maxCounted {
			each, deep := d.count(to, depth-1)
			n = min(n+scalars(lo, hi)*each, maxCounted)
			if deep < countedDepth {
				looked = min(looked, deep+1)
			}
		}
	}
	if n == maxCounted {
		looked = countedDepth
	}
	d.tables.Load().counts[state].Store(int32(n<<depthBits | looked))
	return n, looked
}

// depthBits hold a depth, where a count and a depth are one number.
const depthBits = 7

// counted reads what count has stored.
func counted(stored int32) (n, looked int) {
	return int(stored >> depthBits), int(stored & (1<<depthBits - 1))
}

// scalars returns how many code points from lo to hi are no surrogates.
func scalars(lo, hi rune) int {
	n := int(hi-lo) + 1
	if lo < surrogateLo && hi > surrogateHi {
		n -= surrogateHi - surrogateLo + 1
	}
	return n
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
