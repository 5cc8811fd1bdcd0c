package agent_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"strings"

	"github.com/shortleash/shortleash/agent"
	"github.com/shortleash/shortleash/agent/agenttest"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model/ollama"
	"github.com/shortleash/shortleash/tools"
	"github.com/shortleash/shortleash/tools/builtin"
)

// The part of a workshop that is counted.
type item struct {
	Name string `json:"name" jsonschema:"enum=bolt,enum=nut,enum=washer"`
}

type count struct {
	Number int  `json:"number" jsonschema:"how many there are"`
	Enough bool `json:"enough" jsonschema:"whether that is as many as were asked for"`
}

func countItem(_ context.Context, in item) (int, error) {
	return map[string]int{"bolt": 20, "nut": 300}[in.Name], nil
}

func Example() {
	m := agent.Model(ollama.New("qwen2.5-coder:1.5b", ollama.Config{}))
	tool := agent.Tool("count_part", "how many of a part are in stock", countItem)
	got, err := agent.Run[count](context.Background(), m, agent.Config{Tools: agent.Tools{tool}}, "Are there 100 bolts?")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(got.Number, got.Enough)
}

// A test needs no model: a script says what one would do, and can do only what the agent allows.
func ExampleRun() {
	m := agenttest.Script(agenttest.Call("count_part", item{"bolt"}), agenttest.Answer(count{Number: 20}))
	tool := agent.Tool("count_part", "how many of a part are in stock", countItem)
	got, err := agent.Run[count](context.Background(), m, agent.Config{Tools: agent.Tools{tool}}, "Are there 100 bolts?")
	fmt.Println(got.Number, got.Enough, err)
	// Output: 20 false <nil>
}

// What is wrong with an agent shows before a model is asked.
func ExampleNew() {
	type query struct {
		Size string `json:"size" jsonschema:"enum=small,medium,large"`
	}
	find := agent.Tool("find", "finds parts of a size", func(context.Context, query) ([]string, error) { return nil, nil })
	_, err := agent.New[string](agenttest.Script(), agent.Config{Tools: agent.Tools{find}})
	fmt.Println(errors.Is(err, loop.ErrMisuse))
	fmt.Println(strings.TrimPrefix(err.Error(), "agent: loop: misuse: tools: arguments of find: "))
	// Output:
	// true
	// query.Size string `enum=small,medium,large`: "medium" is not a keyword; write each value apart, as in enum=small,enum=medium,enum=large
}

func ExampleAgent_Run() {
	a, err := agent.New[[]string](agenttest.Script(agenttest.Answer([]string{"bolt", "nut"})), agent.Config{})
	if err != nil {
		log.Fatal(err)
	}
	result, err := a.Run(context.Background(), "Which parts hold two plates together?")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Answer, result.Counters.Steps, result.Outcome)
	// Output: [bolt nut] 1 final
}

func ExampleAgent_Watch() {
	m := agenttest.Script(agenttest.Call("count_part", item{"nut"}), agenttest.Answer("There are 300 nuts."))
	a, err := agent.New[string](m, agent.Config{Tools: agent.Tools{agent.Tool("count_part", "how many of a part are in stock", countItem)}})
	if err != nil {
		log.Fatal(err)
	}
	for e, err := range a.Watch(context.Background(), "How many nuts are there?") {
		switch {
		case err != nil:
			log.Fatal(err)
		case e.Args != nil:
			fmt.Println("calls", e.Tool, string(e.Args))
		case e.Output != nil:
			fmt.Println("it gives", string(e.Output))
		case e.Answer != nil:
			fmt.Println(*e.Answer)
		}
	}
	// Output:
	// calls count_part {"name":"nut"}
	// it gives 300
	// There are 300 nuts.
}

func ExampleAgent_Chat() {
	a, err := agent.New[string](agenttest.Script(agenttest.Answer("Ann."), agenttest.Answer("Ben, after Ann.")), agent.Config{})
	if err != nil {
		log.Fatal(err)
	}
	chat := a.Chat()
	for _, question := range []string{"Who opens the shop?", "And then?"} {
		result, err := chat.Ask(context.Background(), question)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(result.Answer)
	}
	// Output:
	// Ann.
	// Ben, after Ann.
}

func ExampleResult_Prompt() {
	a, err := agent.New[string](agenttest.Script(agenttest.Answer("yes")), agent.Config{Instructions: "Answer with one word."})
	if err != nil {
		log.Fatal(err)
	}
	result, err := a.Run(context.Background(), "Is it open?")
	if err != nil {
		log.Fatal(err)
	}
	read := result.Prompt(1)
	fmt.Println(strings.Contains(read, "Answer with one word."))
	fmt.Println(read[strings.Index(read, "user:"):])
	// Output:
	// true
	// user:
	// Is it open?
}

// Tools of other makers stand in the same list: those with options, and those that are there already.
func ExampleConfig() {
	pay := tools.Func("pay", "pays an invoice", func(context.Context, struct {
		Invoice int `json:"invoice" jsonschema:"minimum=1"`
	}) (string, error) {
		return "paid", nil
	}, tools.Options{NeedsApproval: true, Irreversible: true})
	c := agent.Config{
		Tools:        append(builtin.Files(".", builtin.FolderOptions{}), builtin.Calculate(), pay),
		Instructions: "Invoices lie in the folder as text.",
		Rules:        agent.Rules{agent.Quota{Tool: "pay", Calls: 1}},
		Budget:       agent.Budget{Steps: 12},
		Loop: loop.Config{Approval: loop.Approval{Ask: func(context.Context, loop.Interrupt) (loop.Reply, error) {
			return loop.Reply{Do: loop.Approve}, nil
		}}},
	}
	_, err := agent.New[string](agenttest.Script(), c)
	fmt.Println(err)
	// Output: <nil>
}

// An agent is a loop: with it come logs, resuming and replaying.
func ExampleAgent_Loop() {
	a, err := agent.New[int](agenttest.Script(agenttest.Answer(7)), agent.Config{})
	if err != nil {
		log.Fatal(err)
	}
	var events strings.Builder
	result, err := a.Loop().Run(context.Background(), "Say a number.", &events)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(result.Answer), strings.Count(events.String(), "\n"), "events")
	// Output: {"value":7} 5 events
}
