package schema

import (
	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/number"
)

// MaxBytes returns the size of the longest document, and whether there is such a bound.
func (c *Compiled) MaxBytes() (n int, bounded bool) {
	s := sizer{c: c, known: map[SetID]int{}}
	n = AddCost(s.set(c.Root), c.Space.Leading.Max+c.Space.Trailing.Max)
	if n >= number.Unbounded {
		return 0, false
	}
	return n, true
}

// A sizer works out sizes; number.Unbounded stands for no bound.
type sizer struct {
	c     *Compiled
	known map[SetID]int
}

// letterBytes are the most bytes that one character takes.
func (s *sizer) letterBytes() int {
	if s.c.Form.Lenient {
		return 12 // a surrogate pair, escaped
	}
	return 6 // a control character
}

// Product multiplies a cost; unbounded absorbs.
func Product(a, b int) int {
	if a >= number.Unbounded || b >= number.Unbounded || (b > 0 && a > number.Unbounded/b) {
		return number.Unbounded
	}
	return a * b
}

func (s *sizer) set(id SetID) int {
	if n, ok := s.known[id]; ok {
		return n
	}
	s.known[id] = number.Unbounded // what refers to itself has no bound
	v := s.c.Values[id]
	n := 0
	if v.HasFalse || v.HasNull || v.HasTrue {
		n = len("false")
	}
	if len(v.Numbers) > 0 {
		n = max(n, s.c.Form.Limit)
	}
	for _, x := range v.Strings {
		n = max(n, s.text(x))
	}
	for _, x := range v.Arrays {
		n = max(n, s.array(s.c.ArrayOf(x)))
	}
	for _, x := range v.Objects {
		n = max(n, s.object(s.c.ObjectOf(x)))
	}
	s.known[id] = n
	return n
}

func (s *sizer) text(x *StringSpec) int {
	if !x.Finite {
		return AddCost(Product(x.Max, s.letterBytes()), 2)
	}
	n := 0
	for _, text := range x.List {
		if s.c.Form.Lenient {
			n = max(n, Product(len(text), s.letterBytes())+2)
		} else {
			n = max(n, jsontext.QuotedLen(text))
		}
	}
	return n
}

// around returns the white space of one item or member.
func (s *sizer) around() int {
	w := &s.c.Space
	return w.BeforeComma.Max + w.AfterComma.Max + w.BeforeColon.Max + w.AfterColon.Max
}

func (s *sizer) array(a *Array) int {
	n := 2 + s.c.Space.AfterOpen.Max + s.c.Space.BeforeClose.Max
	items := a.Spec.Max
	if s.c.Cost[a.Tail.Set] == number.Unbounded { // only items that contains counts may follow the leading ones
		items = min(items, len(a.Fixed)+len(a.counted)-1)
	}
	for i := 0; i < min(items, len(a.Fixed)); i++ {
		size, possible := s.item(a, &a.Fixed[i])
		if !possible {
			return n
		}
		n = AddCost(n, size)
	}
	if items > len(a.Fixed) {
		size, _ := s.item(a, &a.Tail)
		n = AddCost(n, Product(items-len(a.Fixed), size))
	}
	return n
}

// item returns the size of the longest item at e with its comma, and whether there is any.
func (s *sizer) item(a *Array, e *Slot) (size int, possible bool) {
	for _, id := range a.Choices(e) {
		if s.c.Cost[id] < number.Unbounded {
			size, possible = max(size, AddCost(s.set(id), 1+s.around())), true
		}
	}
	return size, possible
}

func (s *sizer) object(o *Object) int {
	n := 2 + s.c.Space.AfterOpen.Max + s.c.Space.BeforeClose.Max
	for i := range o.Properties {
		p := &o.Properties[i]
		if s.c.Cost[p.Set] < number.Unbounded {
			name := Product(len(p.Name), s.letterBytes())
			n = AddCost(n, AddCost(s.set(p.Set), name+4+s.around()))
		}
	}
	for i := range o.Classes {
		if s.c.Cost[o.Classes[i].Set] < number.Unbounded {
			return number.Unbounded // its names have no bound
		}
	}
	return n
}
