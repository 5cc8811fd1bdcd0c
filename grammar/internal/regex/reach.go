package regex

// Reaches reports whether some code point of lo to hi leads from state to a state that is not Dead
// and that ok accepts; a nil ok accepts all. It answers for a character of which only the first
// bytes are known. The error is ErrBudget or nil.
func (d *DFA) Reaches(state int32, lo, hi rune, ok func(next int32) bool) (bool, error) {
	return d.Some(state, lo, hi, 1, func(_ rune, next int32) bool { return ok == nil || ok(next) })
}

// Some reports whether ok accepts one of the code points of lo to hi that lead from state to a state
// that is not Dead. Of those that lead to the same state side by side it asks about the first most.
func (d *DFA) Some(state int32, lo, hi rune, most int, ok func(r rune, next int32) bool) (bool, error) {
	c := d.knownCells(state)
	for i := c.Find(lo); i < len(c.Starts) && c.Starts[i] <= hi; i++ {
		if c.Labels[i] < 0 {
			continue
		}
		from, last := c.Bounds(i)
		from = max(from, lo)
		to, err := d.Step(state, from)
		if err != nil {
			return false, err
		}
		for r := from; to != Dead && r <= min(last, hi, from+rune(most)-1); r++ {
			if ok(r, to) {
				return true, nil
			}
		}
	}
	return false, nil
}

// knownCells returns the pieces of state, without the lock where it was stepped from before.
func (d *DFA) knownCells(state int32) *Cells {
	t := d.tables.Load()
	if c := at(t.cellSets, t.cells, state); c != nil {
		return c
	}
	d.space.mu.Lock()
	defer d.space.mu.Unlock()
	return d.cellsOf(state)
}
