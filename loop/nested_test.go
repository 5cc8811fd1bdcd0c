package loop_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
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

// over is PlanExecute whose plan steps another strategy carries out.
func over(inner planner.Planner) strategy.PlanExecute {
	return planExecute(func(p *strategy.PlanExecute) { p.Executor = inner })
}

// carriers are strategies that can carry out plan steps.
func carriers() map[string]planner.Planner {
	all := strategies()
	return map[string]planner.Planner{
		"react": all["react"], "plan-act, all switches": all["plan-act, all switches"], "plan-act-reflect": all["plan-act-reflect"],
		"plan-execute, all switches": all["plan-execute, all switches"], "preflect:react": strategy.PreFlect{Inner: strategy.ReAct{}},
		"self-refine:plan-act": strategy.SelfRefine{Inner: strategy.PlanAct{}},
	}
}

func TestCase093PlanActCarriesOutPlanSteps(t *testing.T) {
	got := stage(t, over(strategy.PlanAct{}), bare(), map[string]string{"planner": "P(a b<1)",
		"s1": "P(x y) A D(c1) B D(c2) O", "s2": "P(x) A D(c3) O", "synthesizer": "F"})
	got.ended(t, "final/answered")
	assert.Equal(t, "s1 done, s2 done", got.statuses())
	step := got.result.Plan.Steps[0]
	assert.Equal(t, []string{"c1", "c2"}, step.Evidence, "what its strategy called is its evidence")
	assert.Equal(t, `"what was found, in a sentence"`, string(step.Output))
	assert.Equal(t, 8, got.result.Counters.Steps, "its decisions are those of the run")
	assert.Equal(t, 12, got.result.Counters.ModelCalls)
	assert.Equal(t, 3, got.result.Counters.ToolCalls, "the same call in another plan step is none of before")
	assert.Equal(t, 3, got.result.Usage["planner"].Calls)

	prompts := got.cast.of("s1")
	assert.Contains(t, prompts[0].text(), "Task: The whole task: the task\n", "it plans for the plan step")
	assert.Contains(t, prompts[0].text(), "Your plan step: s1 do the part a")
	assert.Contains(t, got.cast.of("s2")[0].text(), `Output of s1: "what was found, in a sentence"`)
	assert.Equal(t, []string{"", allLetters + "step_done,step_failed", allLetters + "step_done,step_failed"}, got.choices("s1")[:3])
	assert.Equal(t, "final_answer", got.choices("s1")[5])
	assert.NotContains(t, got.cast.of("synthesizer")[0].text(), "do the part x", "the synthesizer reads outputs alone")
}

// allLetters are the tools of these tests, as choices list them.
const allLetters = "a,b,c,d,e,g,p,x,y,z,"

func TestCase093AnExecutorNestsOnce(t *testing.T) {
	for claim, inner := range map[string]planner.Planner{
		"nested once more":           over(strategy.ReAct{}),
		"inside of a wrapper":        strategy.PreFlect{Inner: over(strategy.ReAct{})},
		"trials are the whole run's": strategy.Reflexion{Inner: strategy.ReAct{}},
		"badly configured":           planAct(func(p *strategy.PlanAct) { p.Replans = -2 }),
	} {
		_, err := loop.New(over(inner), &cast{}, nil, bare())
		assert.ErrorIs(t, err, loop.ErrMisuse, claim)
	}
	p := over(strategy.ReAct{})
	p.ReviewPlanSteps = true
	_, err := loop.New(p, &cast{}, nil, bare())
	assert.ErrorContains(t, err, "ReviewPlanSteps")
}

func TestAPlanStepIsCarriedOutByReAct(t *testing.T) {
	got := stage(t, over(strategy.ReAct{}), bare(), map[string]string{"planner": "P(a b)", "s1": "A B O", "s2": "A O", "synthesizer": "F"})
	got.ended(t, "final/answered")
	assert.Equal(t, []string{"c1", "c3"}, got.result.Plan.Steps[0].Evidence, "rounds of both, in plan order")
	assert.NotContains(t, got.cast.of("s2")[1].text(), "b1", "one sees nothing of the other")
	last := got.cast.of("s1")[2].text()
	assert.Contains(t, last, `final_answer {"output":`, "its answer is the output of the plan step")
	first := got.cast.of("s1")[1].text()
	assert.True(t, strings.HasPrefix(last, first[:strings.LastIndex(first, "Task: ")]), "its prompts only grow")

	got = stage(t, over(strategy.ReAct{}), bare(), map[string]string{"planner": "P(a)", "s1": "A A"})
	got.ended(t, "duplicate_action/duplicate")
	assert.Equal(t, []string{"c1"}, got.result.Repeat.Calls)
	got = stage(t, over(strategy.ReAct{}), bare(), map[string]string{"planner": "P(a)", "s1": "A B A B"})
	got.ended(t, "cycle/actions")
	c := bare()
	c.Repeats, c.Allowances.Redirects = loop.Redirect, 1
	got = stage(t, over(strategy.ReAct{Thought: 40}), c, map[string]string{"planner": "P(a)", "s1": "A A O", "synthesizer": "F"})
	got.ended(t, "final/answered")
	assert.NotContains(t, got.choices("s1")[2], "a,", "the repeated tool is away for a decision")
}

func TestAPlanStepIsCarriedOutByPlanExecute(t *testing.T) {
	p := over(strategy.PlanExecute{})
	p.StepsPerPlanStep = 3
	got := stage(t, p, bare(), map[string]string{"planner": "P(a)", "s1": "P(x y z) D D D O", "synthesizer": "F"})
	got.ended(t, "final/answered")
	assert.Equal(t, allLetters+"step_done,step_failed", got.choices("s1")[1],
		"its lanes come one after the other, and the first is not the last")
	assert.Equal(t, 3, got.result.Counters.Steps, "its synthesizer's answer is the output, and no step")
	assert.Equal(t, `"what was found, in a sentence"`, string(got.result.Plan.Steps[0].Output))
}

func TestANestedStrategyEndsInItsShare(t *testing.T) {
	p := over(strategy.ReAct{})
	p.StepsPerPlanStep = 2
	got := stage(t, p, bare(), map[string]string{"planner": "P(a)", "s1": "A O", "synthesizer": "F"})
	got.ended(t, "final/answered")
	assert.Equal(t, []string{allLetters + "final_answer", "final_answer"}, got.choices("s1"))

	c := bare()
	c.Budget.Steps = 3
	got = stage(t, over(strategy.PlanAct{}), c, map[string]string{"planner": "P(a)", "s1": "P(x y) A D(c1) O", "synthesizer": "F"})
	got.ended(t, "final/answered")
	assert.Equal(t, "final_answer", got.choices("s1")[3], "the run's last decision is its answer")

	c.Budget.Steps = 2
	got = stage(t, over(strategy.ReAct{}), c, map[string]string{"planner": "P(a b c)", "s1": "O", "s2": "O", "synthesizer": "F"})
	got.ended(t, "final/answered")
	assert.Equal(t, "s1 done, s2 done, s3 skipped/budget", got.statuses())
	assert.Equal(t, []string{"final_answer"}, got.choices("s1"), "with a decision for each, each is the last")

	c = bare()
	c.Budget.ModelCalls = 5
	got = stage(t, over(strategy.PlanAct{}), c, map[string]string{"planner": "P(a)", "s1": "P(x y) A D(c1)"})
	got.ended(t, "budget_exhausted/model_calls")
}

func TestWhatEndsANestedStrategySettlesItsPlanStep(t *testing.T) {
	p := over(planAct(func(p *strategy.PlanAct) { p.Replans = -1 }))
	got := stage(t, p, bare(), map[string]string{"planner": "P(a) P(b)", "s1": "P(x) X O", "s2": "P(x) D O", "synthesizer": "F"})
	got.ended(t, "final/answered")
	assert.Equal(t, "s1 failed, s2 done", got.statuses())
	assert.Contains(t, got.cast.of("planner")[1].text(), "s1 (failed) do the part a: budget_exhausted/replans", "the planner reads why")

	got = stage(t, over(strategy.ReAct{}), bare(), map[string]string{"planner": "P(a) P(b)", "s1": "!", "s2": "O", "synthesizer": "F"})
	assert.Equal(t, "s1 failed, s2 done", got.statuses(), "one that cannot be had fails its plan step alone")
}

// TestCase093EveryExecutorEnds runs random and hostile models through strategies whose plan steps have
// strategies of their own: each run ends in its budget and replays, and one that was broken off somewhere
// goes on and ends as well.
func TestCase093EveryExecutorEnds(t *testing.T) {
	registry := lettered(t)
	rounds := 12
	if testing.Short() {
		rounds = 4
	}
	wholes := map[string]planner.Planner{"preflect:": strategy.PreFlect{Inner: over(strategy.PlanAct{})},
		"reflexion:": strategy.Reflexion{Inner: over(strategy.ReAct{})}, "self-refine:": strategy.SelfRefine{Inner: over(strategy.ReAct{})}}
	for name, inner := range carriers() {
		wholes[name] = over(inner)
	}
	for name, p := range wholes {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(7, uint64(len(name))))
			count := map[loop.Outcome]int{}
			for i := range rounds {
				synctest.Test(t, func(t *testing.T) {
					c := anyConfig(r)
					c.OpenEnd = false
					m := fake.Hostile(fake.HostileKinds[i%len(fake.HostileKinds)], int64(i))
					l, err := loop.New(p, m, registry, c)
					if i%4 != 0 {
						l, err = loop.New(p, fake.Random(int64(i)), registry, c)
					}
					require.NoError(t, err)
					start := time.Now()
					var log bytes.Buffer
					result, err := l.Run(t.Context(), "say only 3 words, not 4", &log)
					took := time.Since(start)
					m.Release()
					require.NoError(t, err)
					bounded(t, c, result, took)
					events, _, err := loop.ReadLog(bytes.NewReader(log.Bytes()))
					require.NoError(t, err)
					sound(t, result, events, log.Bytes())
					assert.NoError(t, l.Replay(t.Context(), events), "it replays")
					kept := 1 + r.IntN(len(events))
					again, err := l.Resume(t.Context(), events[:kept], nil, nil, nil)
					if assert.NoError(t, err, "broken off after event %d", kept); again.Outcome != loop.Paused {
						bounded(t, c, again, 0)
					}
					count[result.Outcome]++
					if t.Failed() {
						t.Fatalf("%s %d: %+v\n%+v", name, i, c, result)
					}
				})
			}
			t.Log(count)
		})
	}
}

// TestCase093ACallThatWasBrokenOffWaits: a call of a nested strategy is like any: what was observed is not
// made again, and what may have had its effect waits for a person.
func TestCase093ACallThatWasBrokenOffWaits(t *testing.T) {
	scripts := map[string]string{"planner": "P(a)", "s1": "P(x) A B D(c1) O", "synthesizer": "F"}
	got := stage(t, over(strategy.PlanAct{}), bare(), scripts)
	at := slices.IndexFunc(got.events, func(e loop.Event) bool { return e.Kind == loop.CallStarted && e.Call.ID == "c2" })
	ran := map[string]int{}
	m := &cast{t: t, scripts: scripts, used: map[string]int{"planner": 1, "s1": 3}}
	l, err := loop.New(over(strategy.PlanAct{}), m, counted(t, false, ran), bare())
	require.NoError(t, err)
	events := slices.Clone(got.events[:at+1])
	waits, err := l.Resume(t.Context(), slices.Clone(events), nil, nil, func(e loop.Event) {
		if e.Kind != loop.Delta {
			events = append(events, e)
		}
	})
	require.NoError(t, err)
	require.EqualValues(t, "paused/unsure_call", string(waits.Outcome)+"/"+string(waits.Reason))
	assert.Equal(t, "c2", waits.Interrupt.Call.ID)
	ended, err := l.Resume(t.Context(), events, &loop.Reply{Interrupt: waits.Interrupt.ID, Do: loop.Rerun}, nil, nil)
	require.NoError(t, err)
	assert.Equal(t, whole(got.result), whole(ended))
	assert.Equal(t, map[string]int{"b1": 1}, ran, "what was observed is not called again")
}

func TestStrategiesAroundOneWithAnExecutor(t *testing.T) {
	got := stage(t, strategy.PreFlect{Inner: over(strategy.ReAct{})}, bare(),
		map[string]string{"planner": "P(a)", "critic": "C0", "s1": "A O", "synthesizer": "F"})
	got.ended(t, "final/answered")
	got = stage(t, strategy.Reflexion{Inner: over(strategy.PlanAct{})}, bare(), map[string]string{"planner": "P(a) P(b)",
		"s1": "P(x) D O P(y) A D(c1) O", "reflector": "V- V+", "synthesizer": "F F:other"})
	got.ended(t, "final/accepted")
	assert.Equal(t, []string{"c1"}, got.result.Plan.Steps[0].Evidence, "the second trial has nothing of the first")
	got = stage(t, strategy.SelfRefine{Inner: over(strategy.PlanActReflect{})}, bare(), map[string]string{"planner": "P(a)",
		"s1": "P(x) A O V+", "reflector": "V+", "synthesizer": "F"})
	got.ended(t, "final/accepted")
	for _, s := range got.result.Steps {
		assert.Equal(t, s.Lane == "", s.Draft, "a draft within a plan step is none of the run")
	}
}

func TestNotesReachANestedStrategy(t *testing.T) {
	asked := 0
	c := bare()
	c.Notes = func(string) []string {
		if asked++; asked == 1 || asked == 3 {
			return []string{fmt.Sprint("note ", asked)}
		}
		return nil
	}
	got := playOnce(t, over(strategy.ReAct{}), c, lettered(t), map[string]string{"planner": "P(a)", "s1": "A B O", "synthesizer": "F"})
	got.ended(t, "final/answered")
	last := got.cast.of("s1")[2].text()
	assert.Less(t, strings.Index(last, "note 1"), strings.Index(last, `"a1"`), "what came before it began stands in front")
	assert.Less(t, strings.Index(last, `"a1"`), strings.Index(last, "note 3"))
	assert.Less(t, strings.Index(last, "note 3"), strings.Index(last, `"b1"`), "what came meanwhile stands where it came")
}

func TestTheStateOfANestedStrategyIsFoldedFromTheLog(t *testing.T) {
	got := stage(t, over(strategy.PlanAct{}), bare(),
		map[string]string{"planner": "P(a)", "s1": "P(x y) A D(c1) X P(z) D O", "synthesizer": "F"})
	got.ended(t, "final/answered")
	s := loop.Fold(slices.Values(got.events))
	inner := s.Nested["s1"]
	assert.Equal(t, 2, inner.Plan.Revision)
	assert.Equal(t, 1, inner.Counters.Replans)
	assert.Zero(t, s.Counters.Replans, "the plans of a plan step are not those of the run")
	assert.Len(t, inner.Steps, 5)
	assert.Equal(t, s.Counters.Steps, inner.Counters.Steps)
	require.Len(t, inner.Steps[0].Observations, 1)
	assert.Equal(t, "s1/s1", s.Steps[0].Lane)
	assert.Equal(t, `"a1"`, string(s.Steps[0].Observations[0].Output), "rules read the calls of all")
	text, err := json.Marshal(s)
	require.NoError(t, err)
	var back planner.State
	require.NoError(t, json.Unmarshal(text, &back))
}

func TestARunPausesBeforeTheRolesWithinPlanSteps(t *testing.T) {
	scripts := map[string]string{"planner": "P(a b)", "s1": "P(x) A D(c1) O", "s2": "P(x) D O", "synthesizer": "F"}
	p := over(strategy.PlanAct{})
	want := playOnce(t, p, bare(), lettered(t), scripts)
	c := bare()
	c.Approval.Before = []model.Role{model.Planner, model.Executor}
	l, err := loop.New(p, &cast{t: t, scripts: scripts, used: map[string]int{}}, lettered(t), c)
	require.NoError(t, err)
	var events []loop.Event
	keep := func(e loop.Event) {
		if e.Kind != loop.Delta {
			events = append(events, e)
		}
	}
	var r loop.Result
	for e, err := range l.Watch(t.Context(), "the task", nil) {
		require.NoError(t, err)
		if keep(e); e.Result != nil {
			r = *e.Result
		}
	}
	before := map[model.Role]int{}
	for range 9 {
		if r.Outcome != loop.Paused {
			break
		}
		before[r.Interrupt.Role]++
		r, err = l.Resume(t.Context(), slices.Clone(events), &loop.Reply{Interrupt: r.Interrupt.ID, Do: loop.Approve}, nil, keep)
		require.NoError(t, err)
	}
	assert.Equal(t, whole(want.result), whole(r))
	assert.Equal(t, map[model.Role]int{model.Planner: 2, model.Executor: 3}, before, "once for a round, not for each plan step")
}

func TestANestedStrategyFoldsItsOwnStepsAlone(t *testing.T) {
	thinking := func(tool string, n int) string {
		return fmt.Sprintf(`{"thought":"%s","tool":%q,"tool_args":{"n":%d}} `, strings.Repeat("hm", 90), tool, n)
	}
	calls := thinking("a", 1) + thinking("b", 2) + thinking("c", 3) + thinking("d", 4) + "O"
	scripts := map[string]string{"planner": "P(a b<1)", "s1": calls, "s2": calls, "synthesizer": "F"}
	wide := small(t, over(strategy.ReAct{}), model.Executor, 1<<20, scripts)
	require.Equal(t, loop.Final, wide.result.Outcome, wide.result.Error)
	last := len(wide.cast.of("s2")[4].text())
	got := small(t, over(strategy.ReAct{}), model.Executor, last/3*100/82, scripts)
	require.Equal(t, loop.Final, got.result.Outcome, got.result.Error)
	prompt := got.cast.of("s2")[4].text()
	var folded planner.Folding
	for _, e := range got.events {
		if e.Ask != nil && e.Ask.Lane == "s2/" {
			folded = e.Ask.Folded
		}
	}
	assert.Greater(t, folded.Steps, 5, "the five of the plan step before are older")
	assert.Contains(t, prompt, "Your first steps, in short:\nc5 a ", "from its own oldest step on")
	assert.NotContains(t, prompt, "c4 d ", "nothing of the plan step before")
	assert.Contains(t, prompt, `"tool":"d","tool_args":{"n":4}`, "its newest stay")
}
