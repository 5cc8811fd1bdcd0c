package regex

// Reaches reports whether some code point of lo to hi leads from state to a state that is not Dead
// and that ok accepts; a nil ok accepts all. It answers for a character of which only the first
// bytes are known. The error is ErrBudget or nil.
func (d *DFA) Reaches(state int32, lo, hi rune, ok func(next int32) bool) (bool, error) {
	d.space.mu.Lock()
	c := *d.cellsOf(state)
	d.space.mu.Unlock()
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
