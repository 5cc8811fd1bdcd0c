package soak

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tools"
)

// promises are the names of those that a record breaks, each once.
func promises(r *record) []string {
	var names []string
	for _, b := range r.breaches {
		if !slices.Contains(names, b.Promise) {
			names = append(names, b.Promise)
		}
	}
	slices.Sort(names)
	return names
}

// good returns a run that keeps every promise: calls, then an answer that nothing forced.
func good(t *testing.T) (*record, *scenario) {
	t.Helper()
	w := worker{t: t, options: options{kind: random}, toolSet: newToolSet()}
	for seed := uint64(1); seed < 5000; seed++ {
		r := w.run(seed, nil)
		if len(r.breaches) == 0 && r.result.Outcome == loop.Final && r.result.Counters.ToolCalls >= 2 && w.scenario.config.Leash == loop.Full {
			return r, w.scenario
		}
	}
	t.Fatal("no good run")
	return nil, nil
}

func TestABrokenPromiseIsFound(t *testing.T) {
	base, sc := good(t)
	for _, row := range []struct {
		promise string
		spoil   func(r *record, sc *scenario)
	}{
		{"steps", func(r *record, _ *scenario) { r.budget.Steps = r.result.Counters.Steps - 1 }},
		{"model calls", func(r *record, _ *scenario) { r.budget.ModelCalls = r.result.Counters.ModelCalls - 1 }},
		{"tool calls", func(r *record, _ *scenario) { r.budget.ToolCalls = r.result.Counters.ToolCalls - 1 }},
		{"tokens before the last prompt and without it", func(r *record, _ *scenario) {
			r.budget.Tokens = r.result.Counters.Tokens - r.spent.prompt - r.spent.over - 1
		}},
		{"tokens", func(r *record, _ *scenario) { r.spent.late = true }},
		{"time", func(r *record, _ *scenario) { r.took = r.budget.Wall + r.grace + 1 }},
		{"typed ending", func(r *record, _ *scenario) { r.result.Reason = "because" }},
		{"answer iff final", func(r *record, _ *scenario) { r.result.Outcome, r.result.Reason = loop.Cancelled, "now" }},
		{"reason", func(r *record, _ *scenario) {
			r.result.Outcome, r.result.Reason, r.result.Answer = loop.BudgetExhausted, "wall", nil
		}},
		{"sequence", func(r *record, _ *scenario) { r.events[2].Seq = 9 }},
		{"fold", func(r *record, _ *scenario) { r.result.Counters.Repairs++ }},
		{"fold: wall_ms", func(r *record, _ *scenario) { r.result.Counters.WallMS++ }},
		{"answer", func(r *record, _ *scenario) { r.result.Answer = json.RawMessage(`{"text":7}`) }},
		{"rule", func(r *record, sc *scenario) { sc.invariants = []invariant{quota(r.result.Steps[0].Calls[0].Tool, 0)} }},
		{"known tools", func(_ *record, sc *scenario) { sc.registry = nil }},
		{"errors in a row", func(_ *record, sc *scenario) { sc.config.Allowances.RecoverableErrors = -2 }},
	} {
		t.Run(row.promise, func(t *testing.T) {
			r, spoiled := *base, *sc
			r.events = slices.Clone(base.events)
			checker{&r}.check(&spoiled)
			require.Empty(t, r.breaches, "unspoiled")
			row.spoil(&r, &spoiled)
			checker{&r}.check(&spoiled)
			assert.Contains(t, promises(&r), row.promise)
		})
	}
}

// acted is a run of calls: each word is tool, number and what came of it: + an output, - a recoverable
// error, ! a hard one. Calls between the same two blanks are of one decision.
func acted(acts ...[]string) (loop.Result, madeCalls) {
	var r loop.Result
	var d madeCalls
	for i, act := range acts {
		step := planner.Step{N: i + 1}
		for j, word := range act {
			tool, n, sign := word[:len(word)-2], word[len(word)-2], word[len(word)-1]
			o := tools.Succeeded(fmt.Sprint("c", i, j), json.RawMessage(fmt.Sprintf("%q", tool+string(n))))
			if sign != '+' {
				o = tools.Failed(o.ID, &tools.Error{Recoverable: sign == '-'})
			}
			call := tools.Call{ID: o.ID, Tool: tool, Args: json.RawMessage(`{"n":` + string(n) + `}`)}
			if tool == toolSay {
				call.Args = json.RawMessage(`{"word":"ok` + string(n) + `"}`)
			}
			step.Calls, step.Observations = append(step.Calls, call), append(step.Observations, o)
			d = append(d, madeCall{step: i, call: call, observation: &o})
		}
		r.Steps = append(r.Steps, step)
	}
	return r, d
}

func TestInvariants(t *testing.T) {
	act := func(calls ...string) []string { return calls }
	for _, row := range []struct {
		claim     string
		invariant invariant
		acts      [][]string
		kept      bool
	}{
		{"an answer after a success", needs("ok"), [][]string{act("ok1+")}, true},
		{"an answer after an error only", needs("ok"), [][]string{act("ok1-")}, false},
		{"as often as the quota", quota("ok", 1), [][]string{act("ok1+")}, true},
		{"once more", quota("ok", 1), [][]string{act("ok1+"), act("ok2-")}, false},
		{"once more in one decision", quota("ok", 1), [][]string{act("ok1+", "ok2+")}, false},
		{"the prerequisite first", prerequisite("ok", "other"), [][]string{act("other1+"), act("ok1+")}, true},
		{"the prerequisite failed", prerequisite("ok", "other"), [][]string{act("other1-"), act("ok1+")}, false},
		{"the prerequisite in the same decision", prerequisite("ok", "other"), [][]string{act("other1+", "ok1+")}, false},
		{"a word that was seen", domain(false), [][]string{act("ok1+"), act("say1+")}, true},
		{"a word that was not", domain(false), [][]string{act("ok1+"), act("say2+")}, false},
		{"a word that is on no list", domain(true), [][]string{act("ok1+"), act("say1+")}, false},
		{"an answer that was seen", grounded(), [][]string{act("ok7+")}, true},
		{"an answer that was not", grounded(), [][]string{act("ok8+")}, false},
	} {
		t.Run(row.claim, func(t *testing.T) {
			r, d := acted(row.acts...)
			r.Outcome, r.Answer = loop.Final, json.RawMessage(`{"text":"ok7"}`)
			assert.Equal(t, row.kept, row.invariant.violation(r, d) == "", row.invariant.violation(r, d))
		})
	}
}

func TestAnOverruledRequireNeedsItsWarning(t *testing.T) {
	r := loop.Result{Outcome: loop.Final, Forced: "steps"}
	assert.NotEmpty(t, needs("ok").violation(r, nil))
	r.Warnings = []string{"the answer was given although the rule require was not met"}
	assert.Empty(t, needs("ok").violation(r, nil))
	r.Forced = ""
	assert.NotEmpty(t, needs("ok").violation(r, nil))
}

func TestErrorsInARowEndWithASuccess(t *testing.T) {
	_, d := acted([]string{"ok1-"}, []string{"ok2-", "other1+"}, []string{"ok3+"}, []string{"ok4-", "ok5!"})
	assert.Equal(t, 2, d.before(2).errors("ok"))
	assert.Equal(t, 0, d.before(3).errors("ok"))
	assert.Equal(t, 1, d.errors("ok"))
}

func TestOnlyTheLastPromptMayPassTheBound(t *testing.T) {
	var s spending
	ask := loop.Event{Ask: &loop.AskInfo{MaxTokens: 8}}
	reply := func(prompt, output int) loop.Event {
		return loop.Event{Reply: &loop.ReplyInfo{PromptTokens: prompt, OutputTokens: output}}
	}
	for _, e := range []loop.Event{ask, reply(40, 10), ask, reply(500, 10)} {
		s.spend(e, 100)
	}
	assert.Equal(t, spending{tokens: 560, prompt: 500, most: 8, over: 2}, s)
	s.spend(ask, 100)
	assert.True(t, s.late, "560 of 100 were used")
}

func TestABubbleTellsOfWhatIsLeftInIt(t *testing.T) {
	assert.Contains(t, bubble(t, func() { go func() { select {} }() }), "goroutine left behind")
	assert.Contains(t, bubble(t, func() { go time.Sleep(time.Hour) }), "goroutine left behind", "also what would end by itself")
	assert.Empty(t, bubble(t, func() { go func() {}() }), "and the next one is as good as new")
}

func TestARunDependsOnItsSeedAlone(t *testing.T) {
	for seed := uint64(640); seed < 640+2*scenarioRuns; seed += 7 {
		var told [2]string
		for i := range told {
			w := worker{t: t, options: options{kind: mixed}, toolSet: newToolSet()}
			for before := seed / scenarioRuns * scenarioRuns; before < seed; before++ {
				w.run(before, nil)
			}
			w.run(seed, func(line string) { told[i] += line + "\n" })
		}
		require.Equal(t, told[0], told[1], "seed %d", seed)
	}
}

func TestEveryKindIsDrawnAndRuns(t *testing.T) {
	w := worker{t: t, toolSet: newToolSet()}
	for _, k := range kinds {
		w.options.kind = k.name
		w.options.slack = time.Minute
		r := w.run(uint64(rand.N(1000)), nil)
		assert.NotContains(t, promises(r), "panic", k.name)
		assert.NotEmpty(t, r.result.Outcome, k.name)
	}
	r := rand.New(rand.NewPCG(1, 1))
	seen := map[string]int{}
	for range 200000 {
		seen[drawKind(r)]++
	}
	assert.Len(t, seen, len(kinds))
}

func TestTheTableAddsUp(t *testing.T) {
	sum := soak(t.Context(), t, options{runs: 500, seed: 3, workers: 2, breaches: 1 << 30, patience: time.Minute,
		slack: time.Minute}, io.Discard)
	assert.Equal(t, uint64(500), sum.Runs)
	runs, reasons := uint64(0), uint64(0)
	for _, k := range sum.Kinds {
		ended := uint64(0)
		for _, n := range k.Outcomes {
			ended += n
		}
		assert.Equal(t, k.Runs, ended)
		runs += k.Runs
	}
	for _, n := range sum.Reasons {
		reasons += n
	}
	assert.Equal(t, []uint64{500, 500}, []uint64{runs, reasons})
	var out bytes.Buffer
	require.NoError(t, sum.print(&out))
	assert.Regexp(t, `(?m)^ +all +500 `, out.String())
}

func TestPeak(t *testing.T) {
	var p peak
	p.see(1, 10, 1)
	p.see(2, 100, 2)
	p.see(1, 5, 3)
	assert.Equal(t, peak{1, 5, 3}, p)
	assert.Zero(t, peak{}.part())
}

func TestCommandLine(t *testing.T) {
	for _, row := range []struct {
		claim string
		args  []string
		exit  int
		out   string
	}{
		{"help", []string{"-h"}, 0, ""},
		{"an unknown flag", []string{"-fast"}, 2, ""},
		{"an argument", []string{"10"}, 2, ""},
		{"no runs", []string{"-runs", "0"}, 2, ""},
		{"an unknown kind", []string{"-kind", "friendly"}, 2, ""},
		{"one run", []string{"-kind", "prose", "-only", "1"}, 0, `no breach`},
		{"JSON", []string{"-kind", "prose", "-runs", "3", "-json"}, 0, `"runs":3`},
		{"a breach", []string{"-kind", "real:silent", "-runs", "1", "-slack", "-1h"}, 1, "BREACH of time, 1 times"},
	} {
		t.Run(row.claim, func(t *testing.T) {
			var out bytes.Buffer
			assert.Equal(t, row.exit, exec(t.Context(), t, row.args, &out, io.Discard))
			assert.Contains(t, out.String(), row.out)
		})
	}
}
