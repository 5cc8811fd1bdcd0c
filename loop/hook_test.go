package loop_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner/strategy"
)

// hooked runs a script under hooks, checks that its log replays without calling a hook, and that the run, broken off
// after any event, resumes to the same result.
func hooked(t *testing.T, script string, hooks ...loop.Hook) (loop.Result, []loop.Event, *fake.Scripted) {
	t.Helper()
	c := strict(loop.Config{Hooks: hooks, Allowances: loop.Allowances{Repairs: 1}})
	m := fake.Play(replies(script, 0)...)
	l, err := loop.New(strategy.ReAct{}, m, lettered(t), c)
	require.NoError(t, err)
	result, text, events := logged(t, l)
	if !strings.Contains(string(text), `"kind":"finished"`) {
		return result, events, m
	}
	uncalled := make([]loop.Hook, len(hooks))
	for i, h := range hooks {
		fail := func() error { return errors.New("a hook was called for what the log holds") }
		uncalled[i] = loop.Hook{Name: h.Name,
			BeforeRequest: func(context.Context, *loop.HookedRequest) error { return fail() },
			AfterRequest:  func(context.Context, *loop.HookedReply) error { return fail() },
			BeforeCall:    func(context.Context, *loop.HookedCall) error { return fail() },
			AfterCall:     func(context.Context, *loop.HookedResult) error { return fail() },
		}
	}
	c.Hooks = uncalled
	again, err := loop.New(strategy.ReAct{}, fake.Script(), lettered(t), c)
	require.NoError(t, err)
	require.NoError(t, again.Replay(t.Context(), events), "it replays, and calls no hook")
	for kept := 1; kept < len(events); kept++ {
		if k := events[kept-1].Kind; k == loop.CallStarted {
			continue // it waits for a person
		}
		used := 0
		for _, e := range events[:kept] {
			if e.Reply != nil || e.Failure != nil && e.Failure.Fault == "" {
				used++
			}
		}
		c.Hooks = hooks
		l, err := loop.New(strategy.ReAct{}, fake.Play(replies(script, 0)[used:]...), lettered(t), c)
		require.NoError(t, err)
		resumed, err := l.Resume(t.Context(), events[:kept], nil, nil, nil)
		require.NoError(t, err)
		assert.Equal(t, essence(result), essence(resumed), "resumed after event %d, %s", kept, events[kept-1].Kind)
	}
	return result, events, m
}

// hookEvents returns the events that say what hooks did.
func hookEvents(events []loop.Event) (list []loop.Event) {
	for _, e := range events {
		if e.Hook != nil {
			list = append(list, e)
		}
	}
	return list
}

// Case H1.
func TestHooksSeeEachRequestAndCall(t *testing.T) {
	var seen []string
	note := func(parts ...string) error {
		seen = append(seen, strings.Join(parts, " "))
		return nil
	}
	watch := loop.Hook{Name: "watch",
		BeforeRequest: func(_ context.Context, r *loop.HookedRequest) error {
			return note("ask", r.ID, string(r.Role), r.Model)
		},
		AfterRequest: func(_ context.Context, r *loop.HookedReply) error { return note("said", r.ID) },
		BeforeCall:   func(_ context.Context, c *loop.HookedCall) error { return note("call", c.ID, c.Tool, string(c.Args)) },
		AfterCall: func(_ context.Context, r *loop.HookedResult) error {
			return note("gave", r.Call.ID, string(r.Output), r.Class)
		},
	}
	l, err := loop.New(strategy.ReAct{}, fake.Play(replies("A {\"thought\":\"\",\"tool\":\"x\",\"tool_args\":{\"n\":3}} F", 0)...), lettered(t), strict(loop.Config{Hooks: []loop.Hook{watch}, Allowances: loop.Allowances{Repairs: 1}}))
	require.NoError(t, err)
	result, _, events := logged(t, l)
	assert.Equal(t, loop.Final, result.Outcome, result.Error)
	assert.Equal(t, []string{"ask m1 executor script", "said m1", `call c1 a {"n":1}`, `gave c1 "a1" `,
		"ask m2 executor script", "said m2", `call c2 x {"n":3}`, "gave c2  not_found", "ask m3 executor script", "said m3"}, seen)
	assert.Empty(t, hookEvents(events), "what only watches leaves no trace but its name")
	assert.Equal(t, []string{"watch"}, events[0].Run.Hooks)
}

// Case H2.
func TestAHookChangesACallWithinTheGrammar(t *testing.T) {
	change := func(args string) loop.Hook {
		return loop.Hook{Name: "change", BeforeCall: func(_ context.Context, c *loop.HookedCall) error {
			if c.Tool == "a" {
				c.Args = json.RawMessage(args)
			}
			return nil
		}}
	}
	result, events, _ := hooked(t, "A F", change(`{ "n": 7 }`))
	assert.Equal(t, loop.Final, result.Outcome, result.Error)
	assert.Equal(t, `"a7"`, string(result.Steps[0].Observations[0].Output))
	did := hookEvents(events)
	require.Len(t, did, 1)
	assert.Equal(t, loop.HookInfo{By: []string{"change"}, Call: "c1", Args: json.RawMessage(`{"n":7}`)}, *did[0].Hook)
	for _, e := range events {
		if e.Call != nil {
			assert.Equal(t, `{"n":1}`, string(e.Call.Proposed), "the decision's arguments are kept")
		}
	}
	for _, bad := range []string{`{"n":"seven"}`, `{"m":7}`, `{"n":`, ``} {
		result, events, _ := hooked(t, "A F", change(bad))
		assert.Equal(t, "program_failure/hook", string(result.Outcome)+"/"+string(result.Reason), bad)
		assert.Contains(t, result.Error, "the hook change failed: it changed the arguments of a into some that do not fit")
		assert.Empty(t, result.Steps[0].Observations, "no call was made")
		require.Len(t, hookEvents(events), 1)
	}
}

// Case H3.
func TestARefusalOfAHookIsAnObservation(t *testing.T) {
	refuse := loop.Hook{Name: "guard", BeforeCall: func(_ context.Context, c *loop.HookedCall) error {
		if c.Tool == "a" {
			return loop.Refuse("a is closed today")
		}
		return nil
	}}
	result, events, m := hooked(t, "A B F", refuse)
	assert.Equal(t, loop.Final, result.Outcome, result.Error)
	o := result.Steps[0].Observations[0]
	assert.Equal(t, "refused", o.Error.Class)
	assert.Equal(t, "this call was refused: a is closed today", o.Error.Message)
	assert.Contains(t, m.Requests()[1].Messages[len(m.Requests()[1].Messages)-2].Content, "a is closed today", "the model reads why")
	assert.Equal(t, 1, result.Counters.ToolCalls, "no call was made")
	assert.Zero(t, result.Counters.FatalErrors+result.Counters.RecoverableErrors)
	assert.Equal(t, "a is closed today", hookEvents(events)[0].Hook.Refused)

	withheld := loop.Hook{Name: "censor", AfterCall: func(_ context.Context, r *loop.HookedResult) error { return loop.Refuse("secret") }}
	result, events, _ = hooked(t, "A F", withheld)
	assert.Equal(t, "this call was refused: secret", result.Steps[0].Observations[0].Error.Message)
	assert.Equal(t, `"a1"`, string(hookEvents(events)[0].Hook.Output), "the log has what the tool gave")
}

// Case H4.
func TestAHookChangesARequestAReplyAndAResult(t *testing.T) {
	redact := loop.Hook{Name: "redact",
		BeforeRequest: func(_ context.Context, r *loop.HookedRequest) error {
			r.Messages[0].Content += "\nBe brief."
			r.MaxTokens, r.Temperature = 50, 0.5
			return nil
		},
		AfterRequest: func(_ context.Context, r *loop.HookedReply) error {
			r.Text = strings.ReplaceAll(r.Text, `"done"`, `"DONE"`)
			return nil
		},
		AfterCall: func(_ context.Context, r *loop.HookedResult) error {
			r.Output = json.RawMessage(`"***"`)
			return nil
		},
	}
	result, events, m := hooked(t, "A F", redact)
	assert.Equal(t, loop.Final, result.Outcome, result.Error)
	assert.Equal(t, `{"text":"DONE"}`, string(result.Answer))
	assert.Equal(t, `"***"`, string(result.Steps[0].Observations[0].Output))
	assert.Contains(t, m.Requests()[1].Messages[0].Content, "Be brief.")
	assert.Equal(t, 50, m.Requests()[1].MaxTokens)
	assert.Equal(t, 0.5, m.Requests()[1].Temperature)
	did := hookEvents(events)
	require.Len(t, did, 3)
	assert.Contains(t, did[0].Hook.Messages[0].Content, "Be brief.", "the log has what was sent")
	assert.Equal(t, `"a1"`, string(did[1].Hook.Output), "and what the tool gave")
	assert.Contains(t, did[2].Hook.Text, `"done"`, "and what the model wrote")
	assert.Contains(t, did[2].Reply.Text, `"DONE"`)

	n := 0
	spoil := loop.Hook{Name: "spoil", AfterRequest: func(_ context.Context, r *loop.HookedReply) error {
		if n++; n == 1 {
			r.Text = strings.ReplaceAll(r.Text, `"a"`, `"unheard_of"`)
		}
		return nil
	}}
	m = fake.Play(replies("A A F", 0)...)
	l, err := loop.New(strategy.ReAct{}, m, lettered(t), strict(loop.Config{Hooks: []loop.Hook{spoil}, Allowances: loop.Allowances{Repairs: 1}}))
	require.NoError(t, err)
	result, _, _ = logged(t, l)
	assert.Equal(t, loop.Final, result.Outcome, result.Error)
	assert.Equal(t, 1, result.Counters.Repairs, "what a hook made of the reply is checked by the grammar")
	assert.Equal(t, `"a1"`, string(result.Steps[0].Observations[0].Output))

	n = 0
	picky := loop.Hook{Name: "picky", AfterRequest: func(context.Context, *loop.HookedReply) error {
		if n++; n == 1 {
			return loop.Refuse("say it in other words")
		}
		return nil
	}}
	m = fake.Play(replies("A A F", 0)...)
	l, err = loop.New(strategy.ReAct{}, m, lettered(t), strict(loop.Config{Hooks: []loop.Hook{picky}, Allowances: loop.Allowances{Repairs: 1}}))
	require.NoError(t, err)
	result, _, events = logged(t, l)
	assert.Equal(t, loop.Final, result.Outcome, result.Error)
	last := m.Requests()[1].Messages
	assert.Contains(t, last[len(last)-1].Content, "say it in other words")
	assert.NoError(t, l.Replay(t.Context(), events))
}

// Case H5.
func TestAFailingHookIsAFailureAndNoCrash(t *testing.T) {
	for claim, fail := range map[string]func() error{
		"an error":             func() error { return errors.New("it broke") },
		"a panic":              func() error { panic("it broke") },
		"an ended goroutine":   func() error { runtime.Goexit(); return nil },
		"an error that panics": func() error { return panicking{} },
		"a nil refusal":        func() error { return (*loop.RefusedError)(nil) },
	} {
		for where, h := range map[string]loop.Hook{
			"before a request": {BeforeRequest: func(context.Context, *loop.HookedRequest) error { return fail() }},
			"after a request":  {AfterRequest: func(context.Context, *loop.HookedReply) error { return fail() }},
			"before a call":    {BeforeCall: func(context.Context, *loop.HookedCall) error { return fail() }},
			"after a call":     {AfterCall: func(context.Context, *loop.HookedResult) error { return fail() }},
		} {
			t.Run(claim+" "+where, func(t *testing.T) {
				h.Name = "fails"
				l, err := loop.New(strategy.ReAct{}, fake.Play(replies("A F", 0)...), lettered(t), strict(loop.Config{Hooks: []loop.Hook{h}}))
				require.NoError(t, err)
				result, _, events := logged(t, l)
				assert.Equal(t, "program_failure/hook", string(result.Outcome)+"/"+string(result.Reason), result.Error)
				assert.Contains(t, result.Error, "the hook fails failed")
				assert.NoError(t, l.Replay(t.Context(), events))
			})
		}
	}
}

type panicking struct{}

func (panicking) Error() string { panic("no words") }

// Case H6.
func TestARefusedRequestIsAModelThatCannotBeHad(t *testing.T) {
	refuse := loop.Hook{Name: "budget", BeforeRequest: func(_ context.Context, r *loop.HookedRequest) error {
		if r.Model == "first" {
			return loop.Refuse("too dear")
		}
		return nil
	}}
	first, second := named{fake.Play(), "first"}, named{fake.Play(replies("F", 0)...), "second"}
	l, err := loop.New(strategy.ReAct{}, first, lettered(t), strict(loop.Config{Hooks: []loop.Hook{refuse}, Fallbacks: []model.Model{second}, Allowances: loop.Allowances{Retries: 2}}))
	require.NoError(t, err)
	result, _, events := logged(t, l)
	assert.Equal(t, loop.Final, result.Outcome, "the fallback answers: %s", result.Error)
	assert.NoError(t, l.Replay(t.Context(), events))

	l, err = loop.New(strategy.ReAct{}, first, lettered(t), strict(loop.Config{Hooks: []loop.Hook{refuse}, Allowances: loop.Allowances{Retries: 2}}))
	require.NoError(t, err)
	result, _, events = logged(t, l)
	assert.Equal(t, "model_failure/refused", string(result.Outcome)+"/"+string(result.Reason))
	assert.Contains(t, result.Error, "the hook budget refused the request: too dear")
	assert.Equal(t, 1, result.Counters.ModelCalls)
	tokens := 0
	for _, u := range result.Usage {
		tokens += u.PromptTokens + u.OutputTokens
	}
	assert.Zero(t, tokens, "nothing was sent")
	assert.NoError(t, l.Replay(t.Context(), events))
}

func TestARunGoesOnWithItsHooksOnly(t *testing.T) {
	quiet := loop.Hook{Name: "one"}
	l, err := loop.New(strategy.ReAct{}, fake.Play(replies("A F", 0)...), lettered(t), strict(loop.Config{Hooks: []loop.Hook{quiet}}))
	require.NoError(t, err)
	_, text, _ := logged(t, l)
	events, _, err := loop.ReadLog(bytes.NewReader(text))
	require.NoError(t, err)
	other, err := loop.New(strategy.ReAct{}, fake.Play(replies("F", 0)...), lettered(t), strict(loop.Config{}))
	require.NoError(t, err)
	_, err = other.Resume(t.Context(), events[:4], nil, nil, nil)
	assert.ErrorContains(t, err, "the hooks are others")
	for _, bad := range [][]loop.Hook{{{}}, {quiet, quiet}} {
		_, err := loop.New(strategy.ReAct{}, fake.Script(), nil, strict(loop.Config{Hooks: bad}))
		assert.ErrorIs(t, err, loop.ErrMisuse)
	}
}
