package schema

import (
	"fmt"
	"slices"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/number"
	"github.com/shortleash/shortleash/grammar/internal/regex"
)

// maxClasses bounds the classes of names of one object.
const maxClasses = 64

// classesOf works out the members of o that its schema does not name. It cuts all names along every
// pattern, so that all names of a class are treated alike.
func (c *compiler) classesOf(o *Object, names []*StringSpec) error {
	s := o.Spec
	c.meter.For("patternProperties")
	cuts, err := c.cuts(s, names)
	if err != nil {
		return err
	}
	classes := []regex.Expr{regex.All}
	for _, cut := range cuts {
		if classes, err = c.cutAlong(s, classes, cut); err != nil {
			return err
		}
	}
	allowed := c.unionOf(names)
	o.Covers = true
	for _, lang := range classes {
		if in, err := c.classLiesIn(s, lang, allowed); err != nil || !in {
			if err != nil {
				return err
			}
			o.Covers = false
			continue
		}
		if err := c.addClass(o, lang); err != nil {
			return err
		}
	}
	c.finishClasses(o)
	return c.enoughNames(o)
}

// cuts returns the languages along which names differ.
func (c *compiler) cuts(s *ObjectSpec, names []*StringSpec) ([]regex.Expr, error) {
	var cuts []regex.Expr
	known := map[regex.Expr]bool{regex.All: true, regex.Nothing: true}
	add := func(e regex.Expr) {
		if !known[e] {
			known[e], cuts = true, append(cuts, e)
		}
	}
	for _, l := range s.layers {
		for _, p := range l.pats {
			add(p.lang)
		}
	}
	for _, x := range s.mustMatch {
		add(x.lang)
	}
	add(c.unionOf(names))
	return cuts, nil
}

// unionOf returns the union of strs.
func (c *compiler) unionOf(strs []*StringSpec) regex.Expr {
	if len(strs) == 1 && strs[0].Universal() {
		return regex.All
	}
	e := regex.Nothing
	for _, s := range strs {
		e = c.Languages.or(e, c.language(s))
	}
	return e
}

func (c *compiler) cutAlong(s *ObjectSpec, classes []regex.Expr, cut regex.Expr) ([]regex.Expr, error) {
	alive := func(e regex.Expr) (bool, error) {
		is, err := c.Languages.alive(e, 0, number.Unbounded)
		if err != nil {
			err = &jsontext.Error{Pointer: s.At.Pointer(), Keyword: "patternProperties", Err: err}
		}
		return is, err
	}
	var out []regex.Expr
	for _, e := range classes {
		inside, outside := c.Languages.and(e, cut), c.Languages.and(e, c.Languages.not(cut))
		within, err := alive(inside)
		if err != nil {
			return nil, err
		}
		if !within { // e is not cut, and stays as short as it is
			out = append(out, e)
			continue
		}
		out = append(out, inside)
		across, err := alive(outside)
		if err != nil {
			return nil, err
		}
		if across {
			out = append(out, outside)
		}
	}
	if len(out) > maxClasses {
		err := fmt.Errorf("%w: the patterns of member names overlap in more than %d ways", jsontext.ErrBudget, maxClasses)
		return nil, &jsontext.Error{Pointer: s.At.Pointer(), Keyword: "patternProperties", Err: err}
	}
	return out, nil
}

// classLiesIn reports whether the class lang lies within outer; it lies in or out, never across.
func (c *compiler) classLiesIn(s *ObjectSpec, lang, outer regex.Expr) (bool, error) {
	switch outer {
	case regex.All:
		return true, nil
	case regex.Nothing:
		return false, nil
	}
	if lang == regex.All {
		return false, nil // nothing was cut, so outer is empty
	}
	in, err := c.Languages.alive(c.Languages.and(lang, outer), 0, number.Unbounded)
	if err != nil {
		return false, &jsontext.Error{Pointer: s.At.Pointer(), Err: err}
	}
	return in, nil
}

func (c *compiler) addClass(o *Object, lang regex.Expr) error {
	s := o.Spec
	var lits []literal
	for _, l := range s.layers {
		said := false
		for _, p := range l.pats {
			in, err := c.classLiesIn(s, lang, p.lang)
			if err != nil {
				return err
			}
			if in {
				said = true
				lits = append(lits, p.lit)
			}
		}
		if !said {
			lits = append(lits, l.rest)
		}
	}
	var failed error
	e := c.withDemands(s, lits, func(x requiredMatch) bool {
		in, err := c.classLiesIn(s, lang, x.lang)
		if err != nil {
			failed = err
		}
		return in
	})
	if failed != nil || e.Set == noneSet {
		o.Covers = false
		return failed
	}
	for i := range o.Classes {
		if k := &o.Classes[i]; k.Set == e.Set && slices.Equal(k.Variants, e.Variants) {
			k.Language = c.Languages.or(k.Language, lang)
			return nil
		}
	}
	o.Classes = append(o.Classes, NameClass{Language: lang, Slot: e})
	return nil
}

// finishClasses removes the known names from the classes, and makes optional members of classes with few
// names.
func (c *compiler) finishClasses(o *Object) {
	known := len(o.Properties)
	classes := o.Classes
	o.Classes = nil
	for _, k := range classes {
		if k.Language == regex.All {
			o.Classes = append(o.Classes, k)
			continue
		}
		var own []string
		c.meter.Step(2 * known)
		for i := range known {
			if c.Languages.match(k.Language, o.Properties[i].Name) {
				own = append(own, o.Properties[i].Name)
			}
		}
		if own != nil {
			slices.Sort(own)
			k.Language = c.Languages.and(k.Language, c.Languages.not(c.Languages.words(own)))
		}
		if few, ok := c.Languages.finite(k.Language); ok {
			for _, name := range few {
				o.Properties = append(o.Properties, Property{Name: name, Slot: k.Slot})
			}
			continue
		}
		o.Classes = append(o.Classes, k)
	}
}

// automata makes the automata of all classes.
func (c *compiler) automata() error {
	for _, o := range c.Objects[1:] {
		for i := range o.Classes {
			k := &o.Classes[i]
			if k.Language == regex.All {
				continue
			}
			c.meter.Enter(o.Spec.At, "patternProperties")
			var err error
			if k.DFA, err = c.DFAOf(k.Language); err != nil {
				return &jsontext.Error{Pointer: o.Spec.At.Pointer(), Keyword: "patternProperties", Err: err}
			}
		}
	}
	return nil
}

// UnknownName is a name that no schema uses.
const UnknownName = "\U0010ffff\U0010fffe"
