package regex

// automaton is a leaf: a DFA of another Space, with its own lock, that many Spaces share. Its states
// are those of the DFA, which prunes the dead ones, as a leaf must.
type automaton struct{ dfa *DFA }

func (a automaton) accepts(state int32) bool { return a.dfa.Accepting(state) }

func (a automaton) clone() leaf { return a } // it has its own lock

// step panics on a budget error: who shares a DFA makes sure that it is small.
func (a automaton) step(state int32, r rune) int32 {
	to, err := a.dfa.Step(state, r)
	if err != nil {
		panic("regex: BUG: a shared automaton is over budget")
	}
	if to == Dead {
		return -1
	}
	return to
}

func (a automaton) heads(state int32, add func(lo, hi rune, value int32)) {
	cells := a.dfa.knownCells(state)
	for i, label := range cells.Labels {
		if label >= 0 {
			lo, hi := cells.Bounds(i)
			add(lo, hi, label)
		}
	}
}

func (a automaton) lengths(state int32) *Lengths {
	l, err := a.dfa.Lengths(state)
	if err != nil {
		return nil
	}
	return l
}
