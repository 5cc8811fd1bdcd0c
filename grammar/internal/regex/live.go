package regex

// DefaultBudget is the number of states that a question may look at when its budget is 0, and that a
// DFA may have.
const DefaultBudget = 20_000

// IsEmpty reports whether e has no member, by looking at no more than budget of its derivatives. The
// error is ErrBudget or nil.
func (s *Space) IsEmpty(e Expr, budget int) (bool, error) {
	if l := s.nodes[e].life; l != unknown {
		return l == dead, nil
	}
	found, err := s.isAlive(e, orDefault(budget))
	return !found, err
}

func orDefault(budget int) int {
	if budget <= 0 {
		return DefaultBudget
	}
	return budget
}

// A visit is one expression on the path of a depth-first search, with the derivatives yet to see.
type visit struct {
	e    Expr
	reps []rune
}

// visitBytes is what a visit takes, with its place among what was seen.
const visitBytes = 100

// isAlive searches the derivatives of e, whose life is unknown, for one that is alive, and writes
// down what it learned. Depth first: most languages are alive, and any path then soon finds an end.
func (s *Space) isAlive(e Expr, budget int) (bool, error) {
	seen := map[Expr]bool{e: true}
	path := []visit{{e, s.Cells(e).Reps}}
	for len(path) > 0 {
		top := &path[len(path)-1]
		if len(top.reps) == 0 {
			path = path[:len(path)-1]
			continue
		}
		r := top.reps[0]
		top.reps = top.reps[1:]
		to := s.Derive(top.e, r)
		switch {
		case s.nodes[to].life == alive:
			for _, v := range path {
				s.nodes[v.e].life = alive
			}
			return true, nil
		case s.nodes[to].life == dead || seen[to]:
			continue
		case len(seen) >= budget:
			return false, ErrBudget
		}
		s.meter.Make(visitBytes)
		seen[to] = true
		path = append(path, visit{to, s.Cells(to).Reps})
	}
	// Everything that can be reached was seen, and nothing of it ends.
	for f := range seen {
		s.nodes[f].life = dead
	}
	return false, nil
}
