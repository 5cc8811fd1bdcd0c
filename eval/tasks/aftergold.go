package tasks

import (
	"context"
	"io"
	"iter"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner"
)

// AfterGold returns an agent that makes the calls which a task lists and then has m decide once: one request a
// task, which shows whether m sees that the work is done. If it decides to go on, there is no answer, and the
// outcome names the tool it chose.
func AfterGold(p planner.Planner, m model.Model, c loop.Config, log func() io.Writer) Agent {
	c.Answer, c.Repairs = AnswerSchema(), 0
	return func(ctx context.Context, prompt string, s *Session) (Reply, error) {
		replies, err := s.task.GoldReplies()
		if err != nil {
			return Reply{}, err
		}
		calls := replies[:len(replies)-1]
		for i, r := range calls { // a model continues what it seems to have written
			calls[i] = strings.Replace(r, goldThought, gjson.Get(r, "tool").Str+" can tell", 1)
		}
		last := &lastWord{gold: fake.Script(calls...), left: len(calls), model: m}
		c.StopAfterStep = func(string) bool { return last.tool != "" }
		reply, err := runLoop(ctx, p, last, s, c, prompt, log)
		if err == nil && reply.Answer == nil && last.tool != "" {
			reply.Outcome, reply.Reason = "goes on", last.tool
		}
		reply.Decisions, reply.Requests = 1, 1
		reply.PromptTokens, reply.OutputTokens = last.usage.PromptTokens, last.usage.OutputTokens
		return reply, err
	}
}

// A lastWord is a model that is asked when a script has come to its end.
type lastWord struct {
	gold  *fake.Scripted
	left  int
	model model.Model
	tool  string // that the model chose
	usage model.Usage
}

// Name returns the name of the model that has the last word.
func (l *lastWord) Name() string { return l.model.Name() }

// Generate implements [model.Model].
func (l *lastWord) Generate(ctx context.Context, req model.Request) iter.Seq2[model.Chunk, error] {
	if l.left > 0 {
		l.left--
		return l.gold.Generate(ctx, req)
	}
	return func(yield func(model.Chunk, error) bool) {
		var reply model.Collector
		for chunk, err := range l.model.Generate(ctx, req) {
			reply.Add(chunk, err)
			if chunk.Done {
				said, _ := reply.Reply()
				l.tool, l.usage = gjson.Get(said.Text, "tool").Str, said.Usage
			}
			if !yield(chunk, err) {
				return
			}
		}
	}
}
