package tutor

import (
	"bytes"
	"context"
	"embed"
	"strings"

	"github.com/shortleash/shortleash/planner"
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

// general returns the strategy for models that were not made for the tutor.
func (o Options) general(p *policy) (planner.Planner, error) {
	if !p.mixed() || o.Planner != Planners[0] {
		return o.strategy("", p.prompts())
	}
	words, err := prompt.Parse(p.prompts(), "prompts/react.mixed.md", "")
	return rewriter{strategy.ReAct{Prompt: words, NoThought: true}}, err
}

// A rewriter is a ReAct whose model reads the sentence alone and writes it. What the tools returned stands in the
// grammar; small models that read it too change less of what is wrong.
type rewriter struct{ strategy.ReAct }

// Next implements [planner.Planner].
func (r rewriter) Next(ctx context.Context, s planner.State, a planner.Allowed, ask planner.Ask) (planner.Decision, error) {
	s.Steps = nil
	return r.ReAct.Next(ctx, s, a, ask)
}

// strategy returns the strategy that the options name with the tutor's prompts of a form.
func (o Options) strategy(form string, files prompts) (planner.Planner, error) {
	prompts, err := prompt.ReadSet(files, "prompts", form)
	if err != nil {
		return nil, err
	}
	return o.named(o.Planner, prompts), nil
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

// named returns a strategy with what o says of strategies.
func (o Options) named(name string, prompts prompt.Set) planner.Planner {
	outer, inner, _ := strings.Cut(name, ":")
	switch outer {
	case "plan-execute":
		return strategy.PlanExecute{Prompts: prompts, Lanes: strategy.Lanes{StepsPerPlanStep: callsPerPlanStep}}
	case "plan-act":
		return strategy.PlanAct{Prompts: prompts, Lanes: strategy.Lanes{StepsPerPlanStep: callsPerPlanStep}}
	case "plan-act-reflect":
		return strategy.PlanActReflect{Prompts: prompts, StepsPerCycle: callsPerPlanStep}
	case "preflect":
		planning, _ := o.named(inner, prompts).(strategy.Replanner) // a loop is not made without one
		return strategy.PreFlect{Inner: planning, Prompts: prompts, Library: o.PlanErrors, Ablation: o.Ablation}
	case "reflexion":
		return strategy.Reflexion{Inner: o.named(inner, prompts), Prompt: prompts.Reflector}
	case "self-refine":
		return strategy.SelfRefine{Inner: o.named(inner, prompts), Prompts: prompts}
	default:
		return strategy.ReAct{Prompt: prompts.Executor}
	}
}

//go:embed prompts/*.md prompts/*.txt
var embeddedPrompts embed.FS

// promptFiles are the prompt files. Those that ask for an answer share its description.
var promptFiles = prompts{embeddedPrompts, "prompts/answer_object.txt"}

// mixedPrompts are those of the leash Mixed, where an answer is described otherwise.
var mixedPrompts = prompts{embeddedPrompts, "prompts/answer_object_mixed.txt"}

type prompts struct {
	embed.FS
	answerObject string // a file
}

// ReadFile returns a prompt file with the description of the answer in place of {{answer object}}. The
// description lists all reasons but sentence.Undecided, because a model that knows of it would give up before it
// asks a tool: the grammar alone offers that reason, in the words that package answer explains it with, and only
// while evidence is missing.
func (p prompts) ReadFile(name string) ([]byte, error) {
	text, err := p.FS.ReadFile(name)
	if err != nil {
		return nil, err
	}
	object, err := p.FS.ReadFile(p.answerObject)
	return bytes.ReplaceAll(text, []byte("{{answer object}}"), bytes.TrimSpace(object)), err
}
