package loop_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/planerrors"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
)

// preflect wraps ReAct, without forced re-plans unless f wants them.
func preflect(f func(*strategy.PreFlect)) strategy.PreFlect {
	p := strategy.PreFlect{Inner: strategy.ReAct{}}
	p.ForceAt = []int{}
	if f != nil {
		f(&p)
	}
	return p
}

func TestCase119ASoundPlanRunsAsItIs(t *testing.T) {
	for _, diagnosis := range []string{"C0", "Cm(s1)"} {
		got := stage(t, preflect(nil), bare(), map[string]string{"planner": "P(a)", "critic": diagnosis, "executor": "F"})
		got.ended(t, "final/answered")
		assert.Equal(t, "do the part a", got.result.Plan.Steps[0].Description)
	}
}

func TestCase120ACriticalErrorIsRevised(t *testing.T) {
	got := stage(t, preflect(nil), bare(), map[string]string{"planner": "P(a)", "critic": "C(s1) P(b c)", "executor": "A F"})
	got.ended(t, "final/answered")
	assert.Equal(t, "do the part b", got.result.Plan.Steps[0].Description)
	assert.Equal(t, model.Critic, got.result.Plan.Revisions[0].By)
	first, second := got.cast.of("critic")[0], got.cast.of("critic")[1]
	assert.Equal(t, first.Messages, second.Messages[:len(first.Messages)], "the same conversation")
	assert.Contains(t, second.Messages[len(first.Messages)].Content, "secret words")
	for _, r := range got.cast.of("executor") {
		assert.NotContains(t, r.text(), "secret words")
		assert.NotContains(t, r.text(), "not so")
		assert.Contains(t, r.text(), "do the part b")
	}
}

func TestCase121WhatTheCriticSees(t *testing.T) {
	got := stage(t, preflect(nil), bare(), map[string]string{"planner": "P(a) P(d)", "executor": "A R F", "critic": "C(s1) P(b) C0"})
	first, second, third := got.cast.of("critic")[0].text(), got.cast.of("critic")[1].text(), got.cast.of("critic")[2].text()
	for _, e := range planerrors.Core().Errors {
		assert.Contains(t, first, e.Description)
		assert.Contains(t, first, e.FailurePatterns[1].Plan)
		assert.NotContains(t, first, e.FailurePatterns[2].Plan, "two failures each")
		assert.NotContains(t, first, e.SuccessPatterns[0].Plan)
		named := e.Type == "ineffective_tool_selection"
		assert.Equal(t, named, strings.Contains(second, e.SuccessPatterns[3].Plan), "all patterns of what was found, none of the others")
		assert.Equal(t, named, strings.Contains(second, e.FailurePatterns[3].Plan))
	}
	assert.True(t, strings.HasSuffix(second, "These come from other tasks. Your plan is for this one: the task\n"),
		"or a small model writes patterns as plan steps")
	assert.Contains(t, first, "tool a")
	assert.Contains(t, third, `c1 a {"n":1} ok 4 bytes #`)
	assert.Contains(t, third, "a: 1 calls, 1 of them succeeded")
}

// Case 153.
func TestTheCriticReadsWhatToolsFailedAtAndWhy(t *testing.T) {
	c := bare()
	c.Allowances.RecoverableErrors = 9
	long := `{"thought":"` + strings.Repeat("y", 190) + `","tool":"x","tool_args":{"n":4}}`
	got := stage(t, preflect(func(p *strategy.PreFlect) { p.Replans = 9 }), c,
		map[string]string{"planner": "P(a) P(b)", "critic": "C0 C0", "executor": "X1 X2 X3 " + long + " A R F"})
	got.ended(t, "final/answered")
	second := got.cast.of("critic")[1].text()
	assert.Contains(t, second,
		"x: 4 calls, 0 of them succeeded\n  failed at {\"n\":2} not_found: nothing under 2\n  failed at {\"n\":3} "+
			"not_found: nothing under 3\n  failed at {\"n\":4} not_found: nothing under 4\n")
	assert.NotContains(t, second, `failed at {"n":1}`, "the last three of each tool")
	assert.Contains(t, second, "a: 1 calls, 1 of them succeeded\n")
	assert.Contains(t, second, "Why the plan before was given up: the plan does not work any more\n")
	assert.Contains(t, second, "- "+strings.Repeat("y", 190)+"\n", "its last thoughts")

	free := c
	free.Leash = loop.Off
	endless := `{"thought":"` + numbered("z", 400) + `","tool":"replan","tool_args":{"reason":"` + numbered("w", 400) + `"}}`
	got = stage(t, preflect(nil), free, map[string]string{"planner": "P(a) P(b)", "critic": "C0 C0", "executor": "A " + endless + " F"})
	second = got.cast.of("critic")[1].text()
	assert.Less(t, strings.Count(second, "w"), 500, "of a free model they are bounded too")
	assert.Less(t, strings.Count(second, "z"), 300)
}

// A small executor repeats itself, and would fill the places of what else the critic should read.
//
// Case 153.
func TestTheCriticReadsARepeatedThoughtAndFailureOnce(t *testing.T) {
	again := func(n int) string {
		return `{"thought":"once more","tool":"x","tool_args":{"n":` + strconv.Itoa(n) + `}}`
	}
	first := `{"thought":"x may know","tool":"x","tool_args":{"n":1}}`
	c := bare()
	c.Allowances.RecoverableErrors = 9
	got := stage(t, preflect(nil), c, map[string]string{"planner": "P(a) P(b)", "critic": "C0 C0",
		"executor": strings.Join([]string{first, again(2), again(3), again(2), "R F"}, " ")})
	got.ended(t, "final/answered")
	second := got.cast.of("critic")[1].text()
	assert.Contains(t, second,
		"x: 4 calls, 0 of them succeeded\n  failed at {\"n\":1} not_found: nothing under 1\n  failed at {\"n\":3} "+
			"not_found: nothing under 3\n  failed at {\"n\":2} not_found: nothing under 2\n")
	assert.Contains(t, second, "carried it out:\n- x may know\n- once more\n")
}

func TestCase122Rounds(t *testing.T) {
	p := preflect(func(p *strategy.PreFlect) { p.ReflectRounds = 3 })
	got := stage(t, p, bare(), map[string]string{"planner": "P(a)", "critic": "C(s1) P(b) C(s1) P(c) C0", "executor": "F"})
	got.ended(t, "final/answered")
	assert.Equal(t, 3, got.result.Counters.Reviews)
	assert.Equal(t, "do the part c", got.result.Plan.Steps[0].Description)

	none := preflect(func(p *strategy.PreFlect) { p.ReflectRounds = -1 })
	got = stage(t, none, bare(), map[string]string{"planner": "P(a a)", "executor": "F"})
	assert.Zero(t, got.result.Counters.Reviews)
	for _, e := range got.events {
		if e.Plan != nil {
			require.NotEmpty(t, e.Plan.Findings, "the checks run all the same")
		}
	}
	got = stage(t, preflect(nil), bare(), map[string]string{"planner": "P(a)", "critic": "C(s1) P(b)", "executor": "F"})
	assert.Equal(t, 1, got.result.Counters.Reviews, "the revised plan is not reviewed")
}

func TestCase123WhatIsNoBetterIsNotTaken(t *testing.T) {
	for claim, second := range map[string]string{"the same": "P(a)", "unreadable": "!", "worse by the checks": "P(b b)"} {
		got := stage(t, preflect(nil), bare(), map[string]string{"planner": "P(a)", "critic": "C(s1) " + second, "executor": "F"})
		got.ended(t, "final/answered")
		assert.Equal(t, "do the part a", got.result.Plan.Steps[0].Description, claim)
		assert.True(t, got.result.Verdicts[1].Kept, claim)
	}
	got := stage(t, preflect(nil), bare(), map[string]string{"planner": "P(a)", "critic": "!", "executor": "F"})
	got.ended(t, "final/answered")
	assert.True(t, got.result.Verdicts[0].Failed)
}

func TestCase124ACriticalCheckIsEnough(t *testing.T) {
	burn := tools.Must(tools.New("a", "burns it", func(context.Context, number) (string, error) { return "gone", nil },
		tools.Options{Irreversible: true}))
	registry, err := tools.NewRegistry(burn)
	require.NoError(t, err)
	got := stageWith(t, preflect(nil), bare(), registry, map[string]string{"planner": "P(a@a)", "critic": "C0 P(b a@a<1)", "executor": "F"})
	got.ended(t, "final/answered")
	assert.Len(t, got.result.Plan.Steps, 2)
	assert.True(t, got.result.Verdicts[0].Checks, "the checks saw it")
	assert.Empty(t, got.result.Verdicts[0].Errors, "the critic did not")
}

func TestCase125TheExecutorAsksForAnotherPlan(t *testing.T) {
	got := stage(t, preflect(nil), bare(), map[string]string{"planner": "P(a) P(b)", "critic": "C0 C0", "executor": "A R B F"})
	got.ended(t, "final/answered")
	second := got.cast.of("planner")[1].text()
	assert.Contains(t, second, `c1 a {"n":1} ok 4 bytes`)
	assert.Contains(t, second, "The plan before:\ns1 do the part a\nAnother plan is needed: the plan does not work any more\n")
	assert.EqualValues(t, "the plan does not work any more", got.result.Plan.Revisions[1].Reason)
	assert.Equal(t, 1, got.result.Counters.Replans)
	assert.Equal(t, 4, got.result.Counters.Steps)
	assert.Equal(t, 2, got.result.Counters.Reviews)
	assert.Error(t, got.cast.of("executor")[1].Grammar.Check(t.Context(),
		[]byte(`{"thought":"","tool":"replan","tool_args":{"reason":"too short"}}`)))

	p := strategy.PreFlect{Inner: strategy.PlanExecute{}}
	got = stage(t, p, bare(), map[string]string{"planner": "P(a b<1) P(c<1)", "critic": "C0 C0", "s1": "D", "s2": "R",
		"s3": "D", "synthesizer": "F"})
	got.ended(t, "final/answered")
	assert.Equal(t, "s1 done, s2 skipped/replaced r2, s3 done", got.statuses(), "in a lane it ends the lane")
}

func TestCase126WhenReplanIsNotThere(t *testing.T) {
	p := preflect(func(p *strategy.PreFlect) { p.Replans = 1 })
	c := bare()
	c.Budget.Steps = 6
	got := stage(t, p, c, map[string]string{"planner": "P(a) P(b)", "critic": "C0 C0", "executor": "A R B C E F"})
	has := func(i int) bool { return strings.Contains(got.choices("executor")[i], "replan") }
	assert.False(t, has(0), "right after a plan")
	assert.True(t, has(1))
	assert.False(t, has(2), "right after the second")
	assert.False(t, has(3), "with none left")
	assert.False(t, has(5), "when closing")
	static := preflect(func(p *strategy.PreFlect) { p.Ablation.NoReplan = true })
	got = stage(t, static, bare(), map[string]string{"planner": "P(a)", "critic": "C0", "executor": "A F"})
	assert.NotContains(t, strings.Join(got.choices("executor"), " "), "replan")
}

func forcing(p *strategy.PreFlect) { p.ForceAt = nil }

func TestCase127WindowsForceAPlan(t *testing.T) {
	got := stage(t, preflect(forcing), bare(), map[string]string{"planner": "P(a) P(b) P(c)", "critic": "C0 C0 C0",
		"executor": "A B C E G A2 B2 C2 D2 E2 G2 A3 F"})
	got.ended(t, "final/answered")
	assert.Equal(t, 2, got.result.Counters.ForcedReplans)
	assert.Zero(t, got.result.Counters.Replans)
	assert.Equal(t, 13, got.result.Counters.Steps)
	steps := 0
	var planned []int
	for _, e := range got.events {
		if e.Decision != nil && e.Decision.Role == model.Executor {
			steps++
		}
		if e.Plan != nil {
			planned = append(planned, steps)
		}
	}
	assert.Equal(t, []int{0, 6, 12}, planned, "before the 7th decision and before the 13th")
	got = stage(t, preflect(forcing), bare(), map[string]string{"planner": "P(a)", "critic": "C0", "executor": "A B C E F"})
	assert.Zero(t, got.result.Counters.ForcedReplans, "an answer at 5 needs none")
	got = stage(t, preflect(nil), bare(), map[string]string{"planner": "P(a)", "critic": "C0", "executor": "A B C E G A2 B2 F"})
	assert.Zero(t, got.result.Counters.ForcedReplans, "no windows, no plans")
}

func TestCase128AVoluntaryPlanCountsForItsWindow(t *testing.T) {
	got := stage(t, preflect(forcing), bare(), map[string]string{"planner": "P(a) P(b) P(c)", "critic": "C0 C0 C0",
		"executor": "A B C R G A2 B2 C2 D2 E2 G2 A3 F"})
	assert.Equal(t, 1, got.result.Counters.ForcedReplans, "a wish at 4: none at 6, one at 12")
	got = stage(t, preflect(forcing), bare(), map[string]string{"planner": "P(a) P(b)", "critic": "C0 C0", "executor": "A B C E G R B2 F"})
	assert.Zero(t, got.result.Counters.ForcedReplans, "a wish at 6 counts for the first window")
	got = stage(t, preflect(forcing), bare(), map[string]string{"planner": "P(a) P(a)", "critic": "C0", "executor": "A B C E G A2 F"})
	got.ended(t, "final/answered")
	assert.Equal(t, 1, got.result.Counters.ForcedReplans, "the same plan again stays, and the run goes on")
	assert.Equal(t, 1, got.result.Plan.Revision)
}

func TestCase129Ablations(t *testing.T) {
	run := func(f func(*strategy.PreFlect)) string {
		return stage(t, preflect(f), bare(), map[string]string{"planner": "P(a a)", "critic": "C0", "executor": "F"}).cast.of("critic")[0].text()
	}
	core := run(nil)
	assert.Contains(t, core, "duplicate_step")
	assert.NotContains(t, run(func(p *strategy.PreFlect) { p.Ablation.NoChecks = true }), "duplicate_step")
	none := run(func(p *strategy.PreFlect) { p.Library = planerrors.None() })
	assert.Contains(t, none, "- other:")
	assert.NotContains(t, none, "for example")
	generic := run(func(p *strategy.PreFlect) { p.Library = planerrors.Generic() })
	assert.InEpsilon(t, len(core), len(generic), 0.05)
}

// A library that is not the usual one stands in the log, and a run is made again with that one alone.
func TestALibraryStandsInTheLog(t *testing.T) {
	scripts := map[string]string{"planner": "P(a)", "critic": "C0", "executor": "F"}
	of := func(l *planerrors.Library, c loop.Config) *loop.Loop {
		made, err := loop.New(preflect(func(p *strategy.PreFlect) { p.Library = l }), &cast{t: t, scripts: scripts}, lettered(t), c)
		require.NoError(t, err)
		return made
	}
	_, _, plain := logged(t, of(nil, bare()))
	assert.Nil(t, plain[0].Run.Planner, "the usual one leaves no trace")
	_, _, events := logged(t, of(planerrors.Generic(), bare()))
	var told struct{ Library planerrors.Library }
	require.NoError(t, json.Unmarshal(events[0].Run.Planner, &told))
	assert.Equal(t, *planerrors.Generic(), told.Library)
	require.NoError(t, of(planerrors.Generic(), bare()).Replay(t.Context(), events))
	d, ok := errors.AsType[*loop.Divergence](of(nil, bare()).Replay(t.Context(), events))
	require.True(t, ok)
	assert.Equal(t, 1, d.Seq)
	assert.Equal(t, "what the planner knows is another", d.What)

	_, err := loop.New(preflect(func(p *strategy.PreFlect) { p.Library = &planerrors.Library{Name: "mine"} }), &cast{}, nil, bare())
	assert.ErrorIs(t, err, loop.ErrMisuse)
	assert.ErrorContains(t, err, `the library "mine" holds no planning error`)
}

// TestCase130Metrics: the verdicts of a run hold what the figures of reflection are counted from.
func TestCase130Metrics(t *testing.T) {
	got := stage(t, preflect(nil), bare(), map[string]string{"planner": "P(a) P(b)", "critic": "C(s1) P(c) C0", "executor": "A R B F"})
	got.ended(t, "final/answered")
	examined, flagged, revised := map[int]int{}, map[int]int{}, 0
	for _, v := range got.result.Verdicts {
		switch {
		case v.Of != "plan":
		case v.Turn == 2 && !v.Kept:
			revised++
		case v.Turn == 1:
			examined[v.Plan]++
			if slices.ContainsFunc(v.Errors, func(f planner.Finding) bool { return f.Severity == planner.SeverityCritical }) {
				flagged[v.Plan]++
			}
		}
	}
	assert.Equal(t, map[int]int{1: 1, 2: 1}, examined)
	assert.Equal(t, map[int]int{1: 1}, flagged, "half of the plans are defective: the first one")
	assert.Equal(t, 1, revised)
}

// Case 52.
func TestCase131OverEveryStrategyTheCriticComesFirst(t *testing.T) {
	for _, inner := range []strategy.Replanner{strategy.ReAct{}, strategy.PlanExecute{}, strategy.PlanAct{},
		strategy.PlanActReflect{}} {
		scripts := map[string]string{"planner": "P(a)", "critic": "C(s1) P(b)", "executor": "F"}
		switch inner.(type) {
		case strategy.PlanExecute:
			scripts["s1"], scripts["synthesizer"] = "D", "F"
			delete(scripts, "executor")
		case strategy.PlanAct:
			scripts["s1"] = "D"
		case strategy.PlanActReflect:
			scripts["reflector"] = "V+"
		}
		got := stage(t, strategy.PreFlect{Inner: inner}, bare(), scripts)
		assert.Equal(t, loop.Final, got.result.Outcome, inner.Name())
		assert.Equal(t, "do the part b", got.result.Plan.Steps[0].Description, inner.Name())
		var order []string
		for _, r := range got.cast.requests {
			order = append(order, r.key)
		}
		assert.Equal(t, []string{"planner", "critic", "critic"}, order[:3], inner.Name())
	}
}

// numbered returns a word n times, each with its number: not the words of a model that repeats itself.
func numbered(word string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprint(&b, word, i, ", ")
	}
	return b.String()
}
