package planner

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/tools"
)

// A PlanForm says which plans may be written: it has their grammar, parses them, and replaces the
// run's current plan with them. Call [PlanForm.For] first, and the other methods on its result.
type PlanForm struct {
	MaxSteps   int  // the maximum number of plan steps; 0 means 8
	Guide      bool // plans are only advice for the executor
	Static     bool // plan steps may have complete arguments
	Conditions bool // plan steps may depend on the output of others
	Depth      int  // how many levels below the first may be planned in detail

	state   State
	allowed Allowed
	parent  string   // the plan step that is planned in detail, or ""
	expand  bool     // the new plan steps may be planned in detail later
	earlier []string // ids of accepted plan steps that new ones may depend on
	first   int      // number of the first new plan step
	least   int      // 1 plan step, or 0 where accepted work may be all there is to do
}

// For returns f for a plan written in s, or for one that plans the plan step parent in detail.
func (f PlanForm) For(s State, a Allowed, parent string) PlanForm {
	f.MaxSteps = cmp.Or(f.MaxSteps, defaultPlanSteps)
	f.state, f.allowed, f.parent, f.first, f.least = s, a, parent, s.Plan.nextNumber(), 1
	f.expand = f.level() < f.Depth
	switch {
	case parent != "":
		f.first = 1
	case s.Plan != nil && !f.Guide:
		for _, p := range s.Plan.StepsWith(StepDone) {
			f.earlier, f.least = append(f.earlier, p.ID), 0
		}
	}
	return f
}

// Expands reports whether the new plan steps may be planned in detail later.
func (f PlanForm) Expands() bool { return f.expand }

// Key identifies everything that the schema depends on besides the tools of the run.
func (f PlanForm) Key() string {
	return fmt.Sprintf("plan %q %d %d %d %t %t %t %q", f.parent, f.first, f.MaxSteps, f.least, f.expand, f.Static, f.Conditions, f.earlier)
}

// level is that of the new plan steps.
func (f PlanForm) level() int {
	if f.parent == "" {
		return 0
	}
	return PlanStep{ID: f.parent}.Level() + 1
}

// defaultPlanSteps is the ceiling of plan steps in a plan when a strategy does not say.
const defaultPlanSteps = 8

// What a plan may hold, in characters and items.
const (
	maxFacts       = 600
	maxDescription = 200
	minDescription = 8
	maxExpected    = 120
	maxDepends     = 4
	maxPath        = 80
)

// Schema returns the grammar of a plan. Each position has its own set of earlier ids, so a plan
// step cannot depend on itself, on a later one, or on one that does not exist. A server that does
// not support prefixItems uses items, which allows more; the Guard enforces the rest.
func (f PlanForm) Schema() grammar.Schema {
	earlier := append([]string{}, f.earlier...)
	var positions []grammar.Schema
	for k := range f.MaxSteps {
		positions = append(positions, f.step(earlier))
		earlier = append(earlier, f.id(k))
	}
	steps := grammar.Array(f.step(earlier[:len(earlier)-1]), f.least, f.MaxSteps)
	steps.Prefix = positions
	return grammar.Object(
		grammar.Property{Name: "facts", Schema: grammar.String(0, maxFacts)},
		grammar.Property{Name: "steps", Schema: steps})
}

// id returns the id of the new plan step at position k.
func (f PlanForm) id(k int) string {
	n := strconv.Itoa(f.first + k)
	if f.parent != "" {
		return f.parent + "." + n
	}
	return "s" + n
}

// step returns the grammar of one plan step that may refer to earlier ones.
func (f PlanForm) step(earlier []string) grammar.Schema {
	if !f.Static {
		tool := grammar.Null()
		if tools := f.allowed.AllTools; len(tools) > 0 {
			tool = grammar.AnyOf(grammar.Enum(OfferNames(tools)...), grammar.Null())
		}
		return f.stepWith(earlier, tool, nil)
	}
	var branches []grammar.Schema
	for _, o := range f.allowed.AllTools {
		args := grammar.Nullable(referring(o.Args))
		branches = append(branches, f.stepWith(earlier, grammar.Enum(o.Name), &args))
	}
	none := grammar.Null()
	return grammar.AnyOf(append(branches, f.stepWith(earlier, grammar.Null(), &none))...)
}

func (f PlanForm) stepWith(earlier []string, tool grammar.Schema, args *grammar.Schema) grammar.Schema {
	members := []grammar.Property{
		{Name: "depends_on", Schema: IDList(earlier, 0, maxDepends)},
		{Name: "description", Schema: grammar.String(minDescription, maxDescription)},
	}
	if f.expand {
		members = append(members, grammar.Property{Name: "expand", Schema: grammar.Boolean()})
	}
	members = append(members,
		grammar.Property{Name: "expected", Schema: grammar.String(0, maxExpected)},
		grammar.Property{Name: "tool", Schema: tool})
	if args != nil {
		members = append(members, grammar.Property{Name: "tool_args", Schema: *args})
	}
	if f.Conditions {
		when := grammar.Null()
		if len(earlier) > 0 {
			when = grammar.AnyOf(conditionSchema(earlier), grammar.Null())
		}
		members = append(members, grammar.Property{Name: "when", Schema: when})
	}
	return grammar.Object(members...)
}

// IDList returns the schema of a list of some of ids; without ids, that of the empty list.
func IDList(ids []string, least, most int) grammar.Schema {
	if len(ids) == 0 {
		return grammar.Array(grammar.Null(), 0, 0)
	}
	return grammar.Array(grammar.Enum(ids...), least, max(least, min(most, len(ids))))
}

func conditionSchema(earlier []string) grammar.Schema {
	return grammar.Object(
		grammar.Property{Name: "of", Schema: grammar.Enum(earlier...)},
		grammar.Property{Name: "path", Schema: grammar.String(0, maxPath)},
		grammar.Property{Name: "value", Schema: grammar.AnyOf(grammar.String(0, maxPath),
			grammar.Integer(-1e9, 1e9), grammar.Boolean(), grammar.Null())})
}

// referring widens the arguments of a tool by references to outputs: {{s1}}.
func referring(args grammar.Schema) grammar.Schema {
	wide := args
	wide.Properties = nil
	for _, p := range args.Properties {
		if p.Schema.Type != "string" || len(p.Schema.Enum) > 0 {
			p.Schema = grammar.AnyOf(p.Schema, grammar.String(6, maxPath))
		}
		wide.Properties = append(wide.Properties, p)
	}
	return wide
}

// wirePlan and wireStep are a plan and a plan step as a model writes them.
type (
	wirePlan struct {
		Facts string     `json:"facts"`
		Steps []wireStep `json:"steps"`
		Cut   []string   `json:"cut,omitempty"` // never written by a model: parsePlan's word
	}
	wireStep struct {
		DependsOn   []string        `json:"depends_on"`
		Description string          `json:"description"`
		Expand      bool            `json:"expand"`
		Expected    string          `json:"expected"`
		Tool        *string         `json:"tool"`
		Args        json.RawMessage `json:"tool_args"`
		When        *Condition      `json:"when"`
	}
)

// Propose parses a reply that fits the schema, replaces the current plan with the new one, and
// checks it: see the Findings of the proposal, and [RefusalOf]. r says why the plan was made;
// Propose sets r.N. References and conditions count as dependencies.
func (f PlanForm) Propose(reply json.RawMessage, r Revision) (Proposal, error) {
	s := f.state
	var w wirePlan
	if err := json.Unmarshal(reply, &w); err != nil {
		return Proposal{}, &Refusal{Code: CodeNotAPlan, Problem: phrases.Say("no plan", "Problem", err.Error())}
	}
	steps := f.steps(w)
	p := Proposal{Cause: r.Cause, Adopt: true}
	if f.level() > 1 { // logs from before there were two levels have neither
		p.Parent, p.Level = f.parent, f.level()
	}
	switch {
	case f.parent != "":
		p.Plan = s.Plan.Expand(f.parent, steps)
	case f.Guide || s.Plan == nil:
		p.Plan = NewPlan(s.Plan, f.Guide, steps)
	default:
		p.Plan = s.Plan.Replace(steps)
	}
	p.Plan.Cut, p.Plan.Facts, p.Plan.After = w.Cut, w.Facts, len(s.Steps)
	if f.parent == "" {
		r.N = p.Plan.Revision
		p.Plan.Revisions = append(p.Plan.Revisions, r)
	}
	p.Findings = CheckPlan(&p.Plan, s, f.allowed)
	return p, nil
}

// steps returns the plan steps of w with ids.
func (f PlanForm) steps(w wirePlan) []PlanStep {
	var steps []PlanStep
	for k, s := range w.Steps {
		step := PlanStep{ID: f.id(k), Description: s.Description, DependsOn: s.DependsOn, Expected: s.Expected,
			Expand: s.Expand && f.expand, When: s.When, Status: StepPending}
		if s.Tool != nil {
			step.Tool = *s.Tool
		}
		if f.Static && len(s.Args) > 0 && string(s.Args) != "null" {
			step.Args = s.Args
		}
		steps = append(steps, step.withDependencies())
	}
	return steps
}

// Salvage finds a plan in free text and returns it as a reply that fits the schema; it is used as [Question].Salvage.
func (f PlanForm) Salvage(text string, last bool) (json.RawMessage, error) {
	p, err := parsePlan(text, parseOptions{Most: f.MaxSteps, Tools: OfferNames(f.allowed.AllTools), Static: f.Static, Last: last})
	if err != nil {
		return nil, err
	}
	w := wirePlan{Facts: Truncate(p.Facts, maxFacts), Steps: []wireStep{}, Cut: p.Cut}
	ids := map[string]string{}
	for k, s := range p.Steps {
		ids[s.ID] = f.id(k)
	}
	for _, s := range p.Steps {
		one := wireStep{DependsOn: []string{}, Description: s.Description, Expand: s.Expand, Expected: s.Expected, Args: s.Args, When: s.When}
		if s.Tool != "" {
			one.Tool = &s.Tool
		}
		for _, d := range s.DependsOn {
			if id, ok := ids[d]; ok {
				d = id
			}
			one.DependsOn = append(one.DependsOn, d)
		}
		w.Steps = append(w.Steps, one)
	}
	return tools.Encode(w)
}

// withDependencies adds what references and the condition of a plan step need.
func (p PlanStep) withDependencies() PlanStep {
	needs := references(p.Description + string(p.Args))
	if p.When != nil {
		needs = append(needs, p.When.Of)
	}
	deps := append([]string{}, p.DependsOn...)
	for _, id := range needs {
		if !slices.Contains(deps, id) {
			deps = append(deps, id)
		}
	}
	p.DependsOn = deps
	return p
}
