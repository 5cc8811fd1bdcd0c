package tasks

import (
	"cmp"
	"context"
	"io"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/eval"
	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
)

// maxAnswer bounds the text of an answer, in characters: a sentence or two.
const maxAnswer = 300

// AnswerSchema returns the schema of the answer in the loops of [LoopAgent].
func AnswerSchema() grammar.Schema {
	return grammar.Object(grammar.Property{Name: "text", Schema: grammar.String(1, maxAnswer)})
}

// LoopAgent returns an agent that uses a [loop.Loop]. c.Answer is [AnswerSchema]. If c.Rules is
// nil, the rules are those of the toolset ([Session.Rules]); an empty list means no rules. log, if
// not nil, returns the writer for the events of the next run.
func LoopAgent(p planner.Planner, m model.Model, c loop.Config, log func() io.Writer) Agent {
	c.Answer = AnswerSchema()
	return func(ctx context.Context, prompt string, s *Session) (Reply, error) {
		return runLoop(ctx, p, m, s, c, prompt, log)
	}
}

func runLoop(ctx context.Context, p planner.Planner, m model.Model, s *Session, c loop.Config, prompt string,
	log func() io.Writer) (Reply, error) {
	if c.Rules == nil {
		c.Rules = s.Rules()
	}
	l, err := loop.New(p, m, s.Tools(), c)
	if err != nil {
		return Reply{}, err
	}
	var to io.Writer
	if log != nil {
		to = log()
	}
	var r loop.Result
	var heard eval.Pulse
	var faithful eval.FaithfulCounter
	for e, err := range l.Watch(ctx, prompt, to) {
		if err != nil {
			return Reply{}, err
		}
		heard.Watch(e)
		faithful.Watch(e)
		if e.Result != nil {
			r = *e.Result
		}
	}
	reply := Reply{Outcome: string(r.Outcome), Reason: string(r.Reason), Decisions: r.Counters.Steps,
		Requests: r.Counters.ModelCalls, Redirects: r.Counters.Redirects, Values: faithful.Values}
	if r.Outcome == loop.Final {
		text := gjson.GetBytes(r.Answer, "text").String()
		reply.Answer = &text
	}
	if heard.Missed(r.Outcome) {
		reply.NotRun = cmp.Or(r.Error, string(r.Reason))
	}
	for _, v := range r.Verdicts {
		reply.Plans.Add(v)
	}
	for _, u := range r.Usage {
		reply.PromptTokens += u.PromptTokens
		reply.OutputTokens += u.OutputTokens
	}
	return reply, nil
}
