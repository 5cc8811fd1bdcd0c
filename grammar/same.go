package grammar

import "encoding/binary"

// What follows writes values, arrays and objects so that equal texts mean equal sets. Children are
// named by the first set that is the same, so it works from the leaves up; only recursive schemas
// can be equal without being seen to be.

func appendInt(b []byte, n int) []byte { return binary.AppendVarint(b, int64(n)) }

func appendText(b []byte, s string) []byte { return append(appendInt(b, len(s)), s...) }

func appendTexts(b []byte, list []string) []byte {
	b = appendInt(b, len(list))
	for _, s := range list {
		b = appendText(b, s)
	}
	return b
}

func (c *compiler) appendValue(b []byte, v *value) []byte {
	for _, is := range [...]bool{v.null, v.no, v.yes} {
		if is {
			b = append(b, 1)
		} else {
			b = append(b, 0)
		}
	}
	b = appendInt(b, len(v.nums))
	for _, s := range v.nums {
		if s.free() {
			b = append(b, '*')
			continue
		}
		b = appendText(b, s.String())
	}
	b = appendInt(b, len(v.strs))
	for _, s := range v.strs {
		b = s.append(b)
	}
	b = appendInt(b, len(v.arrs))
	for _, s := range v.arrs {
		b = c.array(s).append(b)
	}
	b = appendInt(b, len(v.objs))
	for _, s := range v.objs {
		b = c.object(s).append(b)
	}
	c.key = b
	return b
}

func (s *strSpec) append(b []byte) []byte {
	if s.finite {
		return appendTexts(append(b, 'f'), s.lits)
	}
	b = appendInt(append(b, 's'), int(s.lang))
	b = appendInt(appendInt(b, s.min), s.max)
	return appendTexts(b, s.not)
}

func (e *elem) append(b []byte) []byte {
	b = appendInt(appendInt(b, int(e.set)), len(e.hits))
	for _, h := range e.hits {
		b = append(appendInt(b, int(h.set)), h.flags)
	}
	return b
}

func (a *array) append(b []byte) []byte {
	b = appendInt(appendInt(b, a.spec.min), a.spec.max)
	b = appendInt(b, len(a.fixed))
	for i := range a.fixed {
		b = a.fixed[i].append(b)
	}
	b = a.tail.append(b)
	b = appendInt(b, len(a.spec.contains))
	for _, x := range a.spec.contains {
		b = appendInt(appendInt(b, x.min), x.max)
	}
	if a.unique {
		b = append(b, 'u')
	}
	return b
}

func (o *object) append(b []byte) []byte {
	b = appendInt(appendInt(b, o.spec.min), o.spec.max)
	b = append(appendInt(b, len(o.props)), o.flags)
	for i := range o.props {
		p := &o.props[i]
		b = appendText(b, p.name)
		if p.required {
			b = append(b, '!')
		}
		b = p.elem.append(b)
	}
	b = appendInt(b, len(o.classes))
	for i := range o.classes {
		b = o.classes[i].elem.append(appendInt(b, int(o.classes[i].lang)))
	}
	return b
}
