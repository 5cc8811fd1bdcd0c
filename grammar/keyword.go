package grammar

import (
	"fmt"
	"math/big"
	"strconv"

	"github.com/shortleash/shortleash/grammar/internal/regex"
)

func (r *nodeReader) readString(keyword string, v *tree) error {
	if r.n.str == nil {
		r.n.str = &strSpec{lang: regex.All, max: endless, at: r.t}
	}
	s := r.n.str
	var err error
	switch keyword {
	case "minLength":
		s.min, err = r.count(keyword, v)
		return err
	case "maxLength":
		var most int
		most, err = r.count(keyword, v)
		s.max = min(s.max, most) // a format may have a limit of its own
		return err
	}
	if v.kind != treeString {
		return r.malformed(keyword, "not a string")
	}
	if keyword == "format" {
		return r.readFormat(v.text)
	}
	e, err := r.c.langs.pattern(v.text)
	if err != nil {
		return r.c.gap(r.t, keyword, err)
	}
	s.lang = r.c.langs.and(s.lang, e)
	return nil
}

// readFormat reads the formats of strings, and those of numbers that API descriptions use.
func (r *nodeReader) readFormat(name string) error {
	switch name {
	case "int32":
		return r.within(-1<<31, 1<<31-1)
	case "int64":
		return r.within(-1<<63, 1<<63-1)
	case "float", "double", "password", "binary":
		return nil // how to store or show it, not what it is
	case "hostname", "idn-hostname", "idn-email", "regex":
		return r.c.unsupported(r.t, "format", strconv.Quote(name))
	}
	e, most, err := r.c.langs.format(name)
	if err != nil { // no draft defines it, so it asserts nothing
		r.c.gaps = append(r.c.gaps, Gap{Pointer: r.t.pointer(), Keyword: "format", Why: strconv.Quote(name) + ": no draft defines it"})
		return nil
	}
	r.n.str.lang = r.c.langs.and(r.n.str.lang, e)
	if most >= 0 {
		r.n.str.max = min(r.n.str.max, most)
	}
	return nil
}

func (r *nodeReader) within(lo, hi int64) error {
	if r.n.num == nil {
		r.n.num = &numSpec{at: r.t}
	}
	r.n.num.tightenLo(new(big.Rat).SetInt64(lo), false)
	r.n.num.tightenHi(new(big.Rat).SetInt64(hi), false)
	return nil
}

func (r *nodeReader) arr() *arrSpec {
	if r.n.arr == nil {
		r.n.arr = &arrSpec{max: endless, at: r.t}
	}
	return r.n.arr
}

// readItems reads items, prefixItems and additionalItems at once, when it meets the first of them:
// before 2020-12, a list under "items" was the prefix.
func (r *nodeReader) readItems(_ string, _ *tree) error {
	s := r.arr()
	if len(s.layers) > 0 {
		return nil
	}
	layer := &arrLayer{rest: anything, restFrom: -1}
	s.layers = append(s.layers, layer)
	prefix, rest := r.t.get("prefixItems"), r.t.get("items")
	if rest != nil && rest.kind == treeArray {
		if prefix != nil {
			return r.malformed("items", "a list beside prefixItems")
		}
		prefix, rest = rest, r.t.get("additionalItems")
	}
	var err error
	if prefix != nil {
		if layer.prefix, err = r.list("prefixItems", prefix); err != nil {
			return err
		}
		layer.restFrom = len(layer.prefix)
	}
	if rest != nil {
		layer.rest, err = r.c.literalAt(rest)
		layer.restFrom = endless
	}
	return err
}

// list reads a list of schemas.
func (r *nodeReader) list(keyword string, v *tree) ([]literal, error) {
	if v.kind != treeArray {
		return nil, r.malformed(keyword, "not a list")
	}
	out := make([]literal, len(v.members))
	for i, m := range v.members {
		l, err := r.c.literalAt(m.value)
		if err != nil {
			return nil, err
		}
		out[i] = l
	}
	return out, nil
}

func (r *nodeReader) readArray(keyword string, v *tree) (err error) {
	s := r.arr()
	switch keyword {
	case "minItems":
		s.min, err = r.count(keyword, v)
	case "maxItems":
		s.max, err = r.count(keyword, v)
	case "uniqueItems":
		s.unique = v.kind == treeTrue
		if v.kind != treeTrue && v.kind != treeFalse {
			return r.malformed(keyword, "not a boolean")
		}
	case "contains":
		some := containing{min: 1, max: endless}
		if some.lit, err = r.c.literalAt(v); err != nil {
			return err
		}
		if least := r.t.get("minContains"); least != nil {
			if some.min, err = r.count("minContains", least); err != nil {
				return err
			}
		}
		if most := r.t.get("maxContains"); most != nil {
			some.max, err = r.count("maxContains", most)
		}
		s.contains = append(s.contains, some)
	}
	return err
}

func (r *nodeReader) obj() *objSpec {
	if r.n.obj == nil {
		r.n.obj = &objSpec{max: endless, at: r.t}
	}
	return r.n.obj
}

// readMembers reads properties, patternProperties and additionalProperties at once.
func (r *nodeReader) readMembers(_ string, _ *tree) error {
	s := r.obj()
	if len(s.layers) > 0 {
		return nil
	}
	layer := &objLayer{at: r.t}
	s.layers = append(s.layers, layer)
	if v := r.t.get("properties"); v != nil {
		if v.kind != treeObject {
			return r.malformed("properties", "not an object")
		}
		layer.props = make([]objProp, len(v.members))
		for i, m := range v.members {
			l, err := r.c.literalAt(m.value)
			if err != nil {
				return err
			}
			layer.props[i] = objProp{m.name, l}
		}
	}
	if v := r.t.get("patternProperties"); v != nil {
		if v.kind != treeObject {
			return r.malformed("patternProperties", "not an object")
		}
		for _, m := range v.members {
			if err := r.memberPattern(layer, m); err != nil {
				return err
			}
		}
	}
	if v := r.t.get("additionalProperties"); v != nil {
		l, err := r.c.literalAt(v)
		layer.rest, layer.closes = l, true
		return err
	}
	return nil
}

func (r *nodeReader) memberPattern(layer *objLayer, m member) error {
	e, err := r.c.langs.pattern(m.name)
	if err != nil {
		if gap := r.c.gap(r.t, "patternProperties", err); gap != nil {
			return gap
		}
		return nil
	}
	l, err := r.c.literalAt(m.value)
	layer.pats = append(layer.pats, objPat{e, l})
	return err
}

func (r *nodeReader) readObject(keyword string, v *tree) (err error) {
	switch keyword {
	case "required":
		if v.kind == treeTrue || v.kind == treeFalse {
			return nil // draft-03, where a property said it of itself: nothing by draft-04
		}
		names, err := r.names(keyword, v)
		r.obj().required = names
		return err
	case "minProperties":
		r.obj().min, err = r.count(keyword, v)
	case "maxProperties":
		r.obj().max, err = r.count(keyword, v)
	case "propertyNames":
		var l literal
		l, err = r.c.literalAt(v)
		r.obj().names = append(r.obj().names, l)
	}
	return err
}

func (r *nodeReader) names(keyword string, v *tree) ([]string, error) {
	if v.kind != treeArray {
		return nil, r.malformed(keyword, "not a list of names")
	}
	names := make([]string, len(v.members))
	for i, m := range v.members {
		if m.value.kind != treeString {
			return nil, r.malformed(keyword, "a name is a string")
		}
		names[i] = m.value.text
	}
	return names, nil
}

func (r *nodeReader) readDependent(keyword string, v *tree) error {
	if v.kind != treeObject {
		return r.malformed(keyword, "not an object")
	}
	for _, m := range v.members {
		x := ifThen{has: m.name, then: anything, other: anything}
		var err error
		if m.value.kind == treeArray && keyword != "dependentSchemas" {
			x.need, err = r.names(keyword, m.value)
		} else {
			x.then, err = r.c.literalAt(m.value)
		}
		if err != nil {
			return err
		}
		r.n.cases = append(r.n.cases, x)
	}
	return nil
}

func (r *nodeReader) reference(keyword string, v *tree) error {
	if v.kind != treeString {
		return r.malformed(keyword, "not a string")
	}
	if r.c.registry == nil {
		r.c.registry = newRegistry(r.c.document, r.c.legacyIDs)
	}
	if keyword == "$recursiveRef" {
		return r.c.unsupported(r.t, keyword, "it belongs to draft 2019-09 only")
	}
	target, err := r.c.registry.resolve(r.t, v.text)
	if err != nil {
		return r.c.unsupported(r.t, keyword, fmt.Sprintf("%s: %v", v.text, err))
	}
	if keyword == "$dynamicRef" {
		if a := target.get("$dynamicAnchor"); a != nil && r.c.registry.dynamic[a.text] > 1 {
			return r.c.unsupported(r.t, keyword, "it has more than one possible target")
		}
	}
	l, err := r.c.literalAt(target)
	r.n.all = append(r.n.all, l)
	return err
}

func (r *nodeReader) readCombination(keyword string, v *tree) (err error) {
	switch keyword {
	case "not":
		l, err := r.c.literalAt(v)
		r.n.all = append(r.n.all, negated(l))
		return err
	case "if":
		x := ifThen{then: anything, other: anything}
		if x.when, err = r.c.literalAt(v); err != nil {
			return err
		}
		if then := r.t.get("then"); then != nil {
			if x.then, err = r.c.literalAt(then); err != nil {
				return err
			}
		}
		if other := r.t.get("else"); other != nil {
			x.other, err = r.c.literalAt(other)
		}
		r.n.cases = append(r.n.cases, x)
		return err
	}
	branches, err := r.list(keyword, v)
	if err == nil && len(branches) == 0 {
		return r.malformed(keyword, "no branch")
	}
	switch keyword {
	case "allOf":
		r.n.all = append(r.n.all, branches...)
	case "anyOf":
		r.n.any = append(r.n.any, branches)
	case "oneOf":
		r.n.one = branches
	}
	return err
}

func (r *nodeReader) readUnevaluated(keyword string, v *tree) error {
	l, err := r.c.literalAt(v)
	r.n.open = append(r.n.open, unevald{items: keyword == "unevaluatedItems", lit: l})
	return err
}
