package differential

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	google "github.com/google/jsonschema-go/jsonschema"
	santhosh "github.com/santhosh-tekuri/jsonschema/v6"
)

// judges are two validators that others wrote, with one schema.
type judges struct {
	first  *santhosh.Schema
	second *google.Resolved // nil where the schema has formats, which it does not read, or refers to itself at once
}

// newJudges returns the validators with a schema, or false if one of them refuses it.
func newJudges(schema string) (judges, bool) {
	first, ok := newFirst(schema)
	if !ok {
		return judges{}, false
	}
	if strings.Contains(schema, `"format"`) || mayRecur(schema) {
		return judges{first: first}, true
	}
	var s google.Schema
	if err := json.Unmarshal([]byte(schema), &s); err != nil {
		return judges{}, false
	}
	second, err := s.Resolve(nil)
	return judges{first, second}, err == nil
}

// mayRecur reports whether a schema refers to itself without a member or item between, where the second validator does
// not end.
func mayRecur(schema string) bool {
	root := parsed(schema)
	open := map[string]bool{} // the references on the way here; false: it was seen and ends
	var recurs func(v any) bool
	recurs = func(v any) bool {
		o, ok := v.(object)
		if !ok {
			return false
		}
		if ref, ok := o["$ref"].(string); ok {
			if on, seen := open[ref]; seen && on {
				return true
			} else if !seen {
				open[ref] = true
				if recurs(referred(root, ref)) {
					return true
				}
				open[ref] = false
			}
		}
		for _, keyword := range []string{"not", "if", "then", "else"} {
			if recurs(o[keyword]) {
				return true
			}
		}
		for _, keyword := range []string{"anyOf", "oneOf", "allOf"} {
			if list, ok := o[keyword].([]any); ok && slices.ContainsFunc(list, recurs) {
				return true
			}
		}
		members, _ := o["dependentSchemas"].(object)
		return slices.ContainsFunc(slices.Collect(maps.Values(members)), recurs)
	}
	if recurs(object{"$ref": "#"}) {
		return true
	}
	o, _ := root.(object)
	defs, _ := o["$defs"].(object)
	for name := range defs {
		if recurs(object{"$ref": "#/$defs/" + name}) {
			return true
		}
	}
	return false
}

// referred returns what a reference within root means.
func referred(root any, ref string) any {
	if ref == "#" {
		return root
	}
	o, _ := root.(object)
	defs, _ := o["$defs"].(object)
	return defs[strings.TrimPrefix(ref, "#/$defs/")]
}

func newFirst(schema string) (*santhosh.Schema, bool) {
	const address = "schema:differential"
	document, err := santhosh.UnmarshalJSON(strings.NewReader(schema))
	if err != nil {
		return nil, false
	}
	c := santhosh.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource(address, document); err != nil {
		return nil, false
	}
	s, err := c.Compile(address)
	return s, err == nil
}

func accepts(s *santhosh.Schema, document string) bool {
	v, err := santhosh.UnmarshalJSON(strings.NewReader(document))
	return err == nil && s.Validate(v) == nil
}

// judge returns what the validators say of a document, and false if they disagree.
func (j judges) judge(document string) (valid, agreed bool) {
	valid = accepts(j.first, document)
	if j.second == nil {
		return valid, true
	}
	var v any
	if err := json.Unmarshal([]byte(document), &v); err != nil {
		return false, false
	}
	return valid, (j.second.Validate(v) == nil) == valid
}
