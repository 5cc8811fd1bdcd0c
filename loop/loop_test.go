package loop_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"iter"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/prompt"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
)

func TestNewRefusesNegativeBoundsByName(t *testing.T) {
	for name, c := range map[string]loop.Config{
		"Budget.Steps is negative":      {Budget: loop.Budget{Steps: -1}},
		"Budget.ModelCalls is negative": {Budget: loop.Budget{ModelCalls: -1}},
		"Budget.ToolCalls is negative":  {Budget: loop.Budget{ToolCalls: -1}},
		"Budget.Tokens is negative":     {Budget: loop.Budget{Tokens: -1}},
		"Budget.Wall is negative":       {Budget: loop.Budget{Wall: -1}},
		"Budget.Grace is negative":      {Budget: loop.Budget{Grace: -1}},
		"Budget.Wait is -2":             {Budget: loop.Budget{Wait: -2}},
		"Allowances.Repairs is -2, want -1 for none, 0 for the default, or more": {Allowances: loop.Allowances{Repairs: -2}},
		"Allowances.Retries is -2":           {Allowances: loop.Allowances{Retries: -2}},
		"Allowances.Redirects is -2":         {Allowances: loop.Allowances{Redirects: -2}},
		"Allowances.RecoverableErrors is -2": {Allowances: loop.Allowances{RecoverableErrors: -2}},
		"Allowances.FatalErrors is -2":       {Allowances: loop.Allowances{FatalErrors: -2}},
		"Limits.Thought is -2":               {Limits: loop.Limits{Thought: -2}},
		"Limits.ReplyTokens is negative":     {Limits: loop.Limits{ReplyTokens: -1}},
		`Repeats is "sometimes"`:             {Repeats: "sometimes"},
		`Leash is "mostly"`:                  {Leash: "mostly"},
		"the answer":                         {Answer: grammar.AnyOf()},
	} {
		_, err := loop.New(strategy.ReAct{}, fake.Script("x"), nil, c)
		assert.ErrorIs(t, err, loop.ErrMisuse, name)
		assert.ErrorContains(t, err, name)
	}
	_, err := loop.New(nil, fake.Script("x"), nil, loop.Config{})
	assert.ErrorIs(t, err, loop.ErrMisuse)
	_, err = loop.New(strategy.ReAct{}, nil, nil, loop.Config{})
	assert.ErrorIs(t, err, loop.ErrMisuse)
}

// Each field that bounds a run is one that New checks.
func TestNewRefusesEachNegativeBound(t *testing.T) {
	whole := reflect.TypeFor[loop.Config]()
	for _, group := range []string{"Budget", "Allowances", "Limits"} {
		for f := range fieldsOf(t, whole, group) {
			c := loop.Config{}
			reflect.ValueOf(&c).Elem().FieldByName(group).FieldByName(f.Name).SetInt(-2)
			_, err := loop.New(strategy.ReAct{}, fake.Script("x"), nil, c)
			assert.ErrorContains(t, err, group+"."+f.Name)
		}
	}
}

// fieldsOf returns the fields of a field of a struct.
func fieldsOf(t *testing.T, whole reflect.Type, name string) iter.Seq[reflect.StructField] {
	t.Helper()
	field, ok := whole.FieldByName(name)
	require.True(t, ok, name)
	return slices.Values(reflect.VisibleFields(field.Type))
}

// specialist is a model made for one binding.
type specialist struct {
	model.Model
	binding model.RoleForm
}

func (s specialist) Roles() []model.RoleForm { return []model.RoleForm{s.binding} }

func TestAModelIsOnlyAskedForWhatItWasMadeFor(t *testing.T) {
	compact, err := prompt.Parse(fstest.MapFS{"p": {Data: []byte(`{{define "user task"}}x{{end}}`)}}, "p", "compact")
	require.NoError(t, err)
	executor := specialist{fake.Script("x"), model.RoleForm{Role: model.Executor, Form: "compact"}}
	critic := specialist{fake.Script("x"), model.RoleForm{Role: model.Critic, Form: "compact"}}
	for _, row := range []struct {
		claim string
		p     planner.Planner
		m     model.Model
		fits  bool
	}{
		{"a specialist in its binding", strategy.ReAct{Prompt: compact}, executor, true},
		{"a specialist with prose", strategy.ReAct{}, executor, false},
		{"a specialist in another role", strategy.ReAct{Prompt: compact}, critic, false},
		{"any model with prose", strategy.ReAct{}, fake.Script("x"), true},
		{"any model with a special form", strategy.ReAct{Prompt: compact}, fake.Script("x"), false},
	} {
		_, err := loop.New(row.p, row.m, nil, loop.Config{})
		assert.Equal(t, row.fits, err == nil, row.claim)
		if !row.fits {
			assert.ErrorIs(t, err, loop.ErrMisuse)
		}
	}
}

// Case 12.
func TestAToolThatIsNotReadyKeepsTheRunFromStarting(t *testing.T) {
	tool := tools.Must(tools.New("f", "does it", func(context.Context, number) (int, error) { return 1, nil },
		tools.Options{Ready: func(context.Context) error { return errors.New("no key") }}))
	r, err := tools.NewRegistry(tool)
	require.NoError(t, err)
	l, err := loop.New(strategy.ReAct{}, fake.Script("x"), r, loop.Config{})
	require.NoError(t, err)
	var log strings.Builder
	_, err = l.Run(t.Context(), "task", &log)
	assert.EqualError(t, err, "tools: f is not ready: no key")
	assert.Empty(t, log.String())
}

// Case 25.
func TestRepairsAreAskedForInWordsAndForgotten(t *testing.T) {
	m := fake.Play(replies("A ! B F", 0)...)
	l, err := loop.New(strategy.ReAct{}, m, lettered(t), loop.Config{Allowances: loop.Allowances{Repairs: 1}})
	require.NoError(t, err)
	_, err = l.Run(t.Context(), "task", nil)
	require.NoError(t, err)
	requests := m.Requests()
	require.Len(t, requests, 4)
	last := func(i int) string { ms := requests[i].Messages; return ms[len(ms)-1].Content }
	assert.Contains(t, last(2), "cannot stand", "the second request for step 2 says what was wrong")
	assert.Contains(t, last(2), `got "S"`)
	assert.Equal(t, len(requests[1].Messages)+1, len(requests[2].Messages), "by one added message")
	for _, message := range requests[3].Messages {
		assert.NotContains(t, message.Content, "Sure", "neither the bad reply nor the complaint is in a later prompt")
		assert.NotContains(t, message.Content, "could not be read")
	}
}

// Case 20.
func TestARedirectNamesWhatIsPossibleNext(t *testing.T) {
	m := fake.Play(replies("A A B F", 0)...)
	l, err := loop.New(strategy.ReAct{}, m, lettered(t), loop.Config{Repeats: loop.Redirect, Allowances: loop.Allowances{Redirects: 1}})
	require.NoError(t, err)
	_, err = l.Run(t.Context(), "task", nil)
	require.NoError(t, err)
	third := m.Requests()[2].Messages
	redirect := third[len(third)-2].Content
	assert.Contains(t, redirect, `"a1"`, "the earlier output")
	assert.Contains(t, redirect, "b, c, d, e, g, p, x, y, z, final_answer")
	assert.NotContains(t, redirect, "not")
	assert.NotContains(t, redirect, `"n"`, "the arguments are not repeated")
}

// What a redirect names is what the next grammar holds, whatever rules remove: nothing that is closed is offered.
// Case 20.
func TestARedirectNamesNothingThatIsClosed(t *testing.T) {
	redirects := 0
	for seed := range int64(60) {
		rules := []loop.Rule{loop.Quota{Tool: "b", Calls: 1}, loop.Require{Tool: "c"}, loop.Prerequisite{Tool: "d", After: "e"}}
		c := loop.Config{Repeats: loop.Redirect, Budget: loop.Budget{Steps: 9}, Rules: rules[:seed%4],
			Allowances: loop.Allowances{Redirects: 9, RecoverableErrors: 9, FatalErrors: 9}}
		var script []fake.Reply
		r := rand.New(rand.NewPCG(uint64(seed), 1))
		for range 9 {
			script = append(script, replies([]string{"A1", "B1", "C1", "A1 A1", "E1"}[r.IntN(5)], 0)...)
		}
		l, err := loop.New(strategy.ReAct{}, fake.Play(script...), lettered(t), c)
		require.NoError(t, err)
		var next []string
		for e, err := range l.Watch(t.Context(), "task", nil) {
			require.NoError(t, err)
			switch {
			case e.Observation != nil && e.Observation.Next != nil:
				next = e.Observation.Next
				redirects++
			case e.Ask != nil && next != nil:
				assert.Equal(t, e.Ask.Choices, next, "seed %d", seed)
				next = nil
			}
		}
	}
	assert.Greater(t, redirects, 40)
}

// An answer may come from elsewhere, as an MCP client's does: what its schema costs is bounded before any run.
func TestAnAnswerWhoseSchemaCostsTooMuchIsRefused(t *testing.T) {
	costly := grammar.Object(grammar.Property{Name: "id", Schema: grammar.Pattern(`((a|bc){0,8192}(b|cd){0,8192}){0,8192}`, 0, 100)})
	_, err := loop.New(strategy.ReAct{}, fake.Script(), nil, loop.Config{Answer: costly})
	require.ErrorIs(t, err, loop.ErrMisuse)
	require.ErrorIs(t, err, grammar.ErrBudget)
	assert.ErrorContains(t, err, "the answer: ")
	assert.ErrorContains(t, err, "Limits.Work")
}

// Case 39.
func TestALongOutputIsCutAtACharacterAndItsHashKept(t *testing.T) {
	tool := tools.Must(tools.New("long", "does it", func(context.Context, number) (string, error) {
		return strings.Repeat("é", 1<<19),
			nil
	}, tools.Options{}))
	registry, err := tools.NewRegistry(tool)
	require.NoError(t, err)
	l, err := loop.New(strategy.ReAct{},
		fake.Play(append([]fake.Reply{{Text: `{"thought":"","tool":"long","tool_args":{"n":1}}`}}, replies("F", 0)...)...),
		registry, loop.Config{})
	require.NoError(t, err)
	r, err := l.Run(t.Context(), "task", nil)
	require.NoError(t, err)
	o := r.Steps[0].Observations[0]
	var text string
	require.NoError(t, json.Unmarshal(o.Output, &text))
	assert.True(t, strings.HasSuffix(text, "é… (cut: 4095 of 1048578 bytes)"), text[len(text)-60:])
	assert.Equal(t, 1<<20+2, o.Bytes)
	assert.Len(t, o.SHA256, 64)
}

// The words of a tool's error are cut too: at their full length they would fill the log and the budget of tokens.
func TestALongErrorIsCutAtACharacter(t *testing.T) {
	words := strings.Repeat("é", 1<<19)
	for name, give := range map[string]func() (string, error){
		"an error of its own": func() (string, error) { return "", errors.New(words) },
		"an error of ours":    func() (string, error) { return "", &tools.Error{Class: words, Message: words} },
		"a panic":             func() (string, error) { panic(words) },
	} {
		t.Run(name, func(t *testing.T) {
			registry, err := tools.NewRegistry(tools.Must(tools.New("long", "does it",
				func(context.Context, number) (string, error) { return give() }, tools.Options{})))
			require.NoError(t, err)
			l, err := loop.New(strategy.ReAct{}, fake.Play(append([]fake.Reply{{Text: `{"thought":"","tool":"long","tool_args":{"n":1}}`}},
				replies("F", 0)...)...), registry, loop.Config{Allowances: loop.Allowances{FatalErrors: 1}})
			require.NoError(t, err)
			var log bytes.Buffer
			r, err := l.Run(t.Context(), "task", &log)
			require.NoError(t, err)
			assert.Equal(t, loop.Final, r.Outcome)
			assert.Less(t, log.Len(), 1<<16)
			e := r.Steps[0].Observations[0].Error
			assert.True(t, utf8.ValidString(e.Message+e.Class))
			assert.Regexp(t, `é… \(cut: 409[456] of 10485\d\d bytes\)$`, e.Message[len(e.Message)-50:])
		})
	}
}

func TestOneLoopServesManyRunsAtOnce(t *testing.T) {
	l, err := loop.New(strategy.ReAct{}, fake.Random(3), lettered(t), loop.Config{})
	require.NoError(t, err)
	want, err := l.Run(t.Context(), "task", nil)
	require.NoError(t, err)
	done := make(chan loop.Result)
	for range 100 {
		go func() {
			r, err := l.Run(context.WithoutCancel(t.Context()), "task", nil)
			if err != nil {
				r.Error = err.Error()
			}
			done <- r
		}()
	}
	for range 100 {
		got := <-done
		assert.Equal(t, want.Outcome, got.Outcome, got.Error)
		assert.Equal(t, want.Counters.Steps, got.Counters.Steps)
	}
}

// BenchmarkDecision is the cost of one decision with a model that takes no time.
func BenchmarkDecision(b *testing.B) {
	l, err := loop.New(strategy.ReAct{}, instant{}, lettered(b), loop.Config{Budget: loop.Budget{Steps: 1}})
	require.NoError(b, err)
	b.ReportAllocs()
	for b.Loop() {
		if r, err := l.Run(context.Background(), "task", nil); err != nil || r.Outcome != loop.Final {
			b.Fatal(r.Outcome, err)
		}
	}
}

// instant answers at once.
type instant struct{}

func (instant) Name() string { return "instant" }

func (instant) Generate(context.Context, model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) {
		if yield(model.Chunk{Text: `{"thought":"","tool":"final_answer","tool_args":{"text":"x"}}`}, nil) {
			yield(model.Chunk{Done: true, Finish: model.Stop}, nil)
		}
	}
}
