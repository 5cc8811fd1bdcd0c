package loop_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
)

// A foreign strategy does what its functions say, after the run has adopted the plan, if it has one.
type foreign struct {
	plan  *planner.Plan
	stage func(planner.State) planner.Stage
	next  func(context.Context, planner.State, planner.Allowed, planner.Ask) (planner.Decision, error)
}

func (foreign) Name() string { return "foreign" }

func (foreign) Roles() []model.RoleForm { return []model.RoleForm{{Role: model.Executor}} }

func (f foreign) Stage(s planner.State, _ planner.Allowed) planner.Stage {
	if f.stage == nil || f.plan != nil && s.Plan == nil {
		return planner.Stage{Role: model.Executor}
	}
	return f.stage(s)
}

func (f foreign) Next(ctx context.Context, s planner.State, a planner.Allowed, ask planner.Ask) (planner.Decision, error) {
	if f.plan != nil && s.Plan == nil {
		return planner.Decision{Kind: planner.PlanDecision, Plan: &planner.Proposal{Plan: *f.plan, Adopt: true}}, nil
	}
	return f.next(ctx, s, a, ask)
}

// always returns d.
func always(d planner.Decision) func(context.Context, planner.State, planner.Allowed, planner.Ask) (planner.Decision, error) {
	return func(context.Context, planner.State, planner.Allowed, planner.Ask) (planner.Decision, error) {
		return d, nil
	}
}

func onePlan() *planner.Plan {
	return &planner.Plan{Steps: []planner.PlanStep{{ID: "s1", Status: planner.StepPending}}}
}

// question asks for a small document.
func question() planner.Question {
	return planner.Question{Role: model.Executor, Schema: grammar.Object(grammar.Property{Name: "text", Schema: grammar.String(0, 9)}),
		Messages: func(planner.Folding) ([]model.Message, error) {
			return []model.Message{{Author: model.User, Content: "?"}}, nil
		},
		Repair: func(error) (model.Message, error) { return model.Message{Author: model.User, Content: "again"}, nil }}
}

func TestAForeignStrategyCannotPanicTheLoop(t *testing.T) {
	stage := func(s planner.Stage) func(planner.State) planner.Stage {
		return func(planner.State) planner.Stage { return s }
	}
	decides := func(d planner.Decision) foreign { return foreign{next: always(d)} }
	changes := func(c planner.StepChange) foreign {
		return foreign{plan: onePlan(), next: always(planner.Decision{Kind: planner.StepDecision, Changes: []planner.StepChange{c}})}
	}
	acts := func(args string) foreign {
		return decides(planner.Decision{Kind: planner.ActDecision, Role: model.Executor,
			Calls: []tools.Call{{Tool: "a", Args: json.RawMessage(args)}}})
	}
	for name, row := range map[string]struct {
		strategy foreign
		reason   string // "": the strategy keeps its contract
		says     string
	}{
		"an empty decision": {decides(planner.Decision{}), "strategy", `the unknown kind ""`},
		"an unknown kind":   {decides(planner.Decision{Kind: "ponder"}), "strategy", `the unknown kind "ponder"`},
		"an unknown role":   {decides(planner.Decision{Kind: planner.ReplanDecision, Role: "boss"}), "strategy", `the role "boss"`},
		"an unknown outcome": {decides(planner.Decision{Kind: planner.EndDecision,
			End: &planner.Ending{Outcome: "gave_up"}}), "strategy", `the outcome "gave_up"`},
		"an outcome that is not its own": {decides(planner.Decision{Kind: planner.EndDecision,
			End: &planner.Ending{Outcome: "final"}}), "strategy", `the outcome "final"`},
		"an end without its ending":   {decides(planner.Decision{Kind: planner.EndDecision}), "strategy", "End is nil"},
		"another plan, for no reason": {decides(planner.Decision{Kind: planner.ReplanDecision}), "strategy", "End does not say why"},
		"changes that are an end": {decides(planner.Decision{Kind: planner.StepDecision, End: &planner.Ending{}}), "strategy",
			"has an End"},
		"a memo that is not JSON": {decides(planner.Decision{Kind: planner.ReplanDecision, End: &planner.Ending{},
			Memo: json.RawMessage(`{`)}), "strategy", "cannot be logged"},
		"a plan that is none":        {decides(planner.Decision{Kind: planner.PlanDecision}), "strategy", "Plan is nil"},
		"a verdict that is none":     {decides(planner.Decision{Kind: planner.VerdictDecision}), "strategy", "Verdict is nil"},
		"an act without calls":       {decides(planner.Decision{Kind: planner.ActDecision}), "strategy", "has no calls"},
		"arguments that are no JSON": {acts(`{"n":`), "strategy", "the arguments of its call of a"},
		"no arguments":               {acts(``), "strategy", "the arguments of its call of a"},
		"an answer that is not JSON": {decides(planner.Decision{Kind: planner.FinalDecision, Answer: json.RawMessage(`{`)}),
			"strategy", "the answer of its decision is not JSON"},
		"a plan that cannot be logged": {decides(planner.Decision{Kind: planner.PlanDecision,
			Plan: &planner.Proposal{Plan: planner.Plan{Steps: []planner.PlanStep{{Args: json.RawMessage(`{`)}}}}}), "strategy", "cannot be logged"},
		"a step of no plan": {decides(planner.Decision{Kind: planner.StepDecision,
			Changes: []planner.StepChange{{ID: "s1", Status: planner.StepDone}}}), "strategy", `the plan step "s1"`},
		"a step that is not in the plan": {changes(planner.StepChange{ID: "s2", Status: planner.StepDone}), "strategy", `the plan step "s2"`},
		"a status that is none":          {changes(planner.StepChange{ID: "s1", Status: "nearly"}), "strategy", "not a status"},
		"the end of a step of no plan": {decides(planner.Decision{Kind: planner.StepDecision,
			Changes: []planner.StepChange{{ID: "s9/s1"}}}), "strategy", `the plan step "s9/s1"`},
		"a plan within a step of no plan": {decides(planner.Decision{Kind: planner.StepDecision, Lane: "s9/",
			Changes: []planner.StepChange{{ID: "s1", Status: planner.StepDone}}}), "strategy", `the lane "s9/"`},
		"lanes without a plan": {foreign{stage: stage(planner.Stage{Lanes: []string{"s1"}})}, "strategy", `the lane "s1"`},
		"a lane that is not in the plan": {foreign{plan: onePlan(), stage: stage(planner.Stage{Lanes: []string{"s2"}})}, "strategy",
			`the lane "s2"`},
		"a lane within that is not there": {foreign{plan: onePlan(), stage: stage(planner.Stage{Lanes: []string{"s1/x"}})},
			"strategy", `the lane "s1/x"`},
		"a lane twice": {foreign{plan: onePlan(), stage: stage(planner.Stage{Lanes: []string{"s1", "s1"}})},
			"strategy", "twice"},
		"roles for other lanes": {foreign{plan: onePlan(), stage: stage(planner.Stage{Lanes: []string{"s1"},
			Roles: []model.Role{}})}, "strategy", "0 roles"},
		"a stage of an unknown role": {foreign{stage: stage(planner.Stage{Role: "boss"})}, "strategy", `the role "boss"`},
		"a stage that panics":        {foreign{stage: func(planner.State) planner.Stage { panic("oh") }}, "strategy", "it panicked: oh"},
		"a decision that panics":     {foreign{}, "strategy", "it panicked: runtime error"},
		"a panic in a lane": {foreign{plan: onePlan(), stage: stage(planner.Stage{Lanes: []string{"s1"}})}, "strategy",
			"it panicked"},
		"a question without its words": {foreign{next: func(ctx context.Context, _ planner.State, _ planner.Allowed,
			ask planner.Ask) (planner.Decision, error) {
			_, err := ask(ctx, planner.Question{Schema: grammar.Object(grammar.Property{Name: "text", Schema: grammar.String(0, 9)})})
			return planner.Decision{}, err
		}}, "strategy", "it panicked"},
		"a question while another is asked": {foreign{next: func(ctx context.Context, _ planner.State, _ planner.Allowed,
			ask planner.Ask) (planner.Decision, error) {
			q := question()
			q.Accept = func(json.RawMessage) error { _, err := ask(ctx, question()); return err }
			if _, err := ask(ctx, q); err != nil {
				return planner.Decision{}, fmt.Errorf("asked: %w", err)
			}
			return planner.Decision{}, nil
		}}, "strategy", "asked again before its question was answered"},
		"nothing ever, without a model": {foreign{stage: stage(planner.Stage{}),
			next: always(planner.Decision{Kind: planner.ReplanDecision,
				End: &planner.Ending{Problem: "it does not work"}})}, "strategy", "1000 decisions without moving"},
		"an answer that is refused, before any step": {decides(planner.Decision{Kind: planner.FinalDecision, Role: model.Synthesizer,
			Answer: json.RawMessage(`{"no":1}`)}), "strategy", "its answer was refused"},
		"the same call for ever, without a model": {decides(planner.Decision{Kind: planner.ActDecision,
			Calls: []tools.Call{{Tool: "a", Args: json.RawMessage(`{"n":1}`)}}}), "strategy", "1000 decisions without moving"},
		"calls without a canonical form in a decision that does not act": {foreign{stage: stage(planner.Stage{}),
			next: func(_ context.Context, s planner.State, _ planner.Allowed, _ planner.Ask) (planner.Decision, error) {
				d := planner.Decision{Kind: planner.ActDecision, Role: model.Executor, Calls: []tools.Call{{Tool: "a",
					Args: json.RawMessage(`{"n":1}`)}}}
				if len(s.Steps) == 0 {
					d.Kind, d.Calls[0].Args = planner.ReplanDecision, json.RawMessage(`{"n":1,"n":2}`)
				}
				return d, nil
			}}, "strategy", "arguments of its call of a"},
		"more steps than the run has": {foreign{stage: stage(planner.Stage{}),
			next: always(planner.Decision{Kind: planner.ReplanDecision, Role: model.Executor,
				End: &planner.Ending{Problem: "it does not work"}})}, "steps", ""},
	} {
		t.Run(name, func(t *testing.T) {
			l, err := loop.New(row.strategy, fake.Script(`{"text":""}`), lettered(t), strict(loop.Config{Leash: loop.Off}))
			require.NoError(t, err)
			var log bytes.Buffer
			r, err := l.Run(t.Context(), "task", &log)
			require.NoError(t, err)
			assert.EqualValues(t, row.reason, r.Reason, r.Error)
			assert.Contains(t, r.Error, row.says)
			events, _, err := loop.ReadLog(bytes.NewReader(log.Bytes()))
			require.NoError(t, err)
			assert.NoError(t, l.Replay(t.Context(), events))
		})
	}
}

// The zero value of a strategy works, or New says what it lacks.
func TestTheZeroValueOfAStrategyIsNoPanic(t *testing.T) {
	for _, p := range []planner.Planner{strategy.ReAct{}, strategy.PlanExecute{}, strategy.PlanAct{}, strategy.PlanActReflect{},
		strategy.PreFlect{}, strategy.Reflexion{}, strategy.SelfRefine{}} {
		l, err := loop.New(p, fake.Random(1), nil, strict(loop.Config{}))
		if err != nil {
			require.ErrorIs(t, err, loop.ErrMisuse)
			assert.NotContains(t, err.Error(), "panicked")
			continue
		}
		r, err := l.Run(t.Context(), "task", nil)
		require.NoError(t, err)
		assert.NotEqual(t, "strategy", r.Reason, "%T: %s", p, r.Error)
	}
}

// A strategy may hand out the same calls each time; the run gives them its own ids.
func TestACallOfAForeignStrategyIsCopied(t *testing.T) {
	calls := []tools.Call{{Tool: "p", Args: json.RawMessage(`{ "n": 1 }`)}}
	l, err := loop.New(foreign{next: func(_ context.Context, s planner.State, _ planner.Allowed, _ planner.Ask) (planner.Decision, error) {
		if len(s.Steps) == 3 {
			return planner.Decision{Kind: planner.FinalDecision, Role: model.Executor, Answer: json.RawMessage(`{"text":""}`)}, nil
		}
		return planner.Decision{Kind: planner.ActDecision, Role: model.Executor, Calls: calls}, nil
	}}, fake.Script("{}"), lettered(t), strict(loop.Config{}))
	require.NoError(t, err)
	r, err := l.Run(t.Context(), "task", nil)
	require.NoError(t, err)
	require.Equal(t, loop.Final, r.Outcome, r.Error)
	for i, id := range []string{"c1", "c2", "c3"} {
		assert.Equal(t, id, r.Steps[i].Calls[0].ID)
		assert.Equal(t, id, r.Steps[i].Observations[0].ID)
		assert.Equal(t, `{"n":1}`, string(r.Steps[i].Calls[0].Args))
	}
}

// broken is a rule that does what f does.
type broken struct{ f func() }

func (broken) Name() string { return "broken" }
func (b broken) Narrow(_ planner.State, a planner.Allowed) planner.Allowed {
	b.f()
	return a
}

func TestARuleThatFailsEndsTheRun(t *testing.T) {
	for says, f := range map[string]func(){"it panicked: oh": func() { panic("oh") }} {
		l, err := loop.New(strategy.ReAct{}, fake.Script("{}"), lettered(t), strict(loop.Config{Rules: []loop.Rule{broken{f}}}))
		require.NoError(t, err)
		r, err := l.Run(t.Context(), "task", nil)
		require.NoError(t, err)
		assert.Equal(t, loop.ProgramFailure, r.Outcome)
		assert.EqualValues(t, "rule", r.Reason)
		assert.Contains(t, r.Error, "the rule broken failed: ")
		assert.Contains(t, r.Error, says)
	}
}

func TestAPlannerThatPanicsInNewIsMisuse(t *testing.T) {
	_, err := loop.New((*foreign)(nil), fake.Script("{}"), nil, strict(loop.Config{}))
	require.ErrorIs(t, err, loop.ErrMisuse)
	assert.ErrorContains(t, err, "the planner *loop_test.foreign")
}

// A panic of the code that watches a run is the watcher's, and reaches it.
func TestAPanicOfTheWatcherReachesItsCaller(t *testing.T) {
	l, err := loop.New(strategy.ReAct{}, fake.Play(replies("A F", 0)...), lettered(t), strict(loop.Config{}))
	require.NoError(t, err)
	assert.PanicsWithValue(t, "mine", func() {
		for e := range l.Watch(t.Context(), "task", nil) {
			if e.Kind == loop.Replied {
				panic("mine")
			}
		}
	})
}

// random is a strategy that knows nothing of its contract and draws what it does.
type random struct{ seed uint64 }

func (random) Name() string            { return "random" }
func (random) Roles() []model.RoleForm { return nil }

func (x random) dice(s planner.State) *rand.Rand {
	return rand.New(rand.NewPCG(x.seed, uint64(len(s.Steps)*1000+s.Counters.ModelCalls*100+len(s.Verdicts)*10+len(s.Memo))))
}

func pick[T any](r *rand.Rand, values ...T) T { return values[r.IntN(len(values))] }

func (x random) Stage(s planner.State, _ planner.Allowed) planner.Stage {
	r := x.dice(s)
	stage := planner.Stage{Role: pick(r, "", model.Executor, model.Planner, "boss"), Answering: r.IntN(4) == 0}
	for range r.IntN(3) {
		stage.Lanes = append(stage.Lanes, pick(r, "s1", "s2", "s1/", "s1/s1", "s9", ""))
	}
	if r.IntN(3) == 0 {
		stage.Roles = make([]model.Role, r.IntN(3))
	}
	return stage
}

func (x random) Next(ctx context.Context, s planner.State, _ planner.Allowed, ask planner.Ask) (planner.Decision, error) {
	r := x.dice(s)
	id := func() string { return pick(r, "", "s1", "s2", "s9", "s1/s1") }
	raw := func() json.RawMessage {
		return json.RawMessage(pick(r, "", "{", `{"n":1}`, `{ "text": "x" }`, "1e400", `"\ud800"`))
	}
	if r.IntN(2) == 0 {
		if _, err := ask(ctx, question()); err != nil && r.IntN(2) == 0 {
			return planner.Decision{}, err
		}
	}
	change := func() planner.StepChange {
		return planner.StepChange{ID: id(), Status: pick(r, planner.StepPending, planner.StepRunning, planner.StepDone, "odd"), Output: raw()}
	}
	d := planner.Decision{
		Kind: pick(r, planner.ActDecision, planner.FinalDecision, planner.StepDecision, planner.ReplanDecision, planner.PlanDecision,
			planner.PlanDecision, planner.VerdictDecision, planner.RestartDecision, planner.DraftDecision, planner.EndDecision, ""),
		Role: pick(r, "", model.Executor, model.Executor, model.Reflector, "boss"), Answer: raw(), Lane: id(), Memo: raw()}
	for range r.IntN(3) {
		d.Calls = append(d.Calls, tools.Call{ID: id(), Tool: pick(r, "a", "b", "p", "x", "nothing", ""), Args: raw()})
		d.Changes = append(d.Changes, change())
	}
	if r.IntN(2) == 0 {
		d.Verdict = &planner.Verdict{Of: pick(r, "plan", "step", "answer", "trial", "odd"), Done: r.IntN(2) == 0, Step: id()}
		d.Plan = &planner.Proposal{Adopt: r.IntN(2) == 0, Held: r.IntN(3) == 0,
			Plan: planner.Plan{Candidate: r.IntN(2), Steps: []planner.PlanStep{{ID: id(), Status: planner.StepPending}, {ID: id(), Args: raw()}}}}
		d.End = &planner.Ending{Outcome: pick(r, planner.OutcomeCouldNotPlan, planner.OutcomeCycle, "odd"), Partial: raw()}
	}
	if r.IntN(40) == 0 {
		panic("a strategy of chance")
	}
	return d, nil
}

// TestARandomStrategyEndsTyped runs strategies that do anything at all. Whatever they do, the run ends with
// an outcome, and nothing of the loop's own has gone wrong.
func TestARandomStrategyEndsTyped(t *testing.T) {
	approve := func(_ context.Context, i loop.Interrupt) (loop.Reply, error) {
		return loop.Reply{Interrupt: i.ID, Do: loop.Approve}, nil
	}
	for seed := range uint64(1000) {
		c := strict(loop.Config{Leash: loop.Off, Repeats: loop.Redirect, Budget: loop.Budget{Steps: 20},
			Allowances: loop.Allowances{FatalErrors: 20, Redirects: 5}, Approval: loop.Approval{Ask: approve, Plans: seed%4 == 0}})
		if seed%3 == 0 {
			c.Leash = loop.Full
		}
		l, err := loop.New(random{seed}, &ready{replies: []string{`{"text":""}`}}, lettered(t), c)
		if err != nil {
			require.ErrorIs(t, err, loop.ErrMisuse)
			continue
		}
		var log bytes.Buffer
		r, err := l.Run(t.Context(), "task", &log)
		require.NoError(t, err)
		require.NotEmpty(t, r.Outcome)
		require.NotContains(t, r.Error, "BUG", "seed %d", seed)
		require.NotContains(t, r.Error, "runtime error", "seed %d", seed)
		require.NotEqual(t, "log", r.Reason, "seed %d: %s", seed, r.Error)
		require.LessOrEqual(t, r.Counters.Steps, 20)
		events, _, err := loop.ReadLog(bytes.NewReader(log.Bytes()))
		require.NoError(t, err, "seed %d: %s/%s %s", seed, r.Outcome, r.Reason, r.Error)
		require.NoError(t, l.Replay(t.Context(), events), "seed %d", seed)
	}
}
