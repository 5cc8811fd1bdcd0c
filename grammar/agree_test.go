package grammar

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar/internal/grammartest"
)

// allReadings are ways to read a schema.
var allReadings = []Options{{}, {Order: AnyOrder}, judging}

// facesVocabulary has a token for each byte, and some that go on over the end of a string or a value.
func facesVocabulary(t *testing.T) ([][]byte, *Vocabulary) {
	t.Helper()
	tokens, eos, special := grammartest.ByteTokens()
	for _, text := range []string{`":`, `","`, `"}`, `],`, `[]`, `{"`, `"a`, `a"`, `"a":`, `null`, `  `, "\n ", `" `, ` ,`, `1,`, `[[`, `é"`} {
		tokens = append(tokens, []byte(text))
	}
	v, err := NewVocabulary(tokens, eos, special)
	require.NoError(t, err)
	return tokens, v
}

// facesAgree holds one state of a walk to what all faces of it must say: Next, Mask and Feed the same, and from here on
// there is an end. It returns the bytes that may follow.
func facesAgree(t *testing.T, about string, m *Matcher, text []byte, tokens [][]byte, v *Vocabulary) []byte {
	next, mask := m.Next(), make([]uint64, v.Words())
	err := m.Mask(v, mask)
	some := false
	for id, token := range tokens {
		if len(token) == 0 || id > 255 && id < 260 {
			continue
		}
		c := m.Clone()
		_, err := c.Feed(t.Context(), token)
		c.Release()
		in := mask[id>>6]>>(id&63)&1 == 1
		some = some || in
		if in != (err == nil) || len(token) == 1 && next.Has(token[0]) != in {
			assert.Fail(t, "faces differ", "%s\nafter %q: token %q, Mask %v, Feed %v", about, text, token, in, err)
		}
	}
	assert.Equal(t, some || m.CanEnd(), err == nil, "%s\nafter %q: %v", about, text, err)
	return next.Bytes()
}

// walkAgrees takes a walk of some steps and holds each state to facesAgree. Where items that must differ may run out, text
// from elsewhere comes to places with no end: there is none to find.
func walkAgrees(t *testing.T, about string, m *Matcher, r *rand.Rand, steps int, ends bool, tokens [][]byte, v *Vocabulary) {
	var text []byte
	for range steps {
		next := facesAgree(t, about, m, text, tokens, v)
		if ends && r.IntN(3) == 0 {
			finish(t, about, m, text)
		}
		if len(next) == 0 {
			return
		}
		b := next[r.IntN(len(next))]
		for range 8 { // few characters, so that texts end
			if strings.IndexByte(`"]},:[{1a`, b) < 0 {
				b = next[r.IntN(len(next))]
			}
		}
		_, err := m.Feed(t.Context(), []byte{b})
		require.NoError(t, err)
		text = append(text, b)
	}
}

func TestWhatFacesDisagreedOnce(t *testing.T) {
	tokens, v := facesVocabulary(t)
	for _, row := range []struct{ schema, accepts, refuses string }{
		{`{"type":"array","contains":{"type":"number"},"items":{"anyOf":[{"type":"number"},{"$ref":"#"}]}}`, `[14,[1]]`, `[[1]]`},
		{`{"type":"array","contains":{"type":"number"},"unevaluatedItems":{"anyOf":[{"type":"number"},{"$ref":"#"}]}}`, `[14]`, `[]`},
		{`{"$ref":"#/$defs/a","$defs":{"a":{"type":"array","contains":{"type":"number"},` +
			`"items":{"anyOf":[{"type":"number"},{"$ref":"#/$defs/a"}]}}}}`, `[14]`, `[[14]]`},
		{`{"type":"object","properties":{"a":{}},"additionalProperties":false,"not":{"patternProperties":{"^a*$":{"type":"string"}}}}`,
			`{"a":1}`, `{"a":"x"}`},
		{`{"type":"object","properties":{"a":{},"aa":{}},"additionalProperties":false,` +
			`"not":{"patternProperties":{"^a*$":{"type":"string"}}}}`, `{"a":"x","aa":1}`, `{"a":"x","aa":"x"}`},
		{`{"type":"object","maxProperties":1,"not":{"patternProperties":{"^a":{"type":"string"}}}}`, `{"ab":1}`, `{"b":1}`},
		{`{"type":"object","properties":{"a":{"enum":["x","y"]},"b":{"enum":["x",1]}},"additionalProperties":false,` +
			`"not":{"patternProperties":{"":{"type":"string"}}}}`, `{"b":1}`, `{"a":"x"}`},
		{`{"type":"object","properties":{"a":{}},"additionalProperties":false,` +
			`"allOf":[{"not":{"patternProperties":{"^a":{"type":"string"}}}},{"not":{"patternProperties":{"a$":{"type":"number"}}}}]}`,
			`{"a":null}`, `{"a":1}`},
		{`{"type":"array","contains":{"type":"string","pattern":"é"}}`, `["é"]`, `["e"]`},
		{`{"type":"array","contains":{"type":"string","pattern":"\""}}`, `["a","\""]`, `["a"]`},
		{`{"type":"array","contains":{"type":"array","contains":{"pattern":"é","type":"string"}}}`, `[["é"]]`, `["é"]`},
		{`{"type":"string","enum":["a","abc"],"minLength":2}`, `"abc"`, `"a"`},
		{`{"type":"object","maxProperties":1,"not":{"patternProperties":{"^[a-c]$":{"type":"integer"}}},"properties":{"ab":{}}}`,
			`{"a":"x"}`, `{"ab":1}`},
	} {
		for i, o := range allReadings {
			g, err := Compile(t.Context(), []byte(row.schema), o)
			require.NoError(t, err, row.schema)
			assert.NoError(t, g.Check(t.Context(), []byte(row.accepts)), row.schema)
			assert.Error(t, g.Check(t.Context(), []byte(row.refuses)), row.schema)
			for _, m := range []*Matcher{g.Matcher(), g.LenientMatcher()} {
				walkAgrees(t, row.schema, m, rand.New(rand.NewPCG(uint64(i), 1)), 7, true, tokens, v)
			}
		}
	}
	for schema, want := range map[string]error{
		`{"type":"object","properties":{"a":{}},"additionalProperties":false,` +
			`"not":{"patternProperties":{"^a*$":{"type":"string"}}},"minProperties":2}`: ErrEmpty,
		`{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false,` +
			`"not":{"patternProperties":{"":{"type":"string"}}}}`: ErrEmpty,
		`{"type":"array","items":{"not":{"enum":[["a",{}],[{},12.0],[1,[],"é"],[[],1,1],[false],{"ab":{},"b":2.50,"A":{}},{}]}},` +
			`"contains":{"type":"array"}}`: ErrBudget,
	} {
		_, err := Compile(t.Context(), []byte(schema), Options{})
		assert.ErrorIs(t, err, want, schema)
	}
	g, err := Compile(t.Context(),
		[]byte(`{"type":"array","prefixItems":[{"type":"string"}],"items":{"const":"a"},"minItems":2,"uniqueItems":true}`), judging)
	require.NoError(t, err)
	m := g.LenientMatcher()
	_, err = m.Feed(t.Context(), []byte(`["a"`))
	require.NoError(t, err)
	facesAgree(t, "items run out", m, []byte(`["a"`), tokens, v)
}

// Where each level multiplies the readings, the last one that can be followed leaves a way on.
func TestReadingsThatMultiplyLeaveAWayOn(t *testing.T) {
	tokens, v := facesVocabulary(t)
	for schema, levels := range map[string]int{
		`{"contains":{"anyOf":[{"anyOf":[{"pattern":"\"","type":"string"},{"$ref":"#"}]},{"anyOf":[{"not":{"type":"string"}},` +
			`{"$ref":"#"}]}]},"items":{"anyOf":[{"type":["null","boolean"]},{"$ref":"#"}]},"type":"array"}`: 9,
		`{"oneOf":[{"not":{"patternProperties":{"^a":{"not":{"type":"string"}}}},"type":"object"},{"contains":{"anyOf":[` +
			`{"not":{"enum":[1,[{},"a"]]}},{"$ref":"#"}]},"maxItems":3,"prefixItems":[{"$ref":"#"}],"type":"array"}]}`: 3,
	} {
		for _, o := range allReadings {
			g, err := Compile(t.Context(), []byte(schema), o)
			require.NoError(t, err)
			m := g.Matcher()
			for n := range 12 {
				begun := []byte(strings.Repeat("[", n))
				finish(t, schema, m, begun)
				if n == levels {
					facesAgree(t, schema, m, begun, tokens, v)
				}
				c := m.Clone()
				_, _ = c.Feed(t.Context(), []byte("{")) // unless it is refused
				finish(t, schema, c, append(begun, '{'))
				c.Release()
				_, _ = m.Feed(t.Context(), []byte("[")) // until it is refused
			}
			assert.Len(t, strings.Split(m.Pointer(), "/"), levels+1)
		}
	}
}
