package main

import (
	"context"
	"io"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/tutor"
)

const whereRuns = "Batches keep theirs; for a sentence:  tutor --log FILE SENTENCE"

// loggedRuns returns what the commands about logged runs need of the tutor.
func loggedRuns(c *console, s *TutorSettings) *runsProgram {
	return &runsProgram{
		console: c, settings: &s.Settings, whereRuns: whereRuns,
		resolve: func(ctx context.Context, spec, host, planner string) (func() model.Model, error) {
			newModel, _, err := tutorModels.resolve(ctx, spec, host, planner)
			return newModel, err
		},
		again: func(info loop.RunInfo, newModel func() model.Model) (runner, error) {
			t, err := tutor.ForRun(info, tutor.Options{Model: newModel, Trace: s.trace})
			return &repeated{t, &desk{console: c, settings: *s, page: newPage(c, *s)}}, err
		},
	}
}

// A repeated tutor makes logged runs once more, and shows their reports as those of new runs.
type repeated struct {
	*tutor.Tutor
	desk *desk
}

// Resume implements [runner].
func (r *repeated) Resume(ctx context.Context, events []loop.Event, reply *loop.Reply, log io.Writer, watch func(loop.Event)) (func() error, *loop.Interrupt, error) {
	report, waits, err := r.Tutor.Resume(ctx, events, reply, log, watch)
	show := func() error {
		if ctx.Err() != nil && report.Outcome == loop.Cancelled {
			return ctx.Err()
		}
		return r.desk.close(r.desk.tell(report))
	}
	return show, waits, err
}
