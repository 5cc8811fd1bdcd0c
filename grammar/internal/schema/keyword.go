package schema

import (
	"errors"
	"fmt"
	"math/big"
	"strconv"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/number"
)

func (r *nodeReader) readString(keyword string, v *jsontext.Tree) error {
	if r.n.str == nil {
		r.n.str = anyString(r.t)
	}
	s := r.n.str
	var err error
	switch keyword {
	case "minLength":
		s.Min, err = r.count(keyword, v)
		return err
	case "maxLength":
		var most int
		most, err = r.count(keyword, v)
		s.Max = min(s.Max, most) // a format may have a limit of its own
		return err
	}
	if v.Kind != jsontext.String {
		return r.malformed(keyword, "not a string")
	}
	if keyword == "format" {
		return r.readFormat(v.Text)
	}
	e, err := r.c.Languages.pattern(v.Text)
	if err != nil {
		return r.c.gap(r.t, keyword, err)
	}
	s.Language = r.c.Languages.and(s.Language, e)
	return nil
}

// readFormat reads the formats of strings, and those of numbers that API descriptions use.
func (r *nodeReader) readFormat(name string) error {
	switch name {
	case "int32":
		return r.boundTo(-1<<31, 1<<31-1)
	case "int64":
		return r.boundTo(-1<<63, 1<<63-1)
	case "float", "double", "password", "binary":
		return nil // how to store or show it, not what it is
	case "hostname", "idn-hostname", "idn-email", "regex":
		return r.c.unsupported(r.t, "format", strconv.Quote(name))
	}
	e, most, err := r.c.Languages.format(name)
	if err != nil { // no draft defines it, so it asserts nothing
		r.c.Gaps = append(r.c.Gaps, Gap{Pointer: r.t.Pointer(), Keyword: "format", Why: strconv.Quote(name) + ": no draft defines it"})
		return nil
	}
	r.n.str.Language = r.c.Languages.and(r.n.str.Language, e)
	if most >= 0 {
		r.n.str.Max = min(r.n.str.Max, most)
	}
	return nil
}

func (r *nodeReader) boundTo(lo, hi int64) error {
	if r.n.num == nil {
		r.n.num = &number.Spec{At: r.t}
	}
	r.n.num.TightenLo(new(big.Rat).SetInt64(lo), false)
	r.n.num.TightenHi(new(big.Rat).SetInt64(hi), false)
	return nil
}

func (r *nodeReader) arr() *ArraySpec {
	if r.n.arr == nil {
		r.n.arr = &ArraySpec{Max: number.Unbounded, At: r.t}
	}
	return r.n.arr
}

// readItems reads items, prefixItems and additionalItems at once, when it meets the first of them:
// before 2020-12, a list under "items" was the prefix.
func (r *nodeReader) readItems(_ string, _ *jsontext.Tree) error {
	s := r.arr()
	if len(s.layers) > 0 {
		return nil
	}
	layer := &arrayLayer{rest: anything, restFrom: -1}
	s.layers = append(s.layers, layer)
	prefix, rest := r.t.Lookup("prefixItems"), r.t.Lookup("items")
	if rest != nil && rest.Kind == jsontext.Array {
		if prefix != nil {
			return r.malformed("items", "a list beside prefixItems")
		}
		prefix, rest = rest, r.t.Lookup("additionalItems")
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
		layer.restFrom = number.Unbounded
	}
	return err
}

// list reads a list of schemas.
func (r *nodeReader) list(keyword string, v *jsontext.Tree) ([]literal, error) {
	if v.Kind != jsontext.Array {
		return nil, r.malformed(keyword, "not a list")
	}
	out := make([]literal, len(v.Members))
	for i, m := range v.Members {
		l, err := r.c.literalAt(m.Value)
		if err != nil {
			return nil, err
		}
		out[i] = l
	}
	return out, nil
}

func (r *nodeReader) readArray(keyword string, v *jsontext.Tree) (err error) {
	s := r.arr()
	switch keyword {
	case "minItems":
		s.Min, err = r.count(keyword, v)
	case "maxItems":
		s.Max, err = r.count(keyword, v)
	case "uniqueItems":
		s.Unique = v.Kind == jsontext.True
		if v.Kind != jsontext.True && v.Kind != jsontext.False {
			return r.malformed(keyword, "not a boolean")
		}
	case "contains":
		some := containsRule{min: 1, max: number.Unbounded}
		if some.lit, err = r.c.literalAt(v); err != nil {
			return err
		}
		if least := r.t.Lookup("minContains"); least != nil {
			if some.min, err = r.count("minContains", least); err != nil {
				return err
			}
		}
		if most := r.t.Lookup("maxContains"); most != nil {
			some.max, err = r.count("maxContains", most)
		}
		s.Contains = append(s.Contains, some)
	}
	return err
}

func (r *nodeReader) obj() *ObjectSpec {
	if r.n.obj == nil {
		r.n.obj = &ObjectSpec{Max: number.Unbounded, At: r.t}
	}
	return r.n.obj
}

// readMembers reads properties, patternProperties and additionalProperties at once.
func (r *nodeReader) readMembers(_ string, _ *jsontext.Tree) error {
	s := r.obj()
	if len(s.layers) > 0 {
		return nil
	}
	layer := &objectLayer{at: r.t}
	s.layers = append(s.layers, layer)
	if v := r.t.Lookup("properties"); v != nil {
		if v.Kind != jsontext.Object {
			return r.malformed("properties", "not an object")
		}
		layer.props = make([]layerProperty, len(v.Members))
		for i, m := range v.Members {
			l, err := r.c.literalAt(m.Value)
			if err != nil {
				return err
			}
			layer.props[i] = layerProperty{m.Name, l}
		}
	}
	if v := r.t.Lookup("patternProperties"); v != nil {
		if v.Kind != jsontext.Object {
			return r.malformed("patternProperties", "not an object")
		}
		for _, m := range v.Members {
			if err := r.memberPattern(layer, m); err != nil {
				return err
			}
		}
	}
	if v := r.t.Lookup("additionalProperties"); v != nil {
		l, err := r.c.literalAt(v)
		layer.rest, layer.closes = l, true
		return err
	}
	return nil
}

func (r *nodeReader) memberPattern(layer *objectLayer, m jsontext.Member) error {
	e, err := r.c.Languages.pattern(m.Name)
	if err != nil {
		if gap := r.c.gap(r.t, "patternProperties", err); gap != nil {
			return gap
		}
		return nil
	}
	l, err := r.c.literalAt(m.Value)
	layer.pats = append(layer.pats, layerPattern{e, l})
	return err
}

func (r *nodeReader) readObject(keyword string, v *jsontext.Tree) (err error) {
	switch keyword {
	case "required":
		if v.Kind == jsontext.True || v.Kind == jsontext.False {
			return nil // draft-03, where a property said it of itself: nothing by draft-04
		}
		names, err := r.names(keyword, v)
		r.obj().required = names
		return err
	case "minProperties":
		r.obj().Min, err = r.count(keyword, v)
	case "maxProperties":
		r.obj().Max, err = r.count(keyword, v)
	case "propertyNames":
		var l literal
		l, err = r.c.literalAt(v)
		r.obj().names = append(r.obj().names, l)
	}
	return err
}

func (r *nodeReader) names(keyword string, v *jsontext.Tree) ([]string, error) {
	if v.Kind != jsontext.Array {
		return nil, r.malformed(keyword, "not a list of names")
	}
	names := make([]string, len(v.Members))
	for i, m := range v.Members {
		if m.Value.Kind != jsontext.String {
			return nil, r.malformed(keyword, "a name is a string")
		}
		names[i] = m.Value.Text
	}
	return names, nil
}

func (r *nodeReader) readDependent(keyword string, v *jsontext.Tree) error {
	if v.Kind != jsontext.Object {
		return r.malformed(keyword, "not an object")
	}
	for _, m := range v.Members {
		x := conditional{testsName: true, has: m.Name, then: anything, other: anything}
		var err error
		if m.Value.Kind == jsontext.Array && keyword != "dependentSchemas" {
			x.need, err = r.names(keyword, m.Value)
		} else {
			x.then, err = r.c.literalAt(m.Value)
		}
		if err != nil {
			return err
		}
		r.n.conditionals = append(r.n.conditionals, x)
	}
	return nil
}

// referenceSteps is what it takes to find what a reference points to.
const referenceSteps = 50

func (r *nodeReader) reference(keyword string, v *jsontext.Tree) error {
	if v.Kind != jsontext.String {
		return r.malformed(keyword, "not a string")
	}
	if r.c.registry == nil {
		r.c.registry = newRegistry(r.c)
	}
	if keyword == "$recursiveRef" {
		return r.c.unsupported(r.t, keyword, "it belongs to draft 2019-09 only")
	}
	r.c.meter.Step(referenceSteps)
	target, err := r.c.registry.resolve(r.t, v.Text)
	if _, inResource := errors.AsType[*jsontext.Error](err); inResource {
		return err
	}
	if _, ok := errors.AsType[missing](err); ok {
		return r.c.unsupported(r.t, keyword, err.Error())
	}
	if err != nil {
		return r.c.unsupported(r.t, keyword, fmt.Sprintf("%s: %v", v.Text, err))
	}
	if keyword == "$dynamicRef" {
		if a := target.Lookup("$dynamicAnchor"); a != nil && r.c.registry.dynamic[a.Text] > 1 {
			return r.c.unsupported(r.t, keyword, "it has more than one possible target")
		}
	}
	l, err := r.c.literalAt(target)
	r.demand(keyword, l)
	return err
}

func (r *nodeReader) readCombination(keyword string, v *jsontext.Tree) (err error) {
	switch keyword {
	case "not":
		l, err := r.c.literalAt(v)
		r.demand(keyword, negated(l))
		return err
	case "if":
		x := conditional{then: anything, other: anything}
		if x.when, err = r.c.literalAt(v); err != nil {
			return err
		}
		if then := r.t.Lookup("then"); then != nil {
			if x.then, err = r.c.literalAt(then); err != nil {
				return err
			}
		}
		if other := r.t.Lookup("else"); other != nil {
			x.other, err = r.c.literalAt(other)
		}
		r.n.conditionals = append(r.n.conditionals, x)
		return err
	}
	branches, err := r.list(keyword, v)
	if err == nil && len(branches) == 0 {
		return r.malformed(keyword, "no branch")
	}
	switch keyword {
	case "allOf":
		r.demand(keyword, branches...)
	case "anyOf":
		r.n.any = append(r.n.any, branches)
	case "oneOf":
		r.n.one = branches
	}
	return err
}

func (r *nodeReader) readUnevaluated(keyword string, v *jsontext.Tree) error {
	l, err := r.c.literalAt(v)
	r.n.unevaluated = append(r.n.unevaluated, unevaluatedRule{items: keyword == "unevaluatedItems", lit: l})
	return err
}
