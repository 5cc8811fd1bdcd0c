package main

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/cloudwego/eino-ext/components/model/ollama"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/flow/agent/react"
	"github.com/cloudwego/eino/schema"
	"github.com/eino-contrib/jsonschema"

	"github.com/shortleash/shortleash/eval/tasks"
)

// runEino lets the ReAct agent of cloudwego/eino do the task, with its own Ollama adapter. Its steps are
// nodes of a graph: n requests are n visits to the model and n-1 to the tools.
func runEino(ctx context.Context, a assignment, task string, s *tasks.Session) (string, error) {
	chat, err := ollama.NewChatModel(ctx, &ollama.ChatModelConfig{BaseURL: a.host, Model: a.model,
		Options: &ollama.Options{Temperature: 0, Seed: 1}})
	if err != nil {
		return "", err
	}
	config := &react.AgentConfig{ToolCallingModel: chat, MaxStep: 2*a.steps - 1}
	for _, t := range s.Tools().All() {
		var parameters jsonschema.Schema
		if err := json.Unmarshal(t.Schema().JSON(), &parameters); err != nil {
			return "", fmt.Errorf("tool %s: %w", t.Name(), err)
		}
		info := &schema.ToolInfo{Name: t.Name(), Desc: t.Description(), ParamsOneOf: schema.NewParamsOneOfByJSONSchema(&parameters)}
		config.ToolsConfig.Tools = append(config.ToolsConfig.Tools, einoTool{info, s})
	}
	config.ToolsConfig.ExecuteSequentially = true
	agent, err := react.NewAgent(ctx, config)
	if err != nil {
		return "", err
	}
	m, err := agent.Generate(ctx, []*schema.Message{schema.SystemMessage(instructions), schema.UserMessage(task)})
	if err != nil {
		return "", err
	}
	return m.Content, nil
}

// An einoTool is a tool of a session as one of eino.
type einoTool struct {
	info    *schema.ToolInfo
	session *tasks.Session
}

var _ tool.InvokableTool = einoTool{}

func (t einoTool) Info(context.Context) (*schema.ToolInfo, error) { return t.info, nil }

func (t einoTool) InvokableRun(ctx context.Context, args string, _ ...tool.Option) (string, error) {
	return call(ctx, t.session, t.info.Name, json.RawMessage(args)), nil
}
