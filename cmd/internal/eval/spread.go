package eval

import (
	"context"
	"encoding/json"
	"errors"
	"sync"

	"github.com/shortleash/shortleash/cluster"
	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/queue"
	"github.com/shortleash/shortleash/eval"
)

// A Remote is a subject whose sentences the workers of a queue correct.
type Remote struct {
	Fit cluster.Fit
	// How is all that decides its answers besides the model and the strategy, for records.
	How any
	// Job is what a worker gets for a sentence; it answers with an [eval.Answer].
	Job func(input string) json.RawMessage
	// Dead is the answer to a sentence that is a dead letter.
	Dead eval.Answer
}

// subject returns who corrects: this process, or the workers of a queue.
func (e *evaluation) subject(ctx context.Context, who setup) (Subject, error) {
	if who.model == Gold && e.about.NewGold != nil {
		return e.about.NewGold(ctx, who.planner, who.adjust, e.item)
	}
	if !e.Queue.On() {
		return e.about.NewSubject(ctx, who.model, who.planner, who.adjust)
	}
	if who.length != "" {
		return Subject{}, cli.Misuse("--ceiling changes how runs go and cannot be spread over a queue; leave one of them out")
	}
	if who.rung != nil {
		return Subject{}, cli.Misuse("--ablation changes how runs go and cannot be spread over a queue; leave one of them out")
	}
	r, err := e.about.NewRemote(e.command, who.model, who.planner)
	if err != nil {
		return Subject{}, err
	}
	var inputs []string
	for _, s := range e.suites {
		for _, item := range s.Items {
			inputs = append(inputs, item.Input)
		}
	}
	crew, err := e.Hire(ctx, e.Console, r.Fit, inputs)
	if err != nil {
		return Subject{}, err
	}
	return Subject{Model: who.model, How: r.How, atOnce: queue.Lookahead, Correct: fetcher(crew, r), close: crew.Close}, nil
}

// fetcher returns what asks the workers. A sentence that stands in several suites is asked for once.
func fetcher(c *Crew, r Remote) eval.Corrector {
	type shared struct {
		once sync.Once
		a    eval.Answer
		err  error
	}
	var asked sync.Map
	return func(ctx context.Context, input string) (eval.Answer, error) {
		v, _ := asked.LoadOrStore(input, &shared{})
		s := v.(*shared)
		s.once.Do(func() {
			var text json.RawMessage
			text, s.err = c.Ask(ctx, input, r.Job(input))
			if _, dead := errors.AsType[*cluster.DeadError](s.err); dead {
				s.a, s.err = r.Dead, nil
			} else if away, ok := errors.AsType[*cluster.AwayError](s.err); ok {
				s.a, s.err = eval.Answer{NotRun: away.Error()}, nil
			} else if s.err == nil {
				s.err = json.Unmarshal(text, &s.a)
			}
		})
		return s.a, s.err
	}
}
