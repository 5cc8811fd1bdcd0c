package show_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/shortleash/shortleash/cmd/internal/show"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tools"
)

func TestWhatStrategiesDoIsTold(t *testing.T) {
	plan := planner.Plan{Revision: 2, Facts: "go is\nirregular", Cut: []string{"sing a song"}, Steps: []planner.PlanStep{
		{ID: "s1", Description: "an old one", Status: planner.StepDone, Revision: 1},
		{ID: "s2", Description: "look it up", Tool: "look_up", Args: json.RawMessage(`{"w":"go"}`), Status: planner.StepPending, Revision: 2},
		{ID: "s3", Description: "use it", DependsOn: []string{"s1", "s2"}, Expand: true, Status: planner.StepPending, Revision: 2,
			When: &planner.Condition{Of: "s2", Path: "known", Value: json.RawMessage("true")}},
	}, Revisions: []planner.Revision{{N: 1, By: "planner"}, {N: 2, By: "person", Reason: "better\nso"}}}
	findings := []planner.Finding{{Code: "vague_step", Severity: planner.SeverityMinor, Detail: "s3 says too little"}}
	const planText = "       facts: go is irregular\n       s2 look it up (look_up {\"w\":\"go\"})\n" +
		"       s3 use it (after s1, s2; if s2 known = true; to be planned in detail)\n       cut: sing a song\n       " +
		"minor, vague step: s3 says too little\n"
	proposal := planner.Proposal{Plan: plan, Cause: planner.Replanned, Findings: findings}
	decided := func(d planner.Decision) []loop.Event { return []loop.Event{{Kind: loop.Decided, Decision: &d}} }
	judged := func(v planner.Verdict) []loop.Event {
		return decided(planner.Decision{Kind: planner.VerdictDecision, Verdict: &v})
	}
	asked := func(a loop.AskInfo) []loop.Event {
		a.Attempt = 1
		return []loop.Event{{Kind: loop.Asked, Ask: &a}}
	}
	call := planner.Decision{Kind: planner.ActDecision, Role: model.Executor, Lane: "s2", Thought: "ask",
		Calls: []tools.Call{{ID: "c7", Tool: "look_up", Args: json.RawMessage(`{}`)}}}
	held := proposal
	held.Held = true
	stays := proposal
	stays.Unchanged = true
	rows := []struct {
		claim  string
		events []loop.Event
		want   string
	}{
		{"who plays a role in another way", []loop.Event{{Kind: loop.RunStarted,
			Run: &loop.RunInfo{Task: "the task", Models: map[model.Role][]string{
				model.Executor: {"m"}, model.Critic: {"m"}, model.Planner: {"big", "m"}},
				Roles: map[model.Role]loop.RoleInfo{model.Planner: {ReplyTokens: 9, Settings: []string{"think=low", ""}}}}}},
			"the task\n     planner: big think=low, else m, 9 tokens a reply at most\n"},
		{"the plan checks in place of a critic", judged(planner.Verdict{Of: "plan", By: planner.ByLoop, Plan: 1, Turn: 1,
			Done: true}), "     the checks: plan 1 is sound\n"},
		{"a critic that could not be had", judged(planner.Verdict{Of: "plan", By: planner.ByLoop, Plan: 1, Turn: 1, Failed: true}),
			"     no critic could be had, so plan 1 stays as it is\n"},
		{"a role is asked for what it writes", asked(loop.AskInfo{Role: model.Reflector}), "     allowed: a verdict (reflector)\n"},
		{"a reply that is none", []loop.Event{{Kind: loop.Failed, Failure: &loop.FailureInfo{Problem: "byte 0", Then: "repair"}}},
			"     no reply that fits: byte 0 (repair)\n"},
		{"no reply at all", []loop.Event{{Kind: loop.Failed,
			Failure: &loop.FailureInfo{Problem: "busy", Fault: string(model.Busy), Then: "given_up"}}},
			"     no reply: busy (given up)\n"},
		{"a model that nothing binds", asked(loop.AskInfo{Role: model.Executor}), "     allowed: any JSON object\n"},
		{"a decision without a choice", append(decided(planner.Decision{Kind: planner.ActDecision, Role: model.Executor,
			Calls: []tools.Call{{ID: "c1", Tool: "look_up", Args: json.RawMessage(`{}`)}}}),
			loop.Event{Kind: loop.Replied, Reply: &loop.ReplyInfo{Forced: true}}), "  1  look_up {}\n     no choice was left: no model was asked\n"},
		{"a lane says which", asked(loop.AskInfo{Role: model.Executor, Lane: "s2", Choices: []string{"a", "step_failed"}}),
			"     allowed: a, step_failed (for s2)\n"},
		{"a plan and why it was needed", decided(planner.Decision{Kind: planner.PlanDecision, Role: model.Planner, Plan: &proposal}),
			"     plan 2 of the planner, because: better so\n" + planText},
		{"a plan of a person is shown when it is adopted", []loop.Event{{Kind: loop.Planned, Plan: &proposal}},
			"     plan 2 of the person, because: better so\n" + planText + "     plan 2 is adopted\n"},
		{"a plan that stays", []loop.Event{{Kind: loop.Planned, Plan: &stays}}, "     plan 2 stays\n"},
		{"what a call of a lane gave", append(decided(call),
			loop.Event{Kind: loop.Observed, Observation: &tools.Observation{ID: "c7", OK: true, Output: json.RawMessage(`"x"`)}}),
			"  1  [s2] ask\n     [s2] look_up {}\n     [s2] = \"x\"\n"},
		{"a call without a model has no number", decided(planner.Decision{Kind: planner.ActDecision, Calls: call.Calls}), "     look_up {}\n"},
		{"a plan step that failed", append(decided(planner.Decision{Kind: planner.StepDecision, Role: model.Executor, Lane: "s2",
			Changes: []planner.StepChange{{ID: "s2", Status: planner.StepFailed, Reason: "no way"}}}),
			loop.Event{Kind: loop.PlanStepped, PlanStep: &planner.StepChange{ID: "s2", Status: planner.StepFailed, Reason: "no way"}}),
			"  1  [s2] step_failed: no way\n     s2 has failed: no way\n"},
		{"another plan is wished for", decided(planner.Decision{Kind: planner.ReplanDecision, Role: model.Executor, Thought: "hm",
			End: &planner.Ending{Problem: "all is\nnew"}}), "  1  hm\n     replan: all is new\n"},
		{"an answer that is refused", judged(planner.Verdict{Of: "answer", By: model.Reflector, Confidence: "low", Assessment: "thin",
			Gaps: []string{"no past"}, Guidance: "look up"}),
			"     reflector: the answer is not done (low confidence): thin\n       gap: no past\n       guidance: look up\n"},
		{"a plan with an error", judged(planner.Verdict{Of: "plan", By: model.Critic, Plan: 2, Turn: 1,
			Errors: []planner.Finding{{Code: "a_type", Severity: planner.SeverityCritical, Detail: "no test"}}}),
			"     critic: plan 2 is to be revised\n       critical, a type: no test\n"},
		{"a better plan", decided(planner.Decision{Kind: planner.VerdictDecision,
			Verdict: &planner.Verdict{Of: "plan", By: model.Critic, Plan: 2, Turn: 2}, Plan: &held}),
			"     critic: plan 2 is revised\n     plan 2 of the critic, because: better so\n" + planText},
		{"no better plan", judged(planner.Verdict{Of: "plan", By: model.Critic, Plan: 2, Turn: 2, Kept: true}),
			"     critic: plan 2 stays as it is\n"},
		{"no critic", judged(planner.Verdict{Of: "plan", By: planner.ByLoop, Plan: 2, Turn: 1, Failed: true}),
			"     no critic could be had, so plan 2 stays as it is\n"},
		{"no reflector", judged(planner.Verdict{Of: "answer", By: planner.ByLoop}),
			"     no reflector could be had, so the answer is not done\n"},
		{"a judge of the caller's", judged(planner.Verdict{Of: "trial", By: planner.ByJudge, Done: true}), "     judge: the trial is done\n"},
		{"a plan step that is reviewed", judged(planner.Verdict{Of: "step", By: model.Reflector, Step: "s2", Done: true}),
			"     reflector: s2 is done\n"},
		{"candidates", judged(planner.Verdict{Of: "candidates", By: model.Critic, Scores: []int{4, 9}}),
			"     critic: scores of the plans: 4 9\n"},
		{"an answer that stands", decided(planner.Decision{Kind: planner.FinalDecision, Answer: json.RawMessage("{}")}),
			"     the answer stands\n"},
		{"an answer of the synthesizer has no number",
			decided(planner.Decision{Kind: planner.FinalDecision, Role: model.Synthesizer, Answer: json.RawMessage("{}")}),
			"     final_answer {}\n"},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			var out bytes.Buffer
			tr := show.NewTracer(&out)
			for _, e := range row.events {
				tr.Event(e)
			}
			assert.Equal(t, row.want, out.String())
		})
	}
}

// A grounding rule narrows the answers of a run; a plan step has none, so none was taken away.
func TestAPlanStepHasNoAnswerToLose(t *testing.T) {
	var out bytes.Buffer
	tr := show.NewTracer(&out)
	tr.Event(loop.Event{Kind: loop.Masked, Masked: &loop.MaskInfo{Rule: "grounding", Names: []string{"final_answer"}}})
	tr.Event(loop.Event{Kind: loop.Asked, Ask: &loop.AskInfo{Role: model.Executor, Lane: "s1", Attempt: 1,
		Choices: []string{"look_up", "step_failed"}}})
	assert.Equal(t, "     allowed: look_up, step_failed (for s1)\n", out.String())
}

// What people should know of a call, such as that a server was lost meanwhile, is shown with what the call gave.
func TestARemarkIsShown(t *testing.T) {
	var out bytes.Buffer
	tr := show.NewTracer(&out)
	tr.Event(loop.Event{Kind: loop.Observed, Observation: &tools.Observation{ID: "c1", OK: true, Output: json.RawMessage(`5`),
		Remark: "the connection to t was lost,\nand is made again"}})
	assert.Contains(t, out.String(), "the connection to t was lost, and is made again\n")
}
