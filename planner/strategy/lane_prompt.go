package strategy

import (
	"encoding/json"
	"slices"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/prompt"
)

// What the blocks of a lane's prompt see.
type (
	laneHead struct {
		Tools   []planner.Offer
		Steps   int
		Replan  bool // the executor may ask for another plan now; it changes, so our prompts use Replans
		Replans bool // it may do so at some decisions

		Instructions string
	}
	laneTask struct {
		Task   string
		Titles []title
		Step   planner.PlanStep
		Inputs []planOutput // outputs of what the plan step depends on
		Others []string     // the other plan steps that are done, in short
	}
	laneStatus struct {
		Step, Steps int
		Closing     bool
		Choices     []string
		Lost        []planner.Removal
		Waiting     []string // tools that cannot be called until another one has shown a value for them
		UsedUp      []string // tools that were called with every value
	}
	// A title is a plan step in one line.
	title struct {
		ID, Description, Status string
		Own                     bool
	}
	planOutput struct {
		ID, Output string
	}
)

// messages renders the conversation of the lane. It shows of other plan steps what was settled when the
// lane opened, so that the beginning of the conversation stays the same.
func (v *laneView) messages(f planner.Folding) ([]model.Message, error) {
	c := prompt.NewConversation(v.prompt, prompt.CacheOf(v.allowed.Cache))
	c.Add("head", laneHead{Tools: v.allowed.AllTools, Steps: v.steps, Replan: v.allowed.Replan, Replans: v.allowed.Replans,
		Instructions: v.allowed.Instructions})
	c.Add("task", v.task(f))
	var places []int // how many decisions of the run came before each step of the lane
	older := 0
	for i, s := range v.state.Steps {
		if s.Lane == v.step.ID && s.Trial == v.state.Trial.N {
			if places = append(places, i); i < f.Steps {
				older++
			}
		}
	}
	c.AddFolded(v.own[:older])
	shown := 0 // notes
	for i, step := range v.own[older:] {
		shown += c.AddNotes(v.state.Notes[shown:], places[older+i])
		c.AddDecision(wireInLane(step))
		c.AddObservations(step, f)
		if step.Review != nil {
			c.AddVerdict(planner.Verdict{Assessment: step.Review.Assessment, Guidance: step.Review.Guidance})
		}
	}
	c.AddNotes(v.state.Notes[shown:], len(v.state.Steps))
	c.Add("status", laneStatus{Step: len(v.own) + 1, Steps: v.steps, Closing: v.closing, Choices: v.choices(),
		Lost: v.allowed.Removed, Waiting: v.allowed.Waiting(), UsedUp: v.allowed.UsedUp()})
	return c.Messages()
}

// wireInLane is a past step of a lane as the model wrote it.
func wireInLane(s planner.Step) prompt.Wire {
	if s.Report == nil {
		return prompt.WireDecision(s, false)
	}
	w := prompt.Wire{Thought: &s.Thought, Tool: planner.StepFailedReport, Args: map[string]string{"reason": s.Report.Reason}}
	if s.Report.Status == planner.StepDone {
		w.Tool, w.Args = planner.StepDoneReport, struct {
			Evidence []string        `json:"evidence"`
			Output   json.RawMessage `json:"output"`
		}{append([]string{}, s.Report.Evidence...), s.Report.Output}
	}
	return w
}

func (v *laneView) task(f planner.Folding) laneTask {
	t := laneTask{Task: v.state.Task, Step: v.step, Titles: titles(v.state.Plan, v.step.ID, v.step.SettledBefore)}
	for _, p := range v.state.Plan.Steps {
		switch {
		case p.Status != planner.StepDone || !slices.Contains(v.step.SettledBefore, p.ID):
		case slices.Contains(v.step.DependsOn, p.ID):
			t.Inputs = append(t.Inputs, planOutput{p.ID, prompt.Output(p.Output, maxPriorOutput, f)})
		default:
			t.Others = append(t.Others, p.ID+" "+prompt.Output(p.Output, prompt.SummaryBytes, planner.Folding{}))
		}
	}
	return t
}

// titles lists the plan steps of p, without those that a later plan replaced. Those in settled are shown with
// their status, all others as open.
func titles(p *planner.Plan, own string, settled []string) []title {
	var list []title
	for _, s := range p.Steps {
		if s.Revision < p.Revision && s.Status != planner.StepDone {
			continue
		}
		t := title{ID: s.ID, Description: s.Description, Status: "open", Own: s.ID == own}
		if slices.Contains(settled, s.ID) {
			t.Status = string(s.Status)
		}
		list = append(list, t)
	}
	return list
}
