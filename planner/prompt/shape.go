package prompt

import (
	"strconv"
	"strings"

	"github.com/shortleash/shortleash/grammar"
)

// What a shape shows at most.
const (
	maxShown   = 24                 // listed values
	maxPattern = 48                 // bytes of a pattern; a longer one is left out
	widest     = "9007199254740991" // a bound that a closed form gives to integers without one, 17 tokens long for many models
)

// shapeOf returns the shape of a schema's documents as a model reads it, a third as long as the schema:
//
//	{"id": string (the id of a product), "quantity": integer 1–1000, "sizes": [string], "color": "red" | "blue"}
//
// It says what to write, and leaves out what a model that is held need not know: lengths, counts of items, left-out values,
// and the bounds of what a number can hold.
func shapeOf(s grammar.Schema) string {
	var b strings.Builder
	writeShape(&b, s)
	return b.String()
}

func writeShape(b *strings.Builder, s grammar.Schema) {
	switch {
	case len(s.Enum) > 0:
		writeValues(b, s)
	case len(s.AnyOf) > 0:
		for i, a := range s.AnyOf {
			if i > 0 {
				b.WriteString(" | ")
			}
			writeShape(b, a)
		}
	case s.Type == "object" && !s.Open:
		b.WriteByte('{')
		for i, p := range s.Properties {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(quoted(p.Name))
			if p.Optional {
				b.WriteByte('?')
			}
			b.WriteString(": ")
			writeShape(b, p.Schema)
		}
		b.WriteByte('}')
	case s.Type == "array":
		b.WriteByte('[')
		for i, item := range s.Prefix {
			if i > 0 {
				b.WriteString(", ")
			}
			writeShape(b, item)
		}
		if s.Items != nil && s.MaxItems > len(s.Prefix) {
			if len(s.Prefix) > 0 {
				b.WriteString(", ")
			}
			writeShape(b, *s.Items)
			b.WriteString(", …")
		}
		b.WriteByte(']')
	default:
		b.WriteString(s.Type)
		writeBounds(b, s)
	}
	if s.Description != "" {
		b.WriteString(" (" + strings.Join(strings.Fields(s.Description), " ") + ")") // a stranger's line breaks would look like tools
	}
}

// writeValues writes the first of the listed values.
func writeValues(b *strings.Builder, s grammar.Schema) {
	for i, v := range s.Enum {
		if i > 0 {
			b.WriteString(" | ")
		}
		if i == maxShown {
			b.WriteString("…")
			return
		}
		b.Write(v)
	}
}

// writeBounds writes the bounds of a number, and the patterns of a text.
func writeBounds(b *strings.Builder, s grammar.Schema) {
	low, high := s.Minimum.String(), s.Maximum.String()
	if low == "-"+widest {
		low = ""
	}
	if high == widest {
		high = ""
	}
	switch {
	case low != "" && high != "":
		b.WriteString(" " + low + "–" + high)
	case low != "":
		b.WriteString(" ≥ " + low)
	case high != "":
		b.WriteString(" ≤ " + high)
	}
	for _, p := range s.Patterns {
		if len(p) <= maxPattern {
			b.WriteString(" like " + strconv.Quote(p))
		}
	}
}
