package tools

import (
	"bytes"
	"encoding/json"
	"slices"
	"unicode/utf8"

	"github.com/shortleash/shortleash/grammar"
)

// This file is about values that a schema from elsewhere lists.

// values closes enum and const. Values that are objects or arrays cannot be written.
func (c *closer) values(n node, p place) (grammar.Schema, *opener, bool) {
	values := list(n["enum"])
	if n["const"] != nil {
		values = []json.RawMessage{n["const"]}
	}
	at := place{pointer: p.pointer + "/enum"}
	if !c.spend(at, len(n["enum"])/readBytes) {
		return grammar.Schema{}, nil, false
	}
	byType, came := map[string][]json.RawMessage{}, make(map[string]bool, len(values))
	types := n.types()
	for _, v := range values {
		steps := valueSteps
		if !plain(v) {
			steps += 2*memberSteps + len(v)*meetSteps
		}
		if !c.spend(at, steps) {
			return grammar.Schema{}, nil, false
		}
		kind := kindOf(v)
		if !slices.Contains(types, kind) && len(intersectTypes([]string{kind}, types)) == 0 {
			continue
		}
		if kind == "object" || kind == "array" {
			c.loseWriting(p, "enum", "values that are lists or objects")
			continue
		}
		if !plain(v) && kind != "string" {
			if canon, err := Canonical(v); err == nil {
				v = canon // 1.0 is 1
			}
		}
		if id := identity(v); !came[id] {
			came[id] = true
			byType[kind] = append(byType[kind], v)
		}
	}
	var branches []branch
	for _, kind := range []string{"string", "integer", "number", "boolean", "null"} {
		if byType[kind] == nil {
			continue
		}
		s := grammar.Schema{Type: kind, Enum: byType[kind]}
		if kind == "null" {
			s = grammar.Null()
		}
		branches = append(branches, branch{s, nil})
	}
	return c.unite(branches, describe(n))
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
	if wholeNumber(value) {
		return "integer"
	}
	if r, ok := rational(value); ok && r.IsInt() {
		return "integer"
	}
	return "number"
}

// identity returns the same text for equal JSON values.
func identity(v json.RawMessage) string {
	if plain(v) {
		return string(v)
	}
	if canon, err := Canonical(v); err == nil {
		return string(canon)
	}
	return string(v)
}

// plainDigits is how many digits of an integer every reader of JSON keeps.
const plainDigits = 15

// plain reports whether a JSON value is its own canonical form: a word, a short integer, a string without escapes.
func plain(v json.RawMessage) bool {
	switch v[0] {
	case '"':
		return !bytes.ContainsRune(v, '\\') && utf8.Valid(v)
	case 't', 'f', 'n':
		return true
	}
	return wholeNumber(v)
}

// wholeNumber reports whether v is spelled as a short integer.
func wholeNumber(v json.RawMessage) bool {
	digits := bytes.TrimPrefix(v, []byte("-"))
	if len(digits) == 0 || len(digits) > plainDigits || string(v) == "-0" {
		return false
	}
	for _, b := range digits {
		if b < '0' || b > '9' {
			return false
		}
	}
	return true
}
