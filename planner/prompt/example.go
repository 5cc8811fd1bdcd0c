package prompt

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/planner"
)

// exampleAnswer returns an answer to the task of the worked example, as a document of schema: texts say it, and
// what else the schema wants has its simplest value. It is "" where the schema takes no such document.
func exampleAnswer(schema grammar.Schema) (string, error) {
	text, ok := exampleOf(schema)
	if !ok {
		return "", nil
	}
	g, err := grammar.Compile(context.Background(), schema.JSON(), grammar.Options{})
	if err != nil || g.Check(context.Background(), []byte(text)) != nil {
		return "", nil // the loop reports a schema that does not compile
	}
	return text, nil
}

// exampleOf returns a document of s, as far as bounds and patterns let it be one.
func exampleOf(s grammar.Schema) (string, bool) {
	switch {
	case len(s.Enum) > 0:
		return string(s.Enum[0]), true
	case len(s.AnyOf) > 0:
		return exampleOf(s.AnyOf[0])
	}
	switch s.Type {
	case "object":
		return exampleObject(s)
	case "array":
		if s.MinItems == 0 {
			return "[]", true
		}
		if s.Items == nil || s.MinItems > 1 {
			return "", false
		}
		item, ok := exampleOf(*s.Items)
		return "[" + item + "]", ok
	case "string":
		for _, text := range []string{planner.ExampleAnswer(), phrases.Say("example word")} {
			if s.MinLength <= len(text) && (s.MaxLength == 0 || len(text) <= s.MaxLength) {
				return quoted(text), true
			}
		}
		return "", false
	case "integer", "number":
		low, _ := s.Minimum.Float64() // 0 where there is none
		high, err := s.Maximum.Float64()
		if s.Minimum == "" || low < 0 && (err != nil || high >= 1) {
			return "1", true
		}
		return s.Minimum.String(), true
	case "boolean":
		return "true", true
	case "null":
		return "null", true
	}
	return "", false
}

func exampleObject(s grammar.Schema) (string, bool) {
	var members []string
	for _, p := range s.Properties {
		value, ok := exampleOf(p.Schema)
		if !ok {
			return "", false
		}
		members = append(members, quoted(p.Name)+":"+value)
	}
	return "{" + strings.Join(members, ",") + "}", true
}

func quoted(text string) string {
	b, _ := json.Marshal(text) // a Go string always has a JSON form
	return string(b)
}
