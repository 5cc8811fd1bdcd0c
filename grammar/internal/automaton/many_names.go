package automaton

import (
	"sync/atomic"

	"github.com/shortleash/shortleash/grammar/internal/number"
	"github.com/shortleash/shortleash/grammar/internal/schema"
	"github.com/shortleash/shortleash/grammar/internal/vocab"
)

// This file keeps the reading of objects with many known names in proportion to their text. Every required member
// leads to a reading of its own, and working out all steps of each would take the square of the names.

// severalNames is from how many names on steps are made when their names come.
const severalNames = 32

// knownNames is what the readings of one object that know many names have in common.
type knownNames struct {
	names  []string
	hashes []uint32
	at     []int32 // the property of each name
	leads  []bool  // whether the name may come at all
	ways   int     // how many may
}

// lateSteps makes the steps of a reading when their names come.
type lateSteps struct {
	g     *Program
	r     *objectReading
	known *knownNames
	made  []atomic.Pointer[step] // by name
}

// knownNamesOf returns what the readings of the object share, or nil if their steps are to be made at once: members
// have an order, are counted from above, or meet demands, or are few. The caller holds the lock.
func (g *Program) knownNamesOf(obj int32) *knownNames {
	if k, ok := g.known[obj]; ok {
		return k
	}
	o := g.Objects[obj]
	if g.Order != schema.AnyOrder || len(o.Properties) < severalNames || o.Spec.Max < number.Unbounded || o.Demands != 0 {
		return nil
	}
	k := &knownNames{}
	for _, at := range o.Sorted {
		p := &o.Properties[at]
		leads := g.Cost[p.Slot.Set] < number.Unbounded
		if !leads && len(o.Classes) == 0 {
			continue
		}
		k.names, k.hashes = append(k.names, p.Name), append(k.hashes, vocab.HashName([]byte(p.Name)))
		k.at, k.leads = append(k.at, at), append(k.leads, leads)
		if leads {
			k.ways++
		}
	}
	if g.known == nil {
		g.known = map[int32]*knownNames{}
	}
	g.known[obj] = k
	return k
}

// late returns the steps of a reading of one alternative with many names, or nil.
func (x *expander) late() *objectSteps {
	if len(x.r.items) != 1 {
		return nil
	}
	it := x.r.items[0]
	k := x.g.knownNamesOf(it.obj)
	if k == nil {
		return nil
	}
	s := &objectSteps{closes: x.closes(it), names: k.names, hashes: k.hashes, ways: k.ways,
		late: &lateSteps{g: x.g, r: x.r, known: k, made: make([]atomic.Pointer[step], len(k.names))}}
	s.classes = x.others(&s.covers)
	s.more = k.ways > 0 || len(s.classes) > 0
	return s
}

// leads reports whether the name numbered i leads on.
func (s *objectSteps) leads(i int32) bool {
	if s.late != nil {
		return s.late.known.leads[i]
	}
	return s.steps[i] != nil
}

// step returns the step of the name numbered i; nil: it may not come.
func (s *objectSteps) step(i int32) *step {
	if s.late == nil {
		return s.steps[i]
	}
	if !s.late.known.leads[i] {
		return nil
	}
	return s.late.step(i)
}

func (l *lateSteps) step(i int32) *step {
	if made := l.made[i].Load(); made != nil {
		return made
	}
	l.g.mu.Lock()
	defer l.g.mu.Unlock()
	if made := l.made[i].Load(); made != nil {
		return made
	}
	x := expander{g: l.g, r: l.r}
	made := x.step(x.member(nil, l.r.items[0], int(l.known.at[i])))
	l.g.stepBytes += bytesPerStep
	l.made[i].Store(made)
	return made
}
