package endpoint

import (
	"context"
	"slices"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
)

// A small model that must write a decision hardly ever decides that no tool fits. So it is asked in a short prompt of its own: with the
// form fit first of all, else about a call with an invented argument.

// askFit asks whether a tool of a fits the task. If none does, the model replies freely, as it would without tools. Where that is not
// possible, because the answer has a schema or because there were calls, tools are declined: only an answer is left. A model that
// judges may be asked twice, with other odds.
func (x *exchange) askFit(ctx context.Context, a planner.Allowed, odds float64) (replied, declined bool, err error) {
	judge, ok := x.model.(model.Judge)
	s := planner.Situation{Tools: a.Tools, Task: stateOf(x.q.Turns).Task, Judges: ok && judge.Judges(ctx)}
	if x.fitAsked && !s.Judges {
		return false, false, nil
	}
	x.fitAsked = true
	name, err := planner.Fitting(ctx, s, planner.Question{Odds: odds}, x.answered)
	if err != nil || name != planner.NoTool {
		return false, false, err
	}
	if !x.isText() || slices.ContainsFunc(x.q.Turns, turn.isStep) {
		return false, true, nil
	}
	var messages []model.Message
	for _, t := range x.q.Turns {
		messages = append(messages, model.Message{Author: t.Author, Content: t.Text})
	}
	return true, false, x.generate(ctx, nil, messages, planner.Question{})
}
