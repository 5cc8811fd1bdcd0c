package loop

import (
	"errors"
	"fmt"
	"slices"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
)

// When a prompt is shortened, to what, and what always stays.
const (
	fullPercent       = 80  // of the context: over it, the oldest steps are folded
	foldedPercent     = 50  // until the prompt is under it
	keptSteps         = 2   // the newest, which are never folded
	foldedObservation = 512 // bytes shown of an observation where folding is not enough
)

// fold renders the prompt of q, shortened as far as the model's context asks. A step is folded whole,
// so no observation loses its call; task and newest steps stay. State keeps everything: grounding,
// evidence and duplicates do not look at prompts. A prompt that cannot be made short enough is not
// sent.
//
// The executor's prompts go on where the last one was folded; those of the other roles are made anew each
// time, and folded as far as that role's context asks.
func (r *run) fold(q planner.Question) ([]model.Message, planner.Folding, error) {
	var was planner.Folding
	if q.Role == model.Executor {
		was = r.folding
	}
	f := was
	messages, err := q.Messages(f)
	context := r.binding(q.Role).context
	if err != nil || context == 0 || r.promptTokens(bytesOf(messages))*100 <= context*fullPercent {
		return messages, f, err
	}
	for r.promptTokens(bytesOf(messages))*100 > context*foldedPercent && f.Steps < r.stepsOfTrial()-keptSteps {
		f.Steps++
		if messages, err = q.Messages(f); err != nil {
			break
		}
	}
	if err == nil && r.promptTokens(bytesOf(messages))*100 > context*fullPercent && f.Observation == 0 {
		f.Observation = foldedObservation
		messages, err = q.Messages(f)
	}
	if errors.Is(err, planner.ErrNoFolding) {
		f = was
		messages, err = q.Messages(f)
	}
	if err == nil && r.promptTokens(bytesOf(messages)) >= context {
		err = modelFailed(planner.ReasonContextOverflow,
			fmt.Errorf("the prompt of about %d tokens does not fit the context of %d, and cannot be made shorter",
				r.promptTokens(bytesOf(messages)), context))
	}
	return messages, f, err
}

// stepsOfTrial counts the steps of the present trial.
func (r *run) stepsOfTrial() int {
	n := 0
	for _, step := range slices.Backward(r.state.Steps) {
		if step.Trial != r.state.Trial.N {
			break
		}
		n++
	}
	return n
}
