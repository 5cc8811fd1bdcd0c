package tasks

import (
	"github.com/shortleash/shortleash/eval"
)

// A Score counts the results for a list of tasks. The sum of a cost divided by Tasks is its mean.
type Score struct {
	Setup        string          `json:"setup"`
	Toolset      string          `json:"toolset,omitempty"` // the toolset of the tasks; "" means several
	Tasks        int             `json:"tasks"`
	Done         eval.Share      `json:"done"`
	Possible     eval.Share      `json:"possible"`   // possible tasks; counted if done
	Impossible   eval.Share      `json:"impossible"` // impossible tasks; counted if the answer says so and nothing was changed
	Fails        eval.Share      `json:"fails"`      // tasks in which a tool fails once; counted if done
	Unended      int             `json:"unended"`    // runs without an answer
	Illegal      int             `json:"illegal"`
	Failed       int             `json:"failed"`  // calls that ended in an error
	Repeats      int             `json:"repeats"` // calls repeated although they had succeeded before
	Redirects    int             `json:"redirects"`
	Calls        int             `json:"calls"`
	Decisions    int             `json:"decisions"`
	Requests     int             `json:"requests"`
	PromptTokens int             `json:"prompt_tokens"`
	OutputTokens int             `json:"output_tokens"`
	MS           int64           `json:"ms"`
	Plans        eval.Reflection `json:"plans,omitzero"`    // how a critic judged the plans
	Faithful     eval.Faithful   `json:"faithful,omitzero"` // whether the values of answers occur in the tasks or in the results of calls
	Missed       []string        `json:"missed"`
}

// Count returns the score of runs, which must be those of tasks, in this order, and must all have happened.
func Count(setup string, tasks []Task, runs []Run) Score {
	s := Score{Setup: setup}
	for i, t := range tasks {
		s.add(t, runs[i])
	}
	return s
}

// ByToolset returns the scores of the toolsets whose runs all happened, in the order of [Toolsets].
// A *[eval.NotRunError] lists the others.
func ByToolset(setup string, tasks []Task, runs []Run) ([]Score, error) {
	var scores []Score
	var missing eval.NotRunError
	for _, set := range Toolsets {
		var own []Task
		var came []Run
		var lost []string
		for i, t := range tasks {
			if t.Toolset == set.Name {
				own, came, lost = append(own, t), append(came, runs[i]), append(lost, runs[i].NotRun)
			}
		}
		if whole := missing.Count(set.Name, lost); whole && len(own) > 0 {
			score := Count(setup, own, came)
			score.Toolset = set.Name
			scores = append(scores, score)
		}
	}
	return scores, missing.OrNil()
}

func (s *Score) add(t Task, r Run) {
	s.Tasks++
	s.Done.Count(r.Done)
	if t.Check.Impossible {
		s.Impossible.Count(r.Done)
	} else {
		s.Possible.Count(r.Done)
	}
	if t.Setup.Fails != "" {
		s.Fails.Count(r.Done)
	}
	if r.Reply.Answer == nil {
		s.Unended++
	}
	if !r.Done {
		s.Missed = append(s.Missed, t.ID)
	}
	s.Illegal += r.Illegal
	for _, c := range r.Calls {
		if !c.OK {
			s.Failed++
		}
	}
	s.Repeats += r.Repeats()
	s.Redirects += r.Reply.Redirects
	s.Calls += len(r.Calls)
	s.Decisions += r.Reply.Decisions
	s.Requests += r.Reply.Requests
	s.PromptTokens += r.Reply.PromptTokens
	s.OutputTokens += r.Reply.OutputTokens
	s.MS += r.MS
	s.Plans.Join(r.Reply.Plans)
	s.Faithful.Add(r.Reply.Values)
}
