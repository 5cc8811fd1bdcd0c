// Command shortleash makes an offer for parts.
package main

import (
	"context"
	"fmt"

	"github.com/shortleash/shortleash/agent"
	"github.com/shortleash/shortleash/model/ollama"
)

type part struct {
	Part string `json:"part" jsonschema:"enum=bolt,enum=nut"`
}

type offer struct {
	Price  float64 `json:"price" jsonschema:"in euros"`
	Enough bool    `json:"enough" jsonschema:"whether there are as many as were asked for"`
}

func count(_ context.Context, in part) (int, error) { return 10 * len(in.Part), nil }

func price(_ context.Context, in part) (float64, error) { return float64(len(in.Part)) / 10, nil }

var shop = agent.Config{Tools: agent.Tools{
	agent.Tool("count_part", "how many of a part are in stock", count),
	agent.Tool("price_of", "what one of a part costs, in euros", price),
}}

func main() {
	m := agent.Model(ollama.New("llama3.2", ollama.Config{}))
	fmt.Println(agent.Run[offer](context.Background(), m, shop, "What do 100 nuts cost, and are they there?"))
}
