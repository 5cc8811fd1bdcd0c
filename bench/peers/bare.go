package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"github.com/ollama/ollama/api"

	"github.com/shortleash/shortleash/eval/tasks"
)

// errSteps is how an agent ends that has used up its requests.
var errSteps = errors.New("no answer within the steps")

// runBare is what a user writes who needs no framework: the server's own tool calls in a loop.
func runBare(ctx context.Context, a assignment, task string, s *tasks.Session) (string, error) {
	base, err := url.Parse(a.host)
	if err != nil {
		return "", err
	}
	client := api.NewClient(base, http.DefaultClient)
	var all api.Tools
	for _, t := range s.Tools().All() {
		tool := api.Tool{Type: "function", Function: api.ToolFunction{Name: t.Name(), Description: t.Description()}}
		if err := json.Unmarshal(t.Schema().JSON(), &tool.Function.Parameters); err != nil {
			return "", fmt.Errorf("tool %s: %w", t.Name(), err)
		}
		all = append(all, tool)
	}
	messages := []api.Message{{Role: "system", Content: instructions}, {Role: "user", Content: task}}
	still := false
	for range a.steps {
		var reply api.Message
		request := &api.ChatRequest{Model: a.model, Messages: messages, Tools: all, Stream: &still, Options: map[string]any{"temperature": 0, "seed": 1}}
		if err := client.Chat(ctx, request, func(r api.ChatResponse) error { reply = r.Message; return nil }); err != nil {
			return "", err
		}
		if len(reply.ToolCalls) == 0 {
			return reply.Content, nil
		}
		messages = append(messages, reply)
		for _, c := range reply.ToolCalls {
			args, err := json.Marshal(c.Function.Arguments)
			if err != nil {
				return "", err
			}
			messages = append(messages, api.Message{Role: "tool", ToolName: c.Function.Name, ToolCallID: c.ID, Content: call(ctx, s, c.Function.Name, args)})
		}
	}
	return "", errSteps
}
