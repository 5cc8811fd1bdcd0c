package planner

import (
	"encoding/json"
	"fmt"

	"github.com/shortleash/shortleash/tools"
)

// compactJSON is tools.Encode.
func compactJSON(v any) (json.RawMessage, error) {
	text, err := tools.Encode(v)
	if err != nil {
		return nil, fmt.Errorf("planner: %w", err)
	}
	return text, nil
}

// appendCompact appends a JSON value, which stands alone, as compactJSON writes it.
func appendCompact(out []byte, value json.RawMessage) ([]byte, error) {
	if value != nil && isCompact(value) {
		return append(out, value...), nil
	}
	text, err := compactJSON(value)
	return append(out, text...), err
}

// isCompact reports whether no white space stands between the parts of a JSON value.
func isCompact(value json.RawMessage) bool {
	inside := false
	for i := 0; i < len(value); i++ {
		switch c := value[i]; {
		case c == '"':
			inside = !inside
		case inside && c == '\\':
			i++
		case !inside && c <= ' ':
			return false
		}
	}
	return true
}

// appendQuoted appends a string as compactJSON writes it.
func appendQuoted(out []byte, text string) ([]byte, error) {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			quoted, err := compactJSON(text)
			return append(out, quoted...), err
		}
	}
	return append(append(append(out, '"'), text...), '"'), nil
}
