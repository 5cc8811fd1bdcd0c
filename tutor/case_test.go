package tutor

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner"
)

func TestCase066AVerbIsLookedUpConjugatedAndAnswered(t *testing.T) {
	const conjugateGo = `{"thought":"he, past","tool":"conjugate","tool_args":{"person":"3sg","tense":"past_simple","verb":"go"}}`
	r := correct(t, scripted(t, lookUpGo, conjugateGo, final(`"He went to school."`, "true", "go is irregular.", "null")),
		"He goed to school.")
	assert.Equal(t, loop.Final, r.Outcome)
	assert.Equal(t, 3, r.Steps)
	assert.Equal(t, 2, r.ToolCalls)
	assert.Equal(t, "He went to school.", value(r.Corrected))
	require.Len(t, r.Trace, 3)
	assert.Equal(t, "went", gjson.GetBytes(r.Trace[0].Observation, "past_simple").Str)
	assert.Equal(t, "went", gjson.GetBytes(r.Trace[1].Observation, "form").Str)
}

func TestCase067OutOfScopeAndAlreadyCorrectAreAnswers(t *testing.T) {
	outside := correct(t, scripted(t, final("null", "false", "request: this asks for a poem.", "null")), "Write a poem.")
	assert.Equal(t, loop.Final, outside.Outcome)
	assert.False(t, outside.InScope)
	assert.Nil(t, outside.Corrected)
	assert.Equal(t, "request", value(outside.Reason))
	assert.Equal(t, 1, outside.Steps)
	right := correct(t, scripted(t, final("null", "true", "fine", "null")), "He went home.")
	assert.Equal(t, loop.Final, right.Outcome)
	assert.True(t, right.InScope)
	assert.Nil(t, right.Corrected)
	assert.Nil(t, right.Reason)
	assert.Equal(t, 1, right.Steps)
}

// TestCase068RandomDecisionsCallWhatIsRegisteredWithValidArguments draws decisions from the grammar of the
// tutor's tools, and holds each call to a validator of JSON Schema that others wrote.
func TestCase068RandomDecisionsCallWhatIsRegisteredWithValidArguments(t *testing.T) {
	registry, a := known(t)
	g, err := grammar.Compile(t.Context(), planner.DecisionSchema(a, 200, 3).JSON(), grammar.Options{})
	require.NoError(t, err)
	schemas := map[string]*jsonschema.Schema{}
	for _, tool := range registry.All() {
		document, err := jsonschema.UnmarshalJSON(bytes.NewReader(tool.Schema().JSON()))
		require.NoError(t, err)
		c := jsonschema.NewCompiler()
		require.NoError(t, c.AddResource("https://example.org/"+tool.Name(), document))
		schemas[tool.Name()], err = c.Compile("https://example.org/" + tool.Name())
		require.NoError(t, err)
	}
	dice := rand.New(rand.NewPCG(68, 0))
	called := map[string]int{}
	for range 10_000 {
		d, err := planner.ReadDecision(slices.Clone(g.Sample(dice)))
		require.NoError(t, err)
		for _, c := range d.Calls {
			schema := schemas[c.Tool]
			require.NotNil(t, schema, "%s is not registered", c.Tool)
			args, err := jsonschema.UnmarshalJSON(bytes.NewReader(c.Args))
			require.NoError(t, err)
			require.NoError(t, schema.Validate(args), "%s %s", c.Tool, c.Args)
			called[c.Tool]++
		}
	}
	assert.Len(t, called, len(schemas), "each tool was drawn")
}
