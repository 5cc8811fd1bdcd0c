package strategy

// Plans bounds the plans of a strategy.
type Plans struct {
	// PlanSteps is the ceiling of plan steps in one plan. 0 takes 8.
	PlanSteps int
	// Replans is how often another plan may be made. 0 takes 2; -1 is none.
	Replans int
}

func (p Plans) replans() int { return most(p.Replans, 2) }

// Details are what a plan may say beside what is to be done, by which tool, and after what.
type Details struct {
	// Static lets plans hold complete arguments. Such plan steps run without a model.
	Static bool
	// Conditions lets plan steps depend on the output of others.
	Conditions bool
	// Depth is in how many levels below the first plan steps may be planned in detail: with 2, parts of parts.
	// Each such plan is a request of its own, and none is made where the decisions that are left are no
	// more than the plan steps that need one.
	Depth int
	// Expanded is the ceiling of plan steps in all; beyond it none is planned in detail. 0 takes 24.
	Expanded int
}

// Lanes say how a plan step is carried out.
type Lanes struct {
	// StepsPerPlanStep is the ceiling of decisions for one plan step, the last one closing. 0 takes 4, and
	// 8 for an Executor.
	StepsPerPlanStep int
	// Parallel is the ceiling of calls in one decision. 0 takes 1.
	Parallel int
	// Binding leaves a plan step only the tool that it names.
	Binding bool
	// ReviewPlanSteps has a reflector look at each step_done.
	ReviewPlanSteps bool
}
