// Package strategy holds the strategies of this module. Each is a [planner.Planner]:
//
//	ReAct           decide, act, observe
//	PlanExecute     a plan, its plan steps in lanes, an answer put together from their outputs
//	PlanAct         a plan, one plan step at a time, each done on evidence alone
//	PlanActReflect  plan, act, answer, and a verdict on the answer, in cycles
//	PreFlect        around any of these: a critic examines each plan before it is carried out
//	Reflexion       around any strategy: the task again, with the lessons of the try before
//	SelfRefine      around any strategy: the answer again, after a verdict
//
// The zero value of the first four is the usual strategy. The others need an inner strategy, and a loop refuses
// them without one. Zero means the default that the field names; -1 means none, where a field allows it.
//
// A strategy is a state machine without stored state: it computes its position from the State and decides
// what comes next. The comment on each type has the table of that machine, and its at method has the code.
// This package uses only what planner and planner/prompt export, so a strategy of another package can do
// the same: Reflexion and SelfRefine wrap any [planner.Planner], and PreFlect wraps any [Replanner].
//
// To write your own, start from example_minimal_strategy_test.go, a complete strategy in 25 lines,
// or from example_own_strategy_test.go, the example of Replanner, which also has plans, lanes and
// prompts. example_builtin_test.go shows a run with each strategy of this package.
package strategy
