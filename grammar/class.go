package grammar

import (
	"fmt"
	"slices"

	"github.com/shortleash/shortleash/grammar/internal/regex"
)

// maxClasses bounds into how many classes the names of one object fall.
const maxClasses = 64

// classesOf works out what the members that o does not know by name may be: it cuts all names along
// every pattern, so that within a class all names are treated alike.
func (c *compiler) classesOf(o *object, names []*strSpec) error {
	s := o.spec
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
	allowed := c.languageOf(names)
	for _, lang := range classes {
		if in, err := c.within(s, lang, allowed); err != nil || !in {
			if err != nil {
				return err
			}
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
func (c *compiler) cuts(s *objSpec, names []*strSpec) ([]regex.Expr, error) {
	var cuts []regex.Expr
	for _, l := range s.layers {
		for _, p := range l.pats {
			cuts = unite(cuts, []regex.Expr{p.lang})
		}
	}
	for _, x := range s.some {
		cuts = unite(cuts, []regex.Expr{x.lang})
	}
	if e := c.languageOf(names); e != regex.All {
		cuts = unite(cuts, []regex.Expr{e})
	}
	return slices.DeleteFunc(cuts, func(e regex.Expr) bool { return e == regex.All || e == regex.Nothing }), nil
}

// languageOf returns the union of strs.
func (c *compiler) languageOf(strs []*strSpec) regex.Expr {
	if len(strs) == 1 && strs[0].universal() {
		return regex.All
	}
	e := regex.Nothing
	for _, s := range strs {
		e = c.langs.or(e, c.language(s))
	}
	return e
}

func (c *compiler) cutAlong(s *objSpec, classes []regex.Expr, cut regex.Expr) ([]regex.Expr, error) {
	var out []regex.Expr
	for _, e := range classes {
		for _, piece := range [2]regex.Expr{c.langs.and(e, cut), c.langs.and(e, c.langs.not(cut))} {
			alive, err := c.langs.alive(piece, 0, endless)
			if err != nil {
				return nil, &CompileError{Pointer: s.at.pointer(), Keyword: "patternProperties", Err: err}
			}
			if alive {
				out = append(out, piece)
			}
		}
	}
	if len(out) > maxClasses {
		err := fmt.Errorf("%w: the patterns of member names overlap in more than %d ways", ErrBudget, maxClasses)
		return nil, &CompileError{Pointer: s.at.pointer(), Keyword: "patternProperties", Err: err}
	}
	return out, nil
}

// within reports whether the class lang lies within outer; it lies in or out, never across.
func (c *compiler) within(s *objSpec, lang, outer regex.Expr) (bool, error) {
	switch outer {
	case regex.All:
		return true, nil
	case regex.Nothing:
		return false, nil
	}
	if lang == regex.All {
		return false, nil // nothing was cut, so outer is empty
	}
	in, err := c.langs.alive(c.langs.and(lang, outer), 0, endless)
	if err != nil {
		return false, &CompileError{Pointer: s.at.pointer(), Err: err}
	}
	return in, nil
}

func (c *compiler) addClass(o *object, lang regex.Expr) error {
	s := o.spec
	var lits []literal
	for _, l := range s.layers {
		said := false
		for _, p := range l.pats {
			in, err := c.within(s, lang, p.lang)
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
	e := c.withDemands(s, lits, func(x someone) bool {
		in, err := c.within(s, lang, x.lang)
		if err != nil {
			failed = err
		}
		return in
	})
	if failed != nil || e.set == noneSet {
		return failed
	}
	for i := range o.classes {
		if k := &o.classes[i]; k.set == e.set && slices.Equal(k.hits, e.hits) {
			k.lang = c.langs.or(k.lang, lang)
			return nil
		}
	}
	o.classes = append(o.classes, nameClass{lang: lang, elem: e})
	return nil
}

// finishClasses takes the known names out of the classes, and turns classes of few names into
// optional members.
func (c *compiler) finishClasses(o *object) {
	known := len(o.props)
	classes := o.classes
	o.classes = nil
	for _, k := range classes {
		if k.lang == regex.All {
			o.classes = append(o.classes, k)
			continue
		}
		var own []string
		for i := range known {
			if c.langs.match(k.lang, o.props[i].name) {
				own = append(own, o.props[i].name)
			}
		}
		if own != nil {
			slices.Sort(own)
			k.lang = c.langs.and(k.lang, c.langs.not(c.langs.words(own)))
		}
		if few, ok := c.langs.finite(k.lang); ok {
			for _, name := range few {
				o.props = append(o.props, property{name: name, elem: k.elem})
			}
			continue
		}
		o.classes = append(o.classes, k)
	}
}

// automata makes the automata of all classes.
func (c *compiler) automata() error {
	for _, o := range c.objs[1:] {
		for i := range o.classes {
			k := &o.classes[i]
			if k.lang == regex.All {
				continue
			}
			var err error
			if k.dfa, err = c.dfaOf(k.lang); err != nil {
				return &CompileError{Pointer: o.spec.at.pointer(), Keyword: "patternProperties", Err: err}
			}
		}
	}
	return nil
}

// stranger is a name that no schema has in mind.
const stranger = "\U0010ffff\U0010fffe"

// dfaOf returns the automaton of e. Making one builds nothing in the space but its first state.
func (c *compiled) dfaOf(e regex.Expr) (*regex.DFA, error) {
	if d, ok := c.dfas[e]; ok {
		return d, nil
	}
	d, err := c.langs.ready().NewDFA(e, c.langs.budget)
	if err != nil {
		return nil, err
	}
	if c.dfas == nil {
		c.dfas = map[regex.Expr]*regex.DFA{}
	}
	c.dfas[e] = d
	return d, nil
}
