package tools

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// A CallKey identifies what a call asks for, however it is written. Two calls have equal keys
// exactly when they name the same tool and their arguments are the same JSON value (RFC 8785).
type CallKey string

// Key returns the key of a call to tool with args. It fails only if args have no canonical form,
// which the Guard makes impossible for a model's decision.
func Key(tool string, args json.RawMessage) (CallKey, error) {
	canon, err := Canonical(args)
	if err != nil {
		return "", fmt.Errorf("tools: arguments of %s: %w", tool, err)
	}
	return Call{Tool: tool, Args: canon}.Key(), nil
}

// Key returns the key of c. The arguments must be canonical, as they are in a run's decisions.
func (c Call) Key() CallKey {
	// Tool names never hold NUL, so different pairs never share a key.
	return CallKey(c.Tool + "\x00" + string(c.Args))
}

// errNotJSON is wrapped by every failure of Canonical.
var errNotJSON error = notJSON{}

type notJSON struct{}

// Error returns one line, which models read too.
func (notJSON) Error() string { return phrases.Say("not JSON") }

// Canonical returns the canonical form of a JSON value as RFC 8785 defines it: no white space, members
// sorted by their UTF-16 code units, the shortest escapes, and numbers as ECMAScript prints them, so 1,
// 1.0 and 1e0 are one value, and so are 0 and -0. A number that this would change, because doubles hold
// 15 digits, is written as a plain decimal instead, so no number changes its value. Strings are
// compared as they are: a composed and a decomposed é differ. An escape that is half of a surrogate
// pair becomes U+FFFD. Canonical fails if the text is not a single JSON value in UTF-8, if a member
// occurs twice, or if a number is larger, or closer to zero, than any double. It does not modify value.
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
