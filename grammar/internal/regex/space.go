// Package regex holds regular languages over Unicode code points.
//
// A language is an [Expr]: a small number that names a node in a [Space]. Nodes are interned, so two
// expressions that normalize to the same form are the same number, and comparing languages a parser
// built twice costs nothing. Besides the operators of every regular expression a Space knows
// intersection and complement, counted repetition that is one node whatever its bounds, word lists,
// the formats of JSON Schema ([Space.LongFormat]) and the patterns of ECMA-262 ([Space.Pattern]).
//
// Everything rests on one operation, the derivative (Brzozowski 1964): what may still follow once a
// code point was read. A [DFA] is a lazily filled table of derivatives. Emptiness, members, samples
// and possible lengths are walks over them, each with a budget: the answer is exact or [ErrBudget].
package regex

import (
	"maps"
	"slices"
	"sync"
	"unicode/utf8"

	"github.com/shortleash/shortleash/grammar/internal/budget"
)

// An Expr names a language in the Space that made it. The four languages below have the same number
// in every Space; all other numbers mean nothing outside their own.
type Expr int32

// The languages every Space holds from the start.
const (
	Nothing Expr = iota // no string at all
	Epsilon             // the empty string only
	AnyRune             // every string of one Unicode scalar value
	All                 // every string
)

// A Space interns expressions. The zero value is not ready: call New. Building expressions and asking
// questions about them is for one goroutine at a time. A DFA made in a Space may be used by many
// goroutines at once, as long as nothing else is built in the Space meanwhile.
type Space struct {
	mu sync.Mutex // held by the DFAs of this Space while they add to what is below

	nodes   []node
	table   []int32 // open addressing; 0 is free, else an Expr. Invariant: at most half full
	lists   []Expr  // members of unions and intersections
	classes [][]Range
	leaves  []leaf

	memo    []derived // direct-mapped, lossy; nil until the first derivative
	scratch []Expr    // a stack for lists being built
	lengths map[Expr]*Lengths
	written int                // words of the lengths that are written out
	wide    map[Expr]int       // the most derivatives within which the lengths of an expression were not found
	cells   map[[2]Expr]*Cells // by heads: at most two classes
	sets    map[uint64]*Cells  // by a hash of what they are

	meter *budget.Meter // counts what is built here; nil: nothing is counted
}

// Count makes meter count what is built in s from now on; nil ends that.
func (s *Space) Count(meter *budget.Meter) { s.meter = meter }

type op uint8

const (
	opNothing op = iota
	opEpsilon
	opClass      // a..b if c is singleRange; else classes[a]
	opConcat     // a then b; a is not a concatenation itself
	opUnion      // lists[a:a+b], ascending
	opIntersect  // lists[a:a+b], ascending
	opComplement // of a
	opRepeat     // a, at least b and at most c times; c < 0 is unbounded
	opLeaf       // leaves[a] in its state b
)

const singleRange = -1

// life is what is known about a language: whether it has a member.
type life uint8

const (
	unknown life = iota
	alive
	dead
)

type node struct {
	op       op
	nullable bool
	life     life
	a, b, c  int32
}

// A leaf is an automaton that counts as one expression: a word list, a prebuilt DFA.
// Every state it hands out has a member, so a leaf in any state is alive.
type leaf interface {
	accepts(state int32) bool
	// step returns the state after r, or -1 if no member goes on with r.
	step(state int32, r rune) int32
	// heads calls add for ascending disjoint ranges that hold every r with step(r) >= 0. Ranges with
	// equal values lead to the same state.
	heads(state int32, add func(lo, hi rune, value int32))
	// clone returns a leaf with the same states that does not share what it adds.
	clone() leaf
}

// New returns a Space that holds only the four fixed languages.
func New() *Space {
	s := &Space{
		nodes: make([]node, 4, 64),
		table: make([]int32, 128),
	}
	s.nodes[Nothing] = node{op: opNothing, life: dead}
	s.nodes[Epsilon] = node{op: opEpsilon, nullable: true, life: alive}
	s.nodes[AnyRune] = node{op: opClass, life: alive, a: 0, b: utf8.MaxRune, c: singleRange}
	s.nodes[All] = node{op: opRepeat, nullable: true, life: alive, a: int32(AnyRune), b: 0, c: -1}
	s.place(AnyRune)
	s.place(All)
	return s
}

// Clone returns a Space that holds the same expressions under the same numbers and goes its own way:
// what is built or asked in one of the two is not seen in the other. It may be called while DFAs of s
// are in use.
func (s *Space) Clone() *Space {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := &Space{
		nodes: slices.Clone(s.nodes), table: slices.Clone(s.table), lists: slices.Clone(s.lists),
		classes: slices.Clone(s.classes), leaves: slices.Clone(s.leaves), memo: slices.Clone(s.memo),
		lengths: maps.Clone(s.lengths), wide: maps.Clone(s.wide), cells: maps.Clone(s.cells), sets: maps.Clone(s.sets),
	}
	for i, l := range c.leaves {
		c.leaves[i] = l.clone()
	}
	return c
}

// Nullable reports whether the empty string is a member.
func (s *Space) Nullable(e Expr) bool { return s.nodes[e].nullable }

func (n *node) hash() uint32 {
	h := uint64(n.op)*0x9e3779b97f4a7c15 ^ uint64(uint32(n.a))<<32 ^ uint64(uint32(n.b))
	h = (h ^ uint64(uint32(n.c))*0xff51afd7ed558ccd) * 0xc4ceb9fe1a85ec53
	return uint32(h >> 32)
}

// intern returns the expression of n, which holds no list.
func (s *Space) intern(n node) Expr {
	mask := uint32(len(s.table) - 1)
	i := n.hash() & mask
	for ; s.table[i] != 0; i = (i + 1) & mask {
		m := &s.nodes[s.table[i]]
		if m.op == n.op && m.a == n.a && m.b == n.b && m.c == n.c {
			return Expr(s.table[i])
		}
	}
	return s.add(n)
}

// internList returns the union or intersection of members, which it copies.
func (s *Space) internList(n node, members []Expr) Expr {
	n.c = listHash(members)
	n.b = int32(len(members))
	mask := uint32(len(s.table) - 1)
	probe := node{op: n.op, b: n.b, c: n.c}
	i := probe.hash() & mask
	for ; s.table[i] != 0; i = (i + 1) & mask {
		m := &s.nodes[s.table[i]]
		if m.op == n.op && m.b == n.b && m.c == n.c && slices.Equal(s.members(m), members) {
			return Expr(s.table[i])
		}
	}
	n.a = int32(len(s.lists))
	s.meter.Make(4 * len(members))
	s.lists = append(s.lists, members...)
	return s.add(n)
}

func listHash(members []Expr) int32 {
	h := uint32(2166136261)
	for _, e := range members {
		h = (h ^ uint32(e)) * 16777619
	}
	return int32(h)
}

func (s *Space) members(n *node) []Expr { return s.lists[n.a : n.a+n.b : n.a+n.b] }

func (s *Space) add(n node) Expr {
	s.meter.Make(nodeBytes)
	e := Expr(len(s.nodes))
	if n.nullable {
		n.life = alive
	}
	s.nodes = append(s.nodes, n)
	if 2*len(s.nodes) > len(s.table) {
		s.grow()
	} else {
		s.place(e)
	}
	return e
}

// nodeBytes is what a node takes, with its share of the table.
const nodeBytes = 64

func (s *Space) grow() {
	s.table = make([]int32, 2*len(s.table))
	for e := AnyRune; int(e) < len(s.nodes); e++ {
		s.place(e)
	}
}

func (s *Space) place(e Expr) {
	n := s.nodes[e]
	if n.op == opUnion || n.op == opIntersect || n.op == opClass && n.c != singleRange {
		n.a = 0 // an index is not part of what a node is
	}
	mask := uint32(len(s.table) - 1)
	i := n.hash() & mask
	for s.table[i] != 0 {
		i = (i + 1) & mask
	}
	s.table[i] = int32(e)
}
