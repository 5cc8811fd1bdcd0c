package strategy_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
)

// show runs a strategy with one tool and a scripted model, and prints who decided what, and how the run
// ended.
func show(p planner.Planner, script ...string) {
	type args struct {
		Word string `json:"word" jsonschema:"minLength=1,maxLength=24"`
	}
	count := tools.Must(tools.New("count", "how many letters a word has",
		func(_ context.Context, in args) (int, error) { return len([]rune(in.Word)), nil }, tools.Options{}))
	registry, err := tools.NewRegistry(count)
	if err != nil {
		fmt.Println(err)
		return
	}
	l, err := loop.New(p, fake.Script(script...), registry, loop.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for e, err := range l.Watch(context.Background(), "How many letters has leash?", nil) {
		switch {
		case err != nil:
			fmt.Println(err)
		case e.Decision != nil && e.Decision.Role != "":
			fmt.Printf("%s: %s\n", e.Decision.Role, e.Decision.Kind)
		case e.Result != nil:
			fmt.Println(e.Result.Outcome, e.Result.Reason, string(e.Result.Answer))
		}
	}
}

// What the model says in the examples.
const (
	callCount = `{"thought":"","tool":"count","tool_args":{"word":"leash"}}`
	sayFour   = `{"thought":"","tool":"final_answer","tool_args":{"text":"four"}}`
	sayFive   = `{"thought":"","tool":"final_answer","tool_args":{"text":"five"}}`
	planCount = `{"facts":"","steps":[{"depends_on":[],"description":"count the letters","expected":"a number","tool":"count"}]}`
	planGuess = `{"facts":"","steps":[{"depends_on":[],"description":"guess a likely number","expected":"","tool":null}]}`
	counted   = `{"thought":"","tool":"step_done","tool_args":{"evidence":["c1"],"output":"leash has 5 letters"}}`
	accepted  = `{"assessment":"the call says so","confidence":"high","done":true,"gaps":[],"guidance":""}`
	refused   = `{"assessment":"the call says 5","confidence":"high","done":false,"gaps":["the number"],` +
		`"guidance":"Take the number of the call."}`
	sound     = `{"analysis":"","errors":[]}`
	guesswork = `{"analysis":"there is a tool","errors":[{"detail":"a guess proves nothing","severity":"critical",` +
		`"steps":["s1"],"type":"ineffective_tool_selection"}]}`
	notCounted = `{"assessment":"nothing was counted","confidence":"high","done":false,"gaps":["a count"],` +
		`"guidance":"Count the letters first."}`
)

func ExampleReAct() {
	show(strategy.ReAct{}, callCount, sayFive)
	// Output:
	// executor: act
	// executor: final
	// final answered {"text":"five"}
}

// The synthesizer reads what the plan steps gave, and none of the calls.
func ExamplePlanExecute() {
	show(strategy.PlanExecute{}, planCount, callCount, counted, sayFive)
	// Output:
	// planner: plan
	// executor: act
	// executor: step
	// synthesizer: final
	// final answered {"text":"five"}
}

// A plan step is done only with a call to show for it.
func ExamplePlanAct() {
	show(strategy.PlanAct{}, planCount, callCount, counted, sayFive)
	// Output:
	// planner: plan
	// executor: act
	// executor: step
	// executor: final
	// final answered {"text":"five"}
}

// A draft that the reflector refuses begins another cycle.
func ExamplePlanActReflect() {
	show(strategy.PlanActReflect{}, planCount, callCount, sayFour, refused, planCount, sayFive, accepted)
	// Output:
	// planner: plan
	// executor: act
	// executor: draft
	// reflector: verdict
	// planner: plan
	// executor: draft
	// reflector: verdict
	// final accepted {"text":"five"}
}

// The critic examines a plan before anything is done, and writes a better one.
func ExamplePreFlect() {
	show(strategy.PreFlect{Inner: strategy.PlanAct{}}, planGuess, guesswork, planCount, callCount, counted, sayFive)
	// Output:
	// planner: plan
	// critic: verdict
	// critic: verdict
	// executor: act
	// executor: step
	// executor: final
	// final answered {"text":"five"}
}

// A second trial knows the lesson of the first, and nothing else of it.
func ExampleReflexion() {
	show(strategy.Reflexion{Inner: strategy.ReAct{}}, sayFour, notCounted, callCount, sayFive, accepted)
	// Output:
	// executor: draft
	// reflector: restart
	// executor: act
	// executor: draft
	// reflector: verdict
	// final accepted {"text":"five"}
}

// An answer is written again, and no tool is called again.
func ExampleSelfRefine() {
	show(strategy.SelfRefine{Inner: strategy.ReAct{}}, callCount, sayFour, refused, sayFive, accepted)
	// Output:
	// executor: act
	// executor: draft
	// reflector: verdict
	// executor: draft
	// reflector: verdict
	// final accepted {"text":"five"}
}

// A plan step may be planned in detail, and a part of it again: Depth says in how many levels.
func ExamplePlanExecute_depth() {
	p := strategy.PlanExecute{}
	p.Depth = 2
	plan := func(steps ...string) string {
		for i, s := range steps {
			description, expand := strings.CutSuffix(s, " …")
			steps[i] = fmt.Sprintf(`{"depends_on":[],"description":%q,"expand":%t,"expected":"","tool":null}`, description, expand)
		}
		return `{"facts":"","steps":[` + strings.Join(steps, ",") + `]}`
	}
	done := `{"thought":"","tool":"step_done","tool_args":{"evidence":[],"output":"done"}}`
	m := fake.Script(plan("write the guide …"), plan("write the text …", "draw the map"),
		strings.ReplaceAll(plan("write about food", "write about trains"), `"expand":false,`, ""), done, done, done, sayFive)
	l, err := loop.New(p, m, nil, loop.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := l.Run(context.Background(), "Write a guide to Lima.", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range r.Plan.Steps {
		fmt.Println(strings.Repeat("  ", s.Level())+s.ID, s.Description, s.Status)
	}
	// Output:
	// s1 write the guide done
	//   s1.1 write the text done
	//     s1.1.1 write about food done
	//     s1.1.2 write about trains done
	//   s1.2 draw the map done
}
