package settings

import (
	"strings"

	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/planerrors"
	"github.com/shortleash/shortleash/planner/strategy"
)

// Planners lists the strategies. Those with a colon go around another one.
var Planners = []string{
	"react", "plan-execute", "plan-act", "plan-act-reflect",
	"preflect:react", "preflect:plan-execute", "preflect:plan-act", "preflect:plan-act-reflect",
	"reflexion:react", "reflexion:plan-execute", "reflexion:plan-act", "reflexion:plan-act-reflect",
	"self-refine:react", "self-refine:plan-execute", "self-refine:plan-act", "self-refine:plan-act-reflect",
}

// PlannerNamed returns the strategy called name. A critic of plans knows the library.
func PlannerNamed(name string, library *planerrors.Library) planner.Planner {
	outer, inner, _ := strings.Cut(name, ":")
	switch outer {
	case "plan-execute":
		return strategy.NewPlanExecute()
	case "plan-act":
		return strategy.NewPlanAct()
	case "plan-act-reflect":
		return strategy.NewPlanActReflect()
	case "preflect":
		p := strategy.NewPreFlect(PlannerNamed(inner, library))
		p.Library = library
		return p
	case "reflexion":
		return strategy.NewReflexion(PlannerNamed(inner, library))
	case "self-refine":
		return strategy.NewSelfRefine(PlannerNamed(inner, library))
	default:
		return strategy.NewReAct()
	}
}
