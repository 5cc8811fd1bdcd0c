package show

import (
	"fmt"
	"strings"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
)

// writes says what a role that makes no decisions of the executor's kind is asked for.
var writes = map[model.Role]string{
	model.Planner:   "a plan",
	model.Critic:    "a diagnosis, or a better plan",
	model.Reflector: "a verdict",
	model.Surveyor:  "a survey of facts",
}

// allowed says what the model of a request may write.
func allowed(a loop.AskInfo) string {
	choices := strings.Join(a.Choices, ", ")
	switch {
	case choices == "" && writes[a.Role] != "":
		return fmt.Sprintf("%s (%s)", writes[a.Role], a.Role)
	case choices == "":
		return "any JSON object"
	case a.Lane != "":
		return fmt.Sprintf("%s (for %s)", choices, a.Lane)
	case a.Role != model.Executor:
		return fmt.Sprintf("%s (%s)", choices, a.Role)
	}
	return choices
}

// proposed shows a plan and its author.
func (t *Tracer) proposed(by string, p planner.Proposal) {
	last := ""
	if n := len(p.Plan.Revisions); n > 0 && p.Cause != planner.FirstPlan {
		last = ", because: " + cli.OneLine(p.Plan.Revisions[n-1].Reason)
	}
	if p.Parent != "" {
		t.Say("     %s in detail, by the %s (level %d)", p.Parent, by, p.Level)
	} else {
		t.Say("     plan %d of the %s%s", p.Plan.Revision, by, last)
	}
	if p.Plan.Facts != "" {
		t.Say("       facts: %s", cli.OneLine(p.Plan.Facts))
	}
	for _, s := range p.Plan.Steps {
		if s.Revision == p.Plan.Revision && !s.Settled() && (p.Parent == "" || strings.HasPrefix(s.ID, p.Parent+".")) {
			t.Say("       %s", planStep(s))
		}
	}
	for _, text := range p.Plan.Cut {
		t.Say("       cut: %s", cli.OneLine(text))
	}
	t.findings(p.Findings)
}

// planStep returns one plan step as a line.
func planStep(s planner.PlanStep) string {
	text := s.ID + " " + cli.OneLine(s.Description)
	var more []string
	if s.Tool != "" {
		more = append(more, strings.TrimSpace(s.Tool+" "+string(s.Args)))
	}
	if len(s.DependsOn) > 0 {
		more = append(more, "after "+strings.Join(s.DependsOn, ", "))
	}
	if w := s.When; w != nil {
		more = append(more, strings.TrimSpace(fmt.Sprintf("if %s %s", w.Of, w.Path))+" = "+string(w.Value))
	}
	if s.Expand {
		more = append(more, "to be planned in detail")
	}
	if more != nil {
		text += " (" + strings.Join(more, "; ") + ")"
	}
	return text
}

func (t *Tracer) findings(list []planner.Finding) {
	for _, f := range list {
		t.Say("       %s, %s: %s", f.Severity, strings.ReplaceAll(f.Code, "_", " "), cli.OneLine(f.Detail))
	}
}

// surveyed shows the facts of a task, as a surveyor sees them.
func (t *Tracer) surveyed(s planner.Survey) {
	for _, list := range []struct {
		what  string
		facts []string
	}{{"given", s.Given}, {"to look up", s.LookUp}, {"to derive", s.ToDerive}} {
		for _, fact := range list.facts {
			t.Say("       %s: %s", list.what, cli.OneLine(fact))
		}
	}
}

// planned shows that a plan is in force from now on, and the plan itself where it was not shown before.
func (t *Tracer) planned(p planner.Proposal) {
	if n := len(p.Plan.Revisions); n > 0 && p.Cause != planner.Expanded {
		if by := p.Plan.Revisions[n-1].By; by != model.Planner && by != model.Critic && !p.Unchanged {
			t.proposed(string(by), p)
		}
	}
	if p.Unchanged {
		t.Say("     plan %d stays", p.Plan.Revision)
		return
	}
	t.Say("     plan %d is adopted", p.Plan.Revision)
}

// stepped shows that a plan step is further.
func (t *Tracer) stepped(c planner.StepChange) {
	text := fmt.Sprintf("     %s is %s", c.ID, c.Status)
	if c.Status == planner.StepFailed {
		text = fmt.Sprintf("     %s has failed", c.ID)
	}
	if c.Reason != "" {
		text += ": " + cli.OneLine(c.Reason)
	}
	t.Say("%s", text)
}

// settled shows what an executor says of its plan step, after step.
func (t *Tracer) settled(step string, s planner.Settlement) {
	if !s.Done {
		t.Say("%sstep_failed: %s", step, cli.OneLine(s.Reason))
		return
	}
	cited := ""
	if len(s.Evidence) > 0 {
		cited = " (" + strings.Join(s.Evidence, ", ") + ")"
	}
	t.Say("%sstep_done%s: %s", step, cited, cli.OneLine(s.Output))
}

// verdict shows a judgment and, where something is missing, what.
func (t *Tracer) verdict(d planner.Decision) {
	v := *d.Verdict
	t.Say("     %s", judgment(v))
	t.findings(v.Errors)
	for _, gap := range v.Gaps {
		t.Say("       gap: %s", cli.OneLine(gap))
	}
	if v.Guidance != "" {
		t.Say("       guidance: %s", cli.OneLine(v.Guidance))
	}
	if d.Plan != nil && d.Plan.Held {
		t.proposed(string(v.By), *d.Plan)
	}
}

// judgment returns the first line of a verdict: who judges what, and how.
func judgment(v planner.Verdict) string {
	by := string(v.By)
	switch v.By {
	case planner.ByLoop:
		if v.Of == "plan" && v.Turn == 1 && !v.Failed { // no critic was wanted
			by = "the checks:"
			break
		}
		by = "no " + map[string]string{"plan": "critic", "candidates": "critic"}[v.Of]
		if by == "no " {
			by = "no reflector"
		}
		by += " could be had, so"
	case planner.ByJudge:
		by = "judge:"
	default:
		by += ":"
	}
	what, how := v.Of, map[bool]string{true: "is done", false: "is not done"}[v.Done]
	switch v.Of {
	case "plan":
		what = fmt.Sprintf("plan %d", v.Plan)
		how = map[bool]string{true: "is sound", false: "is to be revised"}[v.Done]
		switch {
		case v.Failed || v.Kept:
			how = "stays as it is"
		case v.Turn == 2:
			how = "is revised"
		}
	case "step":
		what = v.Step
	case "candidates":
		return fmt.Sprintf("%s scores of the plans: %s", by, strings.Trim(fmt.Sprint(v.Scores), "[]"))
	default:
		what = "the " + what
	}
	text := fmt.Sprintf("%s %s %s", by, what, how)
	if v.Confidence != "" {
		text += " (" + v.Confidence + " confidence)"
	}
	if v.Assessment != "" {
		text += ": " + cli.OneLine(v.Assessment)
	}
	return text
}

// Plan shows the plan that a question is about, if it is about one.
func Plan(c *cli.Console, i loop.Interrupt) {
	if i.Plan == nil {
		return
	}
	for _, s := range i.Plan.Steps {
		text := planStep(s)
		if s.Settled() {
			text += " [" + string(s.Status) + "]"
		}
		c.Say("  %s", text)
	}
}
