package loop_test

import (
	"context"
	"fmt"
	"log"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
)

func ExampleLoop_Run() {
	type args struct {
		Word string `json:"word" jsonschema:"minLength=1,maxLength=24"`
	}
	count := tools.Must(tools.New("count_letters", "how many letters a word has",
		func(_ context.Context, in args) (int, error) { return len([]rune(in.Word)), nil }, tools.Options{}))
	registry, err := tools.NewRegistry(count)
	if err != nil {
		log.Fatal(err)
	}
	m := fake.Script( // a real one: ollama.New("llama3.2", ollama.Config{})
		`{"thought":"count them","tool":"count_letters","tool_args":{"word":"leash"}}`,
		`{"thought":"five","tool":"final_answer","tool_args":{"text":"Five letters."}}`)
	agent, err := loop.New(strategy.ReAct{}, m, registry, loop.Config{})
	if err != nil {
		log.Fatal(err)
	}
	result, err := agent.Run(context.Background(), "How many letters has leash?", nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Outcome, result.Counters.Steps, string(result.Answer))
	// Output: final 2 {"text":"Five letters."}
}
