package loop_test

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
)

// A hook caps what may be ordered and keeps one part out of reach. The log says what it did.
func ExampleHook() {
	type order struct {
		N    int    `json:"n" jsonschema:"minimum=1,maximum=500"`
		Part string `json:"part" jsonschema:"maxLength=10"`
	}
	buy := tools.Must(tools.New("buy", "buys a number of a part",
		func(_ context.Context, o order) (int, error) { return o.N, nil }, tools.Options{}))
	registry, err := tools.NewRegistry(buy)
	if err != nil {
		panic(err)
	}
	budget := loop.Hook{Name: "budget", BeforeCall: func(_ context.Context, c *loop.HookedCall) error {
		var o order
		if err := json.Unmarshal(c.Args, &o); err != nil {
			return err
		}
		if o.Part == "gold" {
			return loop.Refuse("gold needs a signature")
		}
		o.N = min(o.N, 100)
		c.Args, err = json.Marshal(o)
		return err
	}}
	m := fake.Script(
		`{"thought":"","tool":"buy","tool_args":{"n":400,"part":"bolt"}}`,
		`{"thought":"","tool":"buy","tool_args":{"n":1,"part":"gold"}}`,
		`{"thought":"","tool":"final_answer","tool_args":{"text":"Done."}}`)
	l, err := loop.New(strategy.ReAct{}, m, registry, loop.Config{Hooks: []loop.Hook{budget}})
	if err != nil {
		panic(err)
	}
	for e := range l.Watch(context.Background(), "Buy 400 bolts and some gold.", nil) {
		switch {
		case e.Hook != nil:
			fmt.Printf("%s: %s%s\n", e.Hook.By[0], e.Hook.Args, e.Hook.Refused)
		case e.Observation != nil && e.Observation.OK:
			fmt.Printf("bought %s\n", e.Observation.Output)
		case e.Observation != nil:
			fmt.Println(e.Observation.Error.Class)
		}
	}
	// Output:
	// budget: {"n":100,"part":"bolt"}
	// bought 100
	// budget: gold needs a signature
	// refused
}
