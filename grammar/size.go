package grammar

// MaxBytes returns the size of the longest document, as the grammar's own options spell it, and
// whether there is such a bound: a string, array or object without one, or recursion, has none.
func (g *Grammar) MaxBytes() (n int, bounded bool) {
	s := sizer{p: g.program, values: g.compiler.values, known: map[setID]int{}}
	space := &g.program.space
	n = add(s.set(g.program.root), space.Leading.Max+space.Trailing.Max)
	if n >= endless {
		return 0, false
	}
	return n, true
}

// A sizer works out sizes; endless stands for no bound.
type sizer struct {
	p      *program
	values []*value
	known  map[setID]int
}

// letterBytes are the most bytes that one character takes.
func (s *sizer) letterBytes() int {
	if s.p.form.foreign {
		return 12 // a surrogate pair, escaped
	}
	return 6 // a control character
}

func product(a, b int) int {
	if a >= endless || b >= endless || (b > 0 && a > endless/b) {
		return endless
	}
	return a * b
}

func (s *sizer) set(id setID) int {
	if n, ok := s.known[id]; ok {
		return n
	}
	s.known[id] = endless // what refers to itself has no bound
	v := s.values[id]
	n := 0
	if v.no || v.null || v.yes {
		n = len("false")
	}
	if len(v.nums) > 0 {
		n = max(n, s.p.form.limit)
	}
	for _, x := range v.strs {
		n = max(n, s.text(x))
	}
	for _, x := range v.arrs {
		n = max(n, s.array(s.p.arrs[x.id]))
	}
	for _, x := range v.objs {
		n = max(n, s.object(s.p.objs[x.id]))
	}
	s.known[id] = n
	return n
}

func (s *sizer) text(x *strSpec) int {
	if !x.finite {
		return add(product(x.max, s.letterBytes()), 2)
	}
	n := 0
	for _, text := range x.lits {
		if s.p.form.foreign {
			n = max(n, product(len(text), s.letterBytes())+2)
		} else {
			n = max(n, quotedLen(text))
		}
	}
	return n
}

// around returns the white space of one item or member.
func (s *sizer) around() int {
	w := &s.p.space
	return w.BeforeComma.Max + w.AfterComma.Max + w.BeforeColon.Max + w.AfterColon.Max
}

func (s *sizer) array(a *array) int {
	n := 2 + s.p.space.AfterOpen.Max + s.p.space.BeforeClose.Max
	items := a.spec.max
	if items == endless && s.p.cost[a.tail.set] == endless {
		items = len(a.fixed)
	}
	for i := 0; i < min(items, len(a.fixed)); i++ {
		if s.p.cost[a.fixed[i].set] == endless {
			return n
		}
		n = add(n, add(s.set(a.fixed[i].set), 1+s.around()))
	}
	if items > len(a.fixed) {
		n = add(n, product(items-len(a.fixed), add(s.set(a.tail.set), 1+s.around())))
	}
	return n
}

func (s *sizer) object(o *object) int {
	n := 2 + s.p.space.AfterOpen.Max + s.p.space.BeforeClose.Max
	for i := range o.props {
		p := &o.props[i]
		if s.p.cost[p.set] < endless {
			name := product(len(p.name), s.letterBytes())
			n = add(n, add(s.set(p.set), name+4+s.around()))
		}
	}
	for i := range o.classes {
		if s.p.cost[o.classes[i].set] < endless {
			return endless // its names have no bound
		}
	}
	return n
}
