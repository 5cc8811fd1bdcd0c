package tutor

import (
	"encoding/json"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/planerrors"
	"github.com/shortleash/shortleash/planner/prompt"
	"github.com/shortleash/shortleash/planner/strategy"
)

// Planners lists the strategies that New knows. Those with a colon go around another one.
var Planners = []string{
	"react", "plan-execute", "plan-act", "plan-act-reflect",
	"preflect:react", "preflect:plan-execute", "preflect:plan-act", "preflect:plan-act-reflect",
	"reflexion:react", "reflexion:plan-execute", "reflexion:plan-act", "reflexion:plan-act-reflect",
	"self-refine:react", "self-refine:plan-execute", "self-refine:plan-act", "self-refine:plan-act-reflect",
}

// callsPerPlanStep is the ceiling of decisions for one plan step: a sentence may have two verbs, and
// the gloss of each is asked for too.
const callsPerPlanStep = 8

// strategyNamed returns the strategy called name with the tutor's prompts of a form. A critic of plans knows
// the library, of which nil is the usual one; without says what it goes without.
func strategyNamed(name, form string, files prompts, library *planerrors.Library, without strategy.Ablation) (planner.Planner, error) {
	prompts, err := prompt.ReadSet(files, "prompts", form)
	if err != nil {
		return nil, err
	}
	p := named(name, prompts)
	if critical, ok := p.(strategy.PreFlect); ok {
		critical.Library, critical.Ablation = library, without
		return critical, nil
	}
	return p, nil
}

// recordedLibrary returns the library of planning errors that a logged run had; nil is the usual one.
func recordedLibrary(info loop.RunInfo) (*planerrors.Library, error) {
	library := gjson.GetBytes(info.Planner, "library")
	if !library.Exists() {
		return nil, nil
	}
	return planerrors.Parse("the log", []byte(library.Raw))
}

// recordedAblation returns what the critic of a logged run went without.
func recordedAblation(info loop.RunInfo) (a strategy.Ablation, err error) {
	if off := gjson.GetBytes(info.Planner, "ablation"); off.Exists() {
		err = json.Unmarshal([]byte(off.Raw), &a)
	}
	return a, err
}

// terse returns ReAct for models that decide without a thought; for another strategy nil, because none
// of them was made for it.
func terse(name string) (planner.Planner, error) {
	if name != "react" {
		return nil, nil
	}
	prompt, err := prompt.Parse(promptFiles, "prompts/react.compact.md", TerseForm)
	return strategy.ReAct{Prompt: prompt, NoThought: true}, err
}

func named(name string, prompts prompt.Set) planner.Planner {
	outer, inner, _ := strings.Cut(name, ":")
	switch outer {
	case "plan-execute":
		p := strategy.NewPlanExecute()
		p.Prompts, p.StepsPerPlanStep = prompts, callsPerPlanStep
		return p
	case "plan-act":
		p := strategy.NewPlanAct()
		p.Prompts, p.StepsPerPlanStep = prompts, callsPerPlanStep
		return p
	case "plan-act-reflect":
		p := strategy.NewPlanActReflect()
		p.Prompts, p.StepsPerCycle = prompts, callsPerPlanStep
		return p
	case "preflect":
		p := strategy.NewPreFlect(named(inner, prompts))
		p.Prompts = prompts
		return p
	case "reflexion":
		return strategy.Reflexion{Inner: named(inner, prompts), Prompt: prompts.Reflector}
	case "self-refine":
		p := strategy.NewSelfRefine(named(inner, prompts))
		p.Prompts = prompts
		return p
	default:
		return strategy.ReAct{Prompt: prompts.Executor}
	}
}
