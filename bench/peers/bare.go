package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/ollama/ollama/api"

	"github.com/shortleash/shortleash/bench/textcall"
	"github.com/shortleash/shortleash/eval/tasks"
)

// errSteps is how an agent ends that has used up its requests.
var errSteps = errors.New("no answer within the steps")

// runBare is what a user writes who needs no framework: the server's own tool calls in a loop.
func runBare(ctx context.Context, a assignment, task string, s *tasks.Session) (string, error) {
	return bareLoop(ctx, a, task, s, func(string) (api.ToolCall, bool) { return api.ToolCall{}, false })
}

// runLenient is runBare after its user saw that the model writes its calls as text, where the server does not look
// for them: a call is also taken from the first object of the text that names a tool.
func runLenient(ctx context.Context, a assignment, task string, s *tasks.Session) (string, error) {
	return bareLoop(ctx, a, task, s, textcall.First)
}

// runLenientAlone is runLenient without the sentence about what cannot be done, which leads a model that makes no calls
// to say so of everything.
func runLenientAlone(ctx context.Context, a assignment, task string, s *tasks.Session) (string, error) {
	return runLenient(ctx, a, strings.TrimSuffix(task, "\n"+tasks.Hint), s)
}

// bareLoop gives the model its tools until it makes no call; inText finds a call that the server did not see.
func bareLoop(ctx context.Context, a assignment, task string, s *tasks.Session, inText func(string) (api.ToolCall, bool)) (string, error) {
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
		request := &api.ChatRequest{Model: a.model, Messages: messages, Tools: all, Stream: &still,
			Options: map[string]any{"temperature": 0, "seed": 1}}
		if err := client.Chat(ctx, request, func(r api.ChatResponse) error { reply = r.Message; return nil }); err != nil {
			return "", err
		}
		if c, ok := inText(reply.Content); ok && len(reply.ToolCalls) == 0 {
			reply.Content, reply.ToolCalls = "", []api.ToolCall{c}
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
			messages = append(messages, api.Message{Role: "tool", ToolName: c.Function.Name, ToolCallID: c.ID,
				Content: call(ctx, s, c.Function.Name, args)})
		}
	}
	return "", errSteps
}
