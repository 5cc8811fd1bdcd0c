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
// The New functions return a strategy with the general prompts and its usual allowances. The zero value of
// the first four works too, with the general prompts and no allowance; the others need an inner strategy,
// and a loop refuses them without one.
//
// A strategy keeps nothing: from the State it computes where in its machine the run is, and decides what is
// next. The comment on each type is the table of that machine, and its at method the code. This package
// uses what planner and planner/prompt export and nothing else, so a strategy of another package has the
// same means, and PreFlect, Reflexion and SelfRefine go around any of them; PreFlect does most with one that implements
// [Replanner]. The example of Replanner, in example_own_strategy_test.go, is such a strategy: start from it to write
// your own. The one in example_any_planner_test.go has nothing but the three methods of a planner. What
// example_builtin_test.go shows is the course of a run with each strategy of this package.
package strategy
