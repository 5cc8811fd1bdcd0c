package tools

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// A CallKey says what a call asks for, not how it is spelled: two calls have equal keys exactly
// when they name the same tool and their arguments are the same JSON value (RFC 8785).
type CallKey string

// Key returns the key of a call of tool with args. The error is not nil only if args is not JSON,
// which the Guard makes impossible for a model's decision.
func Key(tool string, args json.RawMessage) (CallKey, error) {
	canon := args
	if !isCanonical(args) {
		var err error
		if canon, err = canonical(args); err != nil {
			return "", fmt.Errorf("tools: arguments of %s: %w", tool, err)
		}
	}
	// Tool names never hold NUL, so different pairs never share a key.
	return CallKey(tool + "\x00" + string(canon)), nil
}

// errNotJSON is wrapped by every failure of Canonical.
var errNotJSON = errors.New("not one JSON value")

// Canonical returns the canonical form of a JSON value as RFC 8785 defines it: no white space,
// members sorted by their UTF-16 code units, the shortest escapes, numbers as ECMAScript prints
// them. Numbers are IEEE 754 doubles there, so 1, 1.0 and 1e0 are one value, and 0 is -0. Strings
// are compared as they are: a composed and a decomposed é differ. A value that stands in that form already
// is returned as it is, and not copied.
func Canonical(value json.RawMessage) (json.RawMessage, error) {
	if isCanonical(value) {
		return value, nil
	}
	return canonical(value)
}

// canonical decodes a value and writes it anew.
func canonical(value json.RawMessage) (json.RawMessage, error) {
	if !utf8.Valid(value) {
		return nil, fmt.Errorf("invalid UTF-8: %w", errNotJSON)
	}
	d := json.NewDecoder(bytes.NewReader(value))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, fmt.Errorf("%w: %w", errNotJSON, err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fmt.Errorf("text after the value: %w", errNotJSON)
	}
	return appendCanonical(nil, v)
}

func appendCanonical(b []byte, v any) ([]byte, error) {
	switch v := v.(type) {
	case nil:
		return append(b, "null"...), nil
	case bool:
		return strconv.AppendBool(b, v), nil
	case string:
		return appendString(b, v), nil
	case json.Number:
		return appendNumber(b, v)
	case []any:
		b = append(b, '[')
		for i, item := range v {
			if i > 0 {
				b = append(b, ',')
			}
			var err error
			if b, err = appendCanonical(b, item); err != nil {
				return nil, err
			}
		}
		return append(b, ']'), nil
	case map[string]any: // order is restored by sorting
		return appendObject(b, v)
	}
	panic(fmt.Sprintf("tools: BUG: %T in decoded JSON", v))
}

func appendObject(b []byte, members map[string]any) ([]byte, error) {
	type member struct {
		name  string
		units []uint16
	}
	sorted := make([]member, 0, len(members))
	for name := range members {
		sorted = append(sorted, member{name, utf16.Encode([]rune(name))})
	}
	slices.SortFunc(sorted, func(x, y member) int { return slices.Compare(x.units, y.units) })
	b = append(b, '{')
	for i, m := range sorted {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(appendString(b, m.name), ':')
		var err error
		if b, err = appendCanonical(b, members[m.name]); err != nil {
			return nil, err
		}
	}
	return append(b, '}'), nil
}

// appendNumber writes a number as ECMAScript does (RFC 8785, section 3.2.2.3).
func appendNumber(b []byte, n json.Number) ([]byte, error) {
	f, err := n.Float64()
	if err != nil || math.IsInf(f, 0) {
		return nil, fmt.Errorf("number %s is out of range: %w", n, errNotJSON)
	}
	if f == 0 {
		return append(b, '0'), nil // also for -0
	}
	if a := math.Abs(f); a >= 1e-6 && a < 1e21 {
		return strconv.AppendFloat(b, f, 'f', -1, 64), nil
	}
	text := strconv.FormatFloat(f, 'e', -1, 64)
	// Go pads the exponent to two digits, ECMAScript does not.
	if n := len(text); text[n-2] == '0' && (text[n-3] == '-' || text[n-3] == '+') {
		text = text[:n-2] + text[n-1:]
	}
	return append(b, text...), nil
}

// appendString writes a string with the escapes of RFC 8785, section 3.2.2.2, and no others.
func appendString(b []byte, s string) []byte {
	const short = "btn\x00fr" // escapes of U+0008 to U+000D; U+000B has none
	b = append(b, '"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c >= '\b' && c <= '\r' && c != '\v':
			b = append(b, '\\', short[c-'\b'])
		case c < ' ':
			b = fmt.Appendf(b, `\u%04x`, c)
		default:
			b = append(b, c)
		}
	}
	return append(b, '"')
}
