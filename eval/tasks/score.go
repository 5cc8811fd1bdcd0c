package tasks

import (
	"github.com/shortleash/shortleash/eval"
)

// A Score counts what came of a list of tasks. The sums of a cost divided by Tasks are its mean.
type Score struct {
	Setup        string          `json:"setup"`
	Toolset      string          `json:"toolset,omitempty"` // of which the tasks are; "" are those of several
	Tasks        int             `json:"tasks"`
	Done         eval.Share      `json:"done"`
	Possible     eval.Share      `json:"possible"`   // of the tasks that can be done: done
	Impossible   eval.Share      `json:"impossible"` // of the others: said so, and nothing was changed
	Fails        eval.Share      `json:"fails"`      // of those in which a tool fails once: done
	Unended      int             `json:"unended"`    // runs that came to no answer
	Illegal      int             `json:"illegal"`
	Failed       int             `json:"failed"`  // calls that ended in an error
	Repeats      int             `json:"repeats"` // calls that had succeeded before, made again
	Redirects    int             `json:"redirects"`
	Calls        int             `json:"calls"`
	Decisions    int             `json:"decisions"`
	Requests     int             `json:"requests"`
	PromptTokens int             `json:"prompt_tokens"`
	OutputTokens int             `json:"output_tokens"`
	MS           int64           `json:"ms"`
	Plans        eval.Reflection `json:"plans,omitzero"`    // what a critic made of the plans
	Faithful     eval.Faithful   `json:"faithful,omitzero"` // do the values of answers stand in the tasks or in what calls gave
	Missed       []string        `json:"missed"`
}

// Count returns the score of runs, which came of tasks in this order and all happened.
func Count(setup string, tasks []Task, runs []Run) Score {
	s := Score{Setup: setup}
	for i, t := range tasks {
		s.add(t, runs[i])
	}
	return s
}

// ByToolset returns the scores of the toolsets whose runs all happened, in the order of Toolsets. A
// *[eval.NotRunError] tells of the others.
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
