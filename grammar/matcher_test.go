package grammar

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar/internal/grammartest"
)

// read returns how many bytes of text are legal, and whether it may end there.
func read(t *testing.T, schema string, o Options, text string) (n int, complete bool) {
	t.Helper()
	g, err := Compile(t.Context(), []byte(schema), o)
	require.NoError(t, err)
	m := g.Matcher()
	n, _ = m.Feed(t.Context(), []byte(text))
	return n, m.CanEnd()
}

// A readRow is a text that is read until the bar, where it must stop; without a bar it must be a whole
// document.
type readRow struct {
	claim, schema string
	o             Options
	text          string
}

func readAll(t *testing.T, rows []readRow) {
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			before, after, stops := strings.Cut(row.text, "|")
			n, complete := read(t, row.schema, row.o, before+after)
			assert.Equal(t, len(before), n)
			if !stops {
				assert.True(t, complete)
			}
		})
	}
}

var foreign = Options{Whitespace: Foreign(), Order: AnyOrder}

func TestMatcherReadsObjects(t *testing.T) {
	const abc = `{"type":"object","properties":{"a":{"type":"null"},"b":{"type":"null"},"c":{"type":"null"}},` +
		`"required":["b"],"additionalProperties":false}`
	readAll(t, []readRow{
		{"declared order", abc, Options{}, `{"a":null,"b":null,"c":null}`},
		{"optional members may be left out", abc, Options{}, `{"b":null}`},
		{"required ones may not", abc, Options{}, `{"a":null|}`},
		{"nor passed over", abc, Options{}, `{"|c":null}`},
		{"no way back", abc, Options{}, `{"b":null,"|a":null}`},
		{"any order", abc, foreign, `{"c":null,"b":null,"a":null}`},
		{"any order, nothing twice", abc, foreign, `{"b":null,"|b":null}`},
		{"any order, nothing after everything", abc, foreign, `{"c":null,"b":null,"a":null|,`},
		{"compact means no blank", abc, Options{}, `{| "b":null}`},
		{"foreign means blanks everywhere", abc, foreign, " { \"b\"\n\t:\r null , \"a\" : null } \n"},
		{"a run of 24", `{"type":"array"}`, foreign, "[" + strings.Repeat(" ", 24) + "]"},
		{"a run of 25", `{"type":"array"}`, foreign, "[" + strings.Repeat(" ", 24) + "| ]"},
		{"nothing behind the end", `{"type":"null"}`, Options{}, `null| `},
		{"unknown members come last and once", `{"type":"object","properties":{"a":true}}`, Options{}, `{"a":1,"x":[{}],"y":"","x|":1}`},
		{"unknown members are not the known", `{"type":"object","properties":{"a":{"type":"null"}}}`, Options{}, `{"b":1,"a|":null}`},
		{"an escaped name counts as what it says", abc, foreign, `{"\u0062":null}`},
		{"and is not written so by us", abc, Options{}, `{"|\u0062":null}`},
		{"members by pattern",
			`{"type":"object","patternProperties":{"^x":{"type":"null"},"y$":{"enum":[null,1]}},"additionalProperties":false}`,
			Options{}, `{"xy":null,"by":1,"xa":|1}`},
		{"names by pattern only", `{"type":"object","patternProperties":{"^x":true},"additionalProperties":false}`, Options{}, `{"|y":1}`},
		{"propertyNames", `{"type":"object","propertyNames":{"maxLength":2}}`, Options{}, `{"ab":1,"cd|e":1}`},
		{"at most two members", `{"type":"object","maxProperties":2}`, Options{}, `{"a":1,"b":2|,"c":3}`},
		{"at least two members", `{"type":"object","minProperties":2}`, Options{}, `{"a":1|}`},
	})
}

func TestMatcherReadsStrings(t *testing.T) {
	readAll(t, []readRow{
		{"lengths count code points", `{"type":"string","minLength":2,"maxLength":2}`, Options{}, `"é😀"`},
		{"one short", `{"type":"string","minLength":2}`, Options{}, `"é|"`},
		{"one over", `{"type":"string","maxLength":2}`, Options{}, `"é😀|x"`},
		{"an escape is one", `{"type":"string","maxLength":1}`, foreign, `"\ud83d\ude00"`},
		{"half a pair", `{"type":"string"}`, foreign, `"\ud83d|"`},
		{"the other half alone", `{"type":"string"}`, foreign, `"\ud|c00"`},
		{"overlong UTF-8", `{"type":"string"}`, Options{}, "\"\xe0|\x80\x80\""},
		{"a surrogate in UTF-8", `{"type":"string"}`, Options{}, "\"\xed|\xa0\x80\""},
		{"beyond Unicode", `{"type":"string"}`, Options{}, "\"\xf4|\x90\x80\x80\""},
		{"a control character must be escaped", `{"type":"string"}`, foreign, "\"|\n\""},
		{"delete stands as it is", `{"enum":["\u007f"]}`, Options{}, "\"\x7f\""},
		{"and needs no escape", `{"enum":["\u007f"]}`, Options{}, `"|\u007f"`},
		{"which others may write", `{"enum":["\u007f"]}`, foreign, `"\u007f"`},
		{"we escape only what must be", `{"type":"string"}`, Options{}, `"\n\u001f\|/"`},
		{"and in the short form", `{"type":"string"}`, Options{}, `"\u000|a"`},
		{"a pattern is unanchored", `{"type":"string","pattern":"b+"}`, Options{}, `"abba"`},
		{"a pattern with lengths has no dead end", `{"type":"string","pattern":"^(ab)*$","maxLength":5}`, Options{}, `"abab|a"`},
		{"a half character that no member has", `{"enum":["é"]}`, Options{}, "\"\xc3|\xa8\""},
		{"an excluded string", `{"type":"string","maxLength":2,"not":{"enum":["ab"]}}`, Options{}, `"a|b"`},
		{"an excluded string may go on", `{"type":"string","maxLength":3,"not":{"enum":["ab"]}}`, Options{}, `"abc"`},
	})
}

func TestMatcherReadsNumbers(t *testing.T) {
	readAll(t, []readRow{
		{"an integer within bounds", `{"type":"integer","minimum":-12,"maximum":105}`, Options{}, `-12`},
		{"no digit leads out of bounds", `{"type":"integer","minimum":-12,"maximum":105}`, Options{}, `10|6`},
		{"no digit leads nowhere", `{"type":"integer","minimum":15,"maximum":19}`, Options{}, `|2`},
		{"a minus that no member has", `{"type":"integer","minimum":0}`, Options{}, `|-1`},
		{"minus zero is not ours", `{"type":"integer"}`, Options{}, `-|0`},
		{"minus zero is foreign", `{"type":"integer"}`, foreign, `-0`},
		{"integers are plain", `{"type":"integer"}`, foreign, `1|.0`},
		{"in any form they are integers by value", `{"type":"integer"}`, Options{Numbers: AnyForm}, `1.50e1`},
		{"an exponent that leads to none", `{"type":"integer"}`, Options{Numbers: AnyForm}, `1e-|9`},
		{"and one that does", `{"type":"integer"}`, Options{Numbers: AnyForm}, `1000e-3`},
		{"digits that an exponent may save", `{"type":"integer","maximum":5}`, Options{Numbers: AnyForm}, `30e-1`},
		{"and those that none can", `{"type":"integer","maximum":5}`, Options{Numbers: AnyForm}, `3|1e-1`},
		{"and only by value", `{"type":"array","items":{"type":"integer"}}`, Options{Numbers: AnyForm}, `[1.5|]`},
		{"multiples", `{"type":"integer","multipleOf":7,"minimum":50,"maximum":60}`, Options{}, `56`},
		{"no other multiple", `{"type":"integer","multipleOf":7,"minimum":50,"maximum":60}`, Options{}, `5|5`},
		{"decimals to the bound", `{"type":"number","minimum":0.5,"maximum":1.25}`, Options{}, `1.25`},
		{"decimals past it", `{"type":"number","minimum":0.5,"maximum":1.25}`, Options{}, `1.2|6`},
		{"beyond the precision of machines", `{"type":"integer","minimum":9007199254740993,"maximum":9007199254740993}`, Options{},
			`900719925474099|2`},
		{"a multiple beyond 17 digits", `{"type":"integer","minimum":50000000000000000}`, Options{}, `200000000000000000`},
		{"a bound beyond them", `{"type":"integer","format":"int64"}`, Options{}, `922337203685477580|8`},
		{"a number of 24 bytes", `{"type":"number"}`, Options{}, strings.Repeat("9", 24)},
		{"a number of 25 bytes", `{"type":"number"}`, Options{}, strings.Repeat("9", 24) + "|9"},
	})
}

func TestMatcherReadsArrays(t *testing.T) {
	readAll(t, []readRow{
		{"items", `{"type":"array","items":{"type":"null"},"minItems":1,"maxItems":2}`, Options{}, `[null,null|,null]`},
		{"too few items", `{"type":"array","items":{"type":"null"},"minItems":1}`, Options{}, `[|]`},
		{"contains, at the end", `{"type":"array","contains":{"const":1},"items":{"enum":[1,2]},"maxItems":3}`, Options{}, `[2,2,|2]`},
		{"contains at most", `{"type":"array","contains":{"const":1},"maxContains":1,"items":{"enum":[1,2]}}`, Options{}, `[2,1,2,|1]`},
		{"a member of some kind must come", `{"type":"object","not":{"additionalProperties":{"type":"null"}},"maxProperties":2}`,
			Options{}, `{"a":null,"b":|null}`},
		{"recursion", `{"type":"object","properties":{"a":{"$ref":"#"}},"additionalProperties":false}`, Options{}, `{"a":{"a":{}}}`},
		{"unique items by value", `{"type":"array","uniqueItems":true}`, judging, `[1,{"a":1,"b":2},"1",{"b":2.0,"a":1|}]`},
		{"unique numbers by value", `{"type":"array","uniqueItems":true}`, judging, `[1,10e-1|]`},
	})
}

func TestForcedAndMinimalCompletion(t *testing.T) {
	schema := grammartest.LoopStep(2)
	for _, row := range []struct{ claim, at, forced, rest string }{
		{"the frame is forced up to the thought", ``, `{"thought":"`,
			`{"thought":"","tool":"tool_000","tool_args":{"n":0,"person":"1pl","tense":"past_simple","verb":" "}}`},
		{"behind it, up to where names part", `{"thought":"x"`, `,"tool":"`, ``},
		{"a name is forced from where it parts", `{"thought":"x","tool":"f`, `inal_answer","tool_args":{"corrected":`, ``},
		{"a member with one way on", `{"thought":"x","tool":"tool_001","tool_args":{"n":100`, `,"person":"`, ``},
		{"a digit that may be the last is no choice to force", `{"thought":"x","tool":"tool_001","tool_args":{"n":9`, ``, ``},
	} {
		t.Run(row.claim, func(t *testing.T) {
			g, err := Compile(t.Context(), schema, Options{})
			require.NoError(t, err)
			m := g.Matcher()
			_, err = m.Feed(t.Context(), []byte(row.at))
			require.NoError(t, err)
			assert.Equal(t, row.forced, string(m.Forced()))
			rest := m.MinimalCompletion()
			if row.rest != "" {
				assert.Equal(t, row.rest, string(rest))
			}
			_, err = m.Feed(t.Context(), rest)
			require.NoError(t, err)
			assert.NoError(t, m.End())
		})
	}
}

func TestPointerSaysWhereADocumentStands(t *testing.T) {
	g, err := Compile(t.Context(), []byte(`true`), Options{})
	require.NoError(t, err)
	for text, want := range map[string]string{
		``: "", `{`: "", `{"a`: "", `{"a"`: "/a", `{"a":`: "/a", `{"a":[`: "/a/0", `{"a":[1`: "/a/0", `{"a":[1,`: "/a/1",
		`{"a":[1,{"b~/":"`: "/a/1/b~0~1",
		`{"a":[1],"c":`:    "/c", `{"a":[1]`: "", `[[],[0`: "/1/0",
	} {
		m := g.Matcher()
		_, err := m.Feed(t.Context(), []byte(text))
		require.NoError(t, err)
		assert.Equal(t, want, m.Pointer(), text)
	}
}

func TestMaxBytes(t *testing.T) {
	for _, row := range []struct {
		schema string
		n      int
		ok     bool
	}{
		{`{"type":"boolean"}`, 5, true},
		{`{"type":"string","maxLength":3}`, 20, true},
		{`{"enum":["abc","\n"]}`, 5, true},
		{`{"type":"string"}`, 0, false},
		{`{"type":"array","items":{"type":"null"}}`, 0, false},
		{`{"type":"array","items":{"enum":["a"]},"maxItems":2}`, 2 + 2*4, true},
		{`{"type":"object"}`, 0, false},
		{`{"type":"object","properties":{"a":{"$ref":"#"}},"additionalProperties":false}`, 0, false},
	} {
		g, err := Compile(t.Context(), []byte(row.schema), Options{})
		require.NoError(t, err)
		n, ok := g.MaxBytes()
		assert.Equal(t, row.ok, ok, row.schema)
		if ok {
			assert.Equal(t, row.n, n, row.schema)
		}
	}
	corpus(t, Options{}, func(name string, g *Grammar, _ []byte, r *rand.Rand) {
		if n, ok := g.MaxBytes(); ok {
			assert.LessOrEqual(t, len(g.SampleWith(r, SampleOptions{Hostile: true})), n, name)
		}
	})
}

func TestAGrammarServesManyGoroutines(t *testing.T) {
	g, err := Compile(t.Context(), []byte(`{"type":"object","patternProperties":{"^a+$":{"type":"string","pattern":"^(x|yz)*$"}}}`), Options{})
	require.NoError(t, err)
	t.Run("together", func(t *testing.T) {
		for i := range 8 {
			t.Run("walk", func(t *testing.T) {
				t.Parallel()
				r := rand.New(rand.NewPCG(uint64(i), 1))
				for range 20 {
					doc := g.Sample(r)
					m := g.Matcher()
					_, err := m.Feed(t.Context(), doc)
					assert.NoError(t, err)
					assert.NoError(t, g.Check(t.Context(), doc))
				}
			})
		}
	})
}

// FuzzFeed holds a walk to what it promises for any text: a violation stands at a legal prefix, the
// bytes that Next names are the legal ones, chunks change nothing, and what is accepted is UTF-8.
func FuzzFeed(f *testing.F) {
	schemas := []string{`true`, string(grammartest.LoopStep(3)),
		`{"type":"object","patternProperties":{"^a":{"type":"integer","minimum":-5}},"minProperties":1}`,
		`{"type":"array","items":{"anyOf":[{"type":"string","pattern":"^(ab|é)+$","maxLength":6},{"type":"number","minimum":0.5,"maximum":12}]}}`}
	var grammars []*Grammar
	for _, s := range schemas {
		for _, o := range []Options{{}, {Whitespace: Foreign(), Order: AnyOrder}, judging} {
			g, err := Compile(f.Context(), []byte(s), o)
			require.NoError(f, err)
			grammars = append(grammars, g)
		}
	}
	for i := range grammars {
		f.Add(uint8(i), grammars[i].Sample(rand.New(rand.NewPCG(1, 1))))
	}
	f.Add(uint8(2), []byte("{\"\\u00e9\": [1e5, -0, \"\\ud83d\\ude00\"]} "))
	f.Fuzz(func(t *testing.T, which uint8, text []byte) {
		g := grammars[int(which)%len(grammars)]
		m := g.Matcher()
		n, err := m.Feed(t.Context(), text)
		require.LessOrEqual(t, n, len(text))
		next := m.Next()
		longer := next
		for _, b := range " \t\n\r" {
			longer[b>>6] &^= 1 << (b & 63)
		}
		require.Equal(t, m.CanEnd() && longer == ByteSet{}, m.Closed())
		if err != nil {
			require.False(t, next.Has(text[n]))
			require.NotEmpty(t, err.Error())
		} else if m.CanEnd() {
			require.True(t, utf8.Valid(text))
		}
		bytewise := g.Matcher()
		for i := range n {
			_, err := bytewise.Feed(t.Context(), text[i:i+1])
			require.NoError(t, err)
		}
		require.Equal(t, next, bytewise.Next())
		if rest := m.MinimalCompletion(); rest != nil {
			_, err := m.Feed(t.Context(), rest)
			require.NoError(t, err)
			require.True(t, m.CanEnd())
		}
	})
}
