package strategy_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
)

// OneByOne is a planner of another package that has nothing but the three methods of one: it reads the task and what
// its calls gave, and decides. It has never heard of plans.
type OneByOne struct{}

func (OneByOne) Name() string { return "one-by-one" }

func (OneByOne) Roles() []model.RoleForm { return []model.RoleForm{{Role: model.Executor}} }

func (OneByOne) Next(ctx context.Context, s planner.State, a planner.Allowed, ask planner.Ask) (planner.Decision, error) {
	reply, err := ask(ctx, planner.Question{
		Role:   model.Executor,
		Schema: planner.DecisionSchema(a, 0, 1),
		Messages: func(planner.Folding) ([]model.Message, error) {
			messages := []model.Message{{Author: model.User, Content: s.Task}}
			for _, step := range s.Steps {
				for i, o := range step.Observations {
					messages = append(messages, model.Message{Author: model.User, Content: step.Calls[i].Tool + " gave " + string(o.Output)})
				}
			}
			return messages, nil
		},
		Accept: func(reply json.RawMessage) error {
			_, err := a.Read(reply)
			return err
		},
		Repair: func(invalid error) (model.Message, error) {
			return model.Message{Author: model.User, Content: invalid.Error()}, nil
		},
	})
	if err != nil {
		return planner.Decision{}, err
	}
	d, err := a.Read(reply)
	d.N = s.Counters.Steps + 1
	return d, err
}

// PreFlect goes around any planner. This one knows no plans: a planner role writes one, the critic examines it, and
// the planner reads it with its task. Reflexion and SelfRefine go around it just as well, and PlanExecute can have it
// as its Executor.
func ExampleNewPreFlect_anyPlanner() {
	count := tools.Must(tools.New("count", "how many letters a word has", func(_ context.Context, in struct {
		Word string `json:"word" jsonschema:"maxLength=24"`
	}) (int, error) {
		return len(in.Word), nil
	}, tools.Options{}))
	registry, err := tools.NewRegistry(count)
	if err != nil {
		fmt.Println(err)
		return
	}
	m := fake.Script(planGuess, guesswork, planCount, `{"tool":"count","tool_args":{"word":"leash"}}`, `{"tool":"final_answer","tool_args":{"text":"five"}}`)
	l, err := loop.New(strategy.NewPreFlect(OneByOne{}), m, registry, loop.Usual())
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := l.Run(context.Background(), "How many letters has leash?", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Outcome, string(r.Answer))
	read, _, _ := strings.Cut(m.Requests()[3].Messages[0].Content, "\nWhere")
	fmt.Println(read)
	// Output:
	// final {"text":"five"}
	// How many letters has leash?
	//
	// A plan that may help:
	// s1 count the letters (tool: count)
}
