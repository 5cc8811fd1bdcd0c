// Command rules looks after the stock of a small workshop. It orders only what it has counted, and only once.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"

	"github.com/shortleash/shortleash/agent"
	"github.com/shortleash/shortleash/model/ollama"
	"github.com/shortleash/shortleash/planner"
)

type part struct {
	Part string `json:"part" jsonschema:"enum=bolt,enum=nut,enum=washer"`
}

type order struct {
	Number int    `json:"number" jsonschema:"minimum=1,maximum=500"`
	Part   string `json:"part" jsonschema:"description=one that was counted,maxLength=20"`
}

type report struct {
	Ordered int    `json:"ordered" jsonschema:"description=how many were ordered,minimum=0,maximum=500"`
	Text    string `json:"text" jsonschema:"description=what was done,maxLength=200"`
}

// workshop returns an agent that looks after stock.
func workshop(stock map[string]int) agent.Config {
	count := func(_ context.Context, in part) (int, error) { return stock[in.Part], nil }
	buy := func(_ context.Context, in order) (int, error) {
		stock[in.Part] += in.Number
		return stock[in.Part], nil
	}
	return agent.Config{
		Instructions: "Order no more than is missing.",
		Tools: agent.Tools{
			agent.Tool("count_part", "how many of a part are in stock", count),
			agent.Tool("order_part", "orders a number of a part and returns the new stock", buy),
		},
		Rules: agent.Rules{ // count before you answer; order once, and only what was counted
			agent.Require{Tool: "count_part"},
			agent.Domain{Tool: "order_part", Argument: "part", Values: counted},
			agent.Quota{Tool: "order_part", Calls: 1},
		},
	}
}

// counted returns the parts that the run has counted.
func counted(s planner.State) (parts []string) {
	for _, step := range s.Steps {
		var in part
		if len(step.Calls) == 1 && step.Calls[0].Tool == "count_part" && json.Unmarshal(step.Calls[0].Args, &in) == nil {
			parts = append(parts, in.Part)
		}
	}
	return parts
}

func main() {
	m := agent.Model(ollama.New(os.Args[1], ollama.Config{}))
	a, err := agent.New[report](m, workshop(map[string]int{"bolt": 20, "nut": 300}))
	if err != nil {
		log.Fatal(err)
	}
	result, err := a.Run(context.Background(), os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Answer.Ordered, result.Answer.Text, result.Warnings)
}
