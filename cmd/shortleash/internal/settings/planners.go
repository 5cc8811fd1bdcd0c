package settings

import (
	"strings"

	"github.com/shortleash/shortleash/cmd/internal/cli"
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

// Strategy returns the strategy that the flags describe.
func (s *Settings) Strategy() (planner.Planner, error) {
	library, err := cli.ReadLibrary(s.PlanErrors)
	return PlannerNamed(s.Planner.Value, Parts{library, s.Ablation()}), err
}

// Parts are what strategies can be given.
type Parts struct {
	Library *planerrors.Library // what a critic of plans knows; nil: the usual
	Without strategy.Ablation   // what preflect goes without
}

// PlannerNamed returns the strategy called name.
func PlannerNamed(name string, parts Parts) planner.Planner {
	outer, inner, _ := strings.Cut(name, ":")
	switch outer {
	case "plan-execute":
		return strategy.PlanExecute{}
	case "plan-act":
		return strategy.PlanAct{}
	case "plan-act-reflect":
		return strategy.PlanActReflect{}
	case "preflect":
		planning, _ := PlannerNamed(inner, parts).(strategy.Replanner) // a loop is not made without one
		return strategy.PreFlect{Inner: planning, Library: parts.Library, Ablation: parts.Without}
	case "reflexion":
		return strategy.Reflexion{Inner: PlannerNamed(inner, parts)}
	case "self-refine":
		return strategy.SelfRefine{Inner: PlannerNamed(inner, parts)}
	default:
		return strategy.ReAct{}
	}
}
