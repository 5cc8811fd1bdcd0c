package strategy

// Plans limits the plans of a strategy.
type Plans struct {
	// PlanSteps is the maximum number of plan steps in one plan. 0 means 8.
	PlanSteps int
	// Replans is how often a new plan may be made. 0 means 2; -1 means never.
	Replans int
}

func (p Plans) replans() int { return most(p.Replans, 2) }

// Details are what a plan may specify besides what to do, with which tool, and after which plan steps.
type Details struct {
	// Static lets plan steps have complete arguments. Such plan steps run without a model.
	Static bool
	// Conditions lets plan steps depend on the output of others.
	Conditions bool
	// Depth is how many levels of detail a plan may have below the first: with 2, parts of parts. Each detailed plan takes
	// a separate request. No such request is made if there are not more decisions left than plan steps that need one.
	Depth int
	// Expanded is the maximum number of plan steps in total; beyond it, none is planned in detail. 0 means 24.
	Expanded int
}

// Lanes specify how a plan step is carried out.
type Lanes struct {
	// StepsPerPlanStep is the maximum number of decisions for one plan step; the last one must close
	// it. 0 means 4, or 8 with an Executor.
	StepsPerPlanStep int
	// Parallel is the maximum number of calls in one decision. 0 means 1.
	Parallel int
	// Binding allows a plan step only the tool that it names.
	Binding bool
	// ReviewPlanSteps makes a reflector review each step_done.
	ReviewPlanSteps bool
}
