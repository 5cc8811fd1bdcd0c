package grammar

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
)

// allTypes are the types of JSON, in the order in which a value of any type is tried.
var allTypes = []string{"object", "array", "string", "number", "boolean", "null"}

// types lists the types that n allows: all where it does not say.
func (n node) types() []string {
	if one := text(n["type"]); one != "" {
		return []string{one}
	}
	if several := texts(n["type"]); len(several) > 0 {
		var types []string
		for _, t := range several {
			if len(types) < len(allTypes)+1 && !slices.Contains(types, t) { // integer is a type too
				types = append(types, t)
			}
		}
		return types
	}
	switch {
	case n.has("properties", "required", "additionalProperties", "patternProperties"):
		return []string{"object"}
	case n.has("items", "prefixItems"):
		return []string{"array"}
	}
	return allTypes
}

// says reports whether n narrows anything that the closed form can hold.
func (n node) says() bool {
	return n.has("type", "enum", "const", "properties", "additionalProperties", "items", "prefixItems", "anyOf", "oneOf")
}

func (n node) has(keywords ...string) bool {
	return slices.ContainsFunc(keywords, func(k string) bool { return n[k] != nil })
}

func (n node) properties() node { return members(n["properties"]) }

// integer returns a keyword's whole number, at least 0 and at most a million, or otherwise where n has none.
func (n node) integer(keyword string, otherwise int) int {
	r, ok := limitOf(n[keyword])
	if !ok {
		return otherwise
	}
	f, _ := r.Float64()
	return int(min(max(f, 0), 1e6))
}

// annotations are keywords that constrain nothing.
var annotations = map[string]bool{
	"$schema": true, "$id": true, "id": true, "$anchor": true, "$comment": true, "$defs": true, "definitions": true, "$vocabulary": true,
	"title": true, "description": true, "default": true, "examples": true, "example": true, "deprecated": true,
	"readOnly": true, "writeOnly": true,
	"contentEncoding": true, "contentMediaType": true, "contentSchema": true, "$dynamicAnchor": true, "$recursiveAnchor": true,
}

func annotation(keyword string) bool {
	return annotations[keyword] || len(keyword) > 1 && keyword[:2] == "x-"
}

// The keywords that the closed form holds, by type. The rest is noted as lost.
var held = map[string]map[string]bool{
	"":        {"type": true, "enum": true, "const": true, "anyOf": true, "oneOf": true},
	"object":  {"properties": true, "required": true, "additionalProperties": true},
	"array":   {"items": true, "prefixItems": true, "additionalItems": true, "minItems": true, "maxItems": true},
	"string":  {"minLength": true, "maxLength": true},
	"number":  {"minimum": true, "maximum": true},
	"integer": {"minimum": true, "maximum": true, "exclusiveMinimum": true, "exclusiveMaximum": true},
}

// keywordTypes are the types that a keyword speaks of; about values of other types it says nothing.
var keywordTypes = map[string]string{
	"pattern": "string", "format": "string", "minLength": "string", "maxLength": "string",
	"multipleOf": "number", "exclusiveMinimum": "number", "exclusiveMaximum": "number", "minimum": "number", "maximum": "number",
	"uniqueItems": "array", "contains": "array", "minContains": "array", "maxContains": "array", "unevaluatedItems": "array",
	"items": "array", "prefixItems": "array", "additionalItems": "array", "minItems": "array", "maxItems": "array",
	"properties": "object", "required": "object", "additionalProperties": "object", "patternProperties": "object", "propertyNames": "object",
	"minProperties": "object", "maxProperties": "object", "dependentRequired": "object", "dependentSchemas": "object",
	"dependencies":          "object",
	"unevaluatedProperties": "object",
}

// loseRest notes the keywords of n that the closed form of one type does not hold.
func (c *closer) loseRest(n node, kind string, p place) {
	if !c.spend(p, len(n)*memberSteps) {
		return
	}
	for _, keyword := range slices.Sorted(maps.Keys(n)) {
		of := keywordTypes[keyword]
		if annotation(keyword) || held[""][keyword] || held[kind][keyword] || vacuous(keyword, n[keyword]) {
			continue
		}
		if of == kind || of == "" || of == "number" && kind == "integer" {
			c.lose(p, keyword, "not in the grammar")
		}
	}
}

// vacuous reports whether a keyword with this value constrains nothing.
func vacuous(keyword string, value json.RawMessage) bool {
	switch keyword {
	case "uniqueItems", "nullable":
		return string(value) == "false"
	case "minProperties":
		return string(value) == "0"
	case "unevaluatedProperties", "unevaluatedItems":
		return true // the closed form has nothing beside what it names
	}
	return false
}

// text returns a JSON string, or "" for anything else.
func text(value json.RawMessage) (s string) {
	_ = json.Unmarshal(value, &s) // else it stays empty
	return s
}

// texts returns the strings of a JSON array.
func texts(value json.RawMessage) (all []string) {
	for _, item := range list(value) {
		if s := text(item); s != "" {
			all = append(all, s)
		}
	}
	return all
}

// rational returns a JSON number that is neither huge nor tiny.
func limitOf(value json.RawMessage) (*big.Rat, bool) {
	var f float64
	if value == nil || json.Unmarshal(value, &f) != nil || len(value) > 400 {
		return nil, false
	}
	if f == 0 { // also 1e-99999, whose fraction would be huge
		return new(big.Rat), true
	}
	return new(big.Rat).SetString(string(value))
}

func larger(a, b json.RawMessage) json.RawMessage {
	x, okX := limitOf(a)
	y, okY := limitOf(b)
	if !okX || okY && x.Cmp(y) < 0 {
		return b
	}
	return a
}

func index(token string) int {
	i, err := strconv.Atoi(token)
	if err != nil {
		return -1
	}
	return i
}

// encode writes a value that was made of JSON.
func encode(v any) json.RawMessage {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic("grammar: BUG: " + err.Error())
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// unique drops gaps that were noted before.
func unique(gaps []Gap) (all []Gap) {
	came := make(map[Gap]bool, len(gaps))
	for _, g := range gaps {
		if !came[g] {
			came[g] = true
			all = append(all, g)
		}
	}
	return all
}
