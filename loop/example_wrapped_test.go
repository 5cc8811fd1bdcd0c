package loop_test

import (
	"context"
	"fmt"
	"iter"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
)

// brief is a model that refuses prompts over so many messages.
type brief struct {
	model.Model
	messages int
}

func (b brief) Generate(ctx context.Context, req model.Request) iter.Seq2[model.Chunk, error] {
	if len(req.Messages) > b.messages {
		return func(yield func(model.Chunk, error) bool) {
			yield(model.Chunk{}, &model.Fault{Kind: model.Refused, Message: "the conversation is too long"})
		}
	}
	return b.Model.Generate(ctx, req)
}

// What stands before requests and calls is a model around a model, and a tool around a tool: it sees, changes or refuses.
func ExampleNew_wrapped() {
	type order struct {
		Pieces int64 `json:"pieces"`
	}
	buy := func(_ context.Context, o order) (string, error) { return fmt.Sprintf("bought %d", o.Pieces), nil }
	careful := func(ctx context.Context, o order) (string, error) {
		if o.Pieces > 100 {
			return "", tools.BadArgument("at most 100 pieces")
		}
		return buy(ctx, o)
	}
	registry, err := tools.NewRegistry(tools.Must(tools.New("buy", "buys pieces", careful, tools.Options{})))
	if err != nil {
		panic(err)
	}
	m := fake.Script(
		`{"thought":"","tool":"buy","tool_args":{"pieces":500}}`,
		`{"thought":"","tool":"buy","tool_args":{"pieces":5}}`,
		`{"thought":"","tool":"final_answer","tool_args":{"text":"done"}}`)
	l, err := loop.New(strategy.ReAct{}, brief{m, 6}, registry, loop.Config{})
	if err != nil {
		panic(err)
	}
	r, err := l.Run(context.Background(), "Buy some.", nil)
	if err != nil {
		panic(err)
	}
	for _, s := range r.Steps {
		for _, o := range s.Observations {
			if o.OK {
				fmt.Println(string(o.Output))
			} else {
				fmt.Println(o.Error.Message)
			}
		}
	}
	fmt.Println(r.Outcome, r.Reason, r.Error)
	// Output:
	// at most 100 pieces
	// "bought 5"
	// model_failure refused the conversation is too long
}
