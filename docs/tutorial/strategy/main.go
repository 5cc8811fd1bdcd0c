// Command strategy has a way of working of its own: before each decision the model reads the task and what its calls gave,
// and nothing else.
package main

import (
	"context"
	"fmt"

	"github.com/shortleash/shortleash/agent"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/ollama"
	"github.com/shortleash/shortleash/planner"
)

type plain struct{}

// Name says which strategy this is, for logs.
func (plain) Name() string { return "plain" }

// Roles lists whom it asks.
func (plain) Roles() []model.RoleForm { return []model.RoleForm{{Role: model.Executor}} }

// Next makes one decision: what is allowed is in a, and becomes the grammar of the reply.
func (plain) Next(ctx context.Context, s planner.State, a planner.Allowed, ask planner.Ask) (planner.Decision, error) {
	reply, err := ask(ctx, planner.Question{Role: model.Executor, Schema: planner.DecisionSchema(a, 40, 1),
		Messages: func(planner.Folding) ([]model.Message, error) {
			list := []model.Message{{Author: model.User, Content: s.Task}}
			for _, step := range s.Steps {
				for i, o := range step.Observations {
					list = append(list, model.Message{Author: model.User, Content: step.Calls[i].Tool + " gave " + string(o.Output)})
				}
			}
			return list, nil
		}})
	if err != nil {
		return planner.Decision{}, err
	}
	return a.Read(reply)
}

type word struct {
	Text string `json:"text" jsonschema:"minLength=1,maxLength=24"`
}

func letters(_ context.Context, in word) (int, error) { return len([]rune(in.Text)), nil }

var spelling = agent.Config{Strategy: plain{}, Tools: agent.Tools{agent.Tool("count_letters", "how many letters a word has", letters)}}

func main() {
	m := agent.Model(ollama.New("qwen2.5-coder:1.5b", ollama.Config{}))
	fmt.Println(agent.Run[int](context.Background(), m, spelling, "How many letters has leash?"))
}
