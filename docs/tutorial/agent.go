// Command tutorial is the agent of docs/tutorial.md: it looks after the stock of a small workshop.
package main

import (
	"context"
	"encoding/json"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
)

type count struct {
	Part string `json:"part" jsonschema:"enum=bolt,enum=nut,enum=washer"`
}

type order struct {
	Number int    `json:"number" jsonschema:"minimum=1,maximum=500"`
	Part   string `json:"part" jsonschema:"maxLength=20"`
}

// newAgent returns an agent that looks after stock, with m as its model.
func newAgent(stock map[string]int, m model.Model) (*loop.Loop, error) {
	countPart := tools.Must(tools.New("count_part", "how many of a part are in stock",
		func(_ context.Context, in count) (int, error) { return stock[in.Part], nil }, tools.Options{}))
	orderPart := tools.Must(tools.New("order_part", "orders a number of a part and returns the new stock",
		func(_ context.Context, in order) (int, error) {
			stock[in.Part] += in.Number
			return stock[in.Part], nil
		}, tools.Options{}))
	registry, err := tools.NewRegistry(countPart, orderPart)
	if err != nil {
		return nil, err
	}
	config := loop.Config{}
	config.Answer = grammar.Object(
		grammar.Property{Name: "ordered", Schema: grammar.Integer(0, 500)},
		grammar.Property{Name: "text", Schema: grammar.String(1, 200)})
	config.Rules = []loop.Rule{ // count before you answer; order once, and only what was counted
		loop.Require{Tool: "count_part"},
		loop.Domain{Tool: "order_part", Argument: "part", Values: countedParts},
		loop.Quota{Tool: "order_part", Calls: 1},
	}
	return loop.New(strategy.ReAct{}, m, registry, config)
}

// countedParts returns the parts that the run has counted.
func countedParts(s planner.State) (parts []string) {
	for _, step := range s.Steps {
		var in count
		if len(step.Calls) == 1 && step.Calls[0].Tool == "count_part" && json.Unmarshal(step.Calls[0].Args, &in) == nil {
			parts = append(parts, in.Part)
		}
	}
	return parts
}
