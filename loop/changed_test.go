package loop_test

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/prompt"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
)

// retooled returns the lettered tools but one, counted, and one more.
func retooled(t *testing.T, gone string, ran map[string]int) *tools.Registry {
	t.Helper()
	list := slices.DeleteFunc(slices.Clone(counted(t, true, ran).All()), func(tool tools.Tool) bool { return tool.Name() == gone })
	list = append(list, tools.Must(tools.New("k", "a new tool", func(context.Context, struct{}) (string, error) { return "k", nil },
		tools.Options{})))
	r, err := tools.NewRegistry(list...)
	require.NoError(t, err)
	return r
}

// otherwords returns ReAct with a prompt of its own.
func otherwords(t *testing.T) planner.Planner {
	t.Helper()
	p, err := prompt.Parse(fstest.MapFS{"p": {Data: []byte(`{{define "user task"}}Do: {{.Task}}{{end}}` +
		`{{define "user observation"}}{{json .Output}}{{end}}`)}}, "p", "")
	require.NoError(t, err)
	return strategy.ReAct{Prompt: p}
}

// Case 56.
func TestAChangedLoopIsRefused(t *testing.T) {
	longer := strategy.ReAct{}
	longer.Thought = 300
	for _, row := range []struct {
		claim   string
		planner planner.Planner
		tools   *tools.Registry
		rules   []loop.Rule
		names   string // what the refusal says
	}{
		{"tools", strategy.ReAct{}, retooled(t, "b", map[string]int{}), nil, "the tools are others: b is gone, k is new"},
		{"tools, and rules with them", strategy.ReAct{}, retooled(t, "b", map[string]int{}), []loop.Rule{loop.Quota{Tool: "c"}},
			"the tools are others: b is gone, k is new"},
		{"rules", strategy.ReAct{}, lettered(t), []loop.Rule{loop.Quota{Tool: "c"}}, "the rules are others"},
		{"prompts", otherwords(t), lettered(t), nil, "the prompts are others"},
		{"what the planner lets the model write", longer, lettered(t), nil, "what the model may write is another"},
	} {
		t.Run(row.claim, func(t *testing.T) {
			first, err := loop.New(strategy.ReAct{}, fake.Play(replies("A B A2 F", 0)...), lettered(t), loop.Config{})
			require.NoError(t, err)
			_, _, events := logged(t, first)
			for kept := 1; kept < len(events); kept++ {
				changed, err := loop.New(row.planner, fake.Play(replies("F", 0)...), row.tools, loop.Config{Rules: row.rules})
				require.NoError(t, err)
				var more bytes.Buffer
				_, err = changed.Resume(t.Context(), events[:kept], nil, &more, nil)
				if kept > 1 || strings.HasPrefix(row.claim, "tools") || row.claim == "rules" { // nothing was asked before that
					d, ok := errors.AsType[*loop.Divergence](err)
					require.True(t, ok, "%v", err)
					require.Equal(t, row.names, d.What)
					require.ErrorContains(t, err, row.names+"; go on with what made the log")
					require.Empty(t, more.String())
				}
			}
		})
	}
}
