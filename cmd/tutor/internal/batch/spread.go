package batch

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/shortleash/shortleash/cluster"
	"github.com/shortleash/shortleash/cmd/internal/answers"
	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/queue"
	"github.com/shortleash/shortleash/cmd/tutor/internal/job"
	"github.com/shortleash/shortleash/cmd/tutor/internal/session"
)

// A spread is how a batch is answered by the workers of a queue.
type spread struct{ fit cluster.Fit }

// collect has the workers of a queue make the answers. A signal stops at once: what workers have begun stays in the
// queue for the next time.
func (b *batchJob) collect(ctx context.Context, d *session.Session, out *answers.Output) error {
	q, err := b.queue.Connect(ctx, b.Console, func(text string) { b.Say("%s", text) })
	if err != nil {
		return err
	}
	defer q.Close()
	name, from, err := b.identity(out.Done())
	if err != nil {
		return err
	}
	if out.Again() > 0 {
		from = 0
	}
	c, err := q.Open(ctx, cluster.Batch{ID: name, Fit: b.spread.fit}, func(key string) bool {
		number, err := strconv.Atoi(key)
		return err == nil && number >= from
	})
	if held, ok := errors.AsType[*cluster.HeldError](err); ok {
		return cli.Misuse("%v", held)
	}
	if err != nil {
		return err
	}
	defer c.Close()
	if b.restart {
		if err := c.Restart(ctx); err != nil {
			return err
		}
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	release := b.Signals.Listen(func() {
		b.Say("Stopping. What the workers have begun stays in the queue.")
		cancel()
	})
	defer release()
	stop := queue.Watch(ctx, q, b.spread.fit, queue.WorkCommand(b.Name, b.queue.URL, b.spread.fit),
		b.Say)
	defer stop()
	start := time.Now()
	err = answers.Run(ctx, out, answers.Job{
		Jobs:   queue.Lookahead,
		Answer: func(ctx context.Context, in answers.Input) ([]byte, error) { return b.fetch(ctx, d, c, in) },
		Wrote: func(line []byte) {
			b.tally.count(line)
			b.progress.Step(b.tally.done, b.tally.inShort()+" · "+queue.Summary(c.Tally(), time.Since(start)))
		},
	})
	if !b.settings.Quiet {
		b.Say("%s", queue.Summary(c.Tally(), time.Since(start)))
	}
	if err == nil && out.Done() == b.total {
		return c.Finish(context.WithoutCancel(ctx))
	}
	return err
}

// fetch returns the answer that a worker has made to one input.
func (b *batchJob) fetch(ctx context.Context, d *session.Session, c *cluster.Collector, in answers.Input) ([]byte, error) {
	a, err := c.Answer(ctx, strconv.Itoa(in.Number), job.Job{Input: in.Text}.Encode())
	if dead, ok := errors.AsType[*cluster.DeadError](err); ok {
		r := job.Unanswered(in.Text, b.settings.Model, b.settings.Planner.Value, dead)
		b.Say("Line %d: %v. It has no answer; --retry-failed asks for it again.", in.Line, dead)
		return r.JSON(), nil
	}
	if err != nil {
		return nil, err
	}
	report, err := job.ReportOf(a, in.Text)
	if err != nil { // this worker is not asked again of itself; the others' answers are as good as before
		b.Say("Line %d: worker %s: %v. It has no answer; --retry-failed asks for it again, --restart for all.", in.Line, a.Worker, err)
		return job.Unusable(in.Text, b.settings.Model, b.settings.Planner.Value, err).JSON(), nil
	}
	return report.JSON(), b.keepLog(d, a.Log)
}

// identity names the batch by its input, its file of answers and its fit, and returns the number of the first
// input that has no answer yet.
func (b *batchJob) identity(done int) (name string, from int, err error) {
	path, err := filepath.Abs(b.out)
	if err != nil {
		return "", 0, err
	}
	host, err := os.Hostname()
	if err != nil {
		return "", 0, err
	}
	parts := []string{host, path, b.spread.fit.String()}
	n := 0
	for in, err := range b.inputs {
		if err != nil {
			return "", 0, err
		}
		if n++; n == done+1 {
			from = in.Number
		}
		parts = append(parts, strconv.Itoa(in.Number), in.Text)
	}
	return queue.BatchID(parts...), from, nil
}
