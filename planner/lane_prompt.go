package planner

import (
	"encoding/json"
	"slices"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/tools"
)

// What the blocks of a lane's prompt see.
type (
	laneHead struct {
		Tools  []Offer
		Steps  int
		Replan bool
	}
	laneTask struct {
		Task   string
		Titles []title
		Step   PlanStep
		Inputs []titled // outputs of what the plan step depends on
		Others []string // digest lines of the other plan steps that are done
	}
	laneStatus struct {
		Step, Steps int
		Closing     bool
		Choices     []string
		Lost        []Removal
	}
	// A title is a plan step in one line.
	title struct {
		ID, Description, Status string
		Own                     bool
	}
	titled struct {
		ID, Output string
	}
	verdictData struct {
		Assessment, Guidance string
		Gaps                 []string
	}
)

// messages renders the conversation of the lane. What it says of other plan steps is what was settled
// when the lane opened, so that the conversation only grows.
func (v *laneView) messages(f Folding) ([]model.Message, error) {
	c := conversation{prompt: v.prompt, memory: v.allowed.Memory}
	c.add("head", laneHead{Tools: v.allowed.AllTools, Steps: v.steps, Replan: v.allowed.Replan})
	c.add("task", v.task(f))
	older := v.olderThan(f.Steps)
	c.folded(v.own[:older])
	told := 0
	for i, place := range v.places() {
		if i >= older {
			told += c.notes(v.state.Notes[told:], place)
			c.laneStep(v.own[i], f)
		}
	}
	c.notes(v.state.Notes[told:], len(v.state.Steps))
	c.add("status", laneStatus{Step: len(v.own) + 1, Steps: v.steps, Closing: v.closing, Choices: v.choices(), Lost: v.allowed.Removed})
	return c.messages, c.err
}

// olderThan returns how many of the lane's steps are among the first n of the run.
func (v *laneView) olderThan(n int) int {
	older := 0
	for _, s := range v.state.Steps[:min(n, len(v.state.Steps))] {
		if s.Lane == v.step.ID && s.Trial == v.state.Trial {
			older++
		}
	}
	return older
}

// places returns how many decisions of the run came before each step of the lane.
func (v *laneView) places() []int {
	places := make([]int, 0, len(v.own))
	for i, s := range v.state.Steps {
		if s.Lane == v.step.ID && s.Trial == v.state.Trial {
			places = append(places, i)
		}
	}
	return places
}

// laneStep adds one step of a lane: the decision, and the observations or the review that followed.
func (c *conversation) laneStep(step Step, f Folding) {
	if c.err != nil {
		return
	}
	text, err := wireInLane(step)
	if err != nil {
		c.err = err
		return
	}
	c.messages = append(c.messages, model.Message{Author: model.Assistant, Content: string(text)})
	for i := range step.Observations {
		c.add("observation", cut(&step.Observations[i], f.Observation))
	}
	if step.Review != nil {
		c.add("verdict", verdictData{Assessment: step.Review.Assessment, Guidance: step.Review.Guidance})
	}
}

// wireInLane writes a past step of a lane as the model would have.
func wireInLane(s Step) (json.RawMessage, error) {
	if s.Settle == nil {
		return wire(s, false)
	}
	name, args := nameStepFailed, any(struct {
		Reason string `json:"reason"`
	}{s.Settle.Reason})
	if s.Settle.Done {
		name, args = nameStepDone, struct {
			Evidence []string `json:"evidence"`
			Output   string   `json:"output"`
		}{append([]string{}, s.Settle.Evidence...), s.Settle.Output}
	}
	raw, err := tools.Encode(args)
	if err != nil {
		return nil, err
	}
	return tools.Encode(wireDecision{Thought: &s.Thought, Tool: name, Args: raw})
}

func (v *laneView) task(f Folding) laneTask {
	t := laneTask{Task: v.state.Task, Step: v.step, Titles: v.state.Plan.titles(v.step.ID, v.step.Knew)}
	for _, p := range v.state.Plan.Steps {
		switch {
		case p.Status != StepDone || !slices.Contains(v.step.Knew, p.ID):
		case slices.Contains(v.step.DependsOn, p.ID):
			t.Inputs = append(t.Inputs, titled{p.ID, head(p.Output, f.shown(priorBytes))})
		default:
			t.Others = append(t.Others, p.ID+" "+head(p.Output, digestOutput))
		}
	}
	return t
}

// titles lists the plan steps of p that are of interest: not those that a later plan replaced. Only
// what is in knew shows how it ended.
func (p *Plan) titles(own string, knew []string) []title {
	var list []title
	for _, s := range p.Steps {
		if s.Revision < p.Revision && s.Status != StepDone {
			continue
		}
		t := title{ID: s.ID, Description: s.Description, Status: "open", Own: s.ID == own}
		if slices.Contains(knew, s.ID) {
			t.Status = string(s.Status)
		}
		list = append(list, t)
	}
	return list
}
