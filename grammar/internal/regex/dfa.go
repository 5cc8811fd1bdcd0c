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
	place map[*Cells]int32 // in tables.cellSets
}

// tables is what is read without a lock. Its slices are written only under the lock, and replaced by
// longer ones, never moved under a reader. What is not a number has its place in a list of those that are
// different: a garbage collector would visit a pointer of each of ten thousand states.
type tables struct {
	rows    []int32        // 128 for each state: 0 is not computed, else the next state + 1
	cells   []atomic.Int32 // where in cellSets
	wide    []atomic.Int32 // where in wideRows
	accepts []bool
	loops   []atomic.Uint32 // Loops and loopsKnown
	margins []atomic.Int32  // 0: not computed
	lengths []atomic.Int32  // where in lengthSets

	evergreen []atomic.Uint32 // 0: not computed
	counts    []atomic.Int32  // 0: not computed

	// The first of each is for states of which it is not computed.
	cellSets   []*Cells
	wideRows   [][]int32 // of each label, for those of which no character is ASCII: as rows
	lengthSets []*Lengths
}

// at returns the value of list for state, whose place is in places; zero if it is not computed, or since t was loaded.
func at[T any](list []T, places []atomic.Int32, state int32) (value T) {
	if i := int(places[state].Load()); i < len(list) {
		return list[i]
	}
	return value
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
	d := &DFA{space: s, budget: orDefault(budget), index: make(map[Expr]int32, 8), place: make(map[*Cells]int32, 4)}
	d.tables.Store(&tables{cellSets: make([]*Cells, 1), wideRows: make([][]int32, 1), lengthSets: make([]*Lengths, 1)})
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
	t := d.tables.Load()
	if c := at(t.cellSets, t.cells, state); c != nil {
		if v := t.next(state, c, c.Labels[c.Find(r)]); v != 0 {
			return v - 1, nil
		}
	}
	d.space.mu.Lock()
	defer d.space.mu.Unlock()
	c := d.cellsOf(state)
	return d.follow(state, c.Labels[c.Find(r)])
}

// next returns where state goes on the code points of a label of c, which are its cells: as rows. A label with an ASCII
// character goes where that does.
func (t *tables) next(state int32, c *Cells, label int32) int32 {
	if r := c.Reps[label]; r < utf8.RuneSelf {
		return atomic.LoadInt32(&t.rows[int(state)<<7|int(r)])
	}
	if row := at(t.wideRows, t.wide, state); row != nil {
		return atomic.LoadInt32(&row[label])
	}
	return 0
}

// follow returns where state goes on the code points of label, and writes it into the tables. The
// caller holds the lock.
func (d *DFA) follow(state, label int32) (int32, error) {
	c := d.cellsOf(state)
	if v := d.tables.Load().next(state, c, label); v != 0 {
		return v - 1, nil
	}
	to, err := d.state(d.space.Derive(d.exprs[state], c.Reps[label]))
	if err != nil {
		return Dead, err
	}
	t := d.tables.Load() // state may have made it longer
	if c.Reps[label] >= utf8.RuneSelf {
		row := at(t.wideRows, t.wide, state)
		if row == nil {
			row = make([]int32, len(c.Reps))
			longer := *t
			longer.wideRows = append(t.wideRows, row)
			d.tables.Store(&longer)
			t.wide[state].Store(int32(len(t.wideRows)))
		}
		atomic.StoreInt32(&row[label], to+1)
		return to, nil
	}
	row := t.rows[int(state)<<7 : int(state+1)<<7]
	for i, l := range c.Labels {
		lo, hi := c.Bounds(i)
		if lo >= utf8.RuneSelf {
			break
		}
		for r := lo; l == label && r <= min(hi, utf8.RuneSelf-1); r++ {
			atomic.StoreInt32(&row[r], to+1)
		}
	}
	return to, nil
}

// cellsOf returns the pieces of state. The caller holds the lock.
func (d *DFA) cellsOf(state int32) *Cells {
	t := d.tables.Load()
	if c := at(t.cellSets, t.cells, state); c != nil {
		return c
	}
	c := d.space.Cells(d.exprs[state])
	place, ok := d.place[c]
	if !ok {
		place = int32(len(t.cellSets))
		d.place[c] = place
		longer := *t
		longer.cellSets = append(t.cellSets, c)
		d.tables.Store(&longer)
	}
	t.cells[state].Store(place)
	return c
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
	d.exprs = append(d.exprs, e)
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
		cells:   make([]atomic.Int32, size),
		wide:    make([]atomic.Int32, size),
		accepts: make([]bool, size),
		loops:   make([]atomic.Uint32, size),
		margins: make([]atomic.Int32, size),
		lengths: make([]atomic.Int32, size),

		evergreen: make([]atomic.Uint32, size),
		counts:    make([]atomic.Int32, size),

		cellSets: t.cellSets, wideRows: t.wideRows, lengthSets: t.lengthSets,
	}
	copy(g.rows, t.rows)
	copy(g.accepts, t.accepts)
	for i := range t.accepts {
		g.cells[i].Store(t.cells[i].Load())
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
	t := d.tables.Load()
	if l := at(t.lengthSets, t.lengths, state); l != nil {
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
		longer := *d.tables.Load()
		longer.lengths[state].Store(int32(len(longer.lengthSets)))
		longer.lengthSets = append(longer.lengthSets, l)
		d.tables.Store(&longer)
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
