// Command eino makes an offer for parts.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"

	"github.com/cloudwego/eino-ext/components/model/ollama"
	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/flow/agent/react"
	"github.com/cloudwego/eino/schema"
)

type part struct {
	Part string `json:"part" jsonschema:"enum=bolt,enum=nut"`
}

type offer struct {
	Price  float64 `json:"price"`
	Enough bool    `json:"enough"`
}

const form = `Answer with JSON alone: {"price": a number, in euros, "enough": whether there are as many as were asked for}`

func count(_ context.Context, in part) (int, error) { return 10 * len(in.Part), nil }

func price(_ context.Context, in part) (float64, error) { return float64(len(in.Part)) / 10, nil }

func ask(ctx context.Context, m model.ToolCallingChatModel, task string) (o offer, err error) {
	counts, err := utils.InferTool("count_part", "how many of a part are in stock", count)
	if err != nil {
		return o, err
	}
	prices, err := utils.InferTool("price_of", "what one of a part costs, in euros", price)
	if err != nil {
		return o, err
	}
	a, err := react.NewAgent(ctx, &react.AgentConfig{ToolCallingModel: m,
		ToolsConfig: compose.ToolsNodeConfig{Tools: []tool.BaseTool{counts, prices}}})
	if err != nil {
		return o, err
	}
	reply, err := a.Generate(ctx, []*schema.Message{schema.SystemMessage(form), schema.UserMessage(task)})
	if err != nil {
		return o, err
	}
	err = json.Unmarshal([]byte(reply.Content), &o)
	return o, err
}

func main() {
	ctx := context.Background()
	m, err := ollama.NewChatModel(ctx, &ollama.ChatModelConfig{BaseURL: "http://localhost:11434", Model: "llama3.2"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(ask(ctx, m, "What do 100 nuts cost, and are they there?"))
}
