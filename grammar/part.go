package grammar

import (
	"fmt"
	"slices"

	"github.com/shortleash/shortleash/grammar/internal/regex"
)

// A compiled is a schema with everything worked out that its documents depend on: what the values
// reached from the root are made of, with all children resolved to sets. Matching, sampling, exports
// and sizes read it, and nothing that came before it. Once it is made it does not change, but for
// what its languages learn when they are asked.
type compiled struct {
	root    setID
	reached []setID  // children before parents, as far as recursion lets them
	values  []*value // by set
	cost    []int    // by set: bytes of the shortest document, endless if there is none
	gaps    []Gap
	options Options
	limits  Limits

	// What the values are made of; strings, arrays and objects are numbered from 1.
	strs   []*strSpec
	nums   []*numSeek
	arrs   []*array
	objs   []*object
	strIDs map[*strSpec]int32
	numIDs map[*numSpec]int32
	arrIDs map[*arrSpec]int32
	objIDs map[*objSpec]int32

	langs langs
	dfas  map[regex.Expr]*regex.DFA

	// How documents are spelled.
	space Whitespace
	order Order
	form  numForm
}

// array, object and seek return what was worked out for a spec that has been reached.
func (c *compiled) array(s *arrSpec) *array   { return c.arrs[c.arrIDs[s]] }
func (c *compiled) object(s *objSpec) *object { return c.objs[c.objIDs[s]] }
func (c *compiled) seek(s *numSpec) *numSeek  { return c.nums[c.numIDs[s]] }

// spelled sets how documents are spelled.
func (c *compiled) spelled(space Whitespace, order Order) {
	c.space, c.order, c.limits = space, order, c.options.Limits.withDefaults(space)
	c.form = numForm{any: c.options.Numbers == AnyForm, foreign: space != Compact(), limit: c.limits.NumberBytes}
}

// lenient returns c for text from elsewhere: members in any order and white space where JSON lets it
// stand.
func (c *compiled) lenient() *compiled {
	n := *c
	n.spelled(Foreign(), AnyOrder)
	return &n
}

// apart returns c with languages of its own: those that ask for members and lengths add to the space
// of languages, which walks read without a lock.
func (c *compiled) apart() *compiled {
	n := *c
	n.langs = c.langs.clone()
	return &n
}

// An object is an objSpec with its members worked out.
type object struct {
	spec     *objSpec
	id       int32
	props    []property
	classes  []nameClass
	sorted   []int32 // the properties by name
	sums     []sums  // by property, and one past the last
	required int
	flags    uint8 // one for each someone that must be there
	open     bool  // its members are being worked out
}

// A property is a member whose name the schema knows. One that may never be there stays, so that it
// does not count as one of the others.
type property struct {
	name     string
	required bool
	elem
}

// A nameClass is a set of names the schema does not know, whose values satisfy the same set.
type nameClass struct {
	lang    regex.Expr // regex.All: every name but the known
	dfa     *regex.DFA // nil with regex.All
	nameLen int        // bytes of the shortest name, quoted
	elem
}

// An elem is what stands at one place: the set it must satisfy, and stricter sets that also meet
// some of the demands on the whole object or array.
type elem struct {
	set  setID
	hits []hit
}

type hit struct {
	set   setID
	flags uint8
}

// An array is an arrSpec with its items worked out.
type array struct {
	spec   *arrSpec
	id     int32
	unique bool   // its items differ
	hollow bool   // and there are not as many as must come
	fixed  []elem // the leading items
	tail   elem   // all others
}

// choices returns sets of which each item at e satisfies one. Where a demand has a ceiling, the items
// that meet it are not in e.set.
func (a *array) choices(e *elem) []setID {
	sets := []setID{e.set}
	if slices.ContainsFunc(a.spec.contains, func(x containing) bool { return x.max > 0 && x.max < endless }) {
		for _, h := range e.hits {
			sets = append(sets, h.set)
		}
	}
	return sets
}

// item returns what stands at position i.
func (a *array) item(i int) *elem {
	if i < len(a.fixed) {
		return &a.fixed[i]
	}
	return &a.tail
}

// A visit is how far visiting a set has come.
type visit struct {
	stage visitStage
	first setID // once it is done: the first set that says the same
}

type visitStage uint8

const (
	visitOpen   visitStage = iota + 1
	visitLooped            // open, and met again below: it is recursive
	visitDone
)

// visit reaches a set and everything below, and returns the first set that was found to be the
// same: schemas that say the same at different places are one from here on.
func (c *compiler) visit(id setID) (setID, error) {
	if int(id) >= len(c.visits) {
		c.visits = append(c.visits, make([]visit, len(c.values)+16)...)
	}
	switch c.visits[id].stage {
	case visitDone:
		return c.visits[id].first, nil
	case visitOpen, visitLooped:
		c.back = true
		c.visits[id].stage = visitLooped
		return id, nil
	}
	c.visits[id].stage = visitOpen
	v, err := c.valueOf(id)
	if err != nil {
		return id, err
	}
	if err := c.flatten(v); err != nil {
		return id, err
	}
	looped := c.visits[id].stage == visitLooped
	c.visits[id] = visit{visitDone, id}
	if !looped {
		key := string(c.appendValue(c.key[:0], v))
		if first, ok := c.firsts[key]; ok {
			c.visits[id].first = first
			return first, nil
		}
		c.firsts[key] = id
	}
	c.number(v)
	c.reached = append(c.reached, id)
	return id, nil
}

// flatten works out the arrays and objects of v.
func (c *compiler) flatten(v *value) error {
	for _, s := range v.arrs {
		if c.arrIDs[s] == 0 {
			if err := c.flattenArray(s); err != nil {
				return err
			}
		}
	}
	for _, s := range v.objs {
		if id := c.objIDs[s]; id == 0 {
			if err := c.flattenObject(s); err != nil {
				return err
			}
		} else if c.objs[id].open {
			c.back = true // below itself, in a union that is no set met before
		}
	}
	return nil
}

// number gives the numbers and strings of v their places.
func (c *compiler) number(v *value) {
	for _, s := range v.nums {
		if _, known := c.numIDs[s]; !known {
			k := newNumSeek(s, c.limits.NumberBytes)
			k.id = int32(len(c.nums))
			c.numIDs[s] = k.id
			c.nums = append(c.nums, k)
		}
	}
	for _, s := range v.strs {
		if c.strIDs[s] == 0 {
			c.strIDs[s] = int32(len(c.strs))
			c.strs = append(c.strs, s)
		}
	}
}

func (c *compiler) visitElem(e *elem) error {
	var err error
	if e.set, err = c.visit(e.set); err != nil {
		return err
	}
	for i := range e.hits {
		if e.hits[i].set, err = c.visit(e.hits[i].set); err != nil {
			return err
		}
	}
	return nil
}

// maxDemands is how many contains an array, or somebodies an object, may have: each subset is
// tried.
const maxDemands = 4

func (c *compiler) flattenArray(s *arrSpec) error {
	a := &array{spec: s, id: int32(len(c.arrs))}
	c.arrIDs[s] = a.id
	c.arrs = append(c.arrs, a)
	if len(s.contains) > maxDemands {
		return c.unsupported(s.at, "contains", fmt.Sprintf("more than %d at once", maxDemands))
	}
	for _, x := range s.contains {
		if max(x.min, x.max%endless) > maxCounted {
			return c.unsupported(s.at, "contains", fmt.Sprintf("more than %d", maxCounted))
		}
	}
	a.unique = s.unique
	if s.unique {
		if err := c.differing(a); err != nil {
			return err
		}
	}
	reach := s.reach()
	if reach > c.limits.Nodes {
		return ErrBudget
	}
	a.fixed = make([]elem, reach)
	for i := range a.fixed {
		a.fixed[i] = c.arrayElem(s, i)
	}
	a.tail = c.arrayElem(s, reach)
	for i := range a.fixed {
		if i < s.max {
			if err := c.visitElem(&a.fixed[i]); err != nil {
				return err
			}
		}
	}
	if reach < s.max {
		return c.visitElem(&a.tail)
	}
	return nil
}

func (c *compiler) arrayElem(s *arrSpec, i int) elem {
	plain := s.element(i)
	var asked []int
	for k, x := range s.contains {
		if i >= x.from && x.max > 0 {
			asked = append(asked, k)
		}
	}
	e := elem{}
	for chosen := range 1 << len(asked) {
		lits := slices.Clone(plain)
		var flags uint8
		for bit, k := range asked {
			x := s.contains[k]
			if chosen>>bit&1 == 1 {
				lits = append(lits, x.lit)
				flags |= 1 << k
			} else if x.max < endless {
				lits = append(lits, negated(x.lit))
			}
		}
		if chosen == 0 {
			e.set = c.set(lits...)
		} else if id := c.set(lits...); id != noneSet {
			e.hits = append(e.hits, hit{id, flags})
		}
	}
	return e
}

func (c *compiler) flattenObject(s *objSpec) error {
	o := &object{spec: s, id: int32(len(c.objs)), flags: uint8(1<<len(s.some) - 1), open: true}
	defer func() { o.open = false }()
	c.objIDs[s] = o.id
	c.objs = append(c.objs, o)
	if len(s.some) > maxDemands {
		return c.unsupported(s.at, "not", fmt.Sprintf("more than %d negations at once", maxDemands))
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
	o.props = make([]property, 0, n)
	c.knownNames(s, func(name string) {
		p := property{name: name, required: slices.Contains(s.required, name)}
		p.elem = c.memberElem(s, name, names.strs)
		if p.required {
			o.required++
		}
		o.props = append(o.props, p)
	})
	if err := c.classesOf(o, names.strs); err != nil {
		return err
	}
	o.sorted = make([]int32, len(o.props))
	for i := range o.sorted {
		o.sorted[i] = int32(i)
	}
	slices.SortFunc(o.sorted, func(a, b int32) int { return compareText(o.props[a].name, o.props[b].name) })
	if s.max > 0 {
		for i := range o.props {
			if err := c.visitElem(&o.props[i].elem); err != nil {
				return err
			}
		}
		for i := range o.classes {
			if err := c.visitElem(&o.classes[i].elem); err != nil {
				return err
			}
		}
	}
	return nil
}

// knownNames calls add for every name that s knows, once, in the order of generation.
func (c *compiler) knownNames(s *objSpec, add func(name string)) {
	for i, l := range s.layers {
	next:
		for j := range l.props {
			name := l.props[j].name
			for _, earlier := range s.layers[:i] {
				if _, known := earlier.prop(name); known {
					continue next
				}
			}
			add(name)
		}
	}
	for i, name := range s.required {
		if slices.Contains(s.required[:i], name) {
			continue
		}
		if !slices.ContainsFunc(s.layers, func(l *objLayer) bool { _, known := l.prop(name); return known }) {
			add(name)
		}
	}
}

// memberElem returns what stands at the member called name.
func (c *compiler) memberElem(s *objSpec, name string, names []*strSpec) elem {
	if !slices.ContainsFunc(names, func(x *strSpec) bool { return x.universal() || c.has(x, name) }) {
		return elem{set: noneSet}
	}
	lits := c.memberLits(s, name, nil)
	return c.withDemands(s, lits, func(x someone) bool { return c.langs.match(x.lang, name) })
}

func (c *compiler) withDemands(s *objSpec, lits []literal, meets func(someone) bool) elem {
	e := elem{set: c.set(lits...)}
	if e.set == noneSet || len(s.some) == 0 {
		return e
	}
	var able []int
	for k, x := range s.some {
		if meets(x) {
			able = append(able, k)
		}
	}
	for chosen := 1; chosen < 1<<len(able); chosen++ {
		more := slices.Clone(lits)
		var flags uint8
		for bit, k := range able {
			if chosen>>bit&1 == 1 {
				more = append(more, s.some[k].lit)
				flags |= 1 << k
			}
		}
		if id := c.set(more...); id != noneSet {
			e.hits = append(e.hits, hit{id, flags})
		}
	}
	return e
}

func (o *object) knows(name string) bool {
	_, found := slices.BinarySearchFunc(o.sorted, name, func(i int32, name string) int { return compareText(o.props[i].name, name) })
	return found
}
