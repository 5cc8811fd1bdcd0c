// Command langchaingo makes an offer for parts.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"strings"

	"github.com/tmc/langchaingo/agents"
	"github.com/tmc/langchaingo/chains"
	"github.com/tmc/langchaingo/llms"
	"github.com/tmc/langchaingo/llms/ollama"
	"github.com/tmc/langchaingo/tools"
)

type offer struct {
	Price  float64 `json:"price"`
	Enough bool    `json:"enough"`
}

const form = ` Answer with JSON alone: {"price": a number, in euros, "enough": whether there are as many as were asked for}`

// A function is a tool, which takes its argument as text.
type function struct {
	name, description string
	f                 func(part string) string
}

func (f function) Name() string { return f.name }

func (f function) Description() string { return f.description + " The input is bolt or nut." }

func (f function) Call(_ context.Context, input string) (string, error) {
	part := strings.TrimSpace(input)
	if part != "bolt" && part != "nut" {
		return "want bolt or nut", nil
	}
	return f.f(part), nil
}

func ask(ctx context.Context, m llms.Model, task string) (o offer, err error) {
	a := agents.NewOneShotAgent(m, []tools.Tool{
		function{"count_part", "how many of a part are in stock.", func(part string) string { return fmt.Sprint(10 * len(part)) }},
		function{"price_of", "what one of a part costs, in euros.", func(part string) string { return fmt.Sprint(float64(len(part)) / 10) }},
	})
	reply, err := chains.Run(ctx, agents.NewExecutor(a), task+form)
	if err != nil {
		return o, err
	}
	err = json.Unmarshal([]byte(reply), &o)
	return o, err
}

func main() {
	m, err := ollama.New(ollama.WithModel("llama3.2"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(ask(context.Background(), m, "What do 100 nuts cost, and are they there?"))
}
