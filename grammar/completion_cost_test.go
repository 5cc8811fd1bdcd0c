package grammar

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A completion of many required members looks at each of them once: before each member it lists those that may come, and
// not all that there are.
func TestACompletionOfManyMembersTakesNoSquare(t *testing.T) {
	g, err := Compile(t.Context(), []byte(`{"type":"object","properties":{`+repeated(4096, `"m%d":{}`)+`},"required":[`+
		repeated(4096, `"m%d"`)+`]}`), Options{})
	require.NoError(t, err)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	rest := g.Matcher().MinimalCompletion()
	runtime.ReadMemStats(&after)
	require.NoError(t, g.Check(t.Context(), rest))
	assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(1<<26), "%d bytes of text", len(rest))
}

// Nor does one of a long name, at each byte of which it is asked whether the name ends.
func TestACompletionOfALongNameTakesNoSquare(t *testing.T) {
	best := func(n int) time.Duration {
		name := make([]byte, n)
		for i := range name {
			name[i] = 'x'
		}
		g, err := Compile(t.Context(), []byte(`{"type":"object","properties":{"`+string(name)+`":{"type":"null"}},"required":["`+
			string(name)+`"]}`), Options{})
		require.NoError(t, err)
		least := time.Hour
		for range 9 { // another program may have the processor
			start := time.Now()
			rest := g.Matcher().MinimalCompletion()
			least = min(least, time.Since(start))
			require.Greater(t, len(rest), n)
		}
		return least
	}
	short, long := best(1<<14), best(1<<17)
	assert.Less(t, long, 30*short+10*time.Millisecond, "8 times the length, and 64 times the time would be the square")
}

// made returns how many bytes f makes.
func made(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// Within an item that must differ, what may follow costs no more after a long beginning than after a short one, although
// at many bytes it is asked whether the item may end there.
func TestWhatFollowsALongItemTakesNoSquare(t *testing.T) {
	v := byteVocabulary(t)
	for _, row := range []struct{ schema, begin, more string }{
		{`{"type":"array","uniqueItems":true,"items":{"type":"string"}}`, `["x","`, `abcd efgh`},
		{`{"type":"array","uniqueItems":true,"items":{"type":"object"}}`, `[{"a":1},{"x":[1`, `,123,1234`},
		{`{"type":"array","uniqueItems":true,"items":{"type":"array","uniqueItems":true}}`, `[[0],[["a`, `bcd efgh`},
	} {
		g, err := Compile(t.Context(), []byte(row.schema), Options{Whitespace: Foreign(), Order: AnyOrder})
		require.NoError(t, err)
		m := g.Matcher()
		_, err = m.Feed(t.Context(), []byte(row.begin+strings.Repeat(row.more, 1<<14)))
		require.NoError(t, err)
		mask := make([]uint64, v.Words())
		m.Next() // what it makes once
		require.NoError(t, m.Mask(v, mask))
		assert.Less(t, made(func() { m.Next() }), uint64(1<<14), row.schema)
		assert.Less(t, made(func() { _ = m.Mask(v, mask) }), uint64(1<<16), row.schema)
		assert.Less(t, made(func() { m.MinimalCompletion() }), uint64(1<<16), row.schema)
	}
}

// A completion that comes no nearer to the end is given up soon. Here the item that must come looks further than all
// those that need not, and these would go on for ever.
func TestACompletionDoesNotGoAstray(t *testing.T) {
	g, err := Compile(t.Context(), []byte(`{"type":"array","uniqueItems":true,"contains":{"type":"array","uniqueItems":true,"minItems":3}}`),
		Options{Whitespace: Foreign(), Order: AnyOrder})
	require.NoError(t, err)
	var rest []byte
	assert.Less(t, made(func() { rest = g.Matcher().MinimalCompletion() }), uint64(1<<23))
	assert.Less(t, len(rest), 100)
	assert.NoError(t, g.Check(t.Context(), rest))
}

// A completion, or a walk, through all strings that a list holds takes no square either.
func TestAnArrayOfAllListedStringsTakesNoSquare(t *testing.T) {
	list := repeated(4096, `"v%d"`)
	g, err := Compile(t.Context(), []byte(`{"type":"array","uniqueItems":true,"minItems":4096,"items":{"enum":[`+list+`]}}`),
		Options{Whitespace: Foreign(), Order: AnyOrder})
	require.NoError(t, err)
	var rest []byte
	assert.Less(t, made(func() { rest = g.Matcher().MinimalCompletion() }), uint64(1<<26))
	assert.NoError(t, g.Check(t.Context(), rest))
	assert.NoError(t, g.Check(t.Context(), []byte("["+list+"]")))
	m := g.Matcher()
	_, err = m.Feed(t.Context(), []byte("["+list))
	require.NoError(t, err)
	_, err = m.Clone().Feed(t.Context(), []byte(`,"v`))
	assert.Error(t, err)
}

// Nor does one of objects that must meet several demands: what closes each is worked out once, and not before each byte
// that may come.
func TestACompletionOfSeveralDemandsTakesNoAges(t *testing.T) {
	const schema = `{"contains":{"minProperties":2,"not":{"patternProperties":{"^a":{"not":{"enum":[{"a":null},{"a":[],"c":0}]}}}},` +
		`"properties":{"b":{"$ref":"#"}},"type":"object"},"items":{"allOf":[{"not":{"patternProperties":{"é":{"$ref":"#"}}}},` +
		`{"not":{"propertyNames":{"pattern":"^[a-c]$"}}}],"not":{"patternProperties":{"b$":{"enum":[1,"a",null]}}},` +
		`"properties":{"aa":{"$ref":"#"},"ab":{"const":{}}},"type":"object"},"maxContains":2,"type":"array"}`
	compiled, completed := time.Hour, time.Hour
	for range 3 { // another program may have the processor
		start := time.Now()
		g, err := Compile(t.Context(), []byte(schema), Options{})
		compiled = min(compiled, time.Since(start))
		require.NoError(t, err)
		m, begun := g.Matcher(), []byte(`[{"ab":{},"x`)
		_, err = m.Feed(t.Context(), begun)
		require.NoError(t, err)
		start = time.Now()
		rest := m.MinimalCompletion()
		completed = min(completed, time.Since(start))
		assert.NoError(t, g.Check(t.Context(), append(begun, rest...)))
	}
	assert.Less(t, completed, 1000*compiled)
}
