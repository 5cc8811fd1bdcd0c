package tools

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
)

// sameForm fails unless Canonical and its plain twin agree on text. It reports whether there is a
// canonical form. The twin takes the last of two members with one name, which Canonical refuses.
func sameForm(t *testing.T, text []byte) bool {
	t.Helper()
	before := bytes.Clone(text)
	got, err := Canonical(text)
	assert.Equal(t, before, text, "the text stays as it was")
	want, wantErr := plainCanonical(text)
	if err != nil && wantErr == nil {
		assert.ErrorContains(t, err, "duplicate object member name", "%q", text)
		return false
	}
	assert.Equal(t, wantErr == nil, err == nil, "%q: %v, want %v", text, err, wantErr)
	assert.Equal(t, string(want), string(got), "%q", text)
	return err == nil
}

func TestTextsMadeOfJSONPiecesHaveTheSameFormBothWays(t *testing.T) {
	pieces := []string{"{", "}", "[", "]", ",", ":", `"a"`, `"b"`, `"é"`, `"\n"`, `"\u0041\ud83d\ude00"`, `"\ud800"`, `"\u2028\/"`, "\"\xff\"",
		"1", "-1", "-0", "0", "01", "12.5", "1e400", "-1e400", "1e-400", "1.7976931348623157e308",
		"123456789012345678901234567890", "-0.12345678901234567", "1.2345678901234567890e-3", "1E3", "null", "true", " "}
	r, legal := rand.New(rand.NewPCG(1, 2)), 0
	for range 200000 {
		var text []byte
		for range 1 + r.IntN(9) {
			text = append(text, pieces[r.IntN(len(pieces))]...)
		}
		if sameForm(t, text) {
			legal++
		}
	}
	assert.Greater(t, legal, 5000)
}

func TestRandomValuesHaveTheSameFormBothWays(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 20000 {
		text, err := json.Marshal(randomValue(r, 4))
		assert.NoError(t, err)
		assert.True(t, sameForm(t, text), "%s", text)
	}
}

// randomValue draws a JSON value, at most depth values deep.
func randomValue(r *rand.Rand, depth int) any {
	kinds := 6
	if depth > 0 {
		kinds = 8
	}
	switch r.IntN(kinds) {
	case 0:
		return nil
	case 1:
		return r.IntN(2) == 0
	case 2:
		return r.Int64() - r.Int64()
	case 3:
		for {
			if f := math.Float64frombits(r.Uint64()); !math.IsNaN(f) && !math.IsInf(f, 0) {
				return f
			}
		}
	case 4:
		return float64(r.IntN(1e6)) / 1000
	case 5:
		return randomText(r)
	case 6:
		list := []any{}
		for range r.IntN(4) {
			list = append(list, randomValue(r, depth-1))
		}
		return list
	default:
		members := map[string]any{}
		for range r.IntN(5) {
			members[randomText(r)] = randomValue(r, depth-1)
		}
		return members
	}
}

func randomText(r *rand.Rand) string {
	var text []rune
	for range r.IntN(6) {
		text = append(text, []rune{'a', 'Z', '"', '\\', '\n', 0x1f, 0x7f, 'é', 0x2028, 0xfb01, 0x1f600, rune(r.IntN(0xd800))}[r.IntN(12)])
	}
	return string(text)
}

func FuzzCanonicalIsThatOfTheTwin(f *testing.F) {
	f.Add([]byte(`{"b":[1,true,"x"],"a":{"c":-2.50}}`))
	f.Fuzz(func(t *testing.T, text []byte) { sameForm(t, text) })
}

// plainCanonical is the plain twin of Canonical: it decodes a value and writes it anew.
func plainCanonical(value json.RawMessage) (json.RawMessage, error) {
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
	mantissa, _, _ := strings.Cut(strings.ToLower(string(n)), "e")
	if f == 0 && strings.ContainsAny(mantissa, "123456789") {
		return nil, fmt.Errorf("number %s is out of range: %w", n, errNotJSON)
	}
	if f == 0 {
		return append(b, '0'), nil // also for -0
	}
	exact, _ := new(big.Rat).SetString(string(n))
	shortest, _ := new(big.Rat).SetString(strconv.FormatFloat(f, 'e', -1, 64))
	if exact.Cmp(shortest) != 0 { // no double is this number
		plain := exact.FloatString(len(n) + 400)
		return append(b, strings.TrimRight(strings.TrimRight(plain, "0"), ".")...), nil
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
