package grammar

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar/internal/grammartest"
)

// repeated returns the text of format for 0 to n-1, with commas; each %d is the number.
func repeated(n int, format string) string {
	list := make([]string, n)
	for i := range list {
		list[i] = strings.ReplaceAll(format, "%d", fmt.Sprint(i))
	}
	return strings.Join(list, ",")
}

// What people write compiles within the default limits, although its alternatives multiply on the way, and says what
// the standard says.
func TestOrdinaryCombinationsCompile(t *testing.T) {
	for _, row := range []struct{ name, schema, document, no string }{
		{"a condition for each kind", `{"type":"object","properties":{"kind":{"enum":[` + repeated(32, `"k%d"`) +
			`]}},"required":["kind"],"allOf":[` +
			repeated(32, `{"if":{"properties":{"kind":{"const":"k%d"}}},"then":{"properties":{"b%d":{"type":"integer"}},"required":["b%d"]}}`) +
			`]}`,
			`{"kind":"k7","b7":1,"b8":""}`, `{"kind":"k7","b7":"","b8":1}`},
		{"a condition for each kind there may be", `{"type":"object","properties":{"kind":{"type":"string"}},"allOf":[` +
			repeated(32, `{"if":{"properties":{"kind":{"const":"k%d"}},"required":["kind"]},"then":{"required":["b%d"]}}`) + `]}`,
			`{"kind":"k","b1":1}`, `{"kind":"k31","b1":1}`},
		{"conditions that a missing member meets", `{"type":"object","properties":{"kind":{"type":"string"}},"allOf":[` +
			repeated(12, `{"if":{"properties":{"kind":{"const":"k%d"}}},"then":{"required":["b%d"]}}`) + `]}`,
			`{"kind":"k3","b3":1}`, `{"b3":1}`},
		{"a condition, then another", `{"allOf":[` + repeated(9, `{"if":{"properties":{"a%d":{"const":%d}}},"then":{"required":["b%d"]}}`) + `]}`,
			`{"a0":1,"a1":2,"a2":0,"a3":0,"a4":0,"a5":0,"a6":0,"a7":0,"a8":8,"b8":0}`,
			`{"a0":1,"a1":2,"a2":0,"a3":0,"a4":0,"a5":0,"a6":0,"a7":0,"a8":8,"b7":0}`},
		{"one of many open objects", `{"oneOf":[` + repeated(32,
			`{"type":"object","properties":{"a%d":{"type":"string"}},"required":["a%d"]}`) + `]}`,
			`{"a3":"","a4":4}`, `{"a3":"","a4":""}`},
		{"one of many members", `{"type":"object","properties":{` + repeated(32, `"a%d":{"type":"string"}`) + `},"oneOf":[` +
			repeated(32, `{"required":["a%d"]}`) + `]}`,
			`{"a3":"","b":4}`, `{"a3":"","a4":""}`},
		{"one of many tagged objects", `{"oneOf":[` + repeated(512,
			`{"type":"object","properties":{"t":{"const":"t%d"},"v":{"type":"string"}},"required":["t"]}`) + `]}`,
			`{"t":"t511","v":"x"}`, `{"t":"t512","v":"x"}`},
		{"not an object of a shape", `{"type":"object","not":{"properties":{` + repeated(64, `"a%d":{"type":"string"}`) +
			`},"required":[` + repeated(64, `"a%d"`) + `]}}`,
			`{` + repeated(63, `"a%d":"x"`) + `,"a63":1}`, `{` + repeated(64, `"a%d":"x"`) + `}`},
		{"names with prefixes", `{"type":"object","patternProperties":{` + repeated(60, `"^x%d-":{"type":"integer","minimum":%d}`) + `}}`,
			`{"x7-a":7,"x8":0}`, `{"x8-a":7}`},
		{"names with words in them", `{"type":"object","patternProperties":{` + repeated(4, `"word%d":{"type":"integer","minimum":%d}`) + `}}`,
			`{"a word3":3,"word2word3":3}`, `{"word2word3":2}`},
	} {
		t.Run(row.name, func(t *testing.T) {
			g, err := Compile(t.Context(), []byte(row.schema), Options{})
			require.NoError(t, err)
			oracle := grammartest.Oracle(t, []byte(row.schema))
			foreign, err := Compile(t.Context(), []byte(row.schema), judging)
			require.NoError(t, err)
			for _, doc := range []string{row.document, row.no} {
				require.Equal(t, doc == row.document, grammartest.Judges(oracle, []byte(doc)), doc)
				assert.Equal(t, doc == row.document, accepts(foreign, []byte(doc)), doc)
			}
			r := rand.New(rand.NewPCG(1, 2))
			valid := 0
			for range 40 {
				doc := g.SampleWith(r, SampleOptions{Budget: 300})
				require.NoError(t, g.Check(t.Context(), doc))
				require.True(t, grammartest.Judges(oracle, doc), "%s", doc)
				for range 10 {
					mutant := grammartest.Mutate(r, doc)
					if !grammartest.Lexical(mutant) || grammartest.OddSpelling.Match(mutant) {
						continue
					}
					want := grammartest.Judges(oracle, mutant)
					assert.Equal(t, want, accepts(foreign, mutant), "%s", mutant)
					if want {
						valid++
					}
				}
			}
			assert.Greater(t, valid, 20)
		})
	}
}

// Conditions that have nothing to do with each other multiply: then the error says which keyword met which limit, and
// more of that limit is enough.
func TestIndependentConditionsNameTheirLimit(t *testing.T) {
	schema := []byte(`{"allOf":[` + repeated(10, `{"if":{"properties":{"a%d":{"const":%d}}},"then":{"required":["b%d"]}}`) + `]}`)
	_, err := Compile(t.Context(), schema, Options{})
	require.ErrorIs(t, err, ErrBudget)
	assert.EqualError(t, err, "grammar: schema: at the root: allOf: too large: 1024 alternatives, more than 512 (Limits.Alternatives)")
	_, err = Compile(t.Context(), schema, Options{Limits: Limits{Alternatives: 1024, Memory: 64 << 20, Work: 6_000_000}})
	assert.NoError(t, err)
}
