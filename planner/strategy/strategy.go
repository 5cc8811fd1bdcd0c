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
// The zero value of the first four is the usual strategy; the others need an inner one, and a loop refuses them
// without. Zero takes the default that a field names, and where there is to be none of something, -1 says so.
//
// A strategy keeps nothing: from the State it computes where in its machine the run is, and decides what is
// next. The comment on each type is the table of that machine, and its at method the code. This package
// uses what planner and planner/prompt export and nothing else, so a strategy of another package has the
// same means: Reflexion and SelfRefine go around any [planner.Planner], and PreFlect around any [Replanner].
//
// To write your own, start from example_minimal_strategy_test.go, which is a whole strategy in 25 lines, or from
// example_own_strategy_test.go, the example of Replanner, which has plans, lanes and prompts too. What
// example_builtin_test.go shows is the course of a run with each strategy of this package.
package strategy
