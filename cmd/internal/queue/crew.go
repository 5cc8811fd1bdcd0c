package queue

import (
	"context"
	"encoding/json"
	"errors"
	"os"

	"github.com/shortleash/shortleash/cluster"
	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/eval"
)

// A Crew are the workers of a queue, who make the runs of one measuring. Close it.
type Crew struct {
	console   *cli.Console
	queue     *cluster.Queue
	collector *cluster.Collector
	stop      func() // watching for workers
}

// Hire connects to the queue, for runs on things by workers that fit.
func (f Flag) Hire(ctx context.Context, c *cli.Console, fit cluster.Fit, things []string) (*Crew, error) {
	q, err := f.Connect(ctx, c, func(text string) { c.Say("%s", text) })
	if err != nil {
		return nil, err
	}
	host, err := os.Hostname()
	if err != nil {
		return nil, err
	}
	id := BatchID(append([]string{host, fit.String()}, things...)...)
	collector, err := q.Open(ctx, cluster.Batch{ID: id, Fit: fit, GiveUp: true}, nil)
	if err != nil {
		q.Close()
		return nil, cli.Misuse("%v", err)
	}
	stop := Watch(ctx, q, fit, WorkCommand(c.Name, f.URL, fit), c.Say)
	return &Crew{c, q, collector, stop}, nil
}

// Ask has a worker make the run on thing, which job describes, and reads it into run. dead is not nil where there will
// be none, which is told; away says why no worker can make runs.
func (c *Crew) Ask(ctx context.Context, thing string, job, run any) (dead *cluster.DeadError, away string, err error) {
	text, err := json.Marshal(job)
	if err != nil {
		return nil, "", err
	}
	a, err := c.collector.Answer(ctx, BatchID(thing), text)
	if dead, ok := errors.AsType[*cluster.DeadError](err); ok {
		c.console.Say("%q: %v. It counts as a run without an answer.", cli.OneLine(thing), dead)
		return dead, "", nil
	}
	if away, ok := errors.AsType[*cluster.AwayError](err); ok {
		return nil, away.Error(), nil
	}
	if err != nil {
		return nil, "", err
	}
	return nil, "", json.Unmarshal(a.JSON, run)
}

// Close ends the measuring, which ended with err. What workers have made stays in the queue only where it was
// broken off: runs that did not happen are asked for anew the next time.
func (c *Crew) Close(err error) error {
	defer c.queue.Close()
	c.stop()
	if _, missing := errors.AsType[*eval.NotRunError](err); missing || err == nil {
		return c.collector.Finish(context.Background())
	}
	c.collector.Close()
	return nil
}
