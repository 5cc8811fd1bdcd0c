package grammar

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A TestNullEndsARecursion object that holds itself or null has documents: null ends them.
func TestNullEndsARecursion(t *testing.T) {
	for name, schema := range map[string]string{
		"to the root":       `{"type":"object","properties":{"next":{"anyOf":[{"$ref":"#"},{"type":"null"}]}},"required":["next"],"additionalProperties":false}`,
		"to a definition":   `{"$ref":"#/$defs/n","$defs":{"n":{"type":"object","properties":{"next":{"anyOf":[{"$ref":"#/$defs/n"},{"type":"null"}]}},"required":["next"],"additionalProperties":false}}}`,
		"through an array":  `{"type":"object","properties":{"next":{"type":"array","items":{"anyOf":[{"$ref":"#"},{"type":"null"}]},"minItems":1}},"required":["next"],"additionalProperties":false}`,
		"null comes first":  `{"type":"object","properties":{"next":{"anyOf":[{"type":"null"},{"$ref":"#"}]}},"required":["next"],"additionalProperties":false}`,
		"beside another":    `{"type":"object","properties":{"next":{"anyOf":[{"type":"object","properties":{"next":{"$ref":"#"}},"required":["next"],"additionalProperties":false},{"type":"null"}]}},"required":["next"],"additionalProperties":false}`,
		"with another text": `{"type":"object","properties":{"next":{"type":["object","null"],"properties":{"next":{"anyOf":[{"$ref":"#"},{"type":"null"}]}},"required":["next"],"additionalProperties":false}},"required":["next"],"additionalProperties":false}`,
	} {
		g, err := Compile([]byte(schema), Options{})
		require.NoError(t, err, name)
		doc := g.Matcher().MinimalCompletion()
		assert.NoError(t, g.Check(doc), "%s %s", name, doc)
		assert.Contains(t, string(doc), "null", name)
	}
}
