package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/tmc/langchaingo/agents"
	"github.com/tmc/langchaingo/chains"
	"github.com/tmc/langchaingo/llms"
	"github.com/tmc/langchaingo/schema"
	"github.com/tmc/langchaingo/tools"
)

// buildFunctions builds the agent of tmc/langchaingo that works with native function calls.
func buildFunctions(v *scripted, b *toolSet) (func(context.Context) ending, error) {
	agent := agents.NewOpenAIFunctionsAgent(chainModel{v, true}, chainTools(b))
	return executor(agent), nil
}

// buildOneShot builds its agent that works with text: Thought, Action, Action Input, Observation.
func buildOneShot(v *scripted, b *toolSet) (func(context.Context) ending, error) {
	agent := agents.NewOneShotAgent(chainModel{v, false}, chainTools(b))
	return executor(agent), nil
}

func executor(agent agents.Agent) func(context.Context) ending {
	e := agents.NewExecutor(agent, agents.WithMaxIterations(decisions), agents.WithReturnIntermediateSteps())
	return func(ctx context.Context) ending {
		out, err := chains.Call(ctx, e, map[string]any{"input": question})
		left := "nothing"
		if kept, ok := out["intermediateSteps"].([]schema.AgentStep); ok {
			left = steps(len(kept))
		}
		if err != nil {
			return ending{how: "error: " + err.Error(), left: left}
		}
		answer, _ := out["output"].(string)
		return ending{answer: answer, how: "answer", left: left}
	}
}

// A chainTool takes its arguments as one string, here of JSON.
type chainTool struct {
	name, description string
	call              func(input string) (string, error)
}

func (t chainTool) Name() string { return t.name }

func (t chainTool) Description() string { return t.description }

func (t chainTool) Call(_ context.Context, input string) (string, error) { return t.call(input) }

func chainTools(b *toolSet) []tools.Tool {
	return []tools.Tool{
		chainTool{"lookup", lookupText, func(s string) (string, error) {
			in, err := decoded[wordArgs](s)
			if err != nil {
				return "", err
			}
			return b.lookup(in), nil
		}},
		chainTool{"count", countText, func(s string) (string, error) {
			in, err := decoded[wordArgs](s)
			if err != nil {
				return "", err
			}
			return strconv.Itoa(b.count(in)), nil
		}},
		chainTool{"join", joinText, func(s string) (string, error) {
			in, err := decoded[joinArgs](s)
			if err != nil {
				return "", err
			}
			return b.join(in), nil
		}},
	}
}

func decoded[T any](text string) (in T, err error) {
	err = json.Unmarshal([]byte(text), &in)
	return in, err
}

// A chainModel is a scripted model as a model of langchaingo.
type chainModel struct {
	model     *scripted
	functions bool
}

func (m chainModel) GenerateContent(ctx context.Context, _ []llms.MessageContent, _ ...llms.CallOption) (*llms.ContentResponse, error) {
	t, err := m.model.next(ctx)
	if err != nil {
		return nil, err
	}
	choice := &llms.ContentChoice{Content: t.text}
	switch {
	case t.raw:
	case m.functions && t.tool != "":
		id := "c" + strconv.FormatInt(m.model.n.Load(), 10)
		choice.ToolCalls = []llms.ToolCall{{ID: id, Type: "function", FunctionCall: &llms.FunctionCall{Name: t.tool, Arguments: t.args}}}
	case m.functions:
	case t.tool != "":
		choice.Content = fmt.Sprintf("Thought: %s\nAction: %s\nAction Input: %s", t.text, t.tool, t.args)
	default:
		choice.Content = "Final Answer: " + t.text
	}
	return &llms.ContentResponse{Choices: []*llms.ContentChoice{choice}}, nil
}

func (m chainModel) Call(ctx context.Context, prompt string, o ...llms.CallOption) (string, error) {
	return llms.GenerateFromSinglePrompt(ctx, m, prompt, o...)
}
