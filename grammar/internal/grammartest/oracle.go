package grammartest

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
)

// Oracle compiles a schema with an independent validator; nil if it cannot.
func Oracle(t testing.TB, schema []byte) *jsonschema.Schema {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	c.UseRegexpEngine(func(pattern string) (jsonschema.Regexp, error) { return regexp.Compile(ecmaBlanks(pattern)) })
	if err := c.AddResource("schema:oracle", document); err != nil {
		return nil
	}
	s, err := c.Compile("schema:oracle")
	if err != nil {
		return nil
	}
	return s
}

// ecmaBlanks rewrites a pattern for Go's regexp: what a blank is to ECMA-262 is more than \s there.
func ecmaBlanks(pattern string) string {
	const blank = `\s\x0b\xa0\x{feff}\x{2028}\x{2029}\p{Zs}`
	var b strings.Builder
	class := false
	for i := 0; i < len(pattern); i++ {
		two := pattern[i:min(i+2, len(pattern))]
		switch {
		case two == `\s` && class:
			b.WriteString(blank)
		case two == `\s`:
			b.WriteString("[" + blank + "]")
		case two == `\S` && !class:
			b.WriteString("[^" + blank + "]")
		case two[0] == '\\':
			b.WriteString(two)
		default:
			class = (class || two[0] == '[') && two[0] != ']'
			b.WriteByte(two[0])
			continue
		}
		i++
	}
	return b.String()
}

// Judges reports whether text is JSON that s accepts.
func Judges(s *jsonschema.Schema, text []byte) bool {
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	return err == nil && s.Validate(document) == nil
}

// OddSpelling is what an address may hold that the oracle does not take.
var OddSpelling = regexp.MustCompile(`%|--|\\\\|\\"|\[[vV]|[^ -~].*@`)

// Lexical reports whether a text is JSON that every reader reads alike: what the oracle's reader
// forgives (a member twice, half a surrogate pair, invalid UTF-8) and we refuse is left out.
func Lexical(text []byte) bool {
	if !json.Valid(text) || !utf8.Valid(text) || bytes.Contains(bytes.ToLower(text), []byte(`\ud`)) || longNumber.Match(text) {
		return false
	}
	_, _, err := jsontext.Read(text, 1<<20, nil)
	return err == nil
}

// longNumber is beyond the bytes of a number that a matcher reads.
var longNumber = regexp.MustCompile(`[0-9]{100}`)

// Apart finds schemas that the oracle reads otherwise: int32 and int64 are no formats to it; it takes
// addresses that RFC 3986 does not, and not all that it does; "." matches line ends other than \n in Go
// and not in ECMA-262; it ignores keywords that are younger than the draft that a schema names.
var Apart = regexp.MustCompile(`"int32"|"int64"|"uri|"url|"iri|"email"|propertyNames`)
