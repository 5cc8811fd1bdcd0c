package loop_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
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
)

// free is a cast whose planner nobody holds to a grammar.
type free struct{ *cast }

func (free) Unconstrained() bool { return true }

// unbound runs a strategy on a model without grammar. The plan scripts hold text as it is said, one
// reply for each of plans; the other roles' scripts are as ever.
func unbound(t *testing.T, p planner.Planner, c loop.Config, plans []string, scripts map[string]string) staged {
	t.Helper()
	m := &cast{t: t, scripts: scripts, used: map[string]int{}, texts: map[string][]string{"planner": plans}}
	l, err := loop.New(p, free{m}, lettered(t), c)
	require.NoError(t, err)
	got := staged{cast: m}
	for e, err := range l.Watch(t.Context(), "the task", nil) {
		require.NoError(t, err)
		if e.Kind != loop.Delta {
			got.events = append(got.events, e)
		}
		if e.Result != nil {
			got.result = *e.Result
		}
	}
	assert.NoError(t, l.Replay(t.Context(), got.events), "it replays")
	return got
}

var _ model.Unconstrained = free{}

// repairing is a configuration with one repair.
func repairing() loop.Config {
	c := bare()
	c.Allowances.Repairs = 1
	return c
}

func TestCase072AnEmptyPlanOfAFreeModel(t *testing.T) {
	got := unbound(t, planExecute(nil), repairing(), []string{"[]", "[]"}, nil)
	got.ended(t, "could_not_plan/empty_plan")
	assert.Equal(t, 2, got.result.Counters.ModelCalls)
}

func TestCase073AnOverlongPlanIsCutAndSaysSo(t *testing.T) {
	p := planExecute(func(p *strategy.PlanExecute) { p.PlanSteps = 2 })
	got := unbound(t, p, bare(), []string{`["one thing","two things","three things","four things","five things"]`},
		map[string]string{"s1": "D", "s2": "D", "synthesizer": "F"})
	got.ended(t, "final/answered")
	assert.Equal(t, []string{"three things", "four things", "five things"}, got.result.Plan.Cut)
	assert.Contains(t, got.result.Warnings[0], "three things; four things; five things")
	assert.Contains(t, got.cast.of("synthesizer")[0].text(), "Left out of the plan: three things; four things; five things")
	assert.Equal(t, 4, got.result.Counters.ModelCalls)
	for _, e := range got.events {
		if e.Reply != nil && e.Reply.Role == model.Planner {
			assert.True(t, e.Reply.Salvaged)
		}
	}
	full := stage(t, planExecute(nil), bare(), map[string]string{"planner": "P(a)", "s1": "D", "synthesizer": "F"})
	nine := planText("a b c d e f g h i")
	assert.Error(t, full.cast.of("planner")[0].Grammar.Check(t.Context(), []byte(nine)),
		"under the grammar a ninth of eight cannot be written")
}

func TestCase084UnsoundPlansOfAFreeModel(t *testing.T) {
	for _, row := range []struct{ claim, plan, says string }{
		{"a circle", `[{"id":"s1","description":"do the first thing","depends_on":["s2"]},{"id":"s2","description":"do the ` +
			`second","depends_on":["s1"]}]`, "s1 needs s2, which does not come before it"},
		{"a plan step that is not there", `[{"description":"do the first thing","depends_on":["s9"]}]`,
			`s1 needs "s9", which is not a plan step`},
		{"a tool that is not there", `[{"description":"do the first thing","tool":"telescope","depends_on":[]}]`,
			`s1 names the tool "telescope"`},
	} {
		got := unbound(t, planExecute(nil), repairing(), []string{row.plan, row.plan}, nil)
		got.ended(t, "could_not_plan/bad_plan")
		assert.Contains(t, got.cast.of("planner")[1].text(), row.says, row.claim)
	}
}

func TestCase101APlanInBulletsIsAPlan(t *testing.T) {
	got := unbound(t, planAct(nil), bare(), []string{"Sure!\n- look it up\n- say it"},
		map[string]string{"s1": "D", "s2": "D", "executor": "F"})
	got.ended(t, "final/answered")
	assert.Equal(t, "s1 done, s2 done", got.statuses())
}

// said is ReAct on a model that says texts, free or not.
func saidBy(t *testing.T, free bool, c loop.Config, texts ...string) (*fake.Scripted, loop.Result, []loop.Event) {
	t.Helper()
	m := fake.Script(texts...)
	var of model.Model = m
	if free {
		of = freeModel{m}
	}
	l, err := loop.New(strategy.ReAct{}, of, lettered(t), c)
	require.NoError(t, err)
	r, _, events := logged(t, l)
	require.NoError(t, l.Replay(t.Context(), events), "it replays")
	return m, r, events
}

type freeModel struct{ model.Model }

func (freeModel) Unconstrained() bool { return true }

func TestCase028ADecisionOfAFreeModel(t *testing.T) {
	const call, answer = `{"thought":"","tool":"a","tool_args":{"n":1}}`, `{"thought":"","tool":"final_answer","tool_args":{"text":"done"}}`
	for claim, text := range map[string]string{
		"a think block, a byte-order mark and a fence": "\uFEFF<think>I could call b.</think>\n```json\n" + call + "\n```",
		"prose around it":             "Sure! I call " + call + " now.",
		"a second object after it":    "```" + call + "```" + answer,
		"nothing but white space":     "\n" + call + "\n",
		"something else in the prose": `With {"n":1} I write: ` + call,
	} {
		m, r, events := saidBy(t, true, bare(), text, answer)
		require.Equal(t, loop.Final, r.Outcome, claim)
		assert.Equal(t, 1, r.Counters.ToolCalls, claim)
		assert.Zero(t, r.Counters.Repairs, claim)
		assert.Nil(t, m.Requests()[0].Grammar, "it is sent no grammar, since it would not honor one")
		assert.Contains(t, m.Requests()[1].Messages[2].Content, call, "later prompts show the decision alone")
		for _, e := range events {
			if e.Reply != nil {
				assert.Equal(t, e.Reply.Text == call, e.Reply.Salvaged, claim)
			}
		}
		if claim == "nothing but white space" || strings.HasPrefix(text, "{") {
			continue // any model may write it
		}
		_, r, _ = saidBy(t, false, repairing(), text, call, answer)
		require.Equal(t, loop.Final, r.Outcome)
		assert.Equal(t, 1, r.Counters.Repairs, "from a model that honors grammars it is a violation: %s", claim)
	}
}

func TestCase028WhatIsNotSalvaged(t *testing.T) {
	var many strings.Builder
	for i := range 15000 {
		fmt.Fprint(&many, i, " ")
	}
	const call, answer = `{"thought":"","tool":"a","tool_args":{"n":1}}`, `{"thought":"","tool":"final_answer","tool_args":{"text":"done"}}`
	for _, row := range []struct{ claim, text, says string }{
		{"5 KiB in front of it", "<think>" + numbered("hm", 900) + "</think>" + call,
			"stand before the JSON object, and at most 4096 may"},
		{"two decisions in prose", "Either " + call + " or " + answer, "there are several JSON objects"},
		{"a call in words", "Now a(1).", `there is no JSON object in "Now a(1)."`},
		{"a tool that is not there", "Sure: " + strings.Replace(call, `"a"`, `"q"`, 1), "byte 22"},
		{"a call inside of what is broken", `I say {"tool":"parallel","tool_args":{"calls":[` + call + `}`, "the JSON object is broken"},
		{"a decision that is cut off", call[:20], "the JSON object is cut off"},
		{"more than its ceiling of tokens", many.String(), "cut off before the document was complete"},
	} {
		m, r, _ := saidBy(t, true, repairing(), row.text, answer)
		require.Equal(t, loop.Final, r.Outcome, row.claim)
		assert.Equal(t, 1, r.Counters.Repairs, row.claim)
		assert.Zero(t, r.Counters.ToolCalls, row.claim)
		messages := m.Requests()[1].Messages
		assert.Contains(t, messages[len(messages)-1].Content, row.says, row.claim)
	}
}

func TestCase028VerdictsAndSynthesesOfAFreeModel(t *testing.T) {
	prose := func(token string) string { return "My word: " + spoken(token)[0].Text }
	m := &cast{t: t, used: map[string]int{}, texts: map[string][]string{"planner": {"- look it up"}, "s1": {prose("D")},
		"synthesizer": {prose("F")}, "reflector": {prose("M+")}}}
	p := planExecute(func(p *strategy.PlanExecute) { p.ReviewPlanSteps = true })
	l, err := loop.New(p, free{m}, lettered(t), bare())
	require.NoError(t, err)
	r, err := l.Run(t.Context(), "the task", nil)
	require.NoError(t, err)
	assert.Equal(t, loop.Final, r.Outcome, r.Error)
}

// TestCase028FreeHostileModelsEnd runs hostile models that are held to no grammar through all strategies.
func TestCase028FreeHostileModelsEnd(t *testing.T) {
	registry := lettered(t)
	for name, p := range strategies() {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(5, uint64(len(name))))
			for i, kind := range fake.HostileKinds {
				synctest.Test(t, func(t *testing.T) {
					c := anyConfig(r)
					m := fake.Hostile(kind, int64(i))
					l, err := loop.New(p, freeModel{m}, registry, c)
					require.NoError(t, err)
					start := time.Now()
					result, err := l.Run(t.Context(), "the task", nil)
					took := time.Since(start)
					m.Release()
					require.NoError(t, err)
					bounded(t, c, result, took)
				})
			}
		})
	}
}
