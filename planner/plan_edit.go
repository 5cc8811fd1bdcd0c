package planner

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/tools"
)

// EditPlan parses a plan that a person wrote to replace p: {"facts": …, "steps": […]} with complete plan steps,
// including ids. It must contain the settled plan steps of p, unchanged; all others are new and pending. A plan
// step without an id gets the next one. The plan is checked against the offered tools like any plan.
func EditPlan(p Plan, text json.RawMessage, offers []Offer) (*Plan, error) {
	var written struct {
		Facts string     `json:"facts"`
		Steps []PlanStep `json:"steps"`
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields() // a slip would be lost
	if err := d.Decode(&written); err != nil {
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
	if err := RefusalOf(CheckPlan(&edited, State{}, Allowed{Terms: Terms{AllTools: offers}})); err != nil {
		return nil, err
	}
	if err := fitsGrammar(&edited, written.Steps, offers); err != nil {
		return nil, err
	}
	return &edited, nil
}

// fitsGrammar checks the open plan steps of a plan that a person wrote by the grammar of plans: a model could have
// written them.
func fitsGrammar(p *Plan, written []PlanStep, offers []Offer) error {
	form := PlanForm{Static: true, Conditions: true, allowed: Allowed{Terms: Terms{AllTools: offers}}, expand: true}
	earlier := []string{}
	for i, s := range p.Steps {
		if !s.Settled() {
			text, err := tools.Encode(wireOf(s, written[i].DependsOn))
			if err != nil {
				return err
			}
			g, err := grammar.Compile(context.Background(), form.step(earlier).JSON(), grammar.Options{})
			if err == nil {
				err = g.Check(context.Background(), text)
			}
			if v, ok := errors.AsType[*grammar.Violation](err); ok { // the bytes are not the person's
				return fmt.Errorf("%s: %s: want %s", s.ID,
					strings.Replace(strings.TrimPrefix(v.Pointer, "/"), "tool_args", "args", 1), strings.Join(v.Expected, " or "))
			} else if err != nil {
				return fmt.Errorf("%s: %w", s.ID, err)
			}
		}
		earlier = append(earlier, s.ID)
	}
	return nil
}

// wireOf spells a plan step as a model writes it.
func wireOf(s PlanStep, dependsOn []string) wireStep {
	w := wireStep{DependsOn: append([]string{}, dependsOn...), Description: s.Description, Expand: s.Expand,
		Expected: s.Expected, Args: s.Args, When: s.When}
	if s.Tool != "" {
		w.Tool = &s.Tool
	}
	return w
}

// sameStep reports whether a person left a settled plan step as it was.
func sameStep(written, old PlanStep) bool {
	return written.Description == old.Description && written.Tool == old.Tool && (written.Status == "" || written.Status == old.Status) &&
		(written.Output == nil || tools.Equal(written.Output, old.Output))
}
