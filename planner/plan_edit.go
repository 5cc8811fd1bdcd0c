package planner

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/shortleash/shortleash/tools"
)

// EditPlan reads a plan that a person wrote in place of p: {"facts": …, "steps": […]} with whole plan
// steps, ids included. Settled plan steps of p must be there, unchanged; the others are the person's,
// and pending. A plan step without an id gets the next one. The plan is checked against known tools as
// any plan is.
func EditPlan(p Plan, text json.RawMessage, tools []Offer) (*Plan, error) {
	var written struct {
		Facts string     `json:"facts"`
		Steps []PlanStep `json:"steps"`
	}
	if err := json.Unmarshal(text, &written); err != nil {
		return nil, fmt.Errorf("it is not {\"facts\": …, \"steps\": […]}: %w", err)
	}
	edited := *p.Clone()
	edited.Facts = written.Facts
	edited.Steps = slices.Clone(written.Steps)
	edited.Revisions = append(slices.Clip(edited.Revisions), Revision{N: p.Revision, By: ByPerson, Cause: FirstPlan, Reason: "edited"})
	next := p.nextNumber()
	for i := range edited.Steps {
		s := &edited.Steps[i]
		if s.ID == "" {
			s.ID, next = fmt.Sprintf("s%d", next), next+1
		}
		if old := p.Step(s.ID); old != nil && old.Settled() {
			*s = *old
			if !sameStep(written.Steps[i], *old) {
				return nil, fmt.Errorf("%s is settled (%s) and cannot be changed", s.ID, old.Status)
			}
			continue
		}
		*s = PlanStep{ID: s.ID, Description: s.Description, Tool: s.Tool, Args: s.Args, DependsOn: s.DependsOn,
			Expected: s.Expected, When: s.When, Expand: s.Expand, Status: StepPending, Revision: p.Revision}.withDependencies()
	}
	for _, old := range p.Steps {
		if old.Settled() && edited.Step(old.ID) == nil {
			return nil, fmt.Errorf("%s is settled (%s) and cannot be left out", old.ID, old.Status)
		}
	}
	if err := RefusalOf(CheckPlan(&edited, State{}, Allowed{AllTools: tools})); err != nil {
		return nil, err
	}
	return &edited, nil
}

// sameStep reports whether a person left a settled plan step as it was.
func sameStep(written, old PlanStep) bool {
	return written.Description == old.Description && written.Tool == old.Tool && (written.Status == "" || written.Status == old.Status) &&
		(written.Output == nil || tools.Equal(written.Output, old.Output))
}
