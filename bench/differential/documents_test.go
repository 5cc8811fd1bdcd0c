package differential

import (
	"encoding/json"
	"maps"
	"slices"
)

// meant returns a document that tries to satisfy s, or is near to one that does; root has the definitions.
func (g *generator) meant(s any, root any, depth int) any {
	o, ok := s.(object)
	if !ok || depth <= 0 || g.chance(12) {
		return g.value(2)
	}
	if list, ok := o["enum"].([]any); ok && !g.chance(5) {
		return one(g, list...)
	}
	if v, ok := o["const"]; ok && !g.chance(5) {
		return v
	}
	if ref, ok := o["$ref"].(string); ok && g.chance(2) {
		return g.meant(root.(object)["$defs"].(object)[ref[len("#/$defs/"):]], root, depth-1)
	}
	for _, keyword := range []string{"anyOf", "oneOf", "allOf"} {
		if list, ok := o[keyword].([]any); ok && g.chance(2) {
			return g.meant(one(g, list...), root, depth-1)
		}
	}
	for _, keyword := range []string{"then", "else"} {
		if x, ok := o[keyword]; ok && g.chance(4) {
			return g.meant(x, root, depth-1)
		}
	}
	return g.typed(o, root, depth)
}

// typed returns a document of the type that o is about.
func (g *generator) typed(o object, root any, depth int) any {
	kind, _ := o["type"].(string)
	if list, ok := o["type"].([]any); ok {
		kind = one(g, list...).(string)
	}
	switch has := func(keys ...string) bool {
		return slices.ContainsFunc(keys, func(k string) bool { return o[k] != nil })
	}; {
	case kind != "":
	case has("items", "prefixItems", "contains", "minItems", "maxItems", "uniqueItems"):
		kind = "array"
	case has("properties", "required", "additionalProperties", "patternProperties", "dependentRequired", "dependentSchemas", "minProperties"):
		kind = "object"
	case has("pattern", "minLength", "maxLength", "format"):
		kind = "string"
	}
	switch kind {
	case "null":
		return nil
	case "boolean":
		return g.chance(2)
	case "number", "integer":
		return g.near(o)
	case "string":
		return g.string()
	case "array":
		return g.list(o, root, depth)
	case "object":
		return g.record(o, root, depth)
	}
	return g.value(2)
}

// near returns a number: often a bound of o, or beside it.
func (g *generator) near(o object) json.Number {
	for _, keyword := range []string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"} {
		if n, ok := o[keyword].(json.Number); ok && g.chance(3) {
			return n
		}
	}
	return g.number()
}

func (g *generator) list(o object, root any, depth int) any {
	out := []any{}
	prefix, _ := o["prefixItems"].([]any)
	for i := range g.r.IntN(5) {
		var item any = true
		switch {
		case o["contains"] != nil && g.chance(2):
			item = o["contains"]
		case i < len(prefix):
			item = prefix[i]
		case o["items"] != nil:
			item = o["items"]
		}
		out = append(out, g.meant(item, root, depth-1))
	}
	return out
}

func (g *generator) record(o object, root any, depth int) any {
	out := object{}
	properties, _ := o["properties"].(object)
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		if !g.chance(3) {
			out[name] = g.meant(properties[name], root, depth-1)
		}
	}
	required, _ := o["required"].([]any)
	for _, name := range required {
		if _, there := out[name.(string)]; !there && !g.chance(6) {
			out[name.(string)] = g.meant(properties[name.(string)], root, depth-1)
		}
	}
	if g.chance(3) {
		rest, ok := o["additionalProperties"]
		if !ok {
			rest = true
		}
		out[g.name()] = g.meant(rest, root, depth-1)
	}
	return out
}

// changed returns v with one part of it replaced, left out or put in.
func (g *generator) changed(v any) any {
	switch x := v.(type) {
	case []any:
		if len(x) == 0 || g.chance(4) {
			return append(slices.Clone(x), g.value(1))
		}
		out, at := slices.Clone(x), g.r.IntN(len(x))
		switch g.r.IntN(4) {
		case 0:
			return slices.Delete(out, at, at+1)
		case 1:
			return append(out, x[at])
		}
		out[at] = g.changed(x[at])
		return out
	case object:
		out := maps.Clone(x)
		if len(x) == 0 || g.chance(4) {
			out[g.name()] = g.value(1)
			return out
		}
		name := one(g, slices.Sorted(maps.Keys(x))...)
		if g.chance(3) {
			delete(out, name)
		} else {
			out[name] = g.changed(x[name])
		}
		return out
	}
	return g.value(1)
}
