package loop_test

import (
	"bytes"
	"flag"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/internal/ollamatest"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/model/ollama"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/prompt"
	"github.com/shortleash/shortleash/planner/strategy"
)

// wall is the time of each run on a real server:
//
//	OLLAMA_BIN=… go test -run TestRealServerEndsEveryStrategy -wall 2m -v ./loop
var wall = flag.Duration("wall", 1500*time.Millisecond, "how long a strategy may take on a real server")

// frugal are the strategies with few and short words, and the role that each asks first. A model of
// random weights fills what it is given, one byte a token.
func frugal() []struct {
	p     planner.Planner
	first model.Role
} {
	react := strategy.ReAct{}
	execute := strategy.PlanExecute{}
	execute.PlanSteps, execute.StepsPerPlanStep, execute.Replans = 1, 2, 1
	act := strategy.PlanAct{}
	act.PlanSteps, act.StepsPerPlanStep, act.Replans = 1, 2, 1
	reflect := strategy.PlanActReflect{}
	reflect.PlanSteps, reflect.StepsPerCycle, reflect.Cycles = 1, 2, 1
	preflect := strategy.PreFlect{Inner: act}
	preflect.Replans = 1
	reflexion := strategy.Reflexion{Inner: react, Prompt: prompt.General().Reflector, Trials: 2, TrialSteps: 2}
	refine := strategy.SelfRefine{Inner: react}
	refine.Rounds = 1
	return []struct {
		p     planner.Planner
		first model.Role
	}{
		{react, model.Executor}, {execute, model.Planner}, {act, model.Planner}, {reflect, model.Planner},
		{preflect, model.Planner}, {reflexion, model.Executor}, {refine, model.Executor},
	}
}

// halfPair ends a text in which a server writes half of an escaped surrogate pair, which its grammar of
// strings allows and ours does not.
var halfPair = regexp.MustCompile(`(?i)\\ud[0-9a-f]{0,3}(\\.{0,5})?$`)

// TestRealServerEndsEveryStrategy: whatever random weights write in every role of every strategy, the
// run ends with a typed outcome within its budget, and goes through again from its log. A reply that
// the ceiling cuts is invalid, as long words of a role may be; so the strategies that plan also run on
// a plan that is given, and the server plays the other roles. On a busy machine the wall clock ends
// runs, and a server that is left may hang (ollama #17131), so the server is this test's own.
func TestRealServerEndsEveryStrategy(t *testing.T) {
	server := ollamatest.StartOwn(t, "every strategy on a real server")
	m, err := ollama.New(ollamatest.WideModel, ollama.Config{Host: server.Host, Threads: 1, Context: 8192})
	require.NoError(t, err)
	_, err = model.Collect(m.Generate(t.Context(),
		model.Request{Messages: []model.Message{{Author: model.User, Content: "Hello."}}, MaxTokens: 1}))
	require.NoError(t, err, "the model is loaded")
	c := strict(loop.Config{
		Answer:     grammar.Object(grammar.Property{Name: "letter", Schema: grammar.Enum("a", "b", "c")}),
		Budget:     loop.Budget{Steps: 3, ModelCalls: 7, ToolCalls: 3, Tokens: 60000, Wall: *wall, Grace: 5 * time.Second},
		Limits:     loop.Limits{ReplyTokens: 2000, Thought: 12},
		Allowances: loop.Allowances{RecoverableErrors: 1}, Temperature: 1, Seed: 1,
	})
	for _, row := range frugal() {
		t.Run(row.p.Name(), func(t *testing.T) {
			r := endsOnServer(t, row.p, m, c)
			assert.Positive(t, r.Usage[row.first].Calls, "%s is asked", row.first)
		})
		if row.first != model.Planner {
			continue
		}
		t.Run(row.p.Name()+", its plan given", func(t *testing.T) {
			given := c
			plan := fake.Script(givenPlan, givenPlan)
			given.Roles = map[model.Role]loop.RoleConfig{model.Planner: {Model: plan}}
			r := endsOnServer(t, row.p, m, given)
			next := model.Executor
			if strings.HasPrefix(row.p.Name(), "preflect") {
				next = model.Critic
			}
			assert.Positive(t, r.Usage[next].Calls, "%s is asked", next)
		})
	}
}

const givenPlan = `{"facts":"","steps":[{"depends_on":[],"description":"say any letter","expected":"","tool":"echo"}]}`

// endsOnServer runs a strategy once and holds the run to what every run promises.
func endsOnServer(t *testing.T, p planner.Planner, m model.Model, c loop.Config) loop.Result {
	t.Helper()
	l, err := loop.New(p, m, echoes(t), c)
	require.NoError(t, err)
	var log bytes.Buffer
	var events []loop.Event
	var result loop.Result
	start := time.Now()
	for e, err := range l.Watch(t.Context(), "Say a letter.", &log) {
		require.NoError(t, err)
		if e.Kind != loop.Delta {
			events = append(events, e)
		}
		if f := e.Failure; f != nil && f.Fault == "" && f.Prefix != givenPlan && !halfPair.MatchString(f.Prefix) {
			assert.Contains(t, f.Problem, "cut off", "the server's grammar is ours: %q", f.Prefix)
		}
		if e.Result != nil {
			result = *e.Result
		}
	}
	took := time.Since(start)
	bounded(t, c, result, took)
	sound(t, result, events, log.Bytes())
	assert.NotEqual(t, "transport", result.Reason, result.Error)
	assert.NoError(t, l.Replay(t.Context(), events), "it replays")
	t.Logf("%s/%s in %v: %+v", result.Outcome, result.Reason, took.Round(time.Millisecond), result.Counters)
	return result
}
