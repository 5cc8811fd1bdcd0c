package eval

import (
	"context"
	"encoding/json"
	"errors"
	"os"
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
	// Dead is the answer to a sentence that no worker survived.
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
	say := func(text string) { e.Say("%s", text) }
	q, err := e.Queue.Connect(ctx, e.Console, say)
	if err != nil {
		return Subject{}, err
	}
	host, _ := os.Hostname()
	id := []string{host, r.Fit.String()}
	for _, s := range e.suites {
		for _, item := range s.Items {
			id = append(id, item.Input)
		}
	}
	c, err := q.Open(ctx, cluster.Batch{ID: queue.BatchID(id...), Fit: r.Fit}, nil)
	if err != nil {
		q.Close()
		return Subject{}, cli.Misuse("%v", err)
	}
	watching, stop := context.WithCancel(ctx)
	queue.Watch(watching, q, r.Fit, queue.WorkCommand(e.Name, e.Queue.URL, r.Fit), e.Say)
	return Subject{Model: who.model, How: r.How, atOnce: queue.Lookahead, Correct: fetcher(c, r), close: func(complete bool) error {
		defer q.Close()
		stop()
		if complete { // all answers are counted
			return c.Finish(context.WithoutCancel(ctx))
		}
		c.Close()
		return nil
	}}, nil
}

// fetcher returns what asks the workers. A sentence that stands in several suites is asked for once.
func fetcher(c *cluster.Collector, r Remote) eval.Corrector {
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
			var reply cluster.Answer
			reply, s.err = c.Answer(ctx, queue.BatchID(input), r.Job(input))
			if _, dead := errors.AsType[*cluster.DeadError](s.err); dead {
				s.a, s.err = r.Dead, nil
				return
			}
			if s.err == nil {
				s.err = json.Unmarshal(reply.JSON, &s.a)
			}
		})
		return s.a, s.err
	}
}
