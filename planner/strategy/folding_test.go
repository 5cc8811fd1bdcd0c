package strategy_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/prompt"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
)

// called is a State in which tool a was called five times, in a lane or not, with arguments and outputs
// that tell which call it was; every call failed if failed is set.
func called(lane string, failed bool) planner.State {
	s := planner.State{Task: "the task"}
	for n := 1; n <= 5; n++ {
		c := tools.Call{ID: fmt.Sprint("c", n), Tool: "a", Args: json.RawMessage(fmt.Sprintf(`{"text":"arg%d"}`, n))}
		o := tools.Succeeded(c.ID, json.RawMessage(fmt.Sprintf(`"out%d %s"`, n, strings.Repeat("x", 600))))
		if failed {
			o = tools.Failed(c.ID, tools.NotFound("nothing"))
		}
		s.Steps = append(s.Steps, planner.Step{N: n, Lane: lane, Calls: []tools.Call{c}, Observations: []tools.Observation{o}})
		s.Counters.Steps++
	}
	return s
}

// draft adds an answer that waits for a verdict.
func draft(s planner.State, answer string) planner.State {
	s.Steps = append(s.Steps, planner.Step{N: len(s.Steps) + 1, Draft: true, Answer: json.RawMessage(answer)})
	s.Memo = planner.Remember(map[string]any{"ending": planner.Ending{Outcome: "final", Partial: json.RawMessage(answer)}, "at": len(s.Steps)})
	return s
}

// onPlan puts s under way with a plan of which s1 is done and s2 has the status given.
func onPlan(s planner.State, status planner.PlanStatus) planner.State {
	long, err := json.Marshal("found " + strings.Repeat("y", 700))
	if err != nil {
		panic(err)
	}
	s.Plan = &planner.Plan{Revision: 1, Steps: []planner.PlanStep{
		{ID: "s1", Description: "do the first", Status: planner.StepDone, Output: long, Revision: 1},
		{ID: "s2", Description: "do the second", Status: status, Output: long, Revision: 1, Reason: "in vain"}}}
	return s
}

// rendered returns what p asks next in s, as a prompt that is folded so.
func rendered(t *testing.T, p planner.Planner, s planner.State, f planner.Folding) (model.Role, string) {
	t.Helper()
	answer := grammar.Object(grammar.Property{Name: "text", Schema: grammar.String(0, 99)})
	a := planner.Allowed{Answer: &answer, Limits: planner.Limits{Steps: 20, Calls: 20, Requests: 20},
		Terms: planner.Terms{AllTools: []planner.Offer{{Name: "a", Description: "tool a", Args: answer}}, AnswerSchema: answer}}
	var role model.Role
	var text strings.Builder
	stop := errors.New("asked")
	_, err := p.Next(t.Context(), s, a, func(_ context.Context, q planner.Question) (json.RawMessage, error) {
		role = q.Role
		messages, err := q.Messages(f)
		require.NoError(t, err)
		for _, m := range messages {
			text.WriteString(m.Content + "\n")
		}
		return nil, stop
	})
	require.ErrorIs(t, err, stop)
	return role, text.String()
}

// Case 63.
func TestEveryRolesPromptIsFolded(t *testing.T) {
	prompts := prompt.General()
	par := strategy.PlanActReflect{}
	par.Plan = strategy.PlanOff
	reviewing := strategy.PlanExecute{}
	reviewing.ReviewPlanSteps = true
	held := called("", false)
	proposed := planner.Proposal{Plan: planner.Plan{Revision: 1, Steps: []planner.PlanStep{{ID: "s1", Description: "do the first",
		Status: planner.StepPending}}}, Held: true}
	held.Memo = holding(proposed)
	revising := held
	revising.Memo = holding(proposed, planner.Verdict{Of: "plan", Turn: 1, Checks: true})
	settled := onPlan(called("s2", false), planner.StepRunning)
	settled.Steps = append(settled.Steps, planner.Step{N: 6, Lane: "s2", Report: &planner.StepChange{ID: "s2",
		Status: planner.StepDone, Output: json.RawMessage(`"found"`), Held: true}})
	refining := draft(called("", false), `{"text":"draft1 `+strings.Repeat("z", 600)+`"}`)
	refining.Verdicts = []planner.Verdict{{Of: "draft", After: 6, Guidance: "go on"}}
	guided := strategy.ReAct{}
	guided.GuidePlan = prompts.Planner
	for _, row := range []struct {
		claim   string
		p       planner.Planner
		s       planner.State
		role    model.Role
		calls   bool // the prompt tells of calls
		outputs bool // the prompt holds outputs of plan steps
	}{
		{"the planner, after a failure", strategy.PlanExecute{}, onPlan(called("s2", true), planner.StepFailed), model.Planner, true, true},
		{"the author of a guide plan", guided, called("", false), model.Planner, true, false},
		{"the critic, first turn", strategy.PreFlect{Inner: strategy.ReAct{}}, held, model.Critic, true, false},
		{"the critic, second turn", strategy.PreFlect{Inner: strategy.ReAct{}}, revising, model.Critic, true, false},
		{"the synthesizer", strategy.PlanExecute{}, onPlan(called("s2", false), planner.StepDone), model.Synthesizer, false, true},
		{"the executor that answers after a plan", strategy.PlanAct{}, onPlan(called("s2", false), planner.StepDone),
			model.Executor, false, true},
		{"the reflector, on an answer", par, draft(called("", false), `{"text":"draft1"}`), model.Reflector, true, false},
		{"the reflector, on a plan step", reviewing, settled, model.Reflector, true, false},
		{"the executor that refines an answer", strategy.SelfRefine{Inner: strategy.ReAct{}}, refining, model.Executor, true, false},
	} {
		role, full := rendered(t, row.p, row.s, planner.Folding{})
		require.Equal(t, row.role, role, row.claim)
		_, short := rendered(t, row.p, row.s, planner.Folding{Steps: 3, Observation: 64})
		assert.Less(t, len(short), len(full), row.claim)
		assert.Contains(t, short, "the task", row.claim)
		if row.calls {
			assert.Contains(t, full, "arg1", row.claim)
			for n := 1; n <= 5; n++ {
				assert.Contains(t, short, fmt.Sprintf("c%d a ", n), "%s: no call is lost", row.claim)
				assert.Equal(t, n > 3, strings.Contains(short, fmt.Sprint("arg", n)), "%s: the oldest are shorter: %d", row.claim, n)
			}
		}
		if row.outputs {
			assert.Contains(t, full, strings.Repeat("y", 300), row.claim)
			assert.Contains(t, short, "found y", row.claim)
			assert.NotContains(t, short, strings.Repeat("y", 65), row.claim)
		}
	}
}
