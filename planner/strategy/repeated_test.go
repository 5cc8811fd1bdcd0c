package strategy_test

import (
	"context"
	"encoding/json"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/prompt"
	"github.com/shortleash/shortleash/planner/strategy"
)

// After a repeated call the grammar writes the thought: a small model repeats what it thought, and then what it did.
func TestTheThoughtAfterARepeatedCallIsGiven(t *testing.T) {
	bare, err := prompt.Parse(fstest.MapFS{"p.md": {Data: []byte(`{{define "user status"}}go{{end}}`)}}, "p.md", "")
	require.NoError(t, err)
	const given = `"enum":["that was done, and its result stands above"]`
	for _, row := range []struct {
		claim   string
		planner strategy.ReAct
		steps   []planner.Step
		given   bool
	}{
		{"after a repeated call", strategy.ReAct{}, []planner.Step{conjugated, cached}, true},
		{"not at the start", strategy.ReAct{}, nil, false},
		{"not after another call", strategy.ReAct{}, []planner.Step{conjugated}, false},
		{"not after one that came later", strategy.ReAct{}, []planner.Step{conjugated, cached, missed}, false},
		{"not where it is longer than thoughts may be", strategy.ReAct{Thought: 40}, []planner.Step{conjugated, cached}, false},
		{"not where nothing is thought", strategy.ReAct{NoThought: true}, []planner.Step{conjugated, cached}, false},
		{"not where the prompt has no such words", strategy.ReAct{Prompt: bare}, []planner.Step{conjugated, cached}, false},
	} {
		t.Run(row.claim, func(t *testing.T) {
			var schema []byte
			_, err := row.planner.Next(t.Context(), after(row.steps...), allowed(),
				func(_ context.Context, q planner.Question) (json.RawMessage, error) {
					schema = q.Schema.JSON()
					return json.RawMessage(`{"thought":"","tool":"final_answer","tool_args":{"text":"x"}}`), nil
				})
			require.NoError(t, err)
			want := assert.NotContains
			if row.given {
				want = assert.Contains
			}
			want(t, string(schema), given)
		})
	}
}
