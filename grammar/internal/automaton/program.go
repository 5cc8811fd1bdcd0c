// Package automaton walks documents byte by byte through a compiled schema.
//
// A [Program] is a schema made ready for one way of spelling documents; all walks share it. A [Matcher]
// is one walk: its threads are the readings of the document so far, its frames what surrounds them. It
// tells which bytes may come next, which must, and which tokens of a vocabulary are legal. Every state
// that a walk reaches has a way to the end of a document, up to the bounds on depth and length.
package automaton

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/shortleash/shortleash/grammar/internal/budget"
	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/number"
	"github.com/shortleash/shortleash/grammar/internal/regex"
	"github.com/shortleash/shortleash/grammar/internal/schema"
)

// A Program is a compiled schema made ready for one way of spelling documents. All walks share it. Most
// of it is fixed; the readings of objects are added as walks meet them.
type Program struct {
	schema.Compiled
	blanks       bool // some white space may stand somewhere
	unique       bool // some array has uniqueItems
	track        bool // names must be remembered to refuse the second of two
	demanding    bool // whether an object can be closed may depend on the names that came
	sets         []valueReading
	texts        []textRule
	choices      atomic.Pointer[[]*choice]
	idle         sync.Pool // matchers whose walks are over: their memory is most of what a short walk costs
	lineage      *lineage
	readingLimit int // with so many readings, new walks take a fresh program: see lineage
	widest       int // about how many readings one can become at a byte

	mu        sync.Mutex // guards what follows
	index     map[string]int32
	known     map[int32]*knownNames // by object
	stepBytes int                   // about how many bytes the steps take that have been worked out
	readings  atomic.Pointer[[]*objectReading]
}

// A valueReading is what the matcher needs to know about a set.
type valueReading struct {
	hasNull, hasFalse, hasTrue bool
	nums                       []int32
	strs                       []int32
	arrs                       []int32
	obj                        int32 // the objectReading of its objects after {, or -1
}

// A textRule is a StringSpec ready for matching.
type textRule struct {
	*schema.StringSpec
	dfa       *regex.DFA
	universal bool // any character may follow, as far as lengths go
}

// A choice is a list of strings that decides how the object around it goes on: each string has the
// reading that follows it, or -1.
type choice struct {
	lits []string
	next []int32
}

// An item is one alternative of an object that has been begun, and how far it has come.
type item struct {
	obj   int32
	pos   int32 // declared order: the next property; any order: how many required ones are missing
	count int32 // members so far, as far as they are counted
	flags uint8 // demands that have been met
}

// An objectReading is the set of alternatives that the text so far leads to. Objects that begin alike
// are read as one until they differ, which parser generators call left factoring.
type objectReading struct {
	id      int32
	items   []item
	steps   atomic.Pointer[objectSteps] // nil: not worked out yet, or forgotten
	choices []int32                     // the choices that its steps made, in their order
}

// objectSteps says how an object may go on.
type objectSteps struct {
	closes  bool
	names   []string   // ascending: names that some alternative knows
	steps   []*step    // of each name; nil: it may not come
	late    *lateSteps // not nil: these in place of steps
	hashes  []uint32   // of each name
	classes []classStep
	more    bool // some member may come
	covers  bool // of all other names each is in some class, for one alternative
	ways    int  // how many of the steps are not nil
}

// A classStep is the step for names that no alternative knows.
type classStep struct {
	dfa  *regex.DFA // nil: any name
	step *step
}

// A step is the value after a name: for each group of alternatives its set and their reading.
type step struct {
	groups []group
	choice int32 // the listed strings of all groups in one, or -1
}

// A group is the alternatives whose next value satisfies the same set.
type group struct {
	set        schema.SetID
	next       int32 // the reading after the value
	listed     bool  // the strings that the set lists are in the choice of the step
	onlyListed bool  // and the set holds nothing else
}

// New returns the automaton of c. The error says which pattern has too many states. It ends with a panic of a
// *budget.Stop where meter says so.
func New(meter *budget.Meter, c *schema.Compiled) (*Program, error) {
	if meter != nil { // without one, matchers of another automaton of c may be using the languages
		c.Languages.Count(meter)
		defer c.Languages.Count(nil)
	}
	g := &Program{Compiled: *c, blanks: c.Space != jsontext.Compact(), index: map[string]int32{}}
	g.track = g.Order == schema.AnyOrder
	g.readings.Store(&[]*objectReading{})
	g.choices.Store(&[]*choice{})
	for _, a := range c.Arrays[1:] {
		g.unique = g.unique || a.Unique
	}
	for _, o := range c.Objects[1:] {
		g.track = g.track || len(o.Classes) > 0
		g.demanding = g.demanding || g.Order == schema.AnyOrder && o.Demands != 0
	}
	meter.Make(textBytes*len(c.Strings) + readingBytes*len(c.Values))
	g.texts = make([]textRule, len(c.Strings))
	for i, s := range c.Strings {
		if s == nil {
			continue
		}
		meter.Enter(s.At, "pattern")
		g.texts[i] = textRule{StringSpec: s, universal: !s.Finite && s.Language == regex.All && s.Except == nil}
		if !s.Finite && s.Language != regex.All {
			dfa, err := c.DFAOf(s.Language)
			if err != nil {
				return nil, &jsontext.Error{Pointer: s.At.Pointer(), Keyword: "pattern", Err: err}
			}
			g.texts[i].dfa = dfa
		}
	}
	g.sets = make([]valueReading, len(c.Values))
	for _, id := range c.Reached {
		meter.Step(c.CostSteps(c.Values[id]))
		meter.Make(readingBytes)
		g.sets[id] = g.read(c.Values[id])
		g.widest = max(g.widest, g.width(c.Values[id]))
		if err := g.openable(c.Values[id]); err != nil {
			return nil, err
		}
	}
	g.readingLimit = len(*g.readings.Load()) + maxReadings
	g.lineage = &lineage{}
	g.lineage.newest.Store(g)
	return g, nil
}

// What a text rule takes, and the reading of a set.
const textBytes, readingBytes = 60, 120

// String returns a dump of g: how documents are spelled, and the sets that they are made of. The readings
// that walks have added are not part of it.
func (g *Program) String() string {
	order := map[schema.Order]string{schema.Declared: "as declared", schema.AnyOrder: "any"}[g.Order]
	numbers := map[bool]string{false: "integers without point or exponent", true: "any form"}[g.Form.AnyForm]
	space := "none"
	if g.blanks {
		space = "some"
	}
	remembered := "none"
	switch {
	case g.track && g.unique:
		remembered = "names and items"
	case g.track:
		remembered = "names"
	case g.unique:
		remembered = "items"
	}
	return fmt.Sprintf("order %s; white space %s; numbers %s, at most %d bytes; depth %d; remembered %s\n%s",
		order, space, numbers, g.Form.Limit, g.Limits.Depth, remembered, g.Compiled.String())
}

// A lineage is the programs that one grammar has had, of which new walks take the newest. Walks name
// readings by number, so a reading is never removed from a program; and where n alternatives know
// different names, documents can make 2 to the n readings. So a program with many readings is replaced,
// and is freed when its last walk ends.
type lineage struct {
	newest atomic.Pointer[Program]
	mu     sync.Mutex // held while a newer one is made
}

// maxReadings is how many readings walks may add to a program.
const maxReadings = 1 << 13

// current returns the program that new walks should take.
func (g *Program) current() *Program {
	n := g.lineage.newest.Load()
	if len(*n.readings.Load()) < n.readingLimit {
		return n
	}
	g.lineage.mu.Lock()
	defer g.lineage.mu.Unlock()
	if n = g.lineage.newest.Load(); len(*n.readings.Load()) >= n.readingLimit {
		n = n.renewed()
		g.lineage.newest.Store(n)
	}
	return n
}

// renewed returns g as it was before its first walk.
func (g *Program) renewed() *Program {
	n := &Program{
		Compiled: g.Compiled, blanks: g.blanks,
		unique: g.unique, track: g.track, demanding: g.demanding, texts: g.texts, lineage: g.lineage, widest: g.widest,
		sets: slices.Clone(g.sets), index: map[string]int32{},
	}
	n.readings.Store(&[]*objectReading{})
	n.choices.Store(&[]*choice{})
	old := *g.readings.Load()
	for _, id := range n.Reached {
		if v := &n.sets[id]; v.obj >= 0 {
			v.obj = n.reading(slices.Clone(old[v.obj].items)).id
		}
	}
	n.readingLimit = len(*n.readings.Load()) + maxReadings
	return n
}

// width returns about how many readings of a value there can be after one byte: of its kinds, of the items of its arrays,
// which may meet demands, and of the names of its objects.
func (g *Program) width(v *schema.Value) int {
	names, items := 1, 0
	for _, s := range v.Objects {
		names += 1 + len(g.ObjectOf(s).Classes)
	}
	for _, s := range v.Arrays {
		a := g.ArrayOf(s)
		for i := range len(a.Fixed) + 1 {
			n := 0
			g.eachOf(a.Item(i), func(v *schema.Value) { n += len(v.Numbers) + len(v.Strings) + len(v.Arrays) + 2 })
			items = max(items, n)
		}
	}
	return max(names, items, len(v.Numbers)+len(v.Strings)+len(v.Arrays)+2)
}

// eachOf calls use for what may stand in a slot.
func (g *Program) eachOf(s *schema.Slot, use func(*schema.Value)) {
	for i := -1; i < len(s.Variants); i++ {
		set := s.Set
		if i >= 0 {
			set = s.Variants[i].Set
		}
		if v := g.Values[set]; v != nil && g.Cost[set] < number.Unbounded {
			use(v)
		}
	}
}

// openable refuses arrays of arrays that could not be followed from their first byte on: no walk could begin one.
func (g *Program) openable(v *schema.Value) error {
	for _, s := range v.Arrays {
		a := g.ArrayOf(s)
		for i := range len(a.Fixed) + 1 {
			n := 0
			g.eachOf(a.Item(i), func(v *schema.Value) { n += len(v.Arrays) })
			if n > g.Limits.Parallel {
				return &jsontext.Error{Pointer: s.At.Pointer(), Keyword: "items", Err: fmt.Errorf(
					"%w: %d readings of an item at once, more than %d (Limits.Parallel)", jsontext.ErrBudget, n, g.Limits.Parallel)}
			}
		}
	}
	return nil
}

func (g *Program) read(v *schema.Value) valueReading {
	r := valueReading{hasNull: v.HasNull, hasFalse: v.HasFalse, hasTrue: v.HasTrue, obj: -1}
	for _, s := range v.Numbers {
		if k := g.NumberOf(s); k.Cost() < number.Unbounded {
			r.nums = append(r.nums, k.ID)
		}
	}
	for _, s := range v.Strings {
		r.strs = append(r.strs, g.StringIDs[s])
	}
	for _, s := range v.Arrays {
		if a := g.ArrayOf(s); a.Finish(&g.Compiled, 0, 0) < number.Unbounded {
			r.arrs = append(r.arrs, a.ID)
		}
	}
	var items []item
	for _, s := range v.Objects {
		o := g.ObjectOf(s)
		if o.Finish(&g.Compiled, 0, 0, 0) < number.Unbounded {
			it := item{obj: o.ID}
			if g.Order == schema.AnyOrder {
				it.pos = int32(o.Required)
			}
			items = append(items, it)
		}
	}
	if len(items) > 0 {
		r.obj = g.reading(items).id
	}
	return r
}

// reading returns the objectReading of items, which it may reorder.
func (g *Program) reading(items []item) *objectReading {
	slices.SortFunc(items, func(a, b item) int {
		for _, d := range [4]int32{a.obj - b.obj, a.pos - b.pos, a.count - b.count, int32(a.flags) - int32(b.flags)} {
			if d != 0 {
				return int(d)
			}
		}
		return 0
	})
	items = slices.Compact(items)
	key := make([]byte, 0, 13*len(items))
	for _, it := range items {
		key = binary.LittleEndian.AppendUint32(key, uint32(it.obj))
		key = binary.LittleEndian.AppendUint32(key, uint32(it.pos))
		key = binary.LittleEndian.AppendUint32(key, uint32(it.count))
		key = append(key, it.flags)
	}
	if id, ok := g.index[string(key)]; ok {
		return (*g.readings.Load())[id]
	}
	list := *g.readings.Load()
	r := &objectReading{id: int32(len(list)), items: slices.Clone(items)}
	list = append(list, r)
	g.readings.Store(&list)
	g.index[string(key)] = r.id
	return r
}

// stepsOf returns the steps of the reading numbered id.
func (g *Program) stepsOf(id int32) *objectSteps { return g.stepsWithin(context.Background(), id) }

// stepsWithin is stepsOf, or nil if ctx, which may be nil, ends before the steps are worked out.
func (g *Program) stepsWithin(ctx context.Context, id int32) *objectSteps {
	r := (*g.readings.Load())[id]
	if s := r.steps.Load(); s != nil {
		return s
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if s := r.steps.Load(); s != nil {
		return s
	}
	x := expander{g: g, r: r, ctx: ctx}
	s := x.expand()
	if s == nil {
		return nil
	}
	if g.stepBytes += s.size(); g.stepBytes > maxStepBytes {
		for _, r := range *g.readings.Load() {
			r.steps.Store(nil)
		}
		g.stepBytes = s.size()
	}
	r.steps.Store(s)
	return s
}

// maxStepBytes is how many bytes of steps gather before all are forgotten. Where members come in order
// every member of an object leaves a reading of its own, which lists all the others.
const maxStepBytes = 32 << 20

// size returns about how many bytes s takes.
func (s *objectSteps) size() int {
	if s.late != nil {
		return 200 + 8*len(s.names) + bytesPerStep*len(s.classes)
	}
	return 200 + 28*len(s.names) + bytesPerStep*(s.ways+len(s.classes))
}

// bytesPerStep is about how much a step takes.
const bytesPerStep = 80
