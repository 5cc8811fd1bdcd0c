package strategy

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/prompt"
	"github.com/shortleash/shortleash/tools"
)

// verdictSchema is what a reflector may write: done without gaps, or not done with some.
var verdictSchema = grammar.AnyOf(
	verdictBranch(true, grammar.Array(grammar.Null(), 0, 0), grammar.Enum("")),
	verdictBranch(false, grammar.Array(grammar.String(1, 160), 1, 5), grammar.String(10, 400)))

func verdictBranch(done bool, gaps, guidance grammar.Schema) grammar.Schema {
	is := grammar.Schema{Type: "boolean", Enum: []json.RawMessage{json.RawMessage("false")}}
	if done {
		is.Enum[0] = json.RawMessage("true")
	}
	return grammar.Object(
		grammar.Property{Name: "assessment", Schema: grammar.String(0, 400)},
		grammar.Property{Name: "confidence", Schema: grammar.Enum(confidences...)},
		grammar.Property{Name: "done", Schema: is},
		grammar.Property{Name: "gaps", Schema: gaps},
		grammar.Property{Name: "guidance", Schema: guidance})
}

var confidences = []string{"low", "medium", "high"}

// standardGuidance is the guidance of a verdict that no reflector gave.
func standardGuidance() string { return phrases.Say("standard guidance") }

// What a reflector reads: the answer, and a line for each call with its result. It sees neither thoughts nor
// plans.
type reflectData struct {
	Task    string
	Draft   json.RawMessage
	Calls   []string
	Gaps    []string // of its own last verdict
	Drafts  []refused
	Failure string // how a trial ended that gave no answer
}

type refused struct {
	Draft json.RawMessage
	Gaps  []string
}

// reflectedOutput is how much of each output a reflector sees, in bytes.
const reflectedOutput = 200

// An answerJudge asks the reflector about an answer or a trial.
type answerJudge struct {
	prompt     *prompt.Prompt
	of         string // "answer" or "trial"
	confidence string // the lowest that counts; "" is low
	history    bool   // shows all earlier answers and verdicts
}

// verdict asks for a verdict on draft. If the reflector gives nothing usable, the draft is not done.
func (j answerJudge) judge(ctx context.Context, s planner.State, a planner.Allowed, draft json.RawMessage, failure string,
	ask planner.Ask) (planner.Decision, error) {
	messages := func(f planner.Folding) ([]model.Message, error) {
		data := reflectData{Task: s.Task, Draft: draft, Failure: failure, Calls: prompt.CallLines(s, f, reflectedOutput, prompt.Whole)}
		data.Gaps, data.Drafts = j.before(s, f)
		return j.prompt.Messages(prompt.CacheOf(a.Cache), answerHead{a.AnswerSchema}, data)
	}
	d := planner.Decision{Verdict: &planner.Verdict{Of: j.of, By: model.Reflector, After: len(s.Steps)}}
	reply, err := judgment(ctx, ask, &d, planner.Question{Messages: messages, Schema: verdictSchema, Repair: j.prompt.Repair})
	if reply == nil {
		d.Verdict.Guidance = standardGuidance()
		return d, err
	}
	j.read(reply, d.Verdict)
	return d, nil
}

// judgment asks the role by which the verdict of d is. A role that gives nothing usable gives no reply, and the verdict
// is the loop's, and has failed.
func judgment(ctx context.Context, ask planner.Ask, d *planner.Decision, q planner.Question) (json.RawMessage, error) {
	d.Kind, d.Role, q.Role = planner.VerdictDecision, d.Verdict.By, d.Verdict.By
	reply, err := ask(ctx, q)
	if noReply(err) {
		d.Role, d.Verdict.By, d.Verdict.Failed = "", planner.ByLoop, true
		return nil, nil
	}
	return reply, err
}

func (j answerJudge) read(reply json.RawMessage, v *planner.Verdict) {
	r := gjson.ParseBytes(reply)
	v.Done, v.Confidence = r.Get("done").Bool(), r.Get("confidence").Str
	v.Assessment, v.Guidance = r.Get("assessment").Str, r.Get("guidance").Str
	for _, g := range r.Get("gaps").Array() {
		v.Gaps = append(v.Gaps, g.Str)
	}
	if v.Done && slices.Index(confidences, v.Confidence) < slices.Index(confidences, j.confidence) {
		v.Done, v.Guidance = false, standardGuidance()
	}
}

// before returns the gaps of the last verdict, and all earlier answers with theirs.
func (j answerJudge) before(s planner.State, f planner.Folding) (gaps []string, drafts []refused) {
	verdicts := s.VerdictsOf(j.of)
	if len(verdicts) > 0 && j.of == "answer" {
		gaps = verdicts[len(verdicts)-1].Gaps
	}
	if !j.history {
		return gaps, nil
	}
	for _, v := range verdicts {
		if v.After > 0 && v.After <= len(s.Steps) {
			drafts = append(drafts, refused{prompt.Shorten(s.Steps[v.After-1].Answer, f), v.Gaps})
		}
	}
	return gaps, drafts
}

// sameAgain reports whether the newest draft is the one before it.
func sameAgain(s planner.State) bool {
	drafts := s.Drafts()
	n := len(drafts)
	return n > 1 && tools.Equal(drafts[n-1].Answer, drafts[n-2].Answer)
}
