package planner

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"github.com/shortleash/shortleash/grammar"
)

// A planForm says which plans may be written now.
type planForm struct {
	offers     []Offer  // tools that a plan step may name
	earlier    []string // ids of accepted plan steps that new ones may depend on
	prefix     string   // of new ids: "s", or "s2." for the children of s2
	first      int      // number of the first new plan step
	most       int      // ceiling of plan steps
	least      int      // 1, or 0 where accepted work may be all there is to do
	expand     bool
	static     bool
	conditions bool
}

// What a plan may hold, in characters and items.
const (
	maxFacts       = 600
	maxDescription = 200
	minDescription = 8
	maxExpected    = 120
	maxDepends     = 4
	maxPath        = 80
)

// known returns the schema of f, which m may have already.
func (f planForm) known(m *Memory) grammar.Schema {
	key := keyOf("plan").name(f.prefix).number(f.first).number(f.most).number(f.least).flags(f.expand, f.static, f.conditions).names(f.earlier)
	return m.schema(key, f.offers, nil, f.schema)
}

// schema returns the grammar of a plan. Earlier ids are a set for each position, so that a plan step
// cannot depend on itself, a later one, or one that is not there. A server that does not know
// prefixItems reads Items, which is wider; the Guard holds the line.
func (f planForm) schema() grammar.Schema {
	earlier := append([]string{}, f.earlier...)
	var positions []grammar.Schema
	for k := range f.most {
		positions = append(positions, f.step(earlier))
		earlier = append(earlier, f.id(k))
	}
	steps := grammar.Array(f.step(earlier[:len(earlier)-1]), f.least, f.most)
	steps.Prefix = positions
	return grammar.Object(
		grammar.Property{Name: "facts", Schema: grammar.String(0, maxFacts)},
		grammar.Property{Name: "steps", Schema: steps})
}

// id returns the id of the new plan step at position k.
func (f planForm) id(k int) string { return f.prefix + strconv.Itoa(f.first+k) }

// step returns the grammar of one plan step that may refer to earlier ones.
func (f planForm) step(earlier []string) grammar.Schema {
	if !f.static {
		tool := grammar.Null()
		if len(f.offers) > 0 {
			tool = grammar.AnyOf(grammar.Enum(offerNames(f.offers)...), grammar.Null())
		}
		return f.stepWith(earlier, tool, nil)
	}
	var branches []grammar.Schema
	for _, o := range f.offers {
		args := grammar.Nullable(referring(o.Args))
		branches = append(branches, f.stepWith(earlier, grammar.Enum(o.Name), &args))
	}
	none := grammar.Null()
	return grammar.AnyOf(append(branches, f.stepWith(earlier, grammar.Null(), &none))...)
}

func (f planForm) stepWith(earlier []string, tool grammar.Schema, args *grammar.Schema) grammar.Schema {
	members := []grammar.Property{
		{Name: "depends_on", Schema: idSet(earlier, 0, maxDepends)},
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
	if f.conditions {
		when := grammar.Null()
		if len(earlier) > 0 {
			when = grammar.AnyOf(conditionSchema(earlier), grammar.Null())
		}
		members = append(members, grammar.Property{Name: "when", Schema: when})
	}
	return grammar.Object(members...)
}

// idSet is a list of some of ids; of none, the empty list.
func idSet(ids []string, least, most int) grammar.Schema {
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

func offerNames(offers []Offer) []string {
	names := make([]string, 0, len(offers))
	for _, o := range offers {
		names = append(names, o.Name)
	}
	return names
}

// wirePlan and wireStep are a plan and a plan step as a model writes them.
type (
	wirePlan struct {
		Facts string     `json:"facts"`
		Steps []wireStep `json:"steps"`
		Cut   []string   `json:"cut,omitempty"` // never written by a model: ParsePlan's word
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

// read turns a reply that fits the schema into plan steps with ids. References and conditions count
// as dependencies.
func (f planForm) read(reply json.RawMessage) (facts string, steps []PlanStep, cut []string, err error) {
	var w wirePlan
	if err := json.Unmarshal(reply, &w); err != nil {
		return "", nil, nil, &Refusal{Code: CodeNotAPlan, Problem: fmt.Sprintf("that is no plan: %v", err)}
	}
	for k, s := range w.Steps {
		step := PlanStep{ID: f.id(k), Description: s.Description, DependsOn: s.DependsOn, Expected: s.Expected,
			Expand: s.Expand && f.expand, When: s.When, Status: StepPending}
		if s.Tool != nil {
			step.Tool = *s.Tool
		}
		if f.static && len(s.Args) > 0 && string(s.Args) != "null" {
			step.Args = s.Args
		}
		steps = append(steps, step.withDependencies())
	}
	return w.Facts, steps, w.Cut, nil
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
