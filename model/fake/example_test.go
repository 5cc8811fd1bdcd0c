package fake_test

import (
	"context"
	"fmt"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
)

// An agent is tested by scripting its model: the tool really runs, the model says what it is told.
func ExampleScript() {
	type word struct {
		Word string `json:"word"`
	}
	count := tools.Must(tools.New("count", "How many letters a word has.",
		func(_ context.Context, in word) (int, error) { return len(in.Word), nil }, tools.Options{}))
	registry, _ := tools.NewRegistry(count)
	m := fake.Script(
		`{"thought":"count it","tool":"count","tool_args":{"word":"leash"}}`,
		`{"thought":"that is it","tool":"final_answer","tool_args":{"text":"5 letters"}}`)
	agent, _ := loop.New(strategy.ReAct{}, m, registry, loop.Config{})
	r, _ := agent.Run(context.Background(), "How long is the word leash?", nil)
	fmt.Println(r.Outcome, string(r.Answer))
	fmt.Println(string(r.Steps[0].Observations[0].Output), len(m.Requests()), m.Left())
	// Output:
	// final {"text":"5 letters"}
	// 5 2 0
}

// A promise that holds forevery legal reply is tested with replies that are legal and nothing more.
func ExampleRandom() {
	g, _ := grammar.Compile(context.Background(), grammar.Array(grammar.Integer(1, 6), 2, 2).JSON(), grammar.Options{})
	for seed := range int64(100) {
		reply, err := model.Collect(fake.Random(seed).Generate(context.Background(), model.Request{Grammar: g}))
		if err != nil || g.Check(context.Background(), []byte(reply.Text)) != nil {
			fmt.Println("illegal:", reply.Text, err)
		}
	}
	fmt.Println("100 throws of two dice")
	// Output: 100 throws of two dice
}

// What happens when a model writes white space forever.
func ExampleHostile() {
	g, _ := grammar.Compile(context.Background(), grammar.OpenObject().JSON(), grammar.Options{})
	m := model.Guard(fake.Hostile(fake.EndlessSpace, 1))
	reply, err := model.Collect(m.Generate(context.Background(), model.Request{Grammar: g}))
	fmt.Println(len(reply.Text), err)
	// Output: 25 grammar: byte 25: got "\n", want one of "}", another member
}
