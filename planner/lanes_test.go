package planner_test

import (
	"fmt"

	"github.com/shortleash/shortleash/planner"
)

func ExampleSplitLane() {
	fmt.Println(planner.SplitLane("s2"))
	fmt.Println(planner.SplitLane(planner.NestedLane("s2", "s1"))) // plan step s1 of the strategy that carries out s2
	// Output:
	// s2  false
	// s2 s1 true
}
