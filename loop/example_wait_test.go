package loop_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
)

// A pollable tool says with Pending that work is under way; then, and only then, the grammar has a branch for a wait. The
// clock of this run does not tick: Sleep returns at once.
func ExampleConfig_wait() {
	left := 2
	build := tools.Must(tools.New("build", "how far the build is", func(context.Context, struct{}) (string, error) {
		if left--; left > 0 {
			return "running", nil
		}
		return "42 tests passed", nil
	}, tools.Options{Pollable: true, Pending: func(output json.RawMessage) bool { return string(output) == `"running"` }}))
	registry, err := tools.NewRegistry(build)
	if err != nil {
		fmt.Println(err)
		return
	}
	c := loop.Config{}
	c.Sleep = func(_ context.Context, d time.Duration) error {
		fmt.Println("slept", d)
		return nil
	}
	poll := `{"thought":"","tool":"build","tool_args":{}}`
	m := fake.Script(poll, `{"thought":"","tool":"wait","tool_args":{"seconds":30}}`, poll,
		`{"thought":"","tool":"final_answer","tool_args":{"text":"All 42 tests passed."}}`)
	l, err := loop.New(strategy.ReAct{}, m, registry, c)
	if err != nil {
		fmt.Println(err)
		return
	}
	var events []loop.Event
	for e, err := range l.Watch(context.Background(), "Is the build done?", nil) {
		if err != nil {
			fmt.Println(err)
			return
		}
		if events = append(events, e); e.Ask != nil {
			fmt.Println(e.Ask.Choices)
		}
	}
	result := events[len(events)-1].Result
	fmt.Println(loop.Faithful(planner.State{Task: "Is the build done?", Steps: result.Steps}, result.Answer))
	// Output:
	// [build final_answer]
	// [build wait final_answer]
	// slept 30s
	// [build final_answer]
	// [build final_answer]
	// faithful: 1 of 1 values of the answer stand in the task or in what calls gave
}

// What the second step of a run changed in its State.
func ExampleDiffStates() {
	before := planner.State{Task: "t", Counters: planner.Counters{Steps: 1}, Memo: json.RawMessage(`{"seen":["a"]}`)}
	after := before
	after.Counters.Steps, after.Memo = 2, json.RawMessage(`{"seen":["a","b"]}`)
	for _, change := range loop.DiffStates(before, after) {
		fmt.Println(change)
	}
	// Output:
	// ~ /counters/steps 1 -> 2
	// + /memo/seen/1 "b"
}

func ExampleStates() {
	events := []loop.Event{
		{Kind: loop.Planned, Plan: &planner.Proposal{Plan: planner.Plan{Steps: []planner.PlanStep{{ID: "s1", Status: planner.StepPending}}}}},
		{Kind: loop.PlanStepped, PlanStep: &planner.StepChange{ID: "s1", Status: planner.StepDone}},
	}
	for e, state := range loop.States(slices.Values(events)) {
		fmt.Println(e.Kind, state.Plan.Steps[0].Status)
	}
	// Output:
	// planned pending
	// plan_step done
}
