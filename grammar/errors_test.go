package grammar

import (
	"encoding/json"
	"errors"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/internal/hostile"
)

// Each error has a place that the schema has, one of five reasons, and if a limit is met,
// which one and by which keyword. Where the text itself is too much, the place says it all.
func TestEveryCompileErrorSaysWhereAndWhy(t *testing.T) {
	met := 0
	check := func(about string, text []byte) bool {
		_, err := Compile(t.Context(), text, Options{})
		if err == nil {
			return false
		}
		met++
		e, ok := errors.AsType[*CompileError](err)
		require.True(t, ok, "%s: %v", about, err)
		var v any
		if json.Unmarshal(text, &v) == nil {
			assert.True(t, leadsTo(v, e.Pointer), "%s: no place %q: %v", about, e.Pointer, err)
		}
		reasons := 0
		for _, reason := range []error{ErrUnsupported, ErrEmpty, ErrMalformed, ErrAmbiguous, ErrBudget} {
			if errors.Is(err, reason) {
				reasons++
			}
		}
		assert.True(t, reasons > 0 || strings.Contains(err.Error(), "refers to itself"), "%s: %v", about, err)
		assert.True(t, strings.HasPrefix(err.Error(), "grammar: schema: "), "%s: %v", about, err)
		if errors.Is(err, ErrBudget) {
			assert.NotEqual(t, ErrBudget.Error(), e.Err.Error(), "%s: which limit?", about)
			assert.True(t, e.Keyword != "" || ofTheText.MatchString(about), "%s: which keyword? %v", about, err)
		}
		return true
	}
	for _, f := range hostile.Families() {
		for n := f.Start(); f.Most == 0 || n <= f.Most; n = f.Next(f.Next(n)) {
			if text := f.Make(n); len(text) > 1<<13 || check(f.Name+" of "+strconv.Itoa(n), text) {
				break
			}
		}
	}
	for _, text := range []string{``, `{`, `[]`, `1`, `{} {}`, `{"type":7}`, `{"a":1,"a":2}`, "\"\xff\"", `{"$ref":"#/x"}`,
		`{"properties":{"a":{"enum":[]}},"required":["a"],"type":"object"}`,
		`{"items":{"pattern":"("}}`, `{"items":{"pattern":"(?<=a)b","type":"string"}}`,
		strings.Repeat(`{"not":`, 300) + `1` + strings.Repeat(`}`, 300), `{"minimum":"1"}`, `{"multipleOf":0}`, `{"$ref":"http://a.b/c"}`,
		`{"type":"object","properties":{"a~/b":{"type":"strin"}}}`, `false`} {
		assert.True(t, check(text, []byte(text)), text)
	}
	assert.Greater(t, met, 60)
}

// ofTheText are the families whose text is too much before any keyword is read.
var ofTheText = regexp.MustCompile(`^(deep_|const_deep|wide_|not_nest|\{"not":\{"not")`)

// leadsTo reports whether v has what an RFC 6901 pointer names.
func leadsTo(v any, pointer string) bool {
	for i, part := range strings.Split(pointer, "/") {
		if i == 0 {
			if part != "" {
				return false
			}
			continue
		}
		part = strings.ReplaceAll(strings.ReplaceAll(part, "~1", "/"), "~0", "~")
		switch x := v.(type) {
		case map[string]any:
			next, ok := x[part]
			if !ok {
				return false
			}
			v = next
		case []any:
			n, err := strconv.Atoi(part)
			if err != nil || n < 0 || n >= len(x) {
				return false
			}
			v = x[n]
		default:
			return false
		}
	}
	return true
}
