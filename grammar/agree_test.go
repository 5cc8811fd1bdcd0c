package grammar

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar/internal/grammartest"
)

// How much TestAllFacesAgree tries; docs/evidence/long-checks.md has the command.
var (
	agreePairs = flag.Int("agree", 2000, "pairs of a schema and a document")
	agreeSeed  = flag.Uint64("agreeseed", 1, "where the schemas come from")
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

// An oddSchema makes schemas of what the other generators do not: recursion through items that contains counts, negated
// patterns of names, values that are excluded one by one, items that must differ.
type oddSchema struct{ *rand.Rand }

func (r oddSchema) pick(list ...string) string { return list[r.IntN(len(list))] }

func (r oddSchema) scalar() string {
	return r.pick(`{"type":"number"}`, `{"type":"string"}`, `{"type":"string","pattern":"`+r.pick(`é`, `^a*$`, `\"`, `a[^b]b`, `^[^a]`)+`"}`,
		`{"enum":[1,"a",null]}`, `{"const":`+r.value(1)+`}`, `{"type":"integer","multipleOf":2}`, `{"type":["null","boolean"]}`,
		`{"not":{"type":"string"}}`, `{"not":{"enum":[`+r.value(1)+`,`+r.value(1)+`]}}`, `true`)
}

func (r oddSchema) schema(depth int) string {
	if depth == 0 {
		return r.pick(r.scalar(), `{"$ref":"#"}`, `{"anyOf":[`+r.scalar()+`,{"$ref":"#"}]}`)
	}
	sub := func() string { return r.schema(depth - 1 - r.IntN(depth)) }
	pattern := func() string { return r.pick(`^a`, `^a*$`, `b$`, ``, `^[a-c]$`, `é`) }
	var parts []string
	maybe := func(n int, text string) {
		if r.IntN(n) == 0 {
			parts = append(parts, text)
		}
	}
	switch r.IntN(6) {
	case 0, 1:
		parts = append(parts, `"type":"array"`)
		maybe(2, `"contains":`+sub())
		maybe(2, `"items":`+sub())
		maybe(4, `"prefixItems":[`+sub()+`]`)
		maybe(4, `"minContains":`+r.pick("0", "2"))
		maybe(4, `"maxContains":`+r.pick("1", "2"))
		maybe(4, `"minItems":`+r.pick("1", "2", "3"))
		maybe(5, `"maxItems":`+r.pick("1", "2", "3"))
		maybe(6, `"uniqueItems":true`)
		maybe(6, `"not":{"contains":`+r.scalar()+`}`)
	case 2, 3, 4:
		parts = append(parts, `"type":"object"`)
		maybe(2, `"properties":{`+r.pick(`"a":`, `"b":`, `"aa":`)+sub()+r.pick(``, `,"ab":`+sub())+`}`)
		maybe(2, `"additionalProperties":`+r.pick(`false`, sub()))
		maybe(2, fmt.Sprintf(`"not":{"patternProperties":{%q:%s}}`, pattern(), r.scalar()))
		maybe(4, fmt.Sprintf(`"allOf":[{"not":{"patternProperties":{%q:%s}}},{"not":{"propertyNames":{"pattern":%q}}}]`,
			pattern(), sub(), pattern()))
		maybe(4, fmt.Sprintf(`"patternProperties":{%q:%s}`, pattern(), sub()))
		maybe(4, `"required":[`+r.pick(`"a"`, `"ab","b"`)+`]`)
		maybe(4, `"minProperties":`+r.pick("1", "2"))
		maybe(4, `"maxProperties":`+r.pick("1", "2"))
	default:
		return fmt.Sprintf(`{%q:[%s,%s]}`, r.pick("anyOf", "allOf", "oneOf"), sub(), sub())
	}
	return "{" + strings.Join(parts, ",") + "}"
}

func (r oddSchema) value(depth int) string {
	switch n := r.IntN(12); {
	case n < 3 && depth > 0:
		var items []string
		for range r.IntN(4) {
			items = append(items, r.value(depth-1))
		}
		return "[" + strings.Join(items, ",") + "]"
	case n < 7 && depth > 0:
		var members []string
		names := []string{"a", "b", "aa", "ab", "é", "c"}
		r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		for _, name := range names[:r.IntN(4)] {
			members = append(members, fmt.Sprintf("%q:%s", name, r.value(depth-1)))
		}
		return "{" + strings.Join(members, ",") + "}"
	}
	return r.pick(`1`, `2`, `0`, `1.5`, `null`, `true`, `"a"`, `"é"`, `"\""`, `"ab"`, `"b"`, `""`, `[]`, `{}`)
}

// TestAllFacesAgree is about pairs of a schema and a document: the grammar judges as the oracle does, or says at Compile
// that it does not; samples and completions are documents; and Next, Mask and Feed say the same along walks.
func TestAllFacesAgree(t *testing.T) {
	tokens, v := facesVocabulary(t)
	pairs, schemas, valid, states := 0, 0, 0, 0
	for n := uint64(0); pairs < *agreePairs && !t.Failed(); n++ {
		r := oddSchema{rand.New(rand.NewPCG(*agreeSeed, n))}
		text := r.schema(3)
		about := fmt.Sprintf("-agreeseed %d, schema %d: %s", *agreeSeed, n, text)
		o := grammartest.Oracle(t, []byte(text))
		g, err := Compile(t.Context(), []byte(text), judging)
		if o == nil || err != nil && !errors.Is(err, ErrEmpty) {
			continue // it refers to itself without an end, or is not supported
		}
		schemas++
		var docs [][]byte
		for range 12 {
			docs = append(docs, []byte(r.value(3)))
		}
		for i := 0; i < 4 && err == nil; i++ {
			doc := g.SampleWith(r.Rand, SampleOptions{Budget: 80, Hostile: i%2 == 0})
			if doc == nil {
				continue
			}
			assert.True(t, accepts(g, doc) && grammartest.Judges(o, doc), "%s\nsample %s", about, doc)
			if mutant := grammartest.Mutate(r.Rand, doc); grammartest.Lexical(mutant) && !oracleFails.Match(mutant) && !lineEnds.Match(mutant) {
				docs = append(docs, mutant)
			}
		}
		for _, doc := range docs {
			want := grammartest.Judges(o, doc)
			assert.Equal(t, want, err == nil && accepts(g, doc), "%s\n%s", about, doc)
			if pairs++; want {
				valid++
			}
		}
		if n%4 != 0 {
			continue
		}
		for _, options := range allReadings {
			g, err := Compile(t.Context(), []byte(text), options)
			if err != nil {
				continue
			}
			differ := strings.Contains(text, "uniqueItems")
			walkAgrees(t, about, g.Matcher(), r.Rand, 12, !differ || options.Order == Declared, tokens, v)
			walkAgrees(t, about, g.LenientMatcher(), r.Rand, 12, !differ, tokens, v)
			states += 24
		}
	}
	t.Logf("%d pairs of %d schemas, %d valid; about %d states of walks", pairs, schemas, valid, states)
}
