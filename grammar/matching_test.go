package grammar

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/internal/hostile"
)

// manyNumbers is an array of n different numbers.
func manyNumbers(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, ",%d", i)
	}
	return "[" + b.String()[1:] + "]"
}

// manyMembers is an object of n members.
func manyMembers(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `,"k%d":%d`, i, i)
	}
	return "{" + b.String()[1:] + "}"
}

// A context ends a feeding within a few bytes, and the matcher stands after those that it has taken.
func TestFeedEndsWithinAChunk(t *testing.T) {
	g, err := Compile(t.Context(), []byte(`{"type":"array","uniqueItems":true}`), Options{Whitespace: Foreign()})
	require.NoError(t, err)
	text := manyNumbers(1000)
	m := g.Matcher()
	ctx, cancel := context.WithCancel(t.Context())
	n, err := m.Feed(t.Context(), []byte(text[:100]))
	require.NoError(t, err)
	assert.Equal(t, 100, n)
	cancel()
	n, err = m.Feed(ctx, []byte(text[100:]))
	assert.ErrorIs(t, err, context.Canceled)
	assert.Less(t, n, 32)
	_, err = m.Feed(t.Context(), []byte(text[100+n:]))
	require.NoError(t, err)
	assert.NoError(t, m.End())
}

// Where a byte is read in many ways, or opens an object of many alternatives, the context is looked at there.
func TestFeedEndsWithinAByte(t *testing.T) {
	var branches []string
	for i := range 64 {
		branches = append(branches, fmt.Sprintf(`{"type":"number","minimum":%d}`, i))
	}
	g, err := Compile(t.Context(), []byte(`{"anyOf":[`+strings.Join(branches, ",")+`]}`), Options{})
	require.NoError(t, err)
	m := g.Matcher()
	ctx, cancel := context.WithCancel(t.Context())
	_, err = m.Feed(t.Context(), []byte("1"))
	require.NoError(t, err)
	cancel()
	n, err := m.Feed(ctx, []byte("23"))
	assert.ErrorIs(t, err, context.Canceled)
	assert.Zero(t, n)

	families := hostile.Families()
	alike := families[slices.IndexFunc(families, func(f hostile.Family) bool { return f.Name == "not_props" })]
	cause := errors.New("enough")
	for _, row := range []struct {
		schema []byte
		text   string
	}{
		{alike.Make(64), `{"a1":1,"a2":"x","b":[]}`},
		{[]byte(`{"anyOf":[{"type":"array","items":` + closedObject("p", 30) + `},{"type":"array","items":` + closedObject("q",
			30) + `}]}`), `[{"q1":null}]`},
	} {
		for looks := 1; ; looks++ {
			g, err := Compile(t.Context(), row.schema, Options{})
			require.NoError(t, err)
			m := g.Matcher()
			n, err := m.Feed(&endingContext{Context: t.Context(), cause: cause, looks: looks}, []byte(row.text))
			if err == nil {
				assert.Greater(t, looks, 30, "it is looked at for each name")
				break
			}
			require.ErrorIs(t, err, cause)
			_, err = m.Feed(t.Context(), []byte(row.text[n:]))
			require.NoError(t, err, "it stands after %q", row.text[:n])
			require.NoError(t, m.End())
		}
	}
}

// Numbers that must differ take what their count does, also where the array needs all there are.
func TestUniqueNumbersTakeNoSquare(t *testing.T) {
	sizes := []int{1 << 11, 1 << 13}
	if testing.Short() {
		sizes = []int{1 << 9, 1 << 11}
	}
	for name, items := range map[string]string{
		"integers between bounds": `{"type":"integer","minimum":0,"maximum":%d}`, "with a sign": `{"type":"integer","minimum":-1,"maximum":%d}`,
		"listed": "",
	} {
		for _, numbers := range []Numbers{Plain, AnyForm} {
			var made [2]float64
			for i, n := range sizes {
				of := strings.ReplaceAll(items, "%d", fmt.Sprint(n-1))
				if items == "" {
					of = `{"enum":` + manyNumbers(n) + `}`
				}
				g, err := Compile(t.Context(), []byte(`{"type":"array","uniqueItems":true,"items":`+of+`}`),
					Options{Whitespace: Foreign(), Numbers: numbers})
				require.NoError(t, err)
				text := []byte(manyNumbers(n))
				made[i] = testing.AllocsPerRun(1, func() { require.NoError(t, g.Check(t.Context(), text)) })
				twice := []byte(strings.TrimSuffix(manyNumbers(n), "]") + ",7]")
				require.Error(t, g.Check(t.Context(), twice))
			}
			assert.Less(t, made[1], 8*made[0], "%s, %d: four times as many", name, numbers)
		}
	}
}

// closedObject is a schema of objects with n names, each a letter and a number.
func closedObject(letter string, n int) string {
	var names []string
	for i := range n {
		names = append(names, fmt.Sprintf(`"%s%d":{"type":"null"}`, letter, i))
	}
	return `{"type":"object","properties":{` + strings.Join(names, ",") + `},"additionalProperties":false}`
}

// Names and items are found whatever their number, in matchers and in their clones.
func TestManyNamesAndItemsAreRemembered(t *testing.T) {
	for _, row := range []struct{ schema, text, again, other string }{
		{`{}`, manyMembers(100), `,"k3":0`, `,"k100":0`},
		{`{"type":"object"}`, manyMembers(17), `,"k16":0`, `,"x":{"k16":0,"y":1}`},
		{`{"type":"array","uniqueItems":true}`, manyNumbers(100), `,3`, `,[3]`},
		{`{"type":"array","uniqueItems":true}`, manyNumbers(100), `,3.0,4`, `,3.5,"3"`},
		{`{"type":"array","uniqueItems":true,"items":{"type":"integer","minimum":0,"maximum":5}}`, manyNumbers(5), `,3`, `,5`},
		{`{"type":"array","uniqueItems":true,"items":{"type":"integer","minimum":0,"maximum":1e6}}`, manyNumbers(300), `,299`, `,2999`},
		{`{"type":"array","uniqueItems":true,"items":{"type":"number","minimum":0}}`, manyNumbers(300), `,299`, `,0.5`},
		{`{"type":"array","uniqueItems":true,"items":{"enum":["a","b","c","ab"]}}`, `["a","b","ab"]`, `,"ab"`, `,"c"`},
	} {
		g, err := Compile(t.Context(), []byte(row.schema), Options{Whitespace: Foreign(), Numbers: AnyForm})
		require.NoError(t, err, row.schema)
		m := g.LenientMatcher()
		end := row.text[len(row.text)-1:]
		_, err = m.Feed(t.Context(), []byte(row.text[:len(row.text)-1]))
		require.NoError(t, err, row.schema)
		for _, n := range []*Matcher{m.Clone(), m.Clone().Clone()} {
			_, err := n.Feed(t.Context(), []byte(row.again+end))
			assert.Error(t, err, "%s: %s", row.schema, row.again)
		}
		n := m.Clone()
		_, err = n.Feed(t.Context(), []byte(row.other+end))
		assert.NoError(t, err, "%s: %s", row.schema, row.other)
		assert.NoError(t, n.End())
		m.Next() // what looks ahead leaves nothing behind
		_, err = m.Feed(t.Context(), []byte(row.other+end))
		assert.NoError(t, err, row.schema)
		m.Reset()
		_, err = m.Feed(t.Context(), []byte(row.text))
		assert.NoError(t, err, "after a reset: %s", row.schema)
	}
}

// BenchmarkMany reads documents of many names and items; a size four times as large should take about four times as
// long.
func BenchmarkMany(b *testing.B) {
	for _, row := range []struct {
		name, schema string
		make         func(n int) string
	}{
		{"names", `{}`, manyMembers},
		{"items", `{"type":"array","uniqueItems":true}`, manyNumbers},
		{"integers", `{"type":"array","uniqueItems":true,"items":{"type":"integer","minimum":0,"maximum":99999}}`, manyNumbers},
		{"enum", `{"type":"array","uniqueItems":true,"items":{"enum":` + manyNumbers(4096) + `}}`, manyNumbers},
	} {
		g, err := Compile(b.Context(), json.RawMessage(row.schema), Options{Whitespace: Foreign()})
		require.NoError(b, err)
		for _, n := range []int{1 << 10, 1 << 12, 1 << 14} {
			text := []byte(row.make(min(n, 1<<16)))
			if row.name == "enum" && n > 4096 {
				continue
			}
			b.Run(fmt.Sprintf("%s/%d", row.name, n), func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					if err := g.Check(b.Context(), text); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// For every schema and document, a context that ends in the middle of a chunk ends the feeding within a few bytes,
// or within a few pieces of strings, which are scanned at once.
func TestFeedEndsWhateverTheSchema(t *testing.T) {
	list := func(n int, format string) string {
		parts := make([]string, n)
		for i := range parts {
			parts[i] = strings.ReplaceAll(format, "%d", fmt.Sprint(i))
		}
		return strings.Join(parts, ",")
	}
	long := strings.Repeat("abcdefgh", 100)
	for _, row := range []struct{ name, schema, text string }{
		{"names by patterns", `{"patternProperties":{` + list(6, `"^k[0-9]*%d$":{"type":"integer"}`) + `}}`, manyMembers(4000)},
		{"a chain of references", `{"$defs":{` + list(90,
			`"d%d":{"$ref":"#/$defs/e%d"},"e%d":{"type":"array","items":{"$ref":"#/$defs/d%d"}}`) + `},"$ref":"#/$defs/d89"}`,
			`[` + list(4000, `[[],[[]]]`) + `]`},
		{"many members at least", `{"type":"object","minProperties":3500}`, manyMembers(4000)},
		{"a long string", `{"type":"string","minLength":1000}`, `"` + strings.Repeat(`\u00e9a`, 8000) + `"`},
		{"members that must not come", `{"type":"object","allOf":[` + list(12, `{"not":{"required":["a%d"]}}`) + `]}`, manyMembers(4000)},
		{"members that want others", `{"type":"object","dependentRequired":{` + list(3, `"k%d":["k7"]`) +
			`},"if":{"required":["k1"]},"then":{"required":["k8"]}}`, manyMembers(4000)},
		{"long values from a list", `{"type":"array","items":{"enum":[` + list(300, `"`+long+`%d"`) + `]}}`,
			`[` + list(100, `"`+long+`%d"`) + `]`},
		{"escaped names", `{"type":"object","properties":{` + list(300, `"é%d":{"type":"integer"}`) + `}}`,
			`{` + list(2000, `"\u00e9%d":1`) + `}`},
		{"objects that must differ", `{"type":"array","uniqueItems":true,"items":{"type":"object"}}`,
			`[` + list(2000, `{"a":{"b":[%d]},"c":"%d"}`) + `]`},
		{"few items of a kind", `{"type":"array","contains":{"minimum":3990},"minContains":3,"maxContains":100}`, manyNumbers(4000)},
	} {
		t.Run(row.name, func(t *testing.T) {
			g, err := Compile(t.Context(), []byte(row.schema), Options{Whitespace: Foreign(), Order: AnyOrder})
			require.NoError(t, err)
			m := g.LenientMatcher()
			half := len(row.text) / 2
			_, err = m.Feed(t.Context(), []byte(row.text[:half]))
			require.NoError(t, err)
			cause := errors.New("enough")
			for _, looks := range []int{0, 1, 5} {
				at := m.Clone()
				n, err := at.Feed(&endingContext{Context: t.Context(), cause: cause, looks: looks}, []byte(row.text[half:]))
				require.ErrorIs(t, err, cause)
				assert.LessOrEqual(t, n, (looks+1)*4096)
				_, err = at.Feed(t.Context(), []byte(row.text[half+n:]))
				require.NoError(t, err, "it stands after %d bytes more", n)
				assert.NoError(t, at.End())
			}
		})
	}
}
