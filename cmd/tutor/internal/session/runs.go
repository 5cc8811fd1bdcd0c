package session

import (
	"context"
	"io"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/logs"
	"github.com/shortleash/shortleash/cmd/internal/models"
	"github.com/shortleash/shortleash/cmd/internal/runs"
	"github.com/shortleash/shortleash/cmd/internal/show"
	"github.com/shortleash/shortleash/cmd/tutor/internal/render"
	"github.com/shortleash/shortleash/cmd/tutor/internal/settings"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/tutor"
)

const whereRuns = "Batches keep theirs; for a sentence:  tutor --log FILE SENTENCE"

// LoggedRuns returns what the commands about logged runs need of the tutor.
func LoggedRuns(c *cli.Console, s *settings.Settings) *runs.Program {
	return &runs.Program{
		Console: c, Settings: &s.Settings, WhereRuns: whereRuns, ResumeFlags: "trace exit-code explain color",
		Doing: show.InOneLine,
		Resolve: func(ctx context.Context, spec string) (func() model.Model, error) {
			newModel, _, err := settings.Models.Resolve(ctx, spec, s.Hosts)
			return newModel, err
		},
		Again: func(run logs.Run, newModel func() model.Model) (runs.Runner, error) {
			info := run.Info()
			o := tutor.Options{Model: newModel, Trace: s.Trace}
			roles, err := recordedRoles(s, info, newModel)
			if err != nil {
				return nil, err
			}
			o.Loop.Roles = roles
			t, err := tutor.ForRun(info, o)
			return &repeated{t, &Session{Console: c, Settings: *s, renderer: render.New(c, *s)}}, err
		},
	}
}

// recordedRoles returns who plays the roles of a logged run once more. Without newModel it is replayed.
func recordedRoles(s *settings.Settings, info loop.RunInfo, newModel func() model.Model) (map[model.Role]loop.RoleConfig, error) {
	if newModel == nil {
		return models.ReplayedRoles(info), nil
	}
	return settings.Models.RecordedRoles(context.Background(), info, s.Roles, s.Model, s.Hosts) // no server need be asked to choose
}

// A repeated tutor makes logged runs once more, and shows their reports as those of new runs.
type repeated struct {
	*tutor.Tutor
	session *Session
}

// Close implements [runs.Runner]. There is nothing to give up.
func (*repeated) Close() {}

// Resume implements [runner].
func (r *repeated) Resume(ctx context.Context, events []loop.Event, reply *loop.Reply, log io.Writer,
	watch func(loop.Event)) (func() error, *loop.Interrupt, error) {
	report, waits, err := r.Tutor.Resume(ctx, events, reply, log, watch)
	show := func() error {
		if ctx.Err() != nil && report.Outcome == loop.Cancelled {
			return ctx.Err()
		}
		return r.session.Close(r.session.tell(report))
	}
	return show, waits, err
}
