package loop_test

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
)

// TestRepeatsLeaveTheGrammar: what the grammar of the last decision holds after the calls of a script. A letter
// is a tool, and A2 its call with another argument.
func TestRepeatsLeaveTheGrammar(t *testing.T) {
	const answer = "F"
	for _, row := range []struct {
		claim   string
		repeats loop.Repeats
		script  string
		holds   string // decisions
		refuses string
	}{
		{"all stays open where nothing else is said", loop.RepeatsOpen, "A1 B1", "A1 B1 A2 F", ""},
		{"no call is made twice in a run", loop.RepeatsNoCall, "A1 B1", "A2 B2 C1 F", "A1 B1"},
		{"nor one with an error that is final", loop.RepeatsNoCall, "X1 A1", "A2 X2 F", "X1 A1"},
		{"a call that may be polled is spared", loop.RepeatsNoCall, "P1 A1", "P1 A2 F", "A1"},
		{"the tool rests for one decision", loop.RepeatsNoTool, "A1 B1", "A1 A2 C1 F", "B1 B2"},
		{"a tool that may be polled does not", loop.RepeatsNoTool, "P1", "P1 F", ""},
	} {
		for _, enforce := range []loop.Enforce{loop.Full, loop.Enum} {
			m := fake.Play(replies(row.script+" "+answer, 0)...)
			c := loop.Config{Enforce: enforce, Repeats: row.repeats, Budget: loop.Budget{Steps: 9}, MaxRecoverable: 3}
			l, err := loop.New(strategy.ReAct{}, m, listed(t), c)
			require.NoError(t, err)
			r, err := l.Run(t.Context(), "task", nil)
			require.NoError(t, err)
			require.Equal(t, loop.Final, r.Outcome, "%s: %s", row.claim, r.Error)
			requests := m.Requests()
			last := requests[len(requests)-1].Grammar
			for _, d := range replies(row.holds, 0) {
				assert.NoError(t, last.Check(t.Context(), []byte(d.Text)), "%s: %s", row.claim, d.Text)
			}
			for _, d := range replies(row.refuses, 0) {
				assert.Error(t, last.Check(t.Context(), []byte(d.Text)), "%s: %s", row.claim, d.Text)
			}
		}
	}
	_, err := loop.New(strategy.ReAct{}, fake.Script(), nil, loop.Config{Repeats: "often"})
	assert.ErrorContains(t, err, `Repeats is "often"`)
}

// listed returns the tools of the scenarios, each of which takes the number 1 or 2.
func listed(t *testing.T) *tools.Registry {
	t.Helper()
	type either struct {
		N int `json:"n" jsonschema:"enum=1,enum=2"`
	}
	var list []tools.Tool
	for _, name := range letters {
		f := func(_ context.Context, in either) (string, error) {
			if name == "x" {
				return "", tools.NotFound("nothing under %d", in.N)
			}
			return name, nil
		}
		list = append(list, tools.Must(tools.New(name, "", f, tools.Options{Pollable: name == "p"})))
	}
	r, err := tools.NewRegistry(list...)
	require.NoError(t, err)
	return r
}

// A server's grammar cannot leave one number out of all: such a call stays open, and Duplicates deals with it.
func TestRepeatsLeaveOpenWhatIsNotListed(t *testing.T) {
	m := fake.Play(replies("A1 A1 B1 F", 0)...)
	l, err := loop.New(strategy.ReAct{Thought: 40}, m, lettered(t),
		loop.Config{Repeats: loop.RepeatsNoCall, Duplicates: loop.Redirect, Redirects: 1})
	require.NoError(t, err)
	r, err := l.Run(t.Context(), "task", nil)
	require.NoError(t, err)
	assert.Equal(t, loop.Final, r.Outcome, r.Error)
	assert.Equal(t, 1, r.Counters.Redirects)
}

// The rule comes after all others, and does not take away the last thing that they leave.
func TestRepeatsLeaveTheLastChoice(t *testing.T) {
	r, choices, _ := ruled(t, "A1 A2 F", loop.Config{Repeats: loop.RepeatsNoTool}, only("a"), loop.Require{Tool: "b"})
	assert.Equal(t, "[a]", choices[1], "the answer waits for b, and a is all there is: %s", r.Error)
}

// only is the rule that no other tool can be called.
type only string

func (only) Name() string { return "only" }

func (o only) Narrow(_ planner.State, a planner.Allowed) planner.Allowed {
	a.Tools = slices.DeleteFunc(slices.Clone(a.Tools), func(t planner.Offer) bool { return t.Name != string(o) })
	return a
}

// A run in which every repetition is taken away ends for a model that says anything.
func TestRandomModelsRepeatNothing(t *testing.T) {
	for seed := range int64(40) {
		l, err := loop.New(strategy.ReAct{}, fake.Random(seed), listed(t),
			loop.Config{Repeats: loop.RepeatsNoCall, MaxRecoverable: 9, MaxFatal: 9})
		require.NoError(t, err)
		r, err := l.Run(t.Context(), "task", nil)
		require.NoError(t, err)
		assert.Equal(t, loop.Final, r.Outcome, r.Error)
	}
}
