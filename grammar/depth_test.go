package grammar

import (
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/shortleash/shortleash/grammar/internal/grammartest"
)

// Whatever a schema nests, and however it refers to itself, nothing goes deeper than the stack: that would end the
// process, which no recover can stop.
func TestNothingNeedsADeepStack(t *testing.T) {
	defer debug.SetMaxStack(debug.SetMaxStack(32 << 20))
	schemas := []string{
		`{"type":"object","patternProperties":{"^a":{"$ref":"#"}},"minProperties":3}`,
		`{"type":"object","patternProperties":{"b$":{"$ref":"#"}},"not":{"propertyNames":{"pattern":"^a"}}}`,
		`{"type":"object","additionalProperties":{"$ref":"#"},"propertyNames":{"enum":["a","b"]},"minProperties":2}`,
		`{"type":"object","properties":{"a":{"$ref":"#"}},"patternProperties":{"^[ab]$":{"$ref":"#"}},"minProperties":1,` +
			`"additionalProperties":false}`,
		`{"type":"array","items":{"$ref":"#"},"uniqueItems":true,"minItems":2}`,
		`{"type":"array","items":{"$ref":"#"},"contains":{"type":"array","minItems":1}}`,
		`{"anyOf":[{"type":"array","items":{"$ref":"#"}},{"type":"object","additionalProperties":{"$ref":"#"}},{"type":"null"}]}`,
		`{"type":"array","prefixItems":[{"$ref":"#/$defs/a"}],"minItems":1,"$defs":{"a":{"anyOf":[{"$ref":"#"},{"type":"null"}]}}}`,
		`{"$ref":"#/$defs/a","$defs":{"a":{"allOf":[{"$ref":"#/$defs/b"}]},"b":{"anyOf":[{"$ref":"#/$defs/a"},{"type":"null"}]}}}`,
	}
	for _, nest := range []string{`{"type":"array","items":%s}`, `{"type":"object","properties":{"a":%s},"required":["a"]}`, `{"not":%s}`,
		`{"anyOf":[%s,{"type":"null"}]}`, `{"allOf":[%s]}`, `{"oneOf":[%s,{"type":"null"}]}`, `{"if":%s,"then":true,"else":{"type":"null"}}`,
		`{"type":"array","contains":%s}`, `{"type":"object","patternProperties":{"^a":%s}}`,
		`{"type":"object","additionalProperties":%s,"minProperties":1}`,
		`{"type":"array","items":%s,"uniqueItems":true,"minItems":2}`, `{"const":[%s]}`} {
		depths := []int{60, 5000}
		if *grammartest.Thorough {
			depths = []int{20, 60, 127, 5000}
		}
		for _, depth := range depths {
			text := `{"type":"integer"}`
			for range depth {
				text = fmt.Sprintf(nest, text)
			}
			schemas = append(schemas, text)
		}
	}
	deep := []byte(strings.Repeat(`[`, 100_000) + strings.Repeat(`{"a":`, 100_000))
	for _, text := range schemas {
		if closed, err := Close(t.Context(), []byte(text)); err == nil {
			_, _ = closed.Open(t.Context(), closed.Grammar.Sample(rand.New(rand.NewPCG(1, 1))))
		}
		for _, o := range []Options{{}, {Order: AnyOrder, Whitespace: Foreign(), Numbers: AnyForm, Lenient: true, OneOfAsAnyOf: true}} {
			g, err := Compile(t.Context(), []byte(text), o)
			if err != nil {
				continue
			}
			for seed := range uint64(4) {
				doc := g.SampleWith(rand.New(rand.NewPCG(seed, 2)), SampleOptions{Hostile: seed%2 == 1, Budget: 300})
				if doc != nil { // else the shortest is longer than any sample
					assert.NoError(t, g.Check(t.Context(), doc), "%.200s", text)
				}
			}
			m := g.Matcher()
			_, _ = m.Feed(t.Context(), deep)
			_, _ = m.MinimalCompletion(), m.Pointer()
			_, _ = g.GBNF(), g.ServerSchema(Ollama)
		}
		var s Schema
		if s.UnmarshalJSON([]byte(text)) == nil {
			_, _ = Intersect(s, s)
			_, _ = Exclude(s, []byte(`[[1]]`))
		}
	}
}
