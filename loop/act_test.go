package loop_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
)

// timed is a registry of tools that take a second each and note when they run. Those in safe may run
// together, those in asked need approval.
func timed(t testing.TB, safe, asked string, note func(what string)) *tools.Registry {
	t.Helper()
	var list []tools.Tool
	for _, name := range []string{"a", "b", "c", "d"} {
		f := func(_ context.Context, in number) (string, error) {
			note(fmt.Sprint("+", name, in.N))
			time.Sleep(time.Second)
			note(fmt.Sprint("-", name, in.N))
			if in.N == 9 {
				return "", errors.New("broken")
			}
			return fmt.Sprint(name, in.N), nil
		}
		list = append(list, tools.Must(tools.New(name, "does it", f, tools.Options{
			Idempotent: true, ParallelSafe: strings.Contains(safe, name), NeedsApproval: strings.Contains(asked, name)})))
	}
	r, err := tools.NewRegistry(list...)
	require.NoError(t, err)
	return r
}

// act is a decision of these calls: "a1", "b2".
func act(calls ...string) string {
	var list []string
	for _, c := range calls {
		list = append(list, fmt.Sprintf(`{"tool":%q,"tool_args":{"n":%s}}`, c[:1], c[1:]))
	}
	if len(list) == 1 {
		return `{"thought":"",` + list[0][1:]
	}
	return fmt.Sprintf(`{"thought":"","tool":"parallel","tool_args":{"calls":[%s]}}`, strings.Join(list, ","))
}

const done = `{"thought":"","tool":"final_answer","tool_args":{"text":"done"}}`

// parallel runs decisions with up to three calls each, and returns what the tools noted.
func parallel(t *testing.T, safe string, c loop.Config, decisions ...string) (loop.Result, string) {
	t.Helper()
	var mu sync.Mutex
	var notes []string
	p := strategy.ReAct{}
	p.Parallel = 3
	if c.Allowances.FatalErrors == 0 {
		c.Allowances.FatalErrors = 9
	}
	l, err := loop.New(p, fake.Script(decisions...), timed(t, safe, "", func(what string) {
		mu.Lock()
		defer mu.Unlock()
		notes = append(notes, what)
	}), c)
	require.NoError(t, err)
	r, err := l.Run(t.Context(), "task", nil)
	require.NoError(t, err)
	return r, strings.Join(notes, " ")
}

// Case 38.
func TestSafeCallsRunTogetherAndOthersAlone(t *testing.T) {
	for _, row := range []struct {
		claim, safe string
		calls       []string
		took        time.Duration
	}{
		{"three safe calls overlap", "abc", []string{"a1", "b1", "c1"}, time.Second},
		{"none is safe: one after the other", "", []string{"a1", "b1", "c1"}, 3 * time.Second},
		{"a call that is not safe waits for all before it and holds all after it", "ac", []string{"a1", "b1", "c1"}, 3 * time.Second},
		{"two safe ones before it overlap", "ab", []string{"a1", "b1", "c1"}, 2 * time.Second},
	} {
		t.Run(row.claim, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				start := time.Now()
				r, _ := parallel(t, row.safe, strict(loop.Config{}), act(row.calls...), done)
				assert.Equal(t, row.took, time.Since(start))
				assert.Equal(t, loop.Final, r.Outcome, r.Error)
				assert.Equal(t, 3, r.Counters.ToolCalls)
				assert.Equal(t, 2, r.Counters.Steps)
			})
		})
	}
}

// Case 37.
func TestEachCallOfAnActGetsOneObservationInCallOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, _ := parallel(t, "abc", strict(loop.Config{}), act("a1", "b9", "c1"), done)
		var got []string
		for _, o := range r.Steps[0].Observations {
			got = append(got, fmt.Sprint(o.ID, o.OK))
		}
		assert.Equal(t, []string{"c1true", "c2false", "c3true"}, got, "whatever its siblings do")
	})
}

// Case W8-W10.
func TestParallelDuplicates(t *testing.T) {
	for _, row := range []struct {
		claim     string
		decisions []string
		outcome   loop.Outcome
		ran       string
	}{
		{"the same calls in another order", []string{act("a1", "b1"), act("b1", "a1")}, loop.DuplicateAction, "+a1 +b1"},
		{"a part of the act before", []string{act("a1", "b1"), act("a1")}, loop.DuplicateAction, "+a1 +b1"},
		{"an act that adds a call runs only that one", []string{act("a1"), act("a1", "b1"), done}, loop.Final, "+a1 +b1"},
		{"the same call twice in one act runs once", []string{act("a1", "a1"), done}, loop.Final, "+a1"},
	} {
		t.Run(row.claim, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r, notes := parallel(t, "", strict(loop.Config{}), row.decisions...)
				assert.Equal(t, row.outcome, r.Outcome, r.Error)
				var starts []string
				for _, n := range strings.Fields(notes) {
					if n[0] == '+' {
						starts = append(starts, n)
					}
				}
				assert.Equal(t, row.ran, strings.Join(starts, " "))
				for _, s := range r.Steps[:len(r.Steps)-1] {
					assert.Len(t, s.Observations, len(s.Calls), "each call has its observation")
				}
			})
		})
	}
}

func TestMoreCallsThanAllowedCannotBeWritten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, _ := parallel(t, "", strict(loop.Config{}), act("a1", "b1", "c1", "d1"))
		assert.Equal(t, loop.ModelFailure, r.Outcome)
		r, _ = parallel(t, "", strict(loop.Config{Budget: loop.Budget{ToolCalls: 2}}), act("a1", "b1", "c1"))
		assert.Equal(t, loop.ModelFailure, r.Outcome, "nor more than are left")
		r, _ = parallel(t, "", strict(loop.Config{}), strings.Replace(act("a1", "b1"), `"tool":"b"`, `"tool":"final_answer"`, 1))
		assert.Equal(t, loop.ModelFailure, r.Outcome, "nor an answer among them")
	})
}

// approving runs decisions in which tool a needs approval.
func approving(t *testing.T, approve func(context.Context, loop.Interrupt) (loop.Reply, error),
	decisions ...string) (loop.Result, []string, []loop.Event, *loop.Loop) {
	t.Helper()
	var ran []string
	registry := timed(t, "", "a", func(what string) {
		if what[0] == '+' {
			ran = append(ran, what[1:])
		}
	})
	l, err := loop.New(strategy.ReAct{}, fake.Script(decisions...), registry, strict(loop.Config{Approval: loop.Approval{Ask: approve}}))
	require.NoError(t, err)
	r, _, events := logged(t, l)
	return r, ran, events, l
}

func says(reply loop.Reply) func(context.Context, loop.Interrupt) (loop.Reply, error) {
	return func(context.Context, loop.Interrupt) (loop.Reply, error) { return reply, nil }
}

// Cases 46, 47, 48.
func TestApproval(t *testing.T) {
	for _, row := range []struct {
		claim    string
		approve  func(context.Context, loop.Interrupt) (loop.Reply, error)
		ran      []string
		observed string
	}{
		{"approved", says(loop.Reply{Do: loop.Approve}), []string{"a1"}, `"a1"`},
		{"denied, with words for the model", says(loop.Reply{Do: loop.Deny, Text: "too early"}), nil,
			"denied: a person did not allow this call: too early"},
		{"edited", says(loop.Reply{Do: loop.Edit, Args: json.RawMessage(`{"n": 7}`)}), []string{"a7"}, `"a7"`},
		{"edited to what does not fit is denied", says(loop.Reply{Do: loop.Edit, Args: json.RawMessage(`{"n":-1}`)}), nil,
			"denied: a person did not allow this call: loop: the edited arguments"},
		{"an approver that fails denies", func(context.Context, loop.Interrupt) (loop.Reply, error) {
			return loop.Reply{Do: loop.Approve}, errors.New("gone")
		}, nil, "denied: a person did not allow this call: gone"},
		{"an approver that panics denies", func(context.Context, loop.Interrupt) (loop.Reply, error) { panic("oh") }, nil,
			"denied: a person did not allow this call: the approver failed: it panicked: oh"},
		{"an approver that says something else denies", says(loop.Reply{Do: loop.Rerun}), nil, "denied"},
	} {
		t.Run(row.claim, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r, ran, events, l := approving(t, row.approve, act("a1"), done)
				assert.Equal(t, loop.Final, r.Outcome, r.Error)
				assert.Equal(t, row.ran, ran)
				assert.Equal(t, len(row.ran), r.Counters.ToolCalls)
				assert.Equal(t, 2, r.Counters.Steps, "a denied call uses its step")
				assert.Zero(t, r.Counters.FatalErrors+r.Counters.RecoverableErrors, "a denial is not an error of the tool")
				o := r.Steps[0].Observations[0]
				got := string(o.Output)
				if o.Error != nil {
					got = o.Error.Class + ": " + o.Error.Message
				}
				assert.Contains(t, got, row.observed)
				assert.NoError(t, l.Replay(t.Context(), events))
			})
		})
	}
}

// Case 48.
func TestWithoutAnApproverTheRunStopsAndWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		paused, ran, events, l := approving(t, nil, act("a1"), done)
		assert.Equal(t, loop.Paused, paused.Outcome)
		assert.EqualValues(t, "tool", paused.Reason)
		assert.Empty(t, ran, "never silently run")
		require.NotNil(t, paused.Interrupt)
		assert.Equal(t, "a", paused.Interrupt.Call.Tool)

		time.Sleep(time.Hour)
		var log bytes.Buffer
		r, err := l.Resume(t.Context(), events, &loop.Reply{Interrupt: paused.Interrupt.ID, Do: loop.Approve}, &log, nil)
		require.NoError(t, err)
		assert.Equal(t, loop.Final, r.Outcome, r.Error)
		assert.Less(t, r.Counters.WallMS, int64(5000), "a pause takes no time")

		log.Reset()
		_, err = l.Resume(t.Context(), events, &loop.Reply{Interrupt: "i1", Do: loop.Edit, Args: json.RawMessage(`{"n":"x"}`)}, &log, nil)
		assert.ErrorContains(t, err, "the edited arguments")
		assert.Zero(t, log.Len(), "still waiting, and nothing is written")
	})
}

// Case 49.
func TestRememberedApprovalIsNotAskedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked := 0
		approve := func(context.Context, loop.Interrupt) (loop.Reply, error) {
			asked++
			return loop.Reply{Do: loop.Approve, Remember: true}, nil
		}
		r, ran, _, _ := approving(t, approve, act("a1"), act("a2"), done)
		assert.Equal(t, loop.Final, r.Outcome)
		assert.Equal(t, []string{"a1", "a2"}, ran)
		assert.Equal(t, 1, asked)
	})
}

// Cases 48, W12.
func TestAnEditedCallIsADuplicateAsProposedAndAsMade(t *testing.T) {
	for _, second := range []string{"a1", "a7"} {
		synctest.Test(t, func(t *testing.T) {
			r, _, events, _ := approving(t, says(loop.Reply{Do: loop.Edit, Args: json.RawMessage(`{"n":7}`)}), act("a1"), act(second))
			assert.Equal(t, loop.DuplicateAction, r.Outcome, second)
			for _, e := range events {
				if e.Call != nil {
					assert.Equal(t, `{"n":1}`, string(e.Call.Proposed))
					assert.Equal(t, `{"n":7}`, string(e.Call.Args))
				}
			}
		})
	}
}

// A person's word counts for more than the log: what somebody asks for is done again.
func TestAPersonMayHaveTheSameCallMadeAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		approve := func(_ context.Context, i loop.Interrupt) (loop.Reply, error) {
			if string(i.Call.Args) == `{"n":1}` {
				return loop.Reply{Do: loop.Edit, Args: json.RawMessage(`{"n":7}`)}, nil
			}
			return loop.Reply{Do: loop.Approve}, nil
		}
		r, ran, events, l := approving(t, approve, act("a7"), act("a1"), done)
		assert.Equal(t, loop.Final, r.Outcome)
		assert.Equal(t, []string{"a7", "a7"}, ran)
		assert.NoError(t, l.Replay(t.Context(), events))
	})
}

// TestKilledWithParallelAndApprovedCalls cuts the log of a run with both after each of its events.
func TestKilledWithParallelAndApprovedCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		decisions := []string{act("a1", "b1", "c1"), act("a2"), act("b1", "d1"), act("a3", "a3"), done}
		p := strategy.ReAct{}
		p.Parallel = 3
		start := func(from int) *loop.Loop {
			registry := timed(t, "bc", "a", func(string) {})
			approve := func(_ context.Context, i loop.Interrupt) (loop.Reply, error) {
				if string(i.Call.Args) == `{"n":2}` {
					return loop.Reply{Do: loop.Deny}, nil
				}
				return loop.Reply{Do: loop.Approve}, nil
			}
			l, err := loop.New(p, fake.Script(decisions[from:]...), registry, strict(loop.Config{Approval: loop.Approval{Ask: approve}}))
			require.NoError(t, err)
			return l
		}
		whole, _, events := logged(t, start(0))
		require.Equal(t, loop.Final, whole.Outcome, whole.Error)
		for kept := 1; kept < len(events); kept++ {
			replied := 0
			for _, e := range events[:kept] {
				if e.Reply != nil {
					replied++
				}
			}
			var log bytes.Buffer
			got, err := start(replied).Resume(t.Context(), events[:kept], nil, &log, nil)
			require.NoError(t, err, "killed after event %d, %s", kept, events[kept-1].Kind)
			require.Equal(t, essence(whole), essence(got), "killed after event %d, %s", kept, events[kept-1].Kind)
		}
	})
}

func TestARedirectedCallGetsTheObservationOfTheSameCall(t *testing.T) {
	for name, row := range map[string]struct {
		decisions []string
		step      int
		want      []string
	}{
		"the second of two calls":          {[]string{act("a1", "b2"), act("b2")}, 1, []string{"b2"}},
		"both, the other way round":        {[]string{act("a1", "b2"), act("b2", "a1")}, 1, []string{"b2", "a1"}},
		"a cycle of acts with two calls":   {[]string{act("a1", "b2"), act("c3"), act("b2", "a1"), act("c3")}, 3, []string{"c3"}},
		"the last of a cycle, reordered":   {[]string{act("c3"), act("a1", "b2"), act("c3"), act("b2", "a1")}, 3, []string{"b2", "a1"}},
		"a call that stood twice in one":   {[]string{act("a1", "a1", "b2"), act("b2")}, 1, []string{"b2"}},
		"a redirected call, repeated":      {[]string{act("a1", "b2"), act("b2"), act("b2")}, 2, []string{"b2"}},
		"the first call, in its old place": {[]string{act("a1", "b2"), act("a1")}, 1, []string{"a1"}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := strict(loop.Config{Repeats: loop.Redirect, Leash: loop.Off, Allowances: loop.Allowances{Redirects: 3}})
				r, _ := parallel(t, "", c, append(row.decisions, done)...)
				require.EqualValues(t, loop.Final, r.Outcome, "%s %s", r.Reason, r.Error)
				var got []string
				for _, o := range r.Steps[row.step].Observations {
					assert.True(t, o.Cached)
					got = append(got, strings.Trim(string(o.Output), `"`))
				}
				assert.Equal(t, row.want, got)
			})
		})
	}
}
