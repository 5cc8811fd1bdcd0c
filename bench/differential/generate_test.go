package differential

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
)

// An object is a JSON object: a schema, or part of a document. Numbers are json.Number, so that they keep their
// spelling.
type object = map[string]any

// text writes a value as JSON.
func text(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic("differential: BUG: " + err.Error())
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// parse is the inverse of text.
func parse(s string) (v any, err error) {
	d := json.NewDecoder(strings.NewReader(s))
	d.UseNumber()
	err = d.Decode(&v)
	return v, err
}

// A generator draws schemas and documents.
type generator struct {
	r    *rand.Rand
	defs int // how many definitions the root has
}

func newGenerator(seed, number uint64) *generator {
	return &generator{r: rand.New(rand.NewPCG(seed, number))}
}

// one returns one of list.
func one[T any](g *generator, list ...T) T { return list[g.r.IntN(len(list))] }

// chance reports true once in n times.
func (g *generator) chance(n int) bool { return g.r.IntN(n) == 0 }

func (g *generator) name() string {
	return one(g, "a", "b", "c", "ab", "aa", "x-1", "ä", "", "0", "id", "a b", "😀")
}

func (g *generator) number() json.Number {
	return one[json.Number](g, "0", "1", "2", "3", "-1", "10", "100", "1.5", "0.1", "-0.5", "1.0", "2.50", "1e2", "0.3", "12345678", "-7")
}

func (g *generator) string() string {
	return one(g, "", "a", "b", "ab", "ba", "aab", "abc", "A", "x-1", "12", "é", "日本", "😀", "a b", "\"", "\\", "\n", "/",
		"2024-02-29", "2023-02-29", "12:30:00Z", "2024-02-29T12:30:00Z", "127.0.0.1", "::1", "a@b.co", "http://a.b/c", "null",
		"123e4567-e89b-12d3-a456-426614174000", "P1D", "#/a", "{x}")
}

func (g *generator) pattern() string {
	return one(g, "a", "^a", "b$", "^ab?$", "^[ab]*$", "^(a|b)+$", "^[a-z]{2,3}$", "^x-", "^[^a]", "^\\d+$", "\\w", "^a{2,}", "^$",
		"^(ab|ba)", "[0-9]", "^\\p{L}+$", "(?:a|é)", "^(?=a)", "a|b", "^(a?b?|12)$", "\\bA\\b", "^\\S+$")
}

// value returns a random document.
func (g *generator) value(depth int) any {
	n := 8
	if depth <= 0 {
		n = 6
	}
	switch g.r.IntN(n) {
	case 0:
		return nil
	case 1:
		return g.chance(2)
	case 2, 3:
		return g.number()
	case 4, 5:
		return g.string()
	case 6:
		list := []any{}
		for range g.r.IntN(4) {
			list = append(list, g.value(depth-1))
		}
		return list
	}
	o := object{}
	for range g.r.IntN(4) {
		o[g.name()] = g.value(depth - 1)
	}
	return o
}

// root returns a random schema with definitions.
func (g *generator) root() any {
	if g.chance(3) {
		g.defs = 1 + g.r.IntN(3)
	}
	s := g.schema(3)
	if g.defs == 0 {
		return s
	}
	o, ok := s.(object)
	if !ok {
		o = object{"allOf": []any{s}}
	}
	defs := object{}
	for i := range g.defs {
		defs[definition(i)] = g.schema(2)
	}
	o["$defs"] = defs
	return o
}

func definition(i int) string { return string(rune('p' + i)) }

// schema returns a random schema: often of one type, with keywords of it and now and then of another.
func (g *generator) schema(depth int) any {
	if g.chance(14) {
		return !g.chance(5)
	}
	o := object{}
	kinds := []func(object, int){g.numeric, g.textual, g.array, g.object}
	switch g.r.IntN(8) {
	case 0:
		o["type"] = one[any](g, "null", "boolean", "integer", []any{"string", "null"}, []any{"array", "boolean"}, []any{"integer", "object"})
	case 1:
		g.listed(o)
	default:
		i := g.r.IntN(len(kinds))
		if !g.chance(4) {
			o["type"] = [...]string{"number", "string", "array", "object"}[i]
		}
		kinds[i](o, depth)
	}
	if g.chance(6) {
		kinds[g.r.IntN(len(kinds))](o, depth)
	}
	if depth > 0 && g.chance(3) {
		g.combined(o, depth)
	}
	if g.defs > 0 && g.chance(4) {
		o["$ref"] = "#/$defs/" + definition(g.r.IntN(g.defs))
	}
	return o
}

func (g *generator) schemas(depth, least, most int) []any {
	list := []any{}
	for range least + g.r.IntN(most-least+1) {
		list = append(list, g.schema(depth-1))
	}
	return list
}

func (g *generator) listed(o object) {
	if g.chance(3) {
		o["const"] = g.value(2)
		return
	}
	list := []any{}
	for range 1 + g.r.IntN(4) {
		list = append(list, g.value(2))
	}
	o["enum"] = list
}

func (g *generator) numeric(o object, _ int) {
	for range 1 + g.r.IntN(2) {
		switch g.r.IntN(6) {
		case 0:
			o["minimum"] = g.number()
		case 1:
			o["maximum"] = g.number()
		case 2:
			o["exclusiveMinimum"] = g.number()
		case 3:
			o["exclusiveMaximum"] = g.number()
		case 4:
			o["multipleOf"] = one[json.Number](g, "1", "2", "3", "0.1", "0.5", "1.5", "0.01", "7")
		case 5:
			o["type"] = "integer"
		}
	}
}

func (g *generator) textual(o object, _ int) {
	for range 1 + g.r.IntN(2) {
		switch g.r.IntN(5) {
		case 0:
			o["minLength"] = g.r.IntN(4)
		case 1:
			o["maxLength"] = g.r.IntN(5)
		case 2, 3:
			o["pattern"] = g.pattern()
		case 4:
			o["format"] = one(g, "date", "time", "date-time", "ipv4", "ipv6", "email", "uri", "uri-reference", "uuid", "duration",
				"json-pointer", "unknown")
		}
	}
}

func (g *generator) array(o object, depth int) {
	for range 1 + g.r.IntN(3) {
		switch g.r.IntN(8) {
		case 0, 1:
			o["items"] = g.schema(depth - 1)
		case 2:
			o["prefixItems"] = g.schemas(depth, 1, 3)
		case 3:
			o["minItems"] = g.r.IntN(4)
		case 4:
			o["maxItems"] = g.r.IntN(5)
		case 5:
			o["uniqueItems"] = !g.chance(4)
		default:
			o["contains"] = g.schema(depth - 1)
			if g.chance(2) {
				o["minContains"] = g.r.IntN(3)
			}
			if g.chance(2) {
				o["maxContains"] = g.r.IntN(4)
			}
		}
	}
	if g.chance(12) {
		o["unevaluatedItems"] = g.schema(0)
	}
}

func (g *generator) names(least, most int) []any {
	list := []any{}
	for range least + g.r.IntN(most-least+1) {
		if name := g.name(); !slices.Contains(list, any(name)) {
			list = append(list, name)
		}
	}
	return list
}

func (g *generator) members(depth, most int, name func() string) object {
	o := object{}
	for range 1 + g.r.IntN(most) {
		o[name()] = g.schema(depth - 1)
	}
	return o
}

func (g *generator) object(o object, depth int) {
	for range 1 + g.r.IntN(3) {
		switch g.r.IntN(9) {
		case 0, 1, 2:
			o["properties"] = g.members(depth, 4, g.name)
		case 3:
			o["additionalProperties"] = one[any](g, false, false, g.schema(depth-1))
		case 4:
			o["required"] = g.names(1, 3)
		case 5:
			o["patternProperties"] = g.members(depth, 2, g.pattern)
		case 6:
			o["propertyNames"] = g.schema(0)
		case 7:
			o[one(g, "minProperties", "maxProperties")] = g.r.IntN(4)
		case 8:
			if g.chance(2) {
				o["dependentRequired"] = object{g.name(): g.names(0, 2)}
			} else {
				o["dependentSchemas"] = object{g.name(): g.schema(depth - 1)}
			}
		}
	}
	if g.chance(12) {
		o["unevaluatedProperties"] = g.schema(0)
	}
}

func (g *generator) combined(o object, depth int) {
	switch g.r.IntN(6) {
	case 0, 1:
		o["anyOf"] = g.schemas(depth, 1, 3)
	case 2:
		o["oneOf"] = g.schemas(depth, 1, 3)
	case 3:
		o["allOf"] = g.schemas(depth, 1, 3)
	case 4:
		o["not"] = g.schema(depth - 1)
	case 5:
		o["if"], o["then"] = g.schema(depth-1), g.schema(depth-1)
		if g.chance(2) {
			o["else"] = g.schema(depth - 1)
		}
	}
}
