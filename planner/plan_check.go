package planner

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/tools"
)

// The codes of plan checks. Those in the first group are errors, and refuse a plan.
const (
	CodeNotAPlan            = "not_a_plan"
	CodeEmptyPlan           = "empty_plan"
	CodeUnknownTool         = "unknown_tool"
	CodeBadArgs             = "bad_args"
	CodeUnresolvedReference = "unresolved_reference"
	CodeDependencyCycle     = "dependency_cycle"
	CodeBadCondition        = "bad_condition"
	CodeRepeatedFailure     = "repeated_failure"

	CodeDuplicateStep       = "duplicate_step"
	CodeUncheckedEffect     = "unchecked_effect"
	CodeUncoveredConstraint = "uncovered_constraint"
	CodeVagueStep           = "vague_step"
)

// A Refusal is an error of Question.Accept with the kind of problem: the log keeps the code, and a
// planner can distinguish the kinds.
type Refusal struct {
	Code    string
	Problem string
}

// Error returns the problem, in words for the model.
func (r *Refusal) Error() string { return r.Problem }

// CheckPlan returns what is wrong with the open plan steps of p in the run of s, errors first. It
// works the same for all plans: written by a model, found in free text, or edited by a person.
func CheckPlan(p *Plan, s State, a Allowed) []Finding {
	c := checker{plan: p, state: s, offers: a.AllTools, grammars: a.Cache.ForLoop()}
	if c.grammars == nil {
		c.grammars = &Cache{}
	}
	fresh := p.OpenSteps()
	if len(fresh) == 0 && len(p.StepsWith(StepDone)) == 0 {
		c.add(CodeEmptyPlan, SeverityError, "", phrases.Say("empty plan"))
	}
	for _, step := range fresh {
		c.tool(step)
		c.dependencies(step)
		c.condition(step)
		c.failedBefore(step)
	}
	c.repeats(fresh)
	c.effects(fresh)
	if !p.Guide {
		c.vague(fresh)
	}
	c.constraints(fresh)
	slices.SortStableFunc(c.findings, func(x, y Finding) int { return c.rank(x) - c.rank(y) })
	return c.findings
}

type checker struct {
	plan     *Plan
	state    State
	offers   []Offer
	findings []Finding
	grammars *Cache // of arguments, by the name of the tool
}

// A compiled schema is its grammar, or why it has none.
type compiled struct {
	grammar *grammar.Grammar
	err     error
}

func (c *checker) add(code string, severity Severity, id, detail string) {
	f := Finding{Code: code, Severity: severity, Detail: detail}
	if id != "" {
		f.Steps = []string{id}
	}
	c.findings = append(c.findings, f)
}

func (c *checker) rank(f Finding) int {
	return slices.Index([]Severity{SeverityError, SeverityCritical, SeverityMinor}, f.Severity)
}

// argsOf is the key under which the grammar of a tool's arguments is kept.
type argsOf struct{ tool string }

// grammar returns that of a tool's arguments. The schema may be a stranger's, so it is compiled once for all plans of a
// loop, also where that fails: what it costs is then bounded by the grammar's limits.
func (c *checker) grammar(o *Offer) (*grammar.Grammar, error) {
	known := c.grammars.Value(argsOf{o.Name}, func() any {
		g, err := grammar.Compile(context.Background(), o.Args.JSON(), grammar.Options{})
		return compiled{g, err}
	}).(compiled)
	return known.grammar, known.err
}

func (c *checker) offer(name string) *Offer {
	i := slices.IndexFunc(c.offers, func(o Offer) bool { return o.Name == name })
	if i < 0 {
		return nil
	}
	return &c.offers[i]
}

// tool checks that the tool is there, and that complete arguments fit it. What a reference will bring
// is checked when it is known.
func (c *checker) tool(s PlanStep) {
	if s.Tool == "" {
		return
	}
	o := c.offer(s.Tool)
	if o == nil {
		c.add(CodeUnknownTool, SeverityError, s.ID, phrases.Say("unknown tool", "Step", s.ID, "Tool", s.Tool, "Names",
			strings.Join(OfferNames(c.offers), ", ")))
		return
	}
	if s.Args == nil || len(references(string(s.Args))) > 0 {
		return
	}
	g, err := c.grammar(o)
	if err == nil {
		err = g.Check(context.Background(), s.Args)
	}
	if err != nil {
		c.add(CodeBadArgs, SeverityError, s.ID, phrases.Say("bad arguments", "Step", s.ID, "Tool", s.Tool, "Problem", err.Error()))
	}
}

// dependencies checks that a plan step needs only earlier ones, or accepted work.
func (c *checker) dependencies(s PlanStep) {
	at := slices.IndexFunc(c.plan.Steps, func(o PlanStep) bool { return o.ID == s.ID })
	for _, id := range s.DependsOn {
		place := slices.IndexFunc(c.plan.Steps, func(o PlanStep) bool { return o.ID == id })
		switch {
		case place < 0:
			c.add(CodeUnresolvedReference, SeverityError, s.ID, phrases.Say("needs nothing", "Step", s.ID, "Needs", id))
		case place >= at:
			c.add(CodeDependencyCycle, SeverityError, s.ID, phrases.Say("needs later", "Step", s.ID, "Needs", id))
		case c.plan.Steps[place].Settled() && !c.plan.Steps[place].AllowsDependents():
			c.add(CodeUnresolvedReference, SeverityError, s.ID,
				phrases.Say("needs lost", "Step", s.ID, "Needs", id, "Status", c.plan.Steps[place].Status))
		}
	}
}

// condition checks the path of a condition where the tool says what it gives.
func (c *checker) condition(s PlanStep) {
	if s.When == nil || s.When.Path == "" {
		return
	}
	of := c.plan.Step(s.When.Of)
	if of == nil || of.Tool == "" {
		return
	}
	o := c.offer(of.Tool)
	if o == nil || o.Output == nil {
		return
	}
	schema := *o.Output
	for name := range strings.SplitSeq(s.When.Path, ".") {
		member, ok := schema.Property(name)
		if !ok {
			c.add(CodeBadCondition, SeverityError, s.ID, phrases.Say("bad condition", "Step", s.ID, "Path", s.When.Path, "Tool", of.Tool))
			return
		}
		schema = member
	}
}

// failedBefore finds plan steps that try again what failed in this run.
func (c *checker) failedBefore(s PlanStep) {
	if c.state.Plan == nil {
		return
	}
	for _, old := range c.state.Plan.StepsWith(StepFailed) {
		if s.same(old) && (s.Tool != "" || normalized(s.Description) == normalized(old.Description)) {
			c.add(CodeRepeatedFailure, SeverityError, s.ID, phrases.Say("repeated failure", "Step", s.ID, "Failed", old.ID, "Reason", old.Reason))
			return
		}
	}
}

// same reports whether two plan steps are the same call, or say the same.
func (p PlanStep) same(q PlanStep) bool {
	return p.Args != nil && q.Args != nil && p.Tool == q.Tool && tools.Equal(p.Args, q.Args) ||
		normalized(p.Description) == normalized(q.Description)
}

func (c *checker) repeats(fresh []PlanStep) {
	for i, s := range fresh {
		for _, e := range fresh[:i] {
			if s.same(e) {
				c.add(CodeDuplicateStep, SeverityMinor, s.ID, phrases.Say("duplicate step", "Step", s.ID, "Other", e.ID))
				break
			}
		}
	}
}

// effects finds what cannot be undone and rests on nothing that was read before.
func (c *checker) effects(fresh []PlanStep) {
	for _, s := range fresh {
		if o := c.offer(s.Tool); o == nil || !o.Irreversible {
			continue
		}
		checked := slices.ContainsFunc(s.DependsOn, func(id string) bool {
			d := c.plan.Step(id)
			if d == nil {
				return false
			}
			o := c.offer(d.Tool)
			return o == nil || !o.Irreversible
		})
		if !checked {
			c.add(CodeUncheckedEffect, SeverityCritical, s.ID, phrases.Say("unchecked effect", "Step", s.ID))
		}
	}
}

func (c *checker) vague(fresh []PlanStep) {
	for _, s := range fresh {
		if s.Tool == "" && len(strings.Fields(s.Description)) < 3 {
			c.add(CodeVagueStep, SeverityMinor, s.ID, phrases.Say("vague step", "Step", s.ID, "Description", s.Description))
		}
	}
}

// constraint finds what a task insists on: numbers, quoted spans, and words that limit.
var constraint = regexp.MustCompile(
	`"[^"]+"|“[^”]+”|'[^']{2,}'|\b\d+(?:[.,]\d+)*\b|(?i)\b(?:at least|at most|only|not|without|except|before|after|exactly)\b`)

func (c *checker) constraints(fresh []PlanStep) {
	if len(fresh) == 0 {
		return
	}
	var said strings.Builder
	for _, s := range c.plan.Steps {
		said.WriteString(normalized(s.Description+" "+s.Expected+" "+string(s.Args)) + " ")
	}
	var seen []string
	for _, found := range constraint.FindAllString(c.state.Task, -1) {
		word := normalized(strings.Trim(found, `"'“”`))
		if slices.Contains(seen, word) || mentions(said.String(), word) {
			continue
		}
		seen = append(seen, word)
		c.add(CodeUncoveredConstraint, SeverityMinor, "", phrases.Say("uncovered constraint", "Word", word))
	}
}

// mentions reports whether text holds word, not as a part of another word.
func mentions(text, word string) bool {
	return regexp.MustCompile(`(?:^|\W)` + regexp.QuoteMeta(word) + `(?:\W|$)`).MatchString(text)
}

// RefusalOf returns the errors among findings as one [Refusal] with the code of the first; nil if there are none.
func RefusalOf(findings []Finding) error {
	var problems []string
	code := ""
	for _, f := range findings {
		if f.Severity == SeverityError {
			if code == "" {
				code = f.Code
			}
			problems = append(problems, f.Detail)
		}
	}
	if code == "" {
		return nil
	}
	return &Refusal{Code: code, Problem: strings.Join(problems, "; ")}
}
