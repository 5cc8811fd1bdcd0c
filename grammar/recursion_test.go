package grammar

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A TestNullEndsARecursion object that holds itself or null has documents: null ends them.
func TestNullEndsARecursion(t *testing.T) {
	for name, schema := range map[string]string{
		"to the root": `{"type":"object","properties":{"next":{"anyOf":[{"$ref":"#"},{"type":"null"}]}},` +
			`"required":["next"],"additionalProperties":false}`,
		"to a definition": `{"$ref":"#/$defs/n","$defs":{"n":{"type":"object",` +
			`"properties":{"next":{"anyOf":[{"$ref":"#/$defs/n"},{"type":"null"}]}},"required":["next"],"additionalProperties":false}}}`,
		"through an array": `{"type":"object","properties":{"next":{"type":"array","items":{"anyOf":[{"$ref":"#"},` +
			`{"type":"null"}]},"minItems":1}},"required":["next"],"additionalProperties":false}`,
		"null comes first": `{"type":"object","properties":{"next":{"anyOf":[{"type":"null"},{"$ref":"#"}]}},` +
			`"required":["next"],"additionalProperties":false}`,
		"beside another": `{"type":"object","properties":{"next":{"anyOf":[{"type":"object",` +
			`"properties":{"next":{"$ref":"#"}},"required":["next"],"additionalProperties":false},{"type":"null"}]}},` +
			`"required":["next"],"additionalProperties":false}`,
		"with another text": `{"type":"object","properties":{"next":{"type":["object","null"],` +
			`"properties":{"next":{"anyOf":[{"$ref":"#"},{"type":"null"}]}},"required":["next"],"additionalProperties":false}},` +
			`"required":["next"],"additionalProperties":false}`,
	} {
		g, err := Compile(t.Context(), []byte(schema), Options{})
		require.NoError(t, err, name)
		doc := g.Matcher().MinimalCompletion()
		assert.NoError(t, g.Check(t.Context(), doc), "%s %s", name, doc)
		assert.Contains(t, string(doc), "null", name)
	}
}

// TestSamplesOfRecursionEnd is of an object that must have two of three members, where the first would
// lead to another such object for ever.
func TestSamplesOfRecursionEnd(t *testing.T) {
	g, err := Compile(t.Context(), []byte(`{"$defs":{"t":{"type":"object","additionalProperties":false,"minProperties":2,
		"properties":{"b":{"type":"string"},"c":{"type":"integer"},"a":{"$ref":"#/$defs/t"}}}},"$ref":"#/$defs/t"}`), Options{})
	require.NoError(t, err)
	for seed := range uint64(1000) {
		sample := g.Sample(rand.New(rand.NewPCG(seed, 1)))
		require.NoError(t, g.Check(t.Context(), sample), "%s", sample)
	}
}

// TestExportsOfRecursionThroughContainsEnd is of arrays whose items that meet contains are such arrays again.
func TestExportsOfRecursionThroughContainsEnd(t *testing.T) {
	g, err := Compile(t.Context(),
		[]byte(`{"type":"array","items":{"type":["array","null"]},"contains":{"$ref":"#"},"minContains":0,"maxContains":1}`), Options{})
	require.NoError(t, err)
	assert.Contains(t, g.ServerSchema(Ollama).Text, "$ref")
	assert.NotEmpty(t, g.GBNF().Text)
}
