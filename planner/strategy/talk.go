package strategy

import (
	"encoding/json"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tools"
)

// talks reports whether all that is left to a run is a text: it has no tools, and its answers are nothing but a text. Then
// no grammar knows more than the model, and one that is asked for JSON answers in fewer words, and worse.
func (r ReAct) talks(s planner.State, a planner.Allowed) bool {
	if len(a.AllTools) > 0 || a.Answer == nil || len(a.Answer.Properties) != 1 {
		return false
	}
	text, _ := a.Answer.Property("text") // a rule may have narrowed it
	return text.MaxLength > 0 && text.Equal(grammar.String(0, text.MaxLength)) &&
		r.Prompt == nil && r.GuidePlan == nil && !a.Replan && !a.Unconstrained && a.Lane == "" && s.Verdicts == nil && s.Trial.N == 0
}

// talk makes q a question whose reply is free text.
func talk(q planner.Question, s planner.State, a planner.Allowed) planner.Question {
	text, _ := a.Answer.Property("text")
	q.Free = true
	q.Messages = func(planner.Folding) ([]model.Message, error) { return talkMessages(s, a), nil }
	q.Salvage = func(reply string, _ bool) (json.RawMessage, error) {
		if reply = strings.TrimSpace(reply); reply == "" {
			return nil, phrases.Error("no text")
		}
		if most := []rune(reply); len(most) > text.MaxLength {
			reply = string(most[:text.MaxLength-1]) + "…"
		}
		return tools.Encode(map[string]any{"thought": "", "tool": planner.FinalAnswer, "tool_args": map[string]string{"text": reply}})
	}
	q.Repair = func(invalid error) (model.Message, error) {
		return model.Message{Author: model.User, Content: phrases.Say("talk again", "Problem", invalid)}, nil
	}
	return q
}

// talkMessages are the conversation as two people would have it.
func talkMessages(s planner.State, a planner.Allowed) (m []model.Message) {
	if a.Instructions != "" {
		m = append(m, model.Message{Author: model.System, Content: a.Instructions})
	}
	for _, turn := range append(s.Earlier[:len(s.Earlier):len(s.Earlier)], planner.Turn{Task: s.Task, Steps: s.Steps}) {
		m = append(m, model.Message{Author: model.User, Content: turn.Task})
		for _, step := range turn.Steps {
			if step.Answer != nil {
				m = append(m, model.Message{Author: model.Assistant, Content: gjson.GetBytes(step.Answer, "text").Str})
			}
			for _, o := range step.Observations {
				if o.Error != nil {
					m = append(m, model.Message{Author: model.User, Content: o.Error.Message})
				}
			}
		}
	}
	for _, note := range s.Notes {
		m = append(m, model.Message{Author: model.User, Content: note.Text})
	}
	return m
}
