package main

import (
	"context"
	"encoding/json"

	"github.com/tmc/langchaingo/agents"
	"github.com/tmc/langchaingo/chains"
	"github.com/tmc/langchaingo/llms/ollama"
	"github.com/tmc/langchaingo/llms/openai"
	"github.com/tmc/langchaingo/tools"

	"github.com/shortleash/shortleash/eval/tasks"
)

// runFunctions lets the agent of tmc/langchaingo that works with native function calls do the task. Its
// Ollama adapter knows no tools, so the model is reached through the server's OpenAI-compatible interface.
func runFunctions(ctx context.Context, a assignment, task string, s *tasks.Session) (string, error) {
	model, err := openai.New(openai.WithBaseURL(a.host+"/v1"), openai.WithToken("none"), openai.WithModel(a.model))
	if err != nil {
		return "", err
	}
	return execute(ctx, a, task, agents.NewOpenAIFunctionsAgent(model, chainTools(s),
		agents.NewOpenAIOption().WithSystemMessage(instructions)))
}

// runOneShot lets its agent that works with text (Thought, Action, Action Input, Observation) do the task,
// with its own Ollama adapter.
func runOneShot(ctx context.Context, a assignment, task string, s *tasks.Session) (string, error) {
	model, err := ollama.New(ollama.WithServerURL(a.host), ollama.WithModel(a.model))
	if err != nil {
		return "", err
	}
	return execute(ctx, a, task, agents.NewOneShotAgent(model, chainTools(s)))
}

func execute(ctx context.Context, a assignment, task string, agent agents.Agent) (string, error) {
	e := agents.NewExecutor(agent, agents.WithMaxIterations(a.steps))
	out, err := chains.Call(ctx, e, map[string]any{"input": task}, chains.WithTemperature(0))
	if err != nil {
		return "", err
	}
	answer, _ := out["output"].(string)
	return answer, nil
}

// A chainTool is a tool of a session as one of langchaingo, which takes its arguments as one string. The
// description says that the string is JSON and of which schema.
type chainTool struct {
	name, description string
	session           *tasks.Session
}

func (t chainTool) Name() string        { return t.name }
func (t chainTool) Description() string { return t.description }

func (t chainTool) Call(ctx context.Context, input string) (string, error) {
	return call(ctx, t.session, t.name, json.RawMessage(input)), nil
}

func chainTools(s *tasks.Session) []tools.Tool {
	var all []tools.Tool
	for _, t := range s.Tools().All() {
		all = append(all, chainTool{t.Name(), t.Description() + " The input is a JSON object of this schema: " + string(t.Schema().JSON()), s})
	}
	return all
}
