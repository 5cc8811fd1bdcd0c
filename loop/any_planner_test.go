package loop_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/strategy"
)

// A stranger is a planner of a foreign package that has the three methods of one and no others.
type stranger struct{ thought int }

func (stranger) Name() string { return "stranger" }

func (stranger) Roles() []model.RoleForm { return []model.RoleForm{{Role: model.Executor}} }

func (p stranger) Next(ctx context.Context, s planner.State, a planner.Allowed, ask planner.Ask) (planner.Decision, error) {
	if s.Plan != nil {
		return planner.Decision{}, fmt.Errorf("it knows no plans, and was shown one")
	}
	reply, err := ask(ctx, strangersQuestion(s, planner.DecisionSchema(a, p.thought, 1), a))
	if err != nil {
		return planner.Decision{}, err
	}
	d, err := a.Read(reply)
	d.N = s.Counters.Steps + 1
	return d, err
}

func strangersQuestion(s planner.State, schema grammar.Schema, a planner.Allowed) planner.Question {
	return planner.Question{Role: model.Executor, Schema: schema,
		Messages: func(planner.Folding) ([]model.Message, error) {
			return []model.Message{{Author: model.User, Content: fmt.Sprintf("%s\n%d steps", s.Task, len(s.Steps))}}, nil
		},
		Accept: func(reply json.RawMessage) error {
			_, err := a.Read(reply)
			return err
		},
		Repair: func(err error) (model.Message, error) {
			return model.Message{Author: model.User, Content: err.Error()}, nil
		},
	}
}

// A loner is a foreign planner that writes plans of its own, and no other can be told to it. listens says that it
// plans again where State.ReplanReason is set.
type loner struct{ listens bool }

func (loner) Name() string { return "loner" }

func (loner) Roles() []model.RoleForm {
	return []model.RoleForm{{Role: model.Planner}, {Role: model.Executor}}
}

func (p loner) Stage(s planner.State, _ planner.Allowed) planner.Stage {
	if s.Plan == nil || p.listens && s.ReplanReason != "" {
		return planner.Stage{Role: model.Planner}
	}
	return planner.Stage{Role: model.Executor}
}

func (p loner) Next(ctx context.Context, s planner.State, a planner.Allowed, ask planner.Ask) (planner.Decision, error) {
	if p.Stage(s, a).Role == model.Executor {
		q := strangersQuestion(s, planner.DecisionSchema(a, 40, 1), a)
		reply, err := ask(ctx, q)
		if err != nil {
			return planner.Decision{}, err
		}
		d, err := a.Read(reply)
		d.N = s.Counters.Steps + 1
		return d, err
	}
	form := planner.PlanForm{MaxSteps: 2, Guide: true}.For(s, a)
	q := strangersQuestion(s, form.Schema(), a)
	q.Role, q.Accept = model.Planner, nil
	reply, err := ask(ctx, q)
	if err != nil {
		return planner.Decision{}, err
	}
	proposal, err := form.Propose(s, a, reply, planner.Revision{By: model.Planner, Cause: planner.FirstPlan, Reason: s.ReplanReason})
	return planner.Decision{Kind: planner.PlanDecision, Role: model.Planner, Plan: &proposal}, err
}

func TestCase140ThePlansOfAnyPlannerAreExamined(t *testing.T) {
	got := stage(t, strategy.NewPreFlect(stranger{thought: 40}), bare(), map[string]string{"planner": "P(a@a) P(c)",
		"critic": "C(s1) P(b) C0", "executor": "A R F"})
	got.ended(t, "final/answered")
	var order []string
	for _, r := range got.cast.requests {
		order = append(order, r.key)
	}
	assert.Equal(t, []string{"planner", "critic", "critic", "executor", "executor", "planner", "critic", "executor"}, order)
	assert.Equal(t, []string{allLetters + "final_answer", allLetters + "final_answer,replan", allLetters + "final_answer"}, got.choices("executor"),
		"it can ask for another plan where PreFlect lets it, although it has no branch for that")
	first, last := got.cast.of("executor")[0].text(), got.cast.of("executor")[2].text()
	assert.Contains(t, first, "the task\n\nA plan that may help:\ns1 do the part b\n")
	assert.Contains(t, last, " do the part c\n", "it reads the newest plan")
	assert.NotContains(t, last, "do the part b")
	assert.Contains(t, got.cast.of("planner")[1].text(), "The plan before:\ns1 do the part b\nAnother plan is needed: the plan does not work any more\n", "the planner reads what it is to replace, and why")
	assert.Equal(t, 1, got.result.Counters.Replans)

	got = stage(t, strategy.NewPreFlect(loner{}), bare(), map[string]string{"planner": "P(a)", "critic": "C(s1) P(b c)", "executor": "A F"})
	got.ended(t, "final/answered")
	assert.Equal(t, "do the part b", got.result.Plan.Steps[0].Description, "its own plan was held, and revised")
}

func TestCase141AForcedPlanIsAskedOfOneThatListens(t *testing.T) {
	p := strategy.NewPreFlect(loner{listens: true})
	p.ForceAt = []int{2}
	got := stage(t, p, bare(), map[string]string{"planner": "P(a) P(b)", "critic": "C0 C0", "executor": "A B F"})
	got.ended(t, "final/answered")
	assert.Equal(t, 1, got.result.Counters.ForcedReplans)
	assert.Equal(t, "do the part b", got.result.Plan.Steps[0].Description)
	got = stage(t, p, bare(), map[string]string{"planner": "P(a) P(a)", "critic": "C0", "executor": "A B F"})
	got.ended(t, "final/answered")
	assert.Equal(t, 1, got.result.Counters.ForcedReplans, "the same plan again stays, and is not examined again")

	p.Inner = loner{}
	got = stage(t, p, bare(), map[string]string{"planner": "P(a)", "critic": "C0", "executor": "A B F"})
	got.ended(t, "final/answered")
	assert.Zero(t, got.result.Counters.ForcedReplans, "one that does not listen is not asked")
}

// around are the wrappers, alone and around each other.
func around(p planner.Planner) map[string]planner.Planner {
	return map[string]planner.Planner{
		"preflect": strategy.NewPreFlect(p), "reflexion": strategy.NewReflexion(p), "self-refine": strategy.NewSelfRefine(p),
		"executor": over(p), "preflect:reflexion": strategy.NewPreFlect(strategy.NewReflexion(p)),
		"preflect:self-refine": strategy.NewPreFlect(strategy.NewSelfRefine(p)),
		"reflexion:preflect":   strategy.NewReflexion(strategy.NewPreFlect(p)), "self-refine:preflect": strategy.NewSelfRefine(strategy.NewPreFlect(p)),
		"executor, preflect": over(strategy.NewPreFlect(p)),
	}
}

// TestCase142EveryWrapperEndsAroundAnyPlanner runs random and hostile models through foreign planners in all wrappers.
func TestCase142EveryWrapperEndsAroundAnyPlanner(t *testing.T) {
	registry := lettered(t)
	rounds := 12
	if testing.Short() {
		rounds = 4
	}
	for _, inner := range []planner.Planner{stranger{}, loner{}, loner{listens: true}} {
		for name, p := range around(inner) {
			t.Run(name+" "+inner.Name(), func(t *testing.T) {
				r := rand.New(rand.NewPCG(11, uint64(len(name))))
				count := map[string]int{}
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
						assert.NotEqual(t, loop.ProgramFailure, result.Outcome, result.Error)
						events, _, err := loop.ReadLog(bytes.NewReader(log.Bytes()))
						require.NoError(t, err)
						sound(t, result, events, log.Bytes())
						assert.NoError(t, l.Replay(t.Context(), events), "it replays")
						count[string(result.Outcome)+"/"+string(result.Reason)]++
						if t.Failed() {
							t.Fatalf("%s %d: %+v\n%+v", name, i, c, result)
						}
					})
				}
				t.Log(count)
			})
		}
	}
}

// An embedder overrides what ReAct does, and has ReAct's WithPlans.
type embedder struct{ strategy.ReAct }

func TestPreFlectRefusesWhatWouldRunInPlaceOfThePlanner(t *testing.T) {
	_, err := loop.New(strategy.NewPreFlect(embedder{strategy.NewReAct()}), &cast{}, nil, bare())
	require.ErrorIs(t, err, loop.ErrMisuse)
	assert.ErrorContains(t, err, "loop_test.embedder.WithPlans returns a strategy.ReAct")
	_, err = loop.New(strategy.NewPreFlect(nil), &cast{}, nil, bare())
	assert.ErrorContains(t, err, "PreFlect needs an inner strategy")
	_, err = loop.New(strategy.NewPreFlect(strategy.NewPreFlect(stranger{})), &cast{}, nil, bare())
	require.ErrorIs(t, err, loop.ErrMisuse)
	assert.True(t, strings.Contains(err.Error(), "ReflectRounds"), err)
}
