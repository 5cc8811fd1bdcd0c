package eval

import (
	"context"
	"sync"

	"github.com/shortleash/shortleash/cluster"
	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/queue"
	"github.com/shortleash/shortleash/eval"
)

// A Remote is a subject whose sentences the workers of a queue correct.
type Remote struct {
	Fit cluster.Fit // also for records: all that decides its answers
	// Job is what a worker gets for a sentence; it answers with an [eval.Answer].
	Job func(input string) any
	// Dead is the answer to a sentence that is a dead letter.
	Dead eval.Answer
}

// subject returns who corrects: this process, or the workers of a queue.
func (e *evaluation) subject(ctx context.Context, who setup) (Subject, error) {
	if who.model == eval.Gold && e.about.NewGold != nil {
		return e.about.NewGold(ctx, who.planner, who.adjust, e.item)
	}
	if !e.Queue.On() {
		return e.about.NewSubject(ctx, who.model, who.planner, who.adjust)
	}
	if !who.usual() {
		flag := "--ceiling"
		if who.rung != nil {
			flag = "--ablation"
		}
		return Subject{}, cli.Misuse("%s changes how runs go and cannot be spread over a queue; leave one of them out", flag)
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
	crew, err := e.Queue.Hire(ctx, e.Console, r.Fit, inputs)
	if err != nil {
		return Subject{}, err
	}
	return Subject{Model: who.model, How: r.Fit, atOnce: queue.Lookahead, Correct: fetcher(crew, r), close: crew.Close}, nil
}

// item returns what the suites want of an input.
func (e *evaluation) item(input string) (eval.Item, bool) {
	for _, s := range e.suites {
		for _, i := range s.Items {
			if i.Input == input {
				return i, true
			}
		}
	}
	return eval.Item{}, false
}

// fetcher returns what asks the workers. A sentence that stands in several suites is asked for once.
func fetcher(c *queue.Crew, r Remote) eval.Corrector {
	var asked sync.Map // of functions, by input
	return func(ctx context.Context, input string) (eval.Answer, error) {
		once, _ := asked.LoadOrStore(input, sync.OnceValues(func() (a eval.Answer, err error) {
			dead, away, err := c.Ask(ctx, input, r.Job(input), &a)
			if dead != nil {
				return r.Dead, nil
			}
			if away != "" {
				a = eval.Answer{NotRun: away}
			}
			return a, err
		}))
		return once.(func() (eval.Answer, error))()
	}
}
