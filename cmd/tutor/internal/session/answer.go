package session

import (
	"context"
	"io"

	"github.com/shortleash/shortleash/cmd/internal/show"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/tutor"
)

// answer has the tutor answer one input, and shows what it is doing where that takes long. The error is that of ctx
// when a signal came.
func (s *Session) answer(ctx context.Context, input string) (tutor.Report, error) {
	var trace func(loop.Event)
	if s.Settings.Trace && !s.Settings.Quiet {
		trace = show.NewTracer(s.Lines()).Event
	}
	quiet := s.Settings.Quiet || s.Settings.Events // events may go to the same terminal
	live := show.NewLive(s.Console, quiet, show.InOneLine)
	s.live = live
	r, err := s.Tutor.Correct(ctx, input, s.logWriter(), live.Watch(trace))
	live.Stop()
	if err != nil {
		return r, err
	}
	if ctx.Err() != nil && r.Outcome == loop.Cancelled {
		return r, s.stopped(ctx, r, live.Activity)
	}
	return r, nil
}

// maxKnown bounds the lines about what calls have given, of a run that was stopped.
const maxKnown = 5

// stopped shows what is known of an input whose last run was stopped, and says how to go on. It returns the error of ctx.
func (s *Session) stopped(ctx context.Context, r tutor.Report, a *show.Activity) error {
	if s.Settings.Quiet {
		return ctx.Err()
	}
	if len(r.Parts) > 0 && !s.Settings.JSON && !s.Settings.Events {
		if _, err := io.WriteString(s.Out, s.renderer.Parts(r)); err != nil {
			return err
		}
	}
	if known := a.Known(); len(known) > 0 {
		s.Say("Found out until then:")
		for _, line := range known[max(0, len(known)-maxKnown):] {
			s.Say("  %s", line)
		}
	}
	if s.kept.ID == "" {
		s.Say("It cannot go on: nothing was kept. With --log FILE it could.")
		return ctx.Err()
	}
	s.Say("To go on:  %s", LoggedRuns(s.Console, &s.Settings).ResumeCommand(s.kept.ID))
	return ctx.Err()
}

// logWriter returns where the events of runs go, or nil where they go nowhere.
func (s *Session) logWriter() io.Writer {
	var list []io.Writer
	if s.Log != nil {
		s.kept.Out = s.Log
		list = append(list, &s.kept)
	}
	if s.Settings.Events {
		list = append(list, s.Out)
	}
	if list == nil {
		return nil
	}
	return &keeper{io.MultiWriter(list...), &s.unkept}
}

// A keeper notes that what it writes could not be kept.
type keeper struct {
	io.Writer
	failed *bool
}

// Write implements [io.Writer].
func (k *keeper) Write(p []byte) (int, error) {
	n, err := k.Writer.Write(p)
	*k.failed = *k.failed || err != nil
	return n, err
}
