package regex

import (
	"sync/atomic"
	"unicode/utf8"
)

// Dead is the state of every DFA from which nothing can be accepted any more.
const Dead int32 = 0

// A DFA is the automaton of one expression, over code points, filled in as it is used. A state from
// which no member can be reached is Dead at once, so every other state has a way to accept.
//
// Any number of goroutines may use a DFA. What it has computed before is read without a lock; what is
// new is computed under the lock of the Space, once.
type DFA struct {
	space  *Space
	budget int
	start  int32
	tables atomic.Pointer[tables]

	// Guarded by space.mu.
	exprs []Expr // of each state; exprs[Dead] is Nothing
	index map[Expr]int32
	cells []*Cells // of each state that was stepped from, else nil
}

// tables is what is read without a lock. Its slices are written only under the lock, and replaced by
// longer ones, never moved under a reader.
type tables struct {
	rows    []int32 // 128 for each state: 0 is not computed, else the next state + 1
	wide    []atomic.Pointer[wideRow]
	accepts []bool
	loops   []atomic.Uint32 // Loops and loopsKnown
	margins []atomic.Int32  // 0: not computed
	lengths []atomic.Pointer[Lengths]

	evergreen []atomic.Uint32 // 0: not computed
	counts    []atomic.Int32  // 0: not computed
}

// A wideRow is where a state goes on what is not ASCII.
type wideRow struct {
	cells *Cells
	next  []int32 // of each label: 0 is not computed, else the next state + 1
}

// Loops says which code points leave a state where it is.
type Loops uint32

const (
	// LoopsPlain says that every one of U+0020..U+007E leads back to the state.
	LoopsPlain Loops = 1 << iota
	// LoopsAny says that every Unicode scalar value leads back to the state.
	LoopsAny
	loopsKnown
)

// NewDFA returns the automaton of e with at most budget states (0: DefaultBudget). It computes the
// first state only. The error is ErrBudget or nil.
func (s *Space) NewDFA(e Expr, budget int) (*DFA, error) {
	if n := &s.nodes[e]; n.op == opLeaf {
		if l, ok := s.leaves[n.a].(automaton); ok && n.b == l.dfa.start {
			return l.dfa, nil
		}
	}
	d := &DFA{space: s, budget: orDefault(budget), index: make(map[Expr]int32, 8)}
	d.tables.Store(&tables{})
	s.mu.Lock()
	defer s.mu.Unlock()
	d.add(Nothing)
	start, err := d.state(e)
	d.start = start
	return d, err
}

// Start returns the first state: Dead if the language is empty.
func (d *DFA) Start() int32 { return d.start }

// Len returns how many states were needed so far, Dead included.
func (d *DFA) Len() int {
	d.space.mu.Lock()
	defer d.space.mu.Unlock()
	return len(d.exprs)
}

// Accepting reports whether what led to state is a member.
func (d *DFA) Accepting(state int32) bool { return d.tables.Load().accepts[state] }

// Step returns the state that r leads to from state, Dead if no member goes on so. The error is
// ErrBudget or nil; after it the DFA can still be used, and gives the same error again.
func (d *DFA) Step(state int32, r rune) (int32, error) {
	if uint32(r) < utf8.RuneSelf {
		t := d.tables.Load()
		if v := atomic.LoadInt32(&t.rows[int(state)<<7|int(r)]); v != 0 {
			return v - 1, nil
		}
	}
	return d.stepSlow(state, r)
}

func (d *DFA) stepSlow(state int32, r rune) (int32, error) {
	if !utf8.ValidRune(r) {
		return Dead, nil
	}
	if r >= utf8.RuneSelf {
		if w := d.tables.Load().wide[state].Load(); w != nil {
			if v := atomic.LoadInt32(&w.next[w.cells.Labels[w.cells.Find(r)]]); v != 0 {
				return v - 1, nil
			}
		}
	}
	d.space.mu.Lock()
	defer d.space.mu.Unlock()
	c := d.cellsOf(state)
	return d.follow(state, c.Labels[c.Find(r)])
}

// follow returns where state goes on the code points of label, and writes it into the tables. The
// caller holds the lock.
func (d *DFA) follow(state, label int32) (int32, error) {
	t := d.tables.Load()
	w := t.wide[state].Load()
	if w == nil {
		w = &wideRow{cells: d.cellsOf(state)}
		w.next = make([]int32, len(w.cells.Reps))
		t.wide[state].Store(w)
	}
	if v := w.next[label]; v != 0 {
		return v - 1, nil
	}
	to, err := d.state(d.space.Derive(d.exprs[state], w.cells.Reps[label]))
	if err != nil {
		return Dead, err
	}
	t = d.tables.Load() // state may have made it longer
	atomic.StoreInt32(&w.next[label], to+1)
	row := t.rows[int(state)<<7 : int(state+1)<<7]
	for i, l := range w.cells.Labels {
		lo, hi := w.cells.Bounds(i)
		if lo >= utf8.RuneSelf {
			break
		}
		for r := lo; l == label && r <= min(hi, utf8.RuneSelf-1); r++ {
			atomic.StoreInt32(&row[r], to+1)
		}
	}
	return to, nil
}

func (d *DFA) cellsOf(state int32) *Cells {
	if d.cells[state] == nil {
		d.cells[state] = d.space.Cells(d.exprs[state])
	}
	return d.cells[state]
}

// maxLists bounds the members of all unions and intersections of a Space to which a DFA adds states: those of
// a.{100000}$ grow with each a, and would take gigabytes before the states run out.
const maxLists = 1 << 22

// state returns the state of e, a new one if need be. The caller holds the lock.
func (d *DFA) state(e Expr) (int32, error) {
	if id, ok := d.index[e]; ok {
		return id, nil
	}
	empty, err := d.space.IsEmpty(e, d.budget)
	switch {
	case err != nil:
		return Dead, err
	case empty:
		return Dead, nil
	case len(d.exprs) > d.budget || len(d.space.lists) > maxLists:
		return Dead, ErrBudget
	}
	return d.add(e), nil
}

func (d *DFA) add(e Expr) int32 {
	id := int32(len(d.exprs))
	d.exprs, d.cells = append(d.exprs, e), append(d.cells, nil)
	d.index[e] = id
	t := d.tables.Load()
	if int(id) == len(t.accepts) {
		d.space.meter.Make(2 * len(t.accepts) * stateBytes)
		t = t.grown()
	}
	t.accepts[id] = d.space.Nullable(e)
	if id == Dead {
		for r := range utf8.RuneSelf {
			t.rows[r] = Dead + 1
		}
	}
	d.tables.Store(t)
	return id
}

// stateBytes is what a state takes in the tables.
const stateBytes = 600

func (t *tables) grown() *tables {
	size := max(4, 2*len(t.accepts))
	g := &tables{
		rows:    make([]int32, size<<7),
		wide:    make([]atomic.Pointer[wideRow], size),
		accepts: make([]bool, size),
		loops:   make([]atomic.Uint32, size),
		margins: make([]atomic.Int32, size),
		lengths: make([]atomic.Pointer[Lengths], size),

		evergreen: make([]atomic.Uint32, size),
		counts:    make([]atomic.Int32, size),
	}
	copy(g.rows, t.rows)
	copy(g.accepts, t.accepts)
	for i := range t.wide {
		g.wide[i].Store(t.wide[i].Load())
		g.loops[i].Store(t.loops[i].Load())
		g.margins[i].Store(t.margins[i].Load())
		g.lengths[i].Store(t.lengths[i].Load())
		g.evergreen[i].Store(t.evergreen[i].Load())
		g.counts[i].Store(t.counts[i].Load())
	}
	return g
}

// Loops returns which code points leave state where it is. It computes the whole row of the state
// when it is first asked; when that is over budget no flag is set.
func (d *DFA) Loops(state int32) Loops {
	if l := Loops(d.tables.Load().loops[state].Load()); l != 0 {
		return l &^ loopsKnown
	}
	d.space.mu.Lock()
	defer d.space.mu.Unlock()
	c := d.cellsOf(state)
	l := LoopsPlain | LoopsAny | loopsKnown
	for i, label := range c.Labels {
		lo, hi := c.Bounds(i)
		if label < 0 {
			continue
		}
		if to, err := d.follow(state, label); err != nil || to != state {
			l &^= LoopsAny
			if lo <= '~' && hi >= ' ' {
				l &^= LoopsPlain
			}
		}
		if l == loopsKnown {
			break
		}
	}
	d.tables.Load().loops[state].Store(uint32(l))
	return l &^ loopsKnown
}

// lostShare is the part of the budget that a state has where that of the first one did not suffice: most others have as
// many derivatives, and a walk asks for each that it comes to.
const lostShare = 64

// Lengths returns how many code points may still follow in state. The error is ErrBudget or nil.
func (d *DFA) Lengths(state int32) (*Lengths, error) {
	if l := d.tables.Load().lengths[state].Load(); l != nil {
		return l, nil
	}
	d.space.mu.Lock()
	defer d.space.mu.Unlock()
	most := d.budget
	if _, err := d.space.Lengths(d.exprs[d.start], most); err != nil {
		most /= lostShare
	}
	l, err := d.space.Lengths(d.exprs[state], most)
	if err == nil {
		d.tables.Load().lengths[state].Store(l)
	}
	return l, err
}

// Matches reports whether text is a member. The error is ErrBudget or nil.
func (d *DFA) Matches(text string) (bool, error) {
	state := d.start
	for _, r := range text {
		var err error
		if state, err = d.Step(state, r); err != nil || state == Dead {
			return false, err
		}
	}
	return d.Accepting(state), nil
}
