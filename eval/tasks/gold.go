package tasks

import (
	"cmp"
	"context"
	"io"
	"strings"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/prompt"
	"github.com/shortleash/shortleash/tools"
)

// goldAnswer returns an answer that the check of the task accepts.
func (t Task) goldAnswer() string {
	var parts []string
	if t.Check.Impossible {
		parts = append(parts, "impossible")
	}
	for _, text := range t.Check.Answer {
		one, _, _ := strings.Cut(text, "|")
		parts = append(parts, one)
	}
	return cmp.Or(strings.Join(parts, ", "), "done")
}

// goldReplies returns what a model writes that makes the calls of the task and then answers.
func (t Task) goldReplies() ([]string, error) {
	var replies []string
	thought := "the next step" // of each decision
	add := func(tool string, args any) error {
		text, err := tools.Encode(prompt.Wire{Thought: &thought, Tool: tool, Args: args})
		replies = append(replies, string(text))
		return err
	}
	for _, c := range t.Calls {
		args, err := tools.Canonical(c.Args)
		if err != nil {
			return nil, err
		}
		if err := add(c.Tool, args); err != nil {
			return nil, err
		}
	}
	return replies, add(planner.FinalAnswer, map[string]string{"text": t.goldAnswer()})
}

// Gold returns an agent that knows what to do: a loop with a model that makes the calls that each
// task lists. If it cannot do a task, no model can under p and c.
func Gold(p planner.Planner, c loop.Config, log func() io.Writer) Agent {
	c.Answer = AnswerSchema()
	return func(ctx context.Context, prompt string, s *Session) (Reply, error) {
		replies, err := s.task.goldReplies()
		if err != nil {
			return Reply{}, err
		}
		return runLoop(ctx, p, fake.Script(replies...), s, c, prompt, log)
	}
}
