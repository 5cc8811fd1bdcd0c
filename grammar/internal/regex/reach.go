package regex

// Reaches reports whether some code point of lo to hi leads from state to a state that is not Dead
// and that ok accepts; a nil ok accepts all. It answers for a character of which only the first
// bytes are known. The error is ErrBudget or nil.
func (d *DFA) Reaches(state int32, lo, hi rune, ok func(next int32) bool) (bool, error) {
	c := d.knownCells(state)
	for i := c.Find(lo); i < len(c.Starts) && c.Starts[i] <= hi; i++ {
		if c.Labels[i] < 0 {
			continue
		}
		from, _ := c.Bounds(i)
		to, err := d.Step(state, max(from, lo))
		if err != nil {
			return false, err
		}
		if to != Dead && (ok == nil || ok(to)) {
			return true, nil
		}
	}
	return false, nil
}

// knownCells returns the pieces of state, without the lock where it was stepped from before.
func (d *DFA) knownCells(state int32) *Cells {
	if w := d.tables.Load().wide[state].Load(); w != nil {
		return w.cells
	}
	d.space.mu.Lock()
	defer d.space.mu.Unlock()
	return d.cellsOf(state)
}
