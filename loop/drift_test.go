package loop_test

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
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
	list = append(list, tools.Must(tools.New("k", "a new tool",
		func(context.Context, struct{}) (string, error) { return "k", nil }, tools.Options{})))
	r, err := tools.NewRegistry(list...)
	require.NoError(t, err)
	return r
}

// otherwords returns ReAct with a prompt of its own.
func otherwords(t *testing.T) planner.Planner {
	t.Helper()
	p, err := prompt.Parse(fstest.MapFS{"p": {Data: []byte(
		`{{define "user task"}}Do: {{.Task}}{{end}}{{define "user observation"}}{{json .Output}}{{end}}`)}}, "p", "")
	require.NoError(t, err)
	return strategy.ReAct{Prompt: p}
}

// Case 56.
func TestAChangedLoopIsRefusedUnlessThatIsAllowed(t *testing.T) {
	longer := strategy.ReAct{}
	longer.Thought = 300
	for _, row := range []struct {
		claim   string
		planner planner.Planner
		tools   *tools.Registry
		rules   []loop.Rule
		names   string // what the refusal says
		changed []string
	}{
		{"tools", strategy.ReAct{}, retooled(t, "b", map[string]int{}), nil, "the tools are others: b is gone, k is new",
			[]string{"tools", "prompts", "schemas"}},
		{"rules", strategy.ReAct{}, lettered(t), []loop.Rule{loop.Quota{Tool: "c"}}, "the rules are others",
			[]string{"rules", "prompts", "schemas"}},
		{"prompts", otherwords(t), lettered(t), nil, "the prompts are others", []string{"prompts"}},
		{"what the planner lets the model write", longer, lettered(t), nil, "what the model may write is another", []string{"schemas"}},
	} {
		t.Run(row.claim, func(t *testing.T) {
			first, err := loop.New(strategy.ReAct{}, fake.Play(replies("A B A2 F", 0)...), lettered(t), loop.Usual())
			require.NoError(t, err)
			_, log, events := logged(t, first)
			lines := bytes.SplitAfter(log, []byte("\n"))
			var noted []string
			for kept := 1; kept < len(events); kept++ {
				c := loop.Usual()
				c.Rules = row.rules
				strict, err := loop.New(row.planner, fake.Play(replies("F", 0)...), row.tools, c)
				require.NoError(t, err)
				var more bytes.Buffer
				_, err = strict.Resume(t.Context(), events[:kept], nil, &more, nil)
				if kept > 1 || row.claim == "tools" || row.claim == "rules" { // nothing was asked before that
					d, ok := errors.AsType[*loop.Divergence](err)
					require.True(t, ok, "%v", err)
					require.Equal(t, row.names, d.What)
					require.ErrorContains(t, err, row.names+"; go on with what made the log, or set AllowChanged")
					require.Empty(t, more.String())
				}
				for _, what := range resumesChanged(t, row.planner, row.tools, c, lines[:kept]) {
					if !slices.Contains(noted, what) {
						noted = append(noted, what)
					}
				}
			}
			assert.ElementsMatch(t, row.changed, noted, "the log says what has changed")
		})
	}
}

// resumesChanged goes on with a log whose loop was another, and returns what the log then says of it.
func resumesChanged(t *testing.T, p planner.Planner, registry *tools.Registry, c loop.Config, lines [][]byte) (changed []string) {
	t.Helper()
	c.AllowChanged = true
	again := func() *loop.Loop {
		l, err := loop.New(p, fake.Play(replies("D F", 0)...), registry, c)
		require.NoError(t, err)
		return l
	}
	log := bytes.NewBuffer(bytes.Join(lines, nil))
	before, _, err := loop.ReadLog(bytes.NewReader(log.Bytes()))
	require.NoError(t, err)
	var reply *loop.Reply
	r, err := again().Resume(t.Context(), before, nil, log, nil)
	require.NoError(t, err)
	if r.Outcome == loop.Paused { // a call whose tool may not be called twice
		reply = &loop.Reply{Interrupt: r.Interrupt.ID, Do: loop.Skip}
		events, _, err := loop.ReadLog(bytes.NewReader(log.Bytes()))
		require.NoError(t, err)
		r, err = again().Resume(t.Context(), events, reply, log, nil)
		require.NoError(t, err)
	}
	require.EqualValues(t, loop.Final, r.Outcome, "%s: %s", r.Reason, r.Error)
	events, _, err := loop.ReadLog(bytes.NewReader(log.Bytes()))
	require.NoError(t, err)
	for _, e := range events[len(before):] {
		if e.Resume != nil {
			changed = append(changed, e.Resume.Changed...)
		}
	}
	finished, err := again().Resume(t.Context(), events, nil, nil, nil)
	require.NoError(t, err)
	require.Equal(t, essence(r), essence(finished), "a finished run gives its result")
	require.NoError(t, again().Replay(t.Context(), events), "the mixed log is gone through")
	return changed
}

func TestAllowChangedAcceptsNothingElse(t *testing.T) {
	first, err := loop.New(strategy.ReAct{}, fake.Play(replies("A B F", 0)...), lettered(t), loop.Usual())
	require.NoError(t, err)
	_, _, events := logged(t, first)
	c := loop.Usual()
	c.AllowChanged = true
	c.Budget.Steps = 3
	l, err := loop.New(strategy.ReAct{}, fake.Script("unused"), lettered(t), c)
	require.NoError(t, err)
	_, err = l.Resume(t.Context(), events[:6], nil, nil, nil)
	assert.EqualError(t, err, "loop: event 1 differs from the log: run.config.budget.steps was 8, and is 3 now")
}
