package loop_test

import (
	"context"
	"slices"
	"strings"
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
		changes string // the tools that may change something
		script  string
		holds   string // decisions
		refuses string
	}{
		{"all stays open unless calls are masked", loop.Redirect, "", "A1 B1", "A1 B1 A2 F", ""},
		{"no call is made twice where nothing changes", "", "", "A1 B1", "A2 B2 C1 F", "A1 B1"},
		{"at any distance", loop.Mask, "", "A1 B1 C1 D1", "A2 F", "A1 B1 C1 D1"},
		{"nor one that failed for good", loop.Mask, "", "X1 A1", "A2 X2 F", "X1 A1"},
		{"a call that may be polled is spared", loop.Mask, "", "P1 A1", "P1 A2 F", "A1"},
		{"a change opens what was known before it", loop.Mask, "b", "A1 X1 B1", "A1 X1 A2 B2 F", "B1"},
		{"but not itself, nor what came after it", loop.Mask, "b", "B1 A1", "B2 A2 F", "A1 B1"},
		{"a change that failed is none", loop.Mask, "x", "A1 X1", "A2 F", "A1 X1"},
		{"a tool goes when no call of it is left", loop.Mask, "", "A1 A2", "B1 F", "A1 A2"},
	} {
		for _, leash := range []loop.Leash{loop.Full, loop.Enum} {
			m := fake.Play(replies(row.script+" "+answer, 0)...)
			c := loop.Config{Leash: leash, Repeats: row.repeats, Budget: loop.Budget{Steps: 9}}
			l, err := loop.New(strategy.ReAct{}, m, listed(t, row.changes), c)
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

// A tool that is gone because it was called with every value says so to the model, until a change opens it again.
func TestAModelReadsWhyAToolIsGone(t *testing.T) {
	m := fake.Play(replies("A1 A2 B1 A1 F", 0)...)
	l, err := loop.New(strategy.ReAct{}, m, listed(t, "b"), loop.Config{})
	require.NoError(t, err)
	r, err := l.Run(t.Context(), "task", nil)
	require.NoError(t, err)
	require.Equal(t, loop.Final, r.Outcome, r.Error)
	var told []bool
	for _, q := range m.Requests() {
		told = append(told, strings.Contains(q.Messages[len(q.Messages)-1].Content, "a was called with every value; its results stand above. "))
	}
	assert.Equal(t, []bool{false, false, true, false, false}, told)
}

// listed returns the tools of the scenarios, each of which takes the number 1 or 2. Those that are named may change
// something.
func listed(t *testing.T, changes string) *tools.Registry {
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
		list = append(list, tools.Must(tools.New(name, "does it", f,
			tools.Options{Pollable: name == "p", Idempotent: !strings.Contains(changes, name), ParallelSafe: true})))
	}
	r, err := tools.NewRegistry(list...)
	require.NoError(t, err)
	return r
}

// A server's grammar cannot leave one number out of all: such a call stays open. A repeat is asked for again, which costs
// no step, and one that comes all the same is answered from the log.
func TestRepeatsLeaveOpenWhatIsNotListed(t *testing.T) {
	for script, want := range map[string]planner.Counters{
		"A1 A1 B1 F":       {Steps: 3, ToolCalls: 2, Repairs: 1},
		"A1 A1 B1 B1 C1 F": {Steps: 4, ToolCalls: 3, Repairs: 2},
	} {
		m := fake.Play(replies(script, 0)...)
		l, err := loop.New(strategy.ReAct{Thought: 40}, m, lettered(t), loop.Config{})
		require.NoError(t, err)
		r, log, events := logged(t, l)
		assert.Equal(t, loop.Final, r.Outcome, r.Error)
		got := planner.Counters{Steps: r.Counters.Steps, ToolCalls: r.Counters.ToolCalls, Repairs: r.Counters.Repairs,
			Redirects: r.Counters.Redirects}
		assert.Equal(t, want, got, script)
		assert.Contains(t, string(log), "was made before, and its result stands above", script)
		refused := ""
		for _, e := range events {
			if e.Failure != nil {
				refused = strings.TrimPrefix(e.Failure.Code, "repeat:")
			}
			if e.Ask != nil && e.Ask.Repair > 0 {
				assert.NotContains(t, e.Ask.Choices, refused, "a small model repeats the repeat")
			}
		}
		assert.NoError(t, l.Replay(t.Context(), events))
	}
}

// The rule comes after all others, and does not take away the last thing that they leave.
func TestRepeatsLeaveTheLastChoice(t *testing.T) {
	m := fake.Play(replies("A1 A2 A1 F", 0)...)
	l, err := loop.New(strategy.ReAct{}, m, listed(t, ""), loop.Config{Rules: []loop.Rule{only("a"), loop.Require{Tool: "b"}}})
	require.NoError(t, err)
	_, _, events := logged(t, l)
	var choices [][]string
	for _, e := range events {
		if e.Ask != nil {
			choices = append(choices, e.Ask.Choices)
		}
	}
	require.Greater(t, len(choices), 2)
	assert.Equal(t, []string{"a"}, choices[2], "the answer waits for b, and a is all there is")
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
		l, err := loop.New(strategy.ReAct{}, fake.Random(seed), listed(t, ""),
			loop.Config{Allowances: loop.Allowances{RecoverableErrors: 9, FatalErrors: 9}})
		require.NoError(t, err)
		r, err := l.Run(t.Context(), "task", nil)
		require.NoError(t, err)
		assert.Equal(t, loop.Final, r.Outcome, r.Error)
	}
}

// A small model whose repeat was refused thinks what it thought before, and repeats another call.
func TestTheThoughtAfterARefusedRepeatIsGiven(t *testing.T) {
	const given = "that was done, and its result stands above"
	for _, row := range []struct {
		claim string
		react strategy.ReAct
		form  planner.Form
		given bool
	}{
		{"where it fits", strategy.ReAct{}, planner.ThoughtForm, true},
		{"not where thoughts are shorter", strategy.ReAct{Thought: 40}, planner.ThoughtForm, false},
		{"not where the form has none", strategy.ReAct{}, planner.BareForm, false},
	} {
		m := fake.Play(replies("A1 A1 F", 0)...)
		l, err := loop.New(row.react, m, lettered(t), loop.Config{Form: row.form})
		require.NoError(t, err)
		r, err := l.Run(t.Context(), "the task", nil)
		require.NoError(t, err)
		asked := m.Requests()
		require.GreaterOrEqual(t, len(asked), 3, "%s: %s", row.claim, r.Error)
		assert.NotContains(t, string(asked[1].Grammar.Schema()), given, row.claim)
		want := assert.NotContains
		if row.given {
			want = assert.Contains
		}
		want(t, string(asked[2].Grammar.Schema()), given, row.claim)
	}
}
