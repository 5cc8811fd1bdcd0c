package grammar

import (
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar/internal/grammartest"
)

// recursive are schemas that refer to themselves.
var recursive = []string{
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

// nesting hold a schema in another one.
var nesting = []string{
	`{"type":"array","items":%s}`, `{"type":"array","prefixItems":[%s],"minItems":1}`, `{"type":"array","contains":%s}`,
	`{"type":"array","items":%s,"uniqueItems":true,"minItems":1}`, `{"type":"array","unevaluatedItems":%s,"maxItems":2}`,
	`{"type":"array","prefixItems":[%s,{"enum":["a","b"]}],"items":false}`, `{"type":"object","properties":{"a":%s},"required":["a"]}`,
	`{"type":"object","properties":{"a":%s,"b":{"enum":[1,"x"]}},"additionalProperties":false}`,
	`{"type":"object","patternProperties":{"^a":%s}}`, `{"type":"object","additionalProperties":%s,"minProperties":1}`,
	`{"type":"object","not":{"patternProperties":{"^a":%s}}}`, `{"type":"object","dependentSchemas":{"a":%s}}`,
	`{"type":"object","unevaluatedProperties":%s,"minProperties":1}`, `{"not":%s}`, `{"anyOf":[%s,{"type":"null"}]}`, `{"allOf":[%s]}`,
	`{"oneOf":[%s,{"type":"null"}]}`, `{"if":%s,"then":true,"else":{"type":"null"}}`, `{"if":{"type":"array"},"then":%s}`,
	`{"allOf":[%s,{"type":["array","object","integer","null"]}]}`, `{"type":"array","items":[%s],"additionalItems":false}`,
	`{"type":"object","properties":{"a":%s},"required":["a"],"additionalProperties":false}`, `{"type":"array","items":%s,"maxItems":2}`,
	`{"oneOf":[{"type":"object","properties":{"k":{"const":"a"},"v":%s},"required":["k"]},{"type":"object",` +
		`"properties":{"k":{"const":"b"}},"required":["k"]}]}`,
}

// expressions hold a regular expression in another one.
var expressions = []string{`(%s)`, `(?:a%s)*`, `(?:%s|b)`, `(?:%sa)?b`, `(?=%s)`, `(?:%s){1}`, `a%s`, `%s|ab`,
	`[ab]%s`, `(?:%s)+c`, `^%s$`, `%sé`}

// deepSchemas returns schemas that nest so deep: one in another, through references, and in their values and patterns.
func deepSchemas(depth int) (list []string) {
	wrapped := func(nest, text string) string {
		before, after, _ := strings.Cut(nest, "%s")
		return strings.Repeat(before, depth) + text + strings.Repeat(after, depth)
	}
	for _, nest := range nesting {
		list = append(list, wrapped(nest, `{"type":"integer"}`))
		var chain strings.Builder
		for i := range depth {
			before, after, _ := strings.Cut(nest, "%s")
			fmt.Fprintf(&chain, `"d%d":%s{"$ref":"#/$defs/d%d"}%s,`, i, before, i+1, after)
		}
		list = append(list, fmt.Sprintf(`{"$ref":"#/$defs/d0","$defs":{%s"d%d":{"type":"integer"}}}`, &chain, depth))
	}
	for _, nest := range expressions {
		for _, schema := range []string{`{"type":"string","pattern":%s}`,
			`{"type":"object","patternProperties":{%s:{"type":"null"}},"minProperties":2}`,
			`{"type":"string","not":{"pattern":%s}}`} {
			list = append(list, fmt.Sprintf(schema, strconv.Quote(wrapped(nest, "a"))))
		}
	}
	for _, value := range []string{`[%s]`, `{"a":%s}`, `[%s,"a"]`} {
		value = wrapped(value, "1")
		list = append(list, `{"const":`+value+`}`, `{"enum":[`+value+`,1]}`, `{"not":{"const":`+value+`}}`,
			`{"type":"array","items":{"enum":[`+value+`,1,2]},"uniqueItems":true,"minItems":3}`)
	}
	return append(list, `{"type":"integer","multipleOf":1`+strings.Repeat("0", depth)+`}`,
		`{"type":"number","minimum":0.`+strings.Repeat("1", depth)+`,"maximum":1.`+strings.Repeat("7", depth)+`}`)
}

// Whatever a schema nests, and however it refers to itself, nothing goes deeper than the stack: that would end the
// process, which no recover can stop.
func TestNothingNeedsADeepStack(t *testing.T) {
	defer debug.SetMaxStack(debug.SetMaxStack(16 << 20))
	schemas, depths := recursive, []int{12, 400}
	if testing.Short() {
		depths = depths[:1]
	}
	if *grammartest.Thorough {
		depths = []int{5, 12, 20, 60, 100, 127, 128, 600, 5000}
	}
	for _, depth := range depths {
		schemas = append(schemas, deepSchemas(depth)...)
	}
	tokens, eos, special := grammartest.MergedTokens(600, 8)
	v, err := NewVocabulary(tokens, eos, special)
	require.NoError(t, err)
	for _, text := range schemas {
		for _, o := range []Options{{}, {Order: AnyOrder, Whitespace: Foreign(), Numbers: AnyForm, Lenient: true, OneOfAsAnyOf: true}} {
			if g, err := Compile(t.Context(), []byte(text), o); err == nil {
				facesNeedNoStack(t, g, v, text)
			}
		}
		if closed, err := Close(t.Context(), []byte(text)); err == nil {
			_, _ = closed.Open(t.Context(), closed.Grammar.Sample(rand.New(rand.NewPCG(1, 1))))
		}
		var s Schema
		if s.UnmarshalJSON([]byte(text)) == nil {
			both, _ := Intersect(s, s)
			for _, value := range []string{`[[1]]`, strings.Repeat(`{"a":`, 12) + "1" + strings.Repeat("}", 12)} {
				rest, _ := Exclude(s, []byte(value))
				_, _ = both.Equal(rest), rest.JSON()
			}
		}
	}
}

// facesNeedNoStack asks a grammar for all that it can say.
func facesNeedNoStack(t *testing.T, g *Grammar, v *Vocabulary, about string) {
	for seed := range uint64(4) {
		doc := g.SampleWith(rand.New(rand.NewPCG(seed, 2)), SampleOptions{Hostile: seed%2 == 1, Budget: 300})
		if doc != nil { // else the shortest is longer than any sample
			assert.NoError(t, g.Check(t.Context(), doc), "%.200s", about)
		}
	}
	mask := make([]uint64, v.Words())
	for _, m := range []*Matcher{g.Matcher(), g.LenientMatcher()} {
		for _, text := range []string{strings.Repeat(`[`, 100_000) + strings.Repeat(`{"a":`, 100_000),
			strings.Repeat(`{"a":`, 100_000), `"` + strings.Repeat("a", 100_000), strings.Repeat("1", 100_000)} {
			m.Reset()
			_, _ = m.Feed(t.Context(), []byte(text)) // and stays where it is refused
			_, _, _, _ = m.Next(), m.Mask(v, mask), m.Forced(), m.ForcedTokens(v)
			_, _, _ = m.MinimalCompletion(), m.Pointer(), m.End()
		}
		m.Release()
	}
	_, _ = g.MaxBytes()
	_, _, _ = g.GBNF(), g.ServerSchema(Ollama), g.ServerSchema(OllamaOld)
}
