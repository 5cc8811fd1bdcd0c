package main

import (
	"context"
	"encoding/json"

	"github.com/tmc/langchaingo/agents"
	"github.com/tmc/langchaingo/chains"
	"github.com/tmc/langchaingo/llms/ollama"
	"github.com/tmc/langchaingo/llms/openai"
	"github.com/tmc/langchaingo/tools"
)

// runFunctions lets the agent of tmc/langchaingo that works with native function calls do the task. Its
// Ollama adapter knows no tools, so the model is reached through the server's OpenAI-compatible interface.
func runFunctions(ctx context.Context, a assignment) (string, error) {
	model, err := openai.New(openai.WithBaseURL(a.host+"/v1"), openai.WithToken("none"), openai.WithModel(a.model))
	if err != nil {
		return "", err
	}
	return execute(ctx, a, agents.NewOpenAIFunctionsAgent(model, chainTools(a.tools), agents.NewOpenAIOption().WithSystemMessage(instructions)))
}

// runOneShot lets its agent that works with text (Thought, Action, Action Input, Observation) do the task,
// with its own Ollama adapter.
func runOneShot(ctx context.Context, a assignment) (string, error) {
	model, err := ollama.New(ollama.WithServerURL(a.host), ollama.WithModel(a.model))
	if err != nil {
		return "", err
	}
	return execute(ctx, a, agents.NewOneShotAgent(model, chainTools(a.tools)))
}

func execute(ctx context.Context, a assignment, agent agents.Agent) (string, error) {
	e := agents.NewExecutor(agent, agents.WithMaxIterations(a.steps))
	out, err := chains.Call(ctx, e, map[string]any{"input": a.task}, chains.WithTemperature(0))
	if err != nil {
		return "", err
	}
	answer, _ := out["output"].(string)
	return answer, nil
}

// A chainTool is a tool of the toolbox as one of langchaingo, which takes its arguments as one string. The
// description says that the string is JSON and of which schema.
type chainTool struct {
	name, description string
	tools             *toolbox
}

func (t chainTool) Name() string        { return t.name }
func (t chainTool) Description() string { return t.description }

func (t chainTool) Call(ctx context.Context, input string) (string, error) {
	return t.tools.call(ctx, t.name, json.RawMessage(input)), nil
}

func chainTools(b *toolbox) []tools.Tool {
	var all []tools.Tool
	for _, t := range b.All() {
		all = append(all, chainTool{t.Name(), t.Description() + " The input is a JSON object of this schema: " + string(t.Schema().JSON()), b})
	}
	return all
}
