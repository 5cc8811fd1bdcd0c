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
}

// proposed shows a plan and its author. What is not adopted at once is drawn here, and else where it is adopted.
func (t *Rows) proposed(r *Row, within, by string, p planner.Proposal) {
	last := ""
	if n := len(p.Plan.Revisions); n > 0 && p.Cause != planner.FirstPlan {
		last = ", because: " + cli.OneLine(p.Plan.Revisions[n-1].Reason)
	}
	if p.Parent != "" {
		r.add(say(NoteLine, "%s in detail, by the %s (level %d)", p.Parent, by, p.Level))
	} else {
		r.add(say(NoteLine, "plan %d of the %s%s", p.Plan.Revision, by, last))
	}
	if r.Kind == loop.Decided && !p.Adopt {
		r.Plan, r.Before = &p.Plan, t.plans[within]
	}
	if p.Plan.Facts != "" {
		r.add(say(PlanLine, "facts: %s", cli.OneLine(p.Plan.Facts)))
	}
	for _, s := range p.Plan.Steps {
		if s.Revision == p.Plan.Revision && !s.Settled() && (p.Parent == "" || strings.HasPrefix(s.ID, p.Parent+".")) {
			r.add(say(StepLine, "%s", planStep(s)))
		}
	}
	for _, text := range p.Plan.Cut {
		r.add(say(PlanLine, "cut: %s", cli.OneLine(text)))
	}
	r.findings(p.Findings)
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

func (r *Row) findings(list []planner.Finding) {
	for _, f := range list {
		r.add(say(PlanLine, "%s, %s: %s", f.Severity, strings.ReplaceAll(f.Code, "_", " "), cli.OneLine(f.Detail)))
	}
}

// planned shows that a plan is in force from now on, and the plan itself where it was not shown before.
func (t *Rows) planned(r *Row, within string, p planner.Proposal) {
	if n := len(p.Plan.Revisions); n > 0 && p.Cause != planner.Expanded {
		if by := p.Plan.Revisions[n-1].By; by != model.Planner && by != model.Critic && !p.Unchanged {
			t.proposed(r, within, string(by), p)
		}
	}
	if p.Unchanged {
		r.add(say(NoteLine, "plan %d stays", p.Plan.Revision))
	} else {
		r.add(say(NoteLine, "plan %d is adopted", p.Plan.Revision))
		r.Plan, r.Before = &p.Plan, t.plans[within]
	}
	t.plans[within] = p.Plan.Clone()
}

// stepped shows that a plan step is further.
func (t *Rows) stepped(r *Row, within string, c planner.StepChange) {
	text := fmt.Sprintf("%s is %s", c.ID, c.Status)
	if c.Status == planner.StepFailed {
		text = c.ID + " has failed"
	}
	if c.Reason != "" {
		text += ": " + cli.OneLine(c.Reason)
	}
	r.add(say(NoteLine, "%s", text))
	if p := t.plans[within]; p != nil {
		if step := p.Step(c.ID); step != nil {
			step.Status = c.Status
		}
	}
}

// verdict shows a judgment and, where something is missing, what.
func (t *Rows) verdict(r *Row, d planner.Decision) {
	v := *d.Verdict
	r.add(say(NoteLine, "%s", judgment(v)))
	r.findings(v.Errors)
	for _, gap := range v.Gaps {
		r.add(say(PlanLine, "gap: %s", cli.OneLine(gap)))
	}
	if v.Guidance != "" {
		r.add(say(PlanLine, "guidance: %s", cli.OneLine(v.Guidance)))
	}
	if d.Plan != nil && d.Plan.Held {
		t.proposed(r, d.Within(), string(v.By), *d.Plan)
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
