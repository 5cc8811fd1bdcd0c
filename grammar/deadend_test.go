package grammar

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar/internal/grammartest"
)

// finish holds a walk to what masks promise: after any legal byte there is a way to the end.
func finish(t *testing.T, about string, m *Matcher, text []byte) {
	if m.CanEnd() {
		return
	}
	require.NotZero(t, m.Next().Len(), "%s\nnothing may follow %q", about, text)
	rest := m.MinimalCompletion()
	require.NotNil(t, rest, "%s\nno end behind %q", about, text)
	c := m.Clone()
	_, err := c.Feed(t.Context(), rest)
	require.NoError(t, err, "%s\n%q and %q", about, text, rest)
	require.True(t, c.CanEnd(), "%s\n%q and %q", about, text, rest)
}

// ramble writes legal bytes, few different ones, so that what came comes again.
func ramble(t *testing.T, about string, g *Grammar, r *rand.Rand, steps int) {
	m, text := g.Matcher(), []byte(nil)
	for range steps {
		next := m.Next().Bytes()
		if len(next) == 0 || r.IntN(6) == 0 {
			finish(t, about, m, text)
		}
		if len(next) == 0 {
			return
		}
		b := next[r.IntN(len(next))]
		for range 6 {
			if c := next[r.IntN(len(next))]; b > 'c' && b < 0x7f && b != '}' && b != ']' || c == ',' || b == ' ' {
				b = c
			}
		}
		_, err := m.Feed(t.Context(), []byte{b})
		require.NoError(t, err)
		text = append(text, b)
	}
}

// Letters that begin with bytes beyond ASCII are found where plain ones lead nowhere, also behind a character that leads
// nowhere, and where a plain name or an item that owes more could come instead, for ever.
func TestCompletionsFindLettersBeyondASCII(t *testing.T) {
	const demands = `{"type":"object","not":{"patternProperties":{"é":{"type":"null"}}}}`
	for _, row := range []struct {
		schema string
		begun  []string
	}{
		{schema: `{"type":"string","pattern":"^\\p{L}+$","not":{"format":"uri-reference"}}`},
		{schema: `{"type":"string","pattern":"^[a-z]*一[a-z]*$","minLength":3}`},
		{schema: `{"type":"string","pattern":"^[a-z]*[丐-丑][a-z一]*😀$"}`},
		{schema: `{"type":"object","propertyNames":{"pattern":"^\\p{L}+$","not":{"format":"uri-reference"}},"minProperties":2}`},
		{demands, []string{`{"a`, "{\"a\xe0", `{"a":null,"`, "{\"\xf0", "{\"\xc3"}},
		{`{"type":"object","additionalProperties":` + demands + `,"minProperties":1}`, []string{"{\"a\":{\"\xe0"}},
		{`{"type":"array","contains":` + demands + `}`, []string{"[{\"\xe0", `[1,{"a":1,"`}},
		{`{"type":"object","not":{"patternProperties":{"é|😀":{"type":"null"}}},` +
			`"allOf":[{"not":{"patternProperties":{"^一":{"type":"string"}}}}]}`, []string{"{\"\xe0", `{"a":1,"`}},
		{`{"contains":{"required":["a","b"],"type":"object"},"prefixItems":[{"additionalProperties":{"$ref":"#"}}],"type":"array"}`,
			[]string{`[`, `[0,{"b":1,`}},
	} {
		for _, o := range []Options{{}, {Order: AnyOrder}, judging} {
			g, err := Compile(t.Context(), []byte(row.schema), o)
			require.NoError(t, err)
			for _, m := range []*Matcher{g.Matcher(), g.LenientMatcher()} {
				finish(t, row.schema, m, nil)
				for _, text := range row.begun {
					c := m.Clone()
					_, err := c.Feed(t.Context(), []byte(text))
					require.NoError(t, err)
					finish(t, row.schema, c, []byte(text))
					c.Release()
				}
			}
		}
	}
}

// What cannot end within a bound is not tried.
func TestDocumentsBeyondTheBoundAreNotMade(t *testing.T) {
	for _, s := range []string{`{"type":"string","minLength":500000000}`, `{"type":"array","minItems":100000000,"items":{"type":"null"}}`,
		`{"type":"string","pattern":"^(ab?){2000000}$"}`} {
		g, err := Compile(t.Context(), []byte(s), Options{})
		require.NoError(t, err)
		m := g.Matcher()
		assert.Nil(t, m.MinimalCompletion(), s)
		assert.Nil(t, g.Sample(rand.New(rand.NewPCG(1, 2))), s)
	}
	g, err := Compile(t.Context(), []byte(`{"type":["null","string"],"minLength":500000000}`), Options{})
	require.NoError(t, err)
	assert.Equal(t, "null", string(g.Sample(rand.New(rand.NewPCG(1, 2)))))
}

// A TestTheLastNameIsFound must have all 126 names of two letters, and finds the last.
func TestTheLastNameIsFound(t *testing.T) {
	for _, o := range []Options{{}, {Whitespace: Foreign(), Order: AnyOrder}} {
		g, err := Compile(t.Context(),
			[]byte(`{"type":"object","patternProperties":{"^[ab]{1,6}$":{"type":"null"}},"additionalProperties":false,"minProperties":126}`), o)
		require.NoError(t, err)
		m := g.Matcher()
		rest := m.MinimalCompletion()
		_, err = m.Feed(t.Context(), rest)
		require.NoError(t, err)
		assert.True(t, m.CanEnd())
		assert.Equal(t, 126, strings.Count(string(rest), "null"))
	}
}

// TestAnEscapeBeginsNoNameThatCame is of text from elsewhere, where a name that came must not be begun again
// with an escape.
func TestAnEscapeBeginsNoNameThatCame(t *testing.T) {
	g, err := Compile(t.Context(), []byte(`{"const":{"c":false,"ä":1}}`), judging)
	require.NoError(t, err)
	m := g.Matcher()
	n, err := m.Feed(t.Context(), []byte(`{"c":false,"\u006`))
	assert.Error(t, err)
	assert.Equal(t, len(`{"c":false,"\u00`), n)
	for _, schema := range []string{
		`{"required":["x","y"],"properties":{"y":{"const":["a value that takes more than a few bytes"]}},"type":"object"}`,
		`{"type":"object","not":{"additionalProperties":{"not":{"const":"a value that takes more than a few bytes"}}},"minProperties":3}`,
		`{"const":{"c":false,"ä":1}}`, `{"type":"object","required":["a","ä","😀"]}`,
		`{"contains":{"minProperties":3,"type":"object"},"type":"array"}`, `{"contains":{"required":["c","ab"],"type":"object"},"type":"array"}`,
		`{"contains":{"minItems":3,"contains":{"minProperties":2,"type":"object"},"type":"array","uniqueItems":true},` +
			`"minContains":2,"type":"array"}`} {
		g, err := Compile(t.Context(), []byte(schema), judging)
		require.NoError(t, err)
		assert.NoError(t, g.Check(t.Context(), g.Matcher().MinimalCompletion()))
	}
}

// TestNoNameBeginsWhereNoneMayCome is of an object whose only name has no value.
func TestNoNameBeginsWhereNoneMayCome(t *testing.T) {
	for _, o := range []Options{{}, judging} {
		g, err := Compile(t.Context(),
			[]byte(`{"dependentSchemas":{"b":{}},"unevaluatedProperties":{"minimum":1,"maximum":0,"type":"number"}}`), o)
		require.NoError(t, err)
		m := g.Matcher()
		n, err := m.Feed(t.Context(), []byte(`{"`))
		assert.Error(t, err)
		assert.Equal(t, 1, n)
	}
}

// A sample that cannot end is none, also where its items must differ.
func TestSamplesThatCannotEndAreNone(t *testing.T) {
	g, err := Compile(t.Context(), []byte(`{"type":"array","items":{"enum":[1,"a",null]},"prefixItems":[{"type":"array",`+
		`"items":{"anyOf":[{"const":"b"},{"$ref":"#"}]},"minItems":3,"uniqueItems":true}]}`), judging)
	require.NoError(t, err)
	for seed := range uint64(4) {
		if doc := g.SampleWith(rand.New(rand.NewPCG(seed, 1)), SampleOptions{Budget: 80, Hostile: seed%2 == 0}); doc != nil {
			assert.NoError(t, g.Check(t.Context(), doc))
		}
	}
}

func TestSamplesOfWhatRunsOutAreDocuments(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for _, schema := range grammartest.TightSchemas {
		g, err := Compile(t.Context(), []byte(schema), Options{})
		require.NoError(t, err)
		for i := range 30 {
			doc := g.SampleWith(r, SampleOptions{Hostile: i%2 == 0, Budget: 100})
			assert.NoError(t, g.Check(t.Context(), doc), "%s\n%s", schema, doc)
		}
	}
}

func TestWhatRunsOutIsSaidAtCompileTime(t *testing.T) {
	for _, row := range []struct {
		schema string
		want   error
	}{
		{`{"type":"array","items":{"enum":[1,2,"a"]},"uniqueItems":true,"minItems":3}`, nil},
		{`{"type":"array","items":{"enum":[1,2,"a"]},"uniqueItems":true,"minItems":4}`, ErrEmpty},
		{`{"type":"array","items":{"type":"integer","minimum":1,"exclusiveMaximum":4},"uniqueItems":true,"minItems":3}`, nil},
		{`{"type":"array","items":{"type":"integer","minimum":1,"exclusiveMaximum":4},"uniqueItems":true,"minItems":4}`, ErrEmpty},
		{`{"type":"array","items":{"pattern":"^[ab]$","type":"string"},"uniqueItems":true,"minItems":3}`, ErrEmpty},
		{`{"type":"array","contains":{"const":"true"},"minContains":2,"uniqueItems":true}`, ErrEmpty},
		{`{"type":"array","contains":{"type":"object","propertyNames":{"type":"null"}},"minContains":2,"uniqueItems":true}`, ErrEmpty},
		{`{"type":"array","items":{"type":"object","propertyNames":{"enum":["a"]},"additionalProperties":{"const":1}},` +
			`"minItems":3,"uniqueItems":true}`, ErrEmpty},
		{`{"type":"array","items":{"type":"array","items":{"type":"null"}},"uniqueItems":true,"minItems":2}`, nil},
		{`{"type":"array","contains":{"type":"array","items":{"const":1},"minItems":100000},"uniqueItems":true,"minContains":2}`, nil},
		{`{"type":"array","items":{"enum":[1,1.0,2]},"uniqueItems":true,"minItems":3}`, ErrEmpty},
		{`{"type":"array","items":{"not":{"contains":{"type":"string"}},"prefixItems":[false]},"uniqueItems":true,"minItems":3}`, ErrEmpty},
		{`{"type":"array","items":{"type":"array","prefixItems":[{"type":"null"},{"const":2},false],"contains":{"type":"null"}},` +
			`"uniqueItems":true,"minItems":3}`, ErrUnsupported},
		{`{"type":"array","items":{"type":"object","maxProperties":0},"uniqueItems":true,"minItems":2}`, ErrEmpty},
		{`{"type":"array","prefixItems":[{"const":1},{"const":1}],"uniqueItems":true,"minItems":2}`, ErrEmpty},
		{`{"type":"array","items":{"enum":[1,2]},"contains":{"const":1},"maxContains":1,"uniqueItems":true,"minItems":3}`, ErrEmpty},
		{`{"type":"array","items":{"type":"integer"},"contains":{"enum":[1,2]},"minContains":2,"uniqueItems":true}`, nil},
		{`{"type":"array","items":{"type":"object","properties":{"a":{"type":"null"}},"additionalProperties":false},"uniqueItems":true}`,
			ErrUnsupported},
		{`{"type":"array","items":{"type":"object"},"uniqueItems":true,"minItems":9}`, nil},
		{`{"type":"object","patternProperties":{"^[ab]{1,6}$":true},"additionalProperties":false,"minProperties":127}`, ErrUnsupported},
	} {
		_, err := Compile(t.Context(), []byte(row.schema), Options{})
		if row.want == nil {
			assert.NoError(t, err, row.schema)
		} else {
			assert.ErrorIs(t, err, row.want, row.schema)
		}
	}
}

func TestNoMaskDeadEnds(t *testing.T) {
	for i, c := range grammartest.Samples(t) {
		if g, err := Compile(t.Context(), c.Schema, Options{}); err == nil && i%11 == 0 {
			ramble(t, c.Name, g, rand.New(rand.NewPCG(uint64(i), 9)), 80)
		}
	}
	for i, schema := range grammartest.TightSchemas {
		for k, o := range []Options{{}, {Whitespace: spaced()}, {Whitespace: Foreign(), Order: AnyOrder}} {
			g, err := Compile(t.Context(), []byte(schema), o)
			if !assert.NoError(t, err, schema) {
				continue
			}
			r := rand.New(rand.NewPCG(uint64(i), uint64(k)))
			for range 2 {
				ramble(t, schema, g, r, 60)
			}
		}
	}
}
