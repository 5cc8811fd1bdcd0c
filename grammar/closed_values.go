package grammar

import (
	"encoding/json"
	"slices"
)

// This file is about values that a schema from elsewhere lists.

// values closes enum and const.
func (c *closer) values(n node, p place) (Schema, *opener, bool) {
	values := list(n["enum"])
	if n["const"] != nil {
		values = []json.RawMessage{n["const"]}
	}
	at := place{pointer: p.pointer + "/enum"}
	if !c.spend(at, len(n["enum"])/readBytes) {
		return Schema{}, nil, false
	}
	byType, came := map[string][]json.RawMessage{}, make(map[string]bool, len(values))
	types, fits := n.types(), c.fits(n, p)
	for _, v := range values {
		steps := valueSteps
		if !isVerbatim(v) {
			steps += 2*memberSteps + len(v)*meetSteps
		}
		if !c.spend(at, steps) {
			return Schema{}, nil, false
		}
		kind := kindOf(v)
		if !slices.Contains(types, kind) && !(kind == "integer" && slices.Contains(types, "number")) || !fits(v) {
			continue
		}
		if r, ok := limitOf(v); kind == "integer" && !isVerbatim(v) && ok {
			v = json.RawMessage(r.Num().String()) // 1.0 is 1
		}
		if id := keyOf(v); !came[id] {
			came[id] = true
			byType[kind] = append(byType[kind], v)
		}
	}
	if len(came) == 0 {
		c.loseWriting(p, "enum", "any value: none that it lists is of its type and within its bounds")
	}
	var branches []branch
	for _, kind := range []string{"string", "integer", "number", "boolean", "null"} {
		if byType[kind] == nil {
			continue
		}
		s := Schema{Type: kind, Enum: byType[kind]}
		if kind == "null" {
			s = Null()
		}
		branches = append(branches, branch{s, nil})
	}
	for _, v := range slices.Concat(byType["object"], byType["array"]) {
		branches = append(branches, branch{exactly(v), nil})
	}
	return c.unite(branches, describe(n))
}

// exactly returns the schema of one value.
func exactly(v json.RawMessage) Schema {
	if kindOf(v) != "object" {
		return Schema{Type: kindOf(v), Enum: []json.RawMessage{v}}
	}
	s := Object()
	object := members(v)
	for _, name := range names(v) {
		s.Properties = append(s.Properties, Property{Name: name, Schema: exactly(object[name])})
	}
	return s
}

// bounding are the keywords that say which of the listed values count.
var bounding = []string{
	"minLength", "maxLength", "pattern", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
}

// fits returns what n says of values beside listing them.
func (c *closer) fits(n node, p place) func(json.RawMessage) bool {
	beside := node{}
	for _, keyword := range bounding {
		if n[keyword] != nil {
			beside[keyword] = n[keyword]
		}
	}
	if len(beside) > 0 {
		g, err := c.compileText(encode(beside), patternWork, originalOptions)
		if err == nil {
			return func(v json.RawMessage) bool { return g.Check(c.ctx, v) == nil }
		}
		for keyword := range beside {
			c.lose(p, keyword, "not in the grammar")
		}
	}
	return func(json.RawMessage) bool { return true }
}

func kindOf(value json.RawMessage) string {
	switch value[0] {
	case '{':
		return "object"
	case '[':
		return "array"
	case '"':
		return "string"
	case 't', 'f':
		return "boolean"
	case 'n':
		return "null"
	}
	if r, ok := limitOf(value); isVerbatim(value) || ok && r.IsInt() {
		return "integer"
	}
	return "number"
}

// keyOf returns the same text for equal scalars.
func keyOf(v json.RawMessage) string {
	if _, ok := limitOf(v); !ok && kindOf(v) == "number" { // a fraction of it would be huge
		return string(v)
	}
	return valueKey(v)
}
