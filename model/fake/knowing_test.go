package fake_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
)

// decisions compiles a schema of decisions: a call of "look" with each of the words, and answers that match pattern.
func decisions(t *testing.T, words []string, pattern string) *grammar.Grammar {
	t.Helper()
	decision := func(tool string, args grammar.Schema) grammar.Schema {
		return grammar.Object(
			grammar.Property{Name: "thought", Schema: grammar.String(0, 9)},
			grammar.Property{Name: "tool", Schema: grammar.Enum(tool)},
			grammar.Property{Name: "tool_args", Schema: args})
	}
	var branches []grammar.Schema
	if len(words) > 0 {
		branches = append(branches, decision("look", grammar.Object(grammar.Property{Name: "word", Schema: grammar.Enum(words...)})))
	}
	if pattern != "" {
		branches = append(branches, decision("final_answer", grammar.Object(
			grammar.Property{Name: "text", Schema: grammar.Pattern(pattern, 1, 20)},
			grammar.Property{Name: "why", Schema: grammar.String(0, 20)})))
	}
	g, err := grammar.Compile(t.Context(), grammar.AnyOf(branches...).JSON(), grammar.Options{})
	require.NoError(t, err)
	return g
}

func ask(t *testing.T, m model.Model, g *grammar.Grammar) string {
	t.Helper()
	reply, err := model.Collect(m.Generate(t.Context(), model.Request{Role: model.Executor, Grammar: g}))
	require.NoError(t, err)
	require.NoError(t, g.Check(t.Context(), []byte(reply.Text)), "whatever it says is legal")
	return reply.Text
}

// looking tells what "look" returns: the word and its past.
func looking(tool string, args json.RawMessage) (json.RawMessage, bool) {
	past := map[string]string{"go": "went", "sing": "sang", "be": "was"}
	var in struct{ Word string }
	if tool != "look" || json.Unmarshal(args, &in) != nil || past[in.Word] == "" {
		return nil, false
	}
	return json.RawMessage(`{"past":"` + past[in.Word] + `"}`), true
}

func TestKnowing(t *testing.T) {
	words := []string{"be", "sing", "go", "the"}
	m := fake.Knowing(looking, fake.Goal{Answer: `{"text":"he went"`, Missing: []string{"went"}})
	assert.Equal(t, `{"thought":"","tool":"look","tool_args":{"word":"go"}}`, ask(t, m, decisions(t, words, "")),
		"the call whose output has the missing word")
	_, ok := m.Reached()
	assert.False(t, ok)
	assert.Equal(t, `{"thought":"","tool":"final_answer","tool_args":{"text":"he went","why":""}}`,
		ask(t, m, decisions(t, words, "he (?:go|went)")), "then the answer, and the rest of it is short")
	goal, ok := m.Reached()
	assert.True(t, ok)
	assert.Zero(t, goal)
	assert.Empty(t, m.Refusals())
}

func TestKnowingSaysWhatIsClosed(t *testing.T) {
	m := fake.Knowing(looking, fake.Goal{Answer: `{"text":"he went"`, Missing: []string{"went"}},
		fake.Goal{Answer: `{"text":"he sang"`, Missing: []string{"sang"}})
	ask(t, m, decisions(t, []string{"go"}, "he go"))
	assert.Equal(t, `{"thought":"","tool":"final_answer","tool_args":{"text":"he go","why":""}}`,
		ask(t, m, decisions(t, nil, "he go")), "it ends all the same")
	_, ok := m.Reached()
	assert.False(t, ok)
	require.Len(t, m.Refusals(), 2)
	for i, r := range m.Refusals() {
		assert.Equal(t, 2, r.Step)
		assert.Equal(t, i, r.Goal)
		assert.ErrorContains(t, r.Err, "he go")
	}
}

func TestKnowingMakesNoCallTwiceAndTakesTheSecondGoal(t *testing.T) {
	m := fake.Knowing(looking, fake.Goal{Answer: `{"text":"he walked"`, Missing: []string{"walked"}},
		fake.Goal{Answer: `{"text":"he sang"`, Beside: []string{"sang"}})
	g := decisions(t, []string{"go", "sing"}, "")
	first, second := ask(t, m, g), ask(t, m, g)
	assert.Contains(t, first, "sing", "a word beside is better than none")
	assert.Contains(t, second, "go")
	assert.Contains(t, ask(t, m, decisions(t, []string{"go", "sing"}, "he s[a-z]+")), "he sang")
	goal, _ := m.Reached()
	assert.Equal(t, 1, goal)
	assert.Equal(t, "gold", m.Name())
}
