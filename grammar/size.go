package grammar

// maxBytes returns the size of the longest document, and whether there is such a bound.
func (c *compiled) maxBytes() (n int, bounded bool) {
	s := sizer{c: c, known: map[setID]int{}}
	n = add(s.set(c.root), c.space.Leading.Max+c.space.Trailing.Max)
	if n >= endless {
		return 0, false
	}
	return n, true
}

// A sizer works out sizes; endless stands for no bound.
type sizer struct {
	c     *compiled
	known map[setID]int
}

// letterBytes are the most bytes that one character takes.
func (s *sizer) letterBytes() int {
	if s.c.form.foreign {
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
	v := s.c.values[id]
	n := 0
	if v.no || v.null || v.yes {
		n = len("false")
	}
	if len(v.nums) > 0 {
		n = max(n, s.c.form.limit)
	}
	for _, x := range v.strs {
		n = max(n, s.text(x))
	}
	for _, x := range v.arrs {
		n = max(n, s.array(s.c.array(x)))
	}
	for _, x := range v.objs {
		n = max(n, s.object(s.c.object(x)))
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
		if s.c.form.foreign {
			n = max(n, product(len(text), s.letterBytes())+2)
		} else {
			n = max(n, quotedLen(text))
		}
	}
	return n
}

// around returns the white space of one item or member.
func (s *sizer) around() int {
	w := &s.c.space
	return w.BeforeComma.Max + w.AfterComma.Max + w.BeforeColon.Max + w.AfterColon.Max
}

func (s *sizer) array(a *array) int {
	n := 2 + s.c.space.AfterOpen.Max + s.c.space.BeforeClose.Max
	items := a.spec.max
	if items == endless && s.c.cost[a.tail.set] == endless {
		items = len(a.fixed)
	}
	for i := 0; i < min(items, len(a.fixed)); i++ {
		if s.c.cost[a.fixed[i].set] == endless {
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
	n := 2 + s.c.space.AfterOpen.Max + s.c.space.BeforeClose.Max
	for i := range o.props {
		p := &o.props[i]
		if s.c.cost[p.set] < endless {
			name := product(len(p.name), s.letterBytes())
			n = add(n, add(s.set(p.set), name+4+s.around()))
		}
	}
	for i := range o.classes {
		if s.c.cost[o.classes[i].set] < endless {
			return endless // its names have no bound
		}
	}
	return n
}
