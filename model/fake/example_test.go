package fake_test

import (
	"context"
	"fmt"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner"
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
	agent, _ := loop.New(planner.NewReAct(), m, registry, loop.Usual())
	r, _ := agent.Run(context.Background(), "How long is the word leash?", nil)
	fmt.Println(r.Outcome, string(r.Answer))
	fmt.Println(string(r.Steps[0].Observations[0].Output), len(m.Requests()), m.Left())
	// Output:
	// final {"text":"5 letters"}
	// 5 2 0
}
