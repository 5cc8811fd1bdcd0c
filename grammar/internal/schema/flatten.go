package schema

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/number"
)

// A visit records whether a set has been reached, and which set stands for it.
type visit struct {
	stage visitStage
	first SetID // with visitDone: the first set found with the same structural key
}

type visitStage uint8

const (
	visitOpen   visitStage = iota + 1 // its children are being visited
	visitLooped                       // and one of them leads back to it: it is recursive
	visitDone
)

// visit reaches a set and everything below, and returns the first set that was found to be the
// same: schemas that say the same at different places are one from here on.
func (c *compiler) visit(id SetID) (SetID, error) {
	if int(id) >= len(c.visits) {
		c.visits = append(c.visits, make([]visit, len(c.Values)+16)...)
	}
	switch c.visits[id].stage {
	case visitDone:
		return c.visits[id].first, nil
	case visitOpen, visitLooped:
		c.recursive = true
		c.visits[id].stage = visitLooped
		return id, nil
	}
	c.visits[id].stage = visitOpen
	c.meter.Make(visitBytes)
	v, err := c.valueOf(id)
	if err != nil {
		return id, c.placed(err)
	}
	if err := c.flatten(v); err != nil {
		return id, c.placed(err)
	}
	looped := c.visits[id].stage == visitLooped
	c.visits[id] = visit{visitDone, id}
	if !looped {
		key := string(c.appendValue(c.key[:0], v))
		c.meter.Make(2 * len(key))
		if first, ok := c.firsts[key]; ok {
			c.visits[id].first = first
			return first, nil
		}
		c.firsts[key] = id
	}
	c.number(v)
	c.Reached = append(c.Reached, id)
	return id, nil
}

// visitBytes is what a visit takes: the stack below it, and what is prepared for the set.
const visitBytes = 700

// placed gives err the place where work was done last, unless it has one.
func (c *compiler) placed(err error) error {
	if _, ok := errors.AsType[*jsontext.Error](err); ok {
		return err
	}
	return &jsontext.Error{Pointer: c.meter.Pointer(), Keyword: c.meter.Cause(), Err: err}
}

// flatten works out the arrays and objects of v.
func (c *compiler) flatten(v *Value) error {
	for _, s := range v.Arrays {
		if id := c.arrIDs[s]; id == 0 {
			if err := c.flattenArray(s); err != nil {
				return err
			}
		} else if c.Arrays[id].open {
			c.recursive = true // below itself, in a union that is no set met before
		}
	}
	for _, s := range v.Objects {
		if id := c.objIDs[s]; id == 0 {
			if err := c.flattenObject(s); err != nil {
				return err
			}
		} else if c.Objects[id].open {
			c.recursive = true
		}
	}
	return nil
}

// number gives numbers to the strings and numbers of v.
func (c *compiler) number(v *Value) {
	for _, s := range v.Numbers {
		if _, known := c.numIDs[s]; !known {
			before := c.meter.Enter(s.At, "enum")
			c.meter.Make(recognizerBytes)
			if s.Lo != nil || s.Hi != nil || s.MultipleOf != nil && s.MultipleOf != number.One || s.NotMultipleOf != nil {
				c.meter.Make(boundedBytes)
			}
			c.meter.Step(len(s.List) + len(s.Except))
			k := number.NewRecognizer(s, c.Limits.NumberBytes)
			c.meter.Leave(before)
			k.ID = int32(len(c.Numbers))
			c.numIDs[s] = k.ID
			c.Numbers = append(c.Numbers, k)
		}
	}
	for _, s := range v.Strings {
		if c.StringIDs[s] == 0 {
			c.StringIDs[s] = int32(len(c.Strings))
			c.Strings = append(c.Strings, s)
		}
	}
}

// What a recognizer takes, and the search for its shortest member where there are bounds.
const recognizerBytes, boundedBytes = 1000, 10_000

func (c *compiler) visitElem(e *Slot) error {
	var err error
	if e.Set, err = c.visit(e.Set); err != nil {
		return err
	}
	for i := range e.Variants {
		if e.Variants[i].Set, err = c.visit(e.Variants[i].Set); err != nil {
			return err
		}
	}
	return nil
}

// maxDemands is how many contains an array, or members that must match an object, may have: each subset is
// tried.
const maxDemands = 4

func (c *compiler) flattenArray(s *ArraySpec) error {
	before := c.meter.Enter(s.At, "items")
	a := &Array{Spec: s, ID: int32(len(c.Arrays)), open: true}
	defer func() { a.open = false }()
	c.arrIDs[s] = a.ID
	c.Arrays = append(c.Arrays, a)
	if why := s.uncountable(); why != "" {
		if err := c.unsupported(s.At, "contains", why); err != nil {
			return err
		}
		uncounted := *s
		uncounted.Contains = nil
		s, a.Spec = &uncounted, &uncounted
	}
	a.Unique = s.Unique
	if s.Unique {
		if err := c.checkUnique(a); err != nil {
			return err
		}
	}
	reach := s.reach()
	if reach > c.Limits.Nodes {
		c.meter.For("prefixItems")
		return fmt.Errorf("%w: %d leading items, more than %d (Limits.Nodes)", jsontext.ErrBudget, reach, c.Limits.Nodes)
	}
	c.meter.Make(reach * slotBytes)
	a.Fixed = make([]Slot, reach)
	for i := range a.Fixed {
		a.Fixed[i] = c.arrayElem(s, i)
	}
	a.Tail = c.arrayElem(s, reach)
	for i := range a.Fixed {
		if i < s.Max {
			if err := c.visitElem(&a.Fixed[i]); err != nil {
				return err
			}
		}
	}
	if reach < s.Max {
		if err := c.visitElem(&a.Tail); err != nil {
			return err
		}
	}
	c.meter.Leave(before)
	return nil
}

// slotBytes is what a slot takes, and propertyBytes a property with its share of the lists.
const slotBytes, propertyBytes = 80, 200

func (c *compiler) arrayElem(s *ArraySpec, i int) Slot {
	plain := s.element(i)
	c.meter.Step(len(plain))
	var asked []int
	for k, x := range s.Contains {
		if i >= x.from && x.max > 0 {
			asked = append(asked, k)
		}
	}
	e := Slot{}
	for chosen := range 1 << len(asked) {
		lits := slices.Clone(plain)
		var flags uint8
		for bit, k := range asked {
			x := s.Contains[k]
			if chosen>>bit&1 == 1 {
				lits = append(lits, x.lit)
				flags |= 1 << k
			} else if x.max < number.Unbounded {
				lits = append(lits, negated(x.lit))
			}
		}
		if chosen == 0 {
			e.Set = c.set(lits...)
		} else if id := c.set(lits...); id != noneSet {
			e.Variants = append(e.Variants, Variant{id, flags})
		}
	}
	return e
}

func (c *compiler) flattenObject(s *ObjectSpec) error {
	before := c.meter.Enter(s.At, "properties")
	o := &Object{Spec: s, ID: int32(len(c.Objects)), Demands: uint8(1<<len(s.mustMatch) - 1), open: true}
	defer func() { o.open = false }()
	c.objIDs[s] = o.ID
	c.Objects = append(c.Objects, o)
	if len(s.mustMatch) > maxDemands {
		return c.unsupported(s.At, "not", fmt.Sprintf("more than %d negations at once", maxDemands))
	}
	if s.Max == 0 && s.Min == 0 && len(s.required) == 0 && len(s.mustMatch) == 0 {
		return nil // {} alone: a name that may begin could not be finished
	}
	names := c.universe
	if len(s.names) > 0 {
		var err error
		if names, err = c.valueOf(c.set(s.names...)); err != nil {
			return err
		}
	}
	n := 0
	for _, l := range s.layers {
		n += len(l.props)
	}
	c.meter.Make(n * propertyBytes)
	o.Properties = make([]Property, 0, n)
	required := nameSet(s.required)
	c.knownNames(s, func(name string) {
		p := Property{Name: name, Required: required.has(name)}
		p.Slot = c.memberElem(s, name, names.Strings)
		if p.Required {
			o.Required++
		}
		o.Properties = append(o.Properties, p)
	})
	if err := c.classesOf(o, names.Strings); err != nil {
		return err
	}
	c.meter.For("properties")
	o.Sorted = make([]int32, len(o.Properties))
	for i := range o.Sorted {
		o.Sorted[i] = int32(i)
	}
	slices.SortFunc(o.Sorted, func(a, b int32) int { return strings.Compare(o.Properties[a].Name, o.Properties[b].Name) })
	if s.Max > 0 {
		for i := range o.Properties {
			if err := c.visitElem(&o.Properties[i].Slot); err != nil {
				return err
			}
		}
		for i := range o.Classes {
			if err := c.visitElem(&o.Classes[i].Slot); err != nil {
				return err
			}
		}
	}
	c.meter.Leave(before)
	return nil
}

// knownNames calls add once for every name that s knows, in the order of generation.
func (c *compiler) knownNames(s *ObjectSpec, add func(name string)) {
	if len(s.layers) == 1 && len(s.required) == 0 {
		for i := range s.layers[0].props {
			add(s.layers[0].props[i].name)
		}
		return
	}
	var known union[string]
	addNew := func(name string) {
		if !known.holds(name) {
			known.list = append(known.list, name)
			add(name)
		}
	}
	for _, l := range s.layers {
		c.meter.Make(memberBytes * len(l.props))
		for i := range l.props {
			addNew(l.props[i].name)
		}
	}
	c.meter.Make(memberBytes * len(s.required))
	for _, name := range s.required {
		addNew(name)
	}
}

// names answers whether a name is in a list.
type names struct {
	few  []string
	many map[string]bool
}

func nameSet(list []string) names {
	if len(list) < longUnion {
		return names{few: list}
	}
	many := make(map[string]bool, len(list))
	for _, name := range list {
		many[name] = true
	}
	return names{many: many}
}

func (n names) has(name string) bool { return n.many[name] || slices.Contains(n.few, name) }

// memberElem returns what stands at the member called name.
func (c *compiler) memberElem(s *ObjectSpec, name string, names []*StringSpec) Slot {
	if !slices.ContainsFunc(names, func(x *StringSpec) bool { return x.Universal() || c.has(x, name) }) {
		return Slot{Set: noneSet}
	}
	lits := c.memberLits(s, name, nil)
	return c.withDemands(s, lits, func(x requiredMatch) bool { return c.Languages.match(x.lang, name) })
}

func (c *compiler) withDemands(s *ObjectSpec, lits []literal, meets func(requiredMatch) bool) Slot {
	e := Slot{Set: c.set(lits...)}
	if e.Set == noneSet || len(s.mustMatch) == 0 {
		return e
	}
	var able []int
	for k, x := range s.mustMatch {
		if meets(x) {
			able = append(able, k)
		}
	}
	for chosen := 1; chosen < 1<<len(able); chosen++ {
		more := slices.Clone(lits)
		var flags uint8
		for bit, k := range able {
			if chosen>>bit&1 == 1 {
				more = append(more, s.mustMatch[k].lit)
				flags |= 1 << k
			}
		}
		if id := c.set(more...); id != noneSet {
			e.Variants = append(e.Variants, Variant{id, flags})
		}
	}
	return e
}
