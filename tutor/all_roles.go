package tutor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/tools"
	"github.com/shortleash/shortleash/tutor/rules"
)

// allRoles is the rules' model in all roles of a strategy. As executor it replies as the rules do. In the
// other roles it gives a fixed reply that fits the grammar: one plan step for the whole sentence, that the
// step is done, that a plan is sound, that an answer is accepted, that the verbs are to be looked
// up. Where an answer is asked for outside of a conversation, it calls the tools itself; the
// grammar still limits the answer to what the run observed.
type allRoles struct {
	rules.Model
	registry *tools.Registry
}

var _ model.Specialist = allRoles{}

// Roles returns all roles, in the compact form.
func (allRoles) Roles() []model.RoleForm {
	var roles []model.RoleForm
	for _, role := range []model.Role{model.Planner, model.Executor, model.Reflector, model.Critic, model.Synthesizer} {
		roles = append(roles, model.RoleForm{Role: role, Form: CompactForm})
	}
	return roles
}

// The fixed replies in the roles that the rules do not play.
const (
	plainPlan = `{"facts":"","steps":[{"depends_on":[],"description":"look up the verbs of the sentence and judge ` +
		`them","expected":"","tool":null}]}`
	plainVerdict   = `{"assessment":"the answer follows from what the tools returned","confidence":"high","done":true,"gaps":[],"guidance":""}`
	plainReview    = `{"assessment":"","guidance":"","met":true}`
	plainDiagnosis = `{"analysis":"","errors":[]}`
	plainFailure   = `{"thought":"","tool":"step_failed","tool_args":{"reason":"the tools know nothing of it"}}`
)

var errNothingFits = errors.New("tutor: the rules have nothing to say that fits the grammar")

// Generate implements [model.Model].
func (v allRoles) Generate(ctx context.Context, req model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) {
		text, err := v.reply(ctx, req)
		if err != nil {
			yield(model.Chunk{}, err)
			return
		}
		if yield(model.Chunk{Text: text}, nil) {
			yield(model.Chunk{Done: true, Finish: model.Stop}, nil)
		}
	}
}

func (v allRoles) reply(ctx context.Context, req model.Request) (string, error) {
	outside := len(req.Messages) == 1 && gjson.GetBytes(req.Grammar.Schema(), "properties.tool.enum.0").Str == "final_answer"
	if req.Role == model.Executor && !outside {
		if reply, err := model.Collect(v.Model.Generate(ctx, req)); err == nil {
			return reply.Text, nil
		}
	}
	for _, text := range []string{plainPlan, plainVerdict, plainReview, plainDiagnosis, stepDone(req.Grammar.Schema()), plainFailure} {
		if req.Grammar.Check(ctx, []byte(text)) == nil {
			return text, nil
		}
	}
	messages, err := v.worked(ctx, req)
	if err != nil {
		return "", err
	}
	req.Role, req.Messages = model.Executor, messages
	reply, err := model.Collect(v.Model.Generate(ctx, req))
	return reply.Text, err
}

// stepDone replies that a plan step is done, and cites all the evidence that the grammar names.
func stepDone(schema json.RawMessage) string {
	branches := gjson.GetBytes(schema, "anyOf").Array()
	if len(branches) == 0 {
		branches = []gjson.Result{gjson.ParseBytes(schema)}
	}
	for _, b := range branches {
		if b.Get("properties.tool.enum.0").Str == "step_done" {
			evidence := b.Get("properties.tool_args.properties.evidence")
			ids := evidence.Get("items.enum").Array()
			cited := make([]string, 0, len(ids))
			for _, id := range ids[:min(len(ids), int(evidence.Get("maxItems").Int()))] {
				cited = append(cited, id.Raw)
			}
			return fmt.Sprintf(
				`{"thought":"","tool":"step_done","tool_args":{"evidence":[%s],"output":"the verbs of the sentence were looked up"}}`,
				strings.Join(cited, ","))
		}
	}
	return ""
}

// maxWork bounds the calls that worked makes.
const maxWork = 24

// worked returns the conversation in which the rules have made all their calls about the sentence.
func (v allRoles) worked(ctx context.Context, req model.Request) ([]model.Message, error) {
	if len(req.Messages) == 0 {
		return nil, errNothingFits
	}
	messages := []model.Message{req.Messages[0]}
	for range maxWork {
		reply, err := model.Collect(v.Model.Generate(ctx, model.Request{Role: model.Executor, Messages: messages}))
		if err != nil {
			return nil, err
		}
		said := gjson.Parse(reply.Text)
		if said.Get("tool").Str == "final_answer" {
			break
		}
		o := v.registry.Call(ctx, tools.Call{ID: "c", Tool: said.Get("tool").Str, Args: json.RawMessage(said.Get("tool_args").Raw)})
		seen := string(o.Output)
		if o.Error != nil {
			seen = `{"error":"` + o.Error.Class + `"}`
		}
		messages = append(messages, model.Message{Author: model.Assistant, Content: reply.Text}, model.Message{Author: model.Tool, Content: seen})
	}
	return messages, nil
}
