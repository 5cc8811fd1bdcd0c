package planner_test

import (
	"fmt"

	"github.com/shortleash/shortleash/planner"
)

func ExampleCutLane() {
	fmt.Println(planner.CutLane("s2"))
	fmt.Println(planner.CutLane(planner.LaneWithin("s2", "s1"))) // plan step s1 of the strategy that carries out s2
	// Output:
	// s2  false
	// s2 s1 true
}
