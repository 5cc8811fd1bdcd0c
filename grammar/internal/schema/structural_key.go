package schema

import "encoding/binary"

// The structural key of a value is a text: equal keys mean equal sets. Children are written as the numbers
// of the first set that is the same, so keys are made from the leaves up. Two recursive schemas may be
// equal although their keys differ.

func appendInt(b []byte, n int) []byte { return binary.AppendVarint(b, int64(n)) }

func appendText(b []byte, s string) []byte { return append(appendInt(b, len(s)), s...) }

func appendTexts(b []byte, list []string) []byte {
	b = appendInt(b, len(list))
	for _, s := range list {
		b = appendText(b, s)
	}
	return b
}

func (c *compiler) appendValue(b []byte, v *Value) []byte {
	for _, is := range [...]bool{v.HasNull, v.HasFalse, v.HasTrue} {
		if is {
			b = append(b, 1)
		} else {
			b = append(b, 0)
		}
	}
	b = appendInt(b, len(v.Numbers))
	for _, s := range v.Numbers {
		if s.Free() {
			b = append(b, '*')
			continue
		}
		b = appendText(b, s.String())
	}
	b = appendInt(b, len(v.Strings))
	for _, s := range v.Strings {
		b = s.append(b)
	}
	b = appendInt(b, len(v.Arrays))
	for _, s := range v.Arrays {
		b = c.ArrayOf(s).append(b)
	}
	b = appendInt(b, len(v.Objects))
	for _, s := range v.Objects {
		b = c.ObjectOf(s).append(b)
	}
	c.key = b
	return b
}

func (s *StringSpec) append(b []byte) []byte {
	if s.Finite {
		return appendTexts(append(b, 'f'), s.List)
	}
	b = appendInt(append(b, 's'), int(s.Language))
	b = appendInt(appendInt(b, s.Min), s.Max)
	return appendTexts(b, s.Except)
}

func (e *Slot) append(b []byte) []byte {
	b = appendInt(appendInt(b, int(e.Set)), len(e.Variants))
	for _, h := range e.Variants {
		b = append(appendInt(b, int(h.Set)), h.Demands)
	}
	return b
}

func (a *Array) append(b []byte) []byte {
	b = appendInt(appendInt(b, a.Spec.Min), a.Spec.Max)
	b = appendInt(b, len(a.Fixed))
	for i := range a.Fixed {
		b = a.Fixed[i].append(b)
	}
	b = a.Tail.append(b)
	b = appendInt(b, len(a.Spec.Contains))
	for _, x := range a.Spec.Contains {
		b = appendInt(appendInt(b, x.min), x.max)
	}
	if a.Unique {
		b = append(b, 'u')
	}
	return b
}

func (o *Object) append(b []byte) []byte {
	b = appendInt(appendInt(b, o.Spec.Min), o.Spec.Max)
	b = append(appendInt(b, len(o.Properties)), o.Demands)
	for i := range o.Properties {
		p := &o.Properties[i]
		b = appendText(b, p.Name)
		if p.Required {
			b = append(b, '!')
		}
		b = p.Slot.append(b)
	}
	b = appendInt(b, len(o.Classes))
	for i := range o.Classes {
		b = o.Classes[i].Slot.append(appendInt(b, int(o.Classes[i].Language)))
	}
	return b
}
