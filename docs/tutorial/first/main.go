package main

import (
	"context"
	"fmt"

	"github.com/shortleash/shortleash/agent"
	"github.com/shortleash/shortleash/model/ollama"
)

type part struct {
	Name string `json:"name" jsonschema:"enum=bolt,enum=nut,enum=washer"`
}

type stock struct {
	Number int `json:"number" jsonschema:"how many there are"`
}

func count(_ context.Context, in part) (int, error) { return 5 * len(in.Name), nil }

func main() {
	tools := agent.Tools{agent.Tool("count_part", "how many of a part are in stock", count)}
	m := agent.Model(ollama.New("qwen2.5-coder:1.5b", ollama.Config{}))
	fmt.Println(agent.Run[stock](context.Background(), m, agent.Config{Tools: tools}, "How many bolts are there?"))
}
