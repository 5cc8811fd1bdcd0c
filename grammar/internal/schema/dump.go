package schema

import (
	"fmt"
	"strings"

	"github.com/shortleash/shortleash/grammar/internal/number"
	"github.com/shortleash/shortleash/grammar/internal/regex"
)

// String returns a dump of c: every set that is reached, with its values and the bytes of its shortest
// document. Sets are named by their numbers.
func (c *Compiled) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "root %d\n", c.Root)
	for _, id := range c.Reached {
		c.writeSet(&b, id)
	}
	return b.String()
}

func (c *Compiled) writeSet(b *strings.Builder, id SetID) {
	v := c.Values[id]
	if c.Cost[id] == number.Unbounded {
		fmt.Fprintf(b, "\nset %d, without a document\n", id)
	} else {
		fmt.Fprintf(b, "\nset %d, of %d bytes at least\n", id, c.Cost[id])
	}
	if v.Everything() {
		b.WriteString("  anything\n")
		return
	}
	for _, x := range []struct {
		is   bool
		name string
	}{{v.HasNull, "null"}, {v.HasFalse, "false"}, {v.HasTrue, "true"}} {
		if x.is {
			b.WriteString("  " + x.name + "\n")
		}
	}
	for _, s := range v.Numbers {
		fmt.Fprintf(b, "  %s%s\n", s, place(s.At.Pointer()))
	}
	for _, s := range v.Strings {
		fmt.Fprintf(b, "  %s%s\n", s, place(s.At.Pointer()))
	}
	for _, s := range v.Arrays {
		c.ArrayOf(s).write(b)
	}
	for _, s := range v.Objects {
		c.ObjectOf(s).write(b)
	}
}

// place says where in the schema something stands; the root needs no word.
func place(pointer string) string {
	if pointer == "" {
		return ""
	}
	return "  (" + pointer + ")"
}

func (a *Array) write(b *strings.Builder) {
	fmt.Fprintf(b, "  arr%s", bounds(a.Spec.Min, a.Spec.Max))
	if a.Unique {
		b.WriteString(" unique")
	}
	b.WriteString(place(a.Spec.At.Pointer()) + "\n")
	for k, x := range a.Spec.Contains {
		fmt.Fprintf(b, "    demand %d%s from item %d\n", k, bounds(x.min, x.max), x.from)
	}
	for i := range min(len(a.Fixed), a.Spec.Max) {
		fmt.Fprintf(b, "    item %d: %s\n", i, &a.Fixed[i])
	}
	if len(a.Fixed) < a.Spec.Max {
		fmt.Fprintf(b, "    items: %s\n", &a.Tail)
	}
}

func (o *Object) write(b *strings.Builder) {
	fmt.Fprintf(b, "  obj%s%s\n", bounds(o.Spec.Min, o.Spec.Max), place(o.Spec.At.Pointer()))
	if o.Demands != 0 {
		fmt.Fprintf(b, "    demands %b\n", o.Demands)
	}
	for i := range o.Properties {
		p := &o.Properties[i]
		mark := "?"
		if p.Required {
			mark = ""
		}
		fmt.Fprintf(b, "    %q%s: %s\n", p.Name, mark, &p.Slot)
	}
	for i := range o.Classes {
		names := "other names"
		if o.Classes[i].Language != regex.All {
			names = "names of a pattern"
		}
		fmt.Fprintf(b, "    %s: %s\n", names, &o.Classes[i].Slot)
	}
}

// String returns the set of s, and its variants with the demands that they meet.
func (s *Slot) String() string {
	out := fmt.Sprintf("set %d", s.Set)
	for _, v := range s.Variants {
		out += fmt.Sprintf(", or set %d for demands %b", v.Set, v.Demands)
	}
	return out
}

func bounds(least, most int) string {
	switch {
	case least == 0 && most == number.Unbounded:
		return ""
	case most == number.Unbounded:
		return fmt.Sprintf("[%d..]", least)
	}
	return fmt.Sprintf("[%d..%d]", least, most)
}
