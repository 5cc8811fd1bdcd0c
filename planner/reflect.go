package planner

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
)

// verdictSchema is what a reflector may say: done without gaps, or not done with some. Done with gaps
// cannot be written.
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

// standardGuidance is what a verdict says that the loop had to make.
const standardGuidance = "Check each part of the task against what the tools returned, and answer again."

// What a reflector reads: the answer and one line for each call; no thoughts, no plan, no call without
// its result.
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

// reflectedOutput is how much of an output a digest line shows a reflector, in bytes.
const reflectedOutput = 200

// A judge asks the reflector about an answer or a trial.
type judge struct {
	prompt     *Prompt
	of         string // "answer" or "trial"
	confidence string // the lowest that counts; "" is low
	history    bool   // shows all earlier answers and verdicts
}

// judge asks for a verdict on draft. A reflector that gives nothing usable is one that is not content.
func (j judge) judge(ctx context.Context, s State, a Allowed, draft json.RawMessage, failure string, ask Ask) (Decision, error) {
	messages := func(f Folding) ([]model.Message, error) {
		data := reflectData{Task: s.Task, Draft: draft, Failure: failure, Calls: s.callLines(f, reflectedOutput, whole)}
		data.Gaps, data.Drafts = j.before(s, f)
		return say(a.Memory, j.prompt, answerHead{a.AnswerSchema}, data)
	}
	d := Decision{Kind: VerdictDecision, Role: model.Reflector}
	reply, err := ask(ctx, Question{
		Role:     model.Reflector,
		Messages: messages,
		Schema:   verdictSchema,
		Repair:   repairWith(j.prompt),
	})
	switch {
	case failed(err):
		d.Role = ""
		d.Verdict = &Verdict{Of: j.of, By: ByLoop, Guidance: standardGuidance, After: len(s.Steps), Failed: true}
		return d, nil
	case err != nil:
		return d, err
	}
	d.Verdict = j.read(reply, len(s.Steps))
	return d, nil
}

func (j judge) read(reply json.RawMessage, after int) *Verdict {
	r := gjson.ParseBytes(reply)
	v := &Verdict{Of: j.of, By: model.Reflector, Done: r.Get("done").Bool(), Confidence: r.Get("confidence").Str,
		Assessment: r.Get("assessment").Str, Guidance: r.Get("guidance").Str, After: after}
	for _, g := range r.Get("gaps").Array() {
		v.Gaps = append(v.Gaps, g.Str)
	}
	if v.Done && slices.Index(confidences, v.Confidence) < slices.Index(confidences, j.confidence) {
		v.Done, v.Guidance = false, standardGuidance
	}
	return v
}

// before returns the gaps of the last verdict, and all earlier answers with theirs.
func (j judge) before(s State, f Folding) (gaps []string, drafts []refused) {
	verdicts := s.of(j.of)
	if len(verdicts) > 0 && j.of == "answer" {
		gaps = verdicts[len(verdicts)-1].Gaps
	}
	if !j.history {
		return gaps, nil
	}
	for _, v := range verdicts {
		if v.After > 0 && v.After <= len(s.Steps) {
			drafts = append(drafts, refused{f.cutText(s.Steps[v.After-1].Answer), v.Gaps})
		}
	}
	return gaps, drafts
}

// drafts returns the answers of the present trial that waited for a verdict, in order.
func (s State) drafts() []Step {
	return slices.DeleteFunc(slices.Clone(s.Steps), func(step Step) bool { return !step.Draft || step.Trial != s.Trial })
}

// lastVerdict returns the newest verdict of a kind, or nil.
func (s State) lastVerdict(kind string) *Verdict {
	list := s.of(kind)
	if len(list) == 0 {
		return nil
	}
	return &list[len(list)-1]
}

// sameAgain reports whether the newest draft is the one before it.
func (s State) sameAgain() bool {
	drafts := s.drafts()
	n := len(drafts)
	return n > 1 && sameJSON(drafts[n-1].Answer, drafts[n-2].Answer)
}
