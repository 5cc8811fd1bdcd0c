package loop_test

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
)

// The tests of this file hold what random runs in great number once broke.

func TestSeveralApprovalsInOneActKeepTheirReplies(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := strategy.ReAct{}
		p.Parallel = 3
		approve := func(_ context.Context, i loop.Interrupt) (loop.Reply, error) {
			switch string(i.Call.Args) {
			case `{"n":1}`:
				return loop.Reply{Do: loop.Edit, Args: json.RawMessage(`{"n":7}`)}, nil
			case `{"n":2}`:
				return loop.Reply{Do: loop.Deny}, nil
			}
			return loop.Reply{Do: loop.Approve}, nil
		}
		start := func(from int) (*loop.Loop, *[]string) {
			var ran []string
			script := []string{act("a1", "a2", "a3"), done}
			l, err := loop.New(p, fake.Script(script[from:]...), timed(t, "", "a", func(what string) { ran = append(ran, what) }),
				strict(loop.Config{Approval: loop.Approval{Ask: approve}}))
			require.NoError(t, err)
			return l, &ran
		}
		l, ran := start(0)
		whole, _, events := logged(t, l)
		assert.Equal(t, []string{"+a7", "-a7", "+a3", "-a3"}, *ran)
		require.NoError(t, l.Replay(t.Context(), events))
		for kept := 3; kept < len(events); kept++ { // from the first reply on
			replied := 1
			if kept == len(events)-1 || kept == len(events)-2 {
				replied = 2
			}
			l, ran := start(replied)
			got, err := l.Resume(t.Context(), events[:kept], nil, nil, nil)
			require.NoError(t, err, "killed after event %d, %s", kept, events[kept-1].Kind)
			assert.Equal(t, essence(whole), essence(got), "killed after event %d, %s", kept, events[kept-1].Kind)
			assert.NotContains(t, *ran, "+a1", "an edited call is never made as it was")
			assert.NotContains(t, *ran, "+a2")
		}
	})
}

func TestAQuotaHoldsWithinOneDecision(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := strict(loop.Config{Rules: []loop.Rule{loop.Quota{Tool: "a", Calls: 2}}, Allowances: loop.Allowances{Repairs: 1}})
		r, notes := parallel(t, "", c, act("a1", "a2", "a3"), act("a1", "b1", "a2"), done)
		assert.Equal(t, loop.Final, r.Outcome, r.Error)
		assert.Equal(t, 1, r.Counters.Repairs, "the decision with three is asked for again")
		assert.Equal(t, 2, strings.Count(notes, "+a"))
	})
}

func TestTwoDomainsOfOneArgumentIntersect(t *testing.T) {
	type args struct {
		Word string `json:"word" jsonschema:"maxLength=9"`
	}
	say := tools.Must(tools.New("say", "does it", func(_ context.Context, in args) (string, error) { return in.Word, nil }, tools.Options{}))
	registry, err := tools.NewRegistry(say)
	require.NoError(t, err)
	domain := func(values ...string) loop.Rule {
		return loop.Domain{Tool: "say", Argument: "word", Values: func(planner.State) []string { return values }}
	}
	for word, outcome := range map[string]loop.Outcome{"b": loop.Final, "a": loop.ModelFailure, "c": loop.ModelFailure} {
		m := fake.Script(`{"thought":"","tool":"say","tool_args":{"word":"`+word+`"}}`, done)
		l, err := loop.New(strategy.ReAct{}, m, registry, strict(loop.Config{Rules: []loop.Rule{domain("a", "b"), domain("b", "c")}}))
		require.NoError(t, err)
		r, err := l.Run(t.Context(), "task", nil)
		require.NoError(t, err)
		assert.Equal(t, outcome, r.Outcome, word)
	}
}

// Case 15.
func TestTheCallersDeadlineIsACancellation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		l, err := loop.New(strategy.ReAct{}, fake.Hostile(fake.Silent, 1), nil, strict(loop.Config{}))
		require.NoError(t, err)
		r, err := l.Run(ctx, "task", nil)
		require.NoError(t, err)
		assert.Equal(t, loop.Cancelled, r.Outcome)
	})
}

func TestALogThatTheClockOrTheCallerEndedReplays(t *testing.T) {
	for _, wall := range []time.Duration{time.Second, time.Hour} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			script := append(replies("A ! B", 0), fake.Reply{Delay: 2 * time.Hour})
			l, err := loop.New(strategy.ReAct{}, fake.Play(script...), lettered(t),
				strict(loop.Config{Budget: loop.Budget{Wall: wall}, Allowances: loop.Allowances{Repairs: 1}}))
			require.NoError(t, err)
			var log bytes.Buffer
			whole, err := l.Run(ctx, "task", &log)
			require.NoError(t, err)
			require.NotEqual(t, loop.Final, whole.Outcome)
			events, _, err := loop.ReadLog(&log)
			require.NoError(t, err)
			assert.NoError(t, l.Replay(t.Context(), events))
			again, err := l.Resume(t.Context(), events, nil, nil, nil)
			require.NoError(t, err)
			assert.Equal(t, essence(whole), essence(again))
		})
	}
}

func TestWhatIsMarkupStandsInTheLogAsItWas(t *testing.T) {
	tool := tools.Must(tools.New("tag", "does it", func(context.Context, number) (string, error) { return "<b> & </b>", nil },
		tools.Options{}))
	registry, err := tools.NewRegistry(tool)
	require.NoError(t, err)
	l, err := loop.New(strategy.ReAct{}, fake.Script(`{"thought":"<i>","tool":"tag","tool_args":{"n":1}}`, done), registry,
		strict(loop.Config{}))
	require.NoError(t, err)
	_, log, events := logged(t, l)
	assert.Contains(t, string(log), `"output":"<b> & </b>"`)
	assert.NoError(t, l.Replay(t.Context(), events))
}

func TestANumberWithoutACanonicalFormIsAnInvalidReply(t *testing.T) {
	m := fake.Script(`{"tool":"a","tool_args":{"n":1e999}}`, done)
	l, err := loop.New(strategy.ReAct{}, m, lettered(t), strict(loop.Config{Leash: loop.Off, Allowances: loop.Allowances{Repairs: 1}}))
	require.NoError(t, err)
	r, err := l.Run(t.Context(), "task", nil)
	require.NoError(t, err)
	assert.Equal(t, loop.Final, r.Outcome, r.Error)
	assert.Equal(t, 1, r.Counters.Repairs)
}

// Case 51.
func TestAfterACancelNothingMoreBegins(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		var mu sync.Mutex
		var ran []string
		p := strategy.ReAct{}
		p.Parallel = 3
		registry := timed(t, "", "", func(what string) {
			mu.Lock()
			defer mu.Unlock()
			if ran = append(ran, what); what == "+a1" {
				cancel()
			}
		})
		l, err := loop.New(p, fake.Script(act("a1", "b1", "c1"), done), registry, strict(loop.Config{}))
		require.NoError(t, err)
		r, err := l.Run(ctx, "task", nil)
		require.NoError(t, err)
		assert.Equal(t, loop.Cancelled, r.Outcome)
		time.Sleep(time.Minute)
		mu.Lock()
		defer mu.Unlock()
		assert.Equal(t, []string{"+a1", "-a1"}, ran)
		assert.Equal(t, 1, r.Counters.ToolCalls, "nor is a call recorded that is not made")
	})
}

// Case 34.
func TestASuccessEndsAStreakOfErrorsAlsoWithinOneDecision(t *testing.T) {
	half := tools.Must(tools.New("half", "does it", func(_ context.Context, in number) (int, error) {
		if in.N%2 == 1 {
			return 0, tools.NotFound("odd")
		}
		return in.N / 2, nil
	}, tools.Options{}))
	registry, err := tools.NewRegistry(half)
	require.NoError(t, err)
	calls := func(a, b string) string {
		return `{"thought":"","tool":"parallel","tool_args":{"calls":[{"tool":"half","tool_args":{"n":` + a +
			`}},{"tool":"half","tool_args":{"n":` + b + `}}]}}`
	}
	p := strategy.ReAct{}
	p.Parallel = 2
	for script, offered := range map[string]bool{calls("1", "2"): true, calls("2", "1"): false} {
		l, err := loop.New(p, fake.Script(script, done), registry, strict(loop.Config{})) // no error in a row is survived
		require.NoError(t, err)
		_, _, events := logged(t, l)
		var last []string
		for _, e := range events {
			if e.Ask != nil {
				last = e.Ask.Choices
			}
		}
		assert.Equal(t, offered, slices.Contains(last, "half"), script)
	}
}

func TestAModelThatTakesNoNoticeOfItsCeilingPassesTheBoundOnce(t *testing.T) {
	greedy := fake.Reply{Text: `{"thought":"","tool":"a","tool_args":{"n":1}}`, Usage: model.Usage{PromptTokens: 100, OutputTokens: 900}}
	m := fake.Play(greedy, greedy, greedy)
	l, err := loop.New(strategy.ReAct{}, m, lettered(t), strict(loop.Config{Budget: loop.Budget{Tokens: 950}}))
	require.NoError(t, err)
	r, err := l.Run(t.Context(), "task", nil)
	require.NoError(t, err)
	assert.Equal(t, loop.BudgetExhausted, r.Outcome)
	assert.EqualValues(t, "tokens", r.Reason)
	assert.Equal(t, 1000, r.Counters.Tokens, "what the model says counts")
	assert.Len(t, m.Requests(), 1)
}
