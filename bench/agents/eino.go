package main

import (
	"context"
	"strconv"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/flow/agent/react"
	"github.com/cloudwego/eino/schema"
)

// buildEino builds the ReAct agent of cloudwego/eino, whose graph is compiled once. Its steps are nodes
// of that graph: n decisions are n visits to the model and n-1 to the tools.
func buildEino(v *scripted, b *toolSet) (func(context.Context) ending, error) {
	lookup, err := utils.InferTool("lookup", lookupText, func(_ context.Context, in wordArgs) (string, error) { return b.lookup(in), nil })
	if err != nil {
		return nil, err
	}
	count, err := utils.InferTool("count", countText, func(_ context.Context, in wordArgs) (int, error) { return b.count(in), nil })
	if err != nil {
		return nil, err
	}
	join, err := utils.InferTool("join", joinText, func(_ context.Context, in joinArgs) (string, error) { return b.join(in), nil })
	if err != nil {
		return nil, err
	}
	agent, err := react.NewAgent(context.Background(), &react.AgentConfig{
		ToolCallingModel: einoModel{v},
		ToolsConfig:      compose.ToolsNodeConfig{Tools: []tool.BaseTool{lookup, count, join}},
		MaxStep:          2*decisions - 1,
	})
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) ending {
		m, err := agent.Generate(ctx, []*schema.Message{schema.UserMessage(question)})
		if err != nil {
			return ending{how: "error: " + err.Error(), left: "nothing"}
		}
		return ending{answer: m.Content, how: "answer", left: "the last message"}
	}, nil
}

// An einoModel is a scripted model as a chat model of eino.
type einoModel struct{ model *scripted }

func (m einoModel) Generate(ctx context.Context, _ []*schema.Message, _ ...model.Option) (*schema.Message, error) {
	t, err := m.model.next(ctx)
	if err != nil {
		return nil, err
	}
	if t.tool == "" {
		return schema.AssistantMessage(t.text, nil), nil
	}
	id := "c" + strconv.FormatInt(m.model.n.Load(), 10)
	return schema.AssistantMessage(t.text, []schema.ToolCall{{ID: id, Type: "function", Function: schema.FunctionCall{Name: t.tool, Arguments: t.args}}}), nil
}

func (m einoModel) Stream(ctx context.Context, in []*schema.Message, o ...model.Option) (*schema.StreamReader[*schema.Message], error) {
	message, err := m.Generate(ctx, in, o...)
	if err != nil {
		return nil, err
	}
	return schema.StreamReaderFromArray([]*schema.Message{message}), nil
}

func (m einoModel) WithTools([]*schema.ToolInfo) (model.ToolCallingChatModel, error) { return m, nil }
