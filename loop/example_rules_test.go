package loop_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
)

// file is the argument of the example's two tools.
type file struct {
	Name string `json:"name" jsonschema:"maxLength=20"`
}

// show runs two tools, list and read, under rules, and prints what the model could choose each time.
func show(rules []loop.Rule, script ...string) {
	list := tools.Must(tools.New("list", "the files",
		func(context.Context, struct{}) (string, error) { return "a.txt b.txt", nil }, tools.Options{}))
	read := tools.Must(tools.New("read", "a file",
		func(_ context.Context, f file) (string, error) { return "text of " + f.Name, nil }, tools.Options{}))
	registry, err := tools.NewRegistry(list, read)
	if err != nil {
		fmt.Println(err)
		return
	}
	l, err := loop.New(strategy.ReAct{}, fake.Script(script...), registry,
		loop.Config{Rules: rules, Repeats: loop.Halt, Allowances: loop.Allowances{Repairs: -1}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for e, err := range l.Watch(context.Background(), "What is in b.txt?", nil) {
		switch {
		case err != nil:
			fmt.Println(err)
		case e.Ask != nil:
			fmt.Println(strings.Join(e.Ask.Choices, ", "))
		case e.Result != nil:
			fmt.Println("=", e.Result.Outcome, e.Result.Error)
		}
	}
}

// What the model says in the examples.
const (
	callList  = `{"thought":"","tool":"list","tool_args":{}}`
	callReadB = `{"thought":"","tool":"read","tool_args":{"name":"b.txt"}}`
	callReadC = `{"thought":"","tool":"read","tool_args":{"name":"c.txt"}}`
	sayText   = `{"thought":"","tool":"final_answer","tool_args":{"text":"text of b.txt"}}`
)

func ExampleRequire() {
	show([]loop.Rule{loop.Require{Tool: "read"}}, callList, callReadB, sayText)
	// Output:
	// list, read
	// list, read
	// list, read, final_answer
	// = final
}

func ExamplePrerequisite() {
	show([]loop.Rule{loop.Prerequisite{Tool: "read", After: "list"}}, callList, callReadB, sayText)
	// Output:
	// list, final_answer
	// list, read, final_answer
	// list, read, final_answer
	// = final
}

func ExampleQuota() {
	show([]loop.Rule{loop.Quota{Tool: "list", Calls: 1}}, callList, callReadB, sayText)
	// Output:
	// list, read, final_answer
	// read, final_answer
	// read, final_answer
	// = final
}

func ExampleDomain() {
	// Only files that were listed can be read.
	listed := func(s planner.State) []string {
		for _, step := range s.Steps {
			for _, o := range step.Observations {
				if o.OK {
					return strings.Fields(strings.Trim(string(o.Output), `"`))
				}
			}
		}
		return nil
	}
	show([]loop.Rule{loop.Domain{Tool: "read", Argument: "name", Values: listed}}, callList, callReadC)
	// Output:
	// list, final_answer
	// list, read, final_answer
	// = model_failure the model's reply was not a legal decision: grammar: /tool_args/name: byte 49: got "c", want one of "a.txt", "b.txt"
}

func ExampleGrounded() {
	// The answer can only be something that a tool has returned.
	returned := func(s planner.State) grammar.Schema {
		values := []string{"I do not know."}
		for _, step := range s.Steps {
			for _, o := range step.Observations {
				values = append(values, strings.Trim(string(o.Output), `"`))
			}
		}
		return grammar.Object(grammar.Property{Name: "text", Schema: grammar.Enum(values...)})
	}
	show([]loop.Rule{loop.Grounded{Answers: returned}}, callReadB, sayText)
	// Output:
	// list, read, final_answer
	// list, read, final_answer
	// = final
}
