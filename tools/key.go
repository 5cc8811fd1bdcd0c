package tools

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// A CallKey says what a call asks for, not how it is spelled: two calls have equal keys exactly
// when they name the same tool and their arguments are the same JSON value (RFC 8785).
type CallKey string

// Key returns the key of a call of tool with args. The error is not nil only if args have no canonical
// form, which the Guard makes impossible for a model's decision.
func Key(tool string, args json.RawMessage) (CallKey, error) {
	canon, err := Canonical(args)
	if err != nil {
		return "", fmt.Errorf("tools: arguments of %s: %w", tool, err)
	}
	return Call{Tool: tool, Args: canon}.Key(), nil
}

// Key returns the key of a call whose arguments are canonical, as those of a run's decisions are.
func (c Call) Key() CallKey {
	// Tool names never hold NUL, so different pairs never share a key.
	return CallKey(c.Tool + "\x00" + string(c.Args))
}

// errNotJSON is wrapped by every failure of Canonical.
var errNotJSON error = notJSON{}

type notJSON struct{}

// Error returns one line, which models read too.
func (notJSON) Error() string { return phrases.Say("not JSON") }

// Canonical returns the canonical form of a JSON value as RFC 8785 defines it: no white space,
// members sorted by their UTF-16 code units, the shortest escapes, numbers as ECMAScript prints
// them, so 1, 1.0 and 1e0 are one value, and 0 is -0. A number that would be another one there, as doubles hold 15
// digits, is a plain decimal instead: no number changes its value. Strings
// are compared as they are: a composed and a decomposed é differ. An escape that is half of a surrogate
// pair becomes U+FFFD. The error says what is not a canonical value: text that is not one JSON value in
// UTF-8, a member that stands twice, a number that is larger, or nearer to zero, than any double. value is not modified.
func Canonical(value json.RawMessage) (json.RawMessage, error) {
	if !utf8.Valid(value) {
		return nil, fmt.Errorf("%s: %w", phrases.Say("not UTF-8"), errNotJSON)
	}
	canon := jsontext.Value(bytes.Clone(value))
	const raw = false
	err := canon.Canonicalize(jsontext.AllowInvalidUTF8(true), jsontext.CanonicalizeRawInts(raw), jsontext.CanonicalizeRawFloats(raw))
	if err == nil && doubles(canon) {
		err = canon.Canonicalize(jsontext.AllowInvalidUTF8(true)) // only of escapes
	} else if err == nil {
		return canonicalNumbers(canon)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errNotJSON, err)
	}
	return json.RawMessage(canon), nil
}

// Equal reports whether two texts are the same JSON value. Text without a canonical form equals nothing.
func Equal(a, b json.RawMessage) bool {
	x, errA := Canonical(a)
	y, errB := Canonical(b)
	return errA == nil && errB == nil && bytes.Equal(x, y)
}
