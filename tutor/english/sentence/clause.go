package sentence

// A clause is the state of the parser inside one clause: what was read of it, and the clause that
// goes on after it. Clauses are values that never change once made.
type clause struct {
	kind         clauseKind
	phase        phase
	id           int // word at which the clause began
	subject      *nominal
	inner        *nominal // last noun phrase inside the subject, a possible antecedent
	found        *found   // its last verb group
	last         *nominal // last noun phrase after the verb
	objects      int      // noun phrases in a row after the verb
	modified     bool     // the subject is followed by a participle or an adjective
	open         *verbal  // auxiliary of a question, before its subject
	fronted      bool     // begins with a question word that is no subject
	joined       bool     // after a coordinator
	freeForm     bool     // the form of the verb is free here: suggested she consider
	hypothetical bool     // after if, wish, as though: were fits everyone
	dependent    bool     // a subordinate clause for which the main clause still has to come
	parent       *clause
}

type clauseKind uint8

const (
	mainClause clauseKind = iota
	subClause
	relClause
	compClause
)

// A phase says how far a clause has come.
type phase uint8

const (
	atStart     phase = iota // before the subject
	atSubject                // after the subject, the verb to come
	atVerb                   // after the verb
	atInversion              // after the auxiliary of a question, the subject to come
	atPredicate              // after auxiliary and subject of a question
)

// A found group is a verbal that the parse accepted, with the clause it belongs to.
type found struct {
	*verbal
	subject      *nominal
	kind         clauseKind
	clause       int
	inverted     bool
	shared       bool // takes the subject of the verb before it: he sings and dances
	freeForm     bool
	hypothetical bool
	fronted      bool
	order        bool     // imperative
	subjectless  bool     // no subject was found: never judged
	existing     *nominal // after "there is"
	asks         bool     // a question that lacks its auxiliary: You like it?
}

// A step is one move of the parser: the words it read and the clause they belong to. Steps form a
// list backwards.
type step struct {
	before   *step
	from, to int
	clause   int
	found    *found
	nominal  *nominal
}

// A hypothesis is a parse of the words up to a place.
type hypothesis struct {
	cost  float64
	top   *clause
	last  *step
	order int // in which it was found, among those of its place
}

// equivalent reports whether two clauses are the same to whatever follows: they and the clauses around
// them, apart from what is around those.
func (c *clause) equivalent(d *clause) bool {
	if c.found != d.found || c.last != d.last || c.subject != d.subject || (c.parent == nil) != (d.parent == nil) {
		return false // nearly all differ here
	}
	x, y := *c, *d
	x.parent, y.parent = nil, nil
	if x != y {
		return false
	}
	if c.parent == nil || c.parent == d.parent {
		return true
	}
	x, y = *c.parent, *d.parent
	x.parent, y.parent = nil, nil
	return x == y
}

// An arena makes values of one kind in blocks: a parse needs thousands of small ones, and all of them
// end together.
type arena[T any] struct{ block []T }

func (a *arena[T]) put(v T) *T {
	if len(a.block) == cap(a.block) {
		a.block = make([]T, 0, 64)
	}
	a.block = append(a.block, v)
	return &a.block[len(a.block)-1]
}
