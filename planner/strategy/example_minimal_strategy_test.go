package strategy_test

import (
	"context"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
)

// A minimal strategy: it shows the model the task and what its calls gave, and takes the decision that comes back.
type minimal struct{}

func (minimal) Name() string { return "minimal" }

func (minimal) Roles() []model.RoleForm { return []model.RoleForm{{Role: model.Executor}} }

func (minimal) Next(ctx context.Context, s planner.State, a planner.Allowed, ask planner.Ask) (planner.Decision, error) {
	reply, err := ask(ctx, planner.Question{Role: model.Executor, Schema: planner.DecisionSchema(a, 40, 1),
		Messages: func(planner.Folding) ([]model.Message, error) {
			list := []model.Message{{Author: model.User, Content: s.Task}}
			for _, step := range s.Steps {
				for i, o := range step.Observations {
					list = append(list, model.Message{Author: model.User, Content: step.Calls[i].Tool + " gave " + string(o.Output)})
				}
			}
			return list, nil
		}})
	if err != nil {
		return planner.Decision{}, err
	}
	return a.Read(reply)
}

// The whole of a strategy is [planner.Planner]: a name, its roles, and one decision at a time. Reflexion and SelfRefine
// go around it, and PlanExecute can have it as its Executor.
func Example_minimalStrategy() {
	show(minimal{}, callCount, sayFive)
	// Output:
	// executor: act
	// executor: final
	// final answered {"text":"five"}
}
