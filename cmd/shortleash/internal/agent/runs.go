package agent

import (
	"context"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/logs"
	"github.com/shortleash/shortleash/cmd/internal/models"
	"github.com/shortleash/shortleash/cmd/internal/runs"
	"github.com/shortleash/shortleash/cmd/internal/show"
	"github.com/shortleash/shortleash/cmd/shortleash/internal/settings"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
)

// LoggedRuns returns what the commands about logged runs need of shortleash. To make a run again they need the
// servers, the rules and the answer of its flags.
func LoggedRuns(c *cli.Console, s *settings.Settings) *runs.Program {
	return &runs.Program{
		Console: c, Settings: &s.Settings, WhereRuns: "To make one:  shortleash run TASK",
		ReplayFlags: settings.AgentFlags, ResumeFlags: settings.AgentFlags + "strict",
		Doing: show.InOneLine,
		Conversation: func(path string) string {
			if !strings.HasPrefix(filepath.Base(path), sessionPrefix) {
				return ""
			}
			return TitleOf(path)
		},
		Resolve: func(ctx context.Context, spec string) (func() model.Model, error) {
			newModel, _, err := settings.Models.Resolve(ctx, spec, models.HostsOf(c, &s.Settings))
			return newModel, err
		},
		Again: func(run logs.Run, newModel func() model.Model) (runs.Runner, error) {
			return &repeated{Console: c, settings: s, id: run.ID, info: run.Info(), newModel: newModel}, nil
		},
	}
}

// A repeated agent makes a logged run once more.
type repeated struct {
	*cli.Console
	settings *settings.Settings
	id       string
	info     loop.RunInfo
	newModel func() model.Model // nil: for a replay
	agent    *Agent             // nil: not connected yet
}

// open connects to the servers, once.
func (r *repeated) open(ctx context.Context, events []loop.Event) error {
	if r.agent != nil {
		return nil
	}
	m := models.Absent(logs.ModelOf(r.info), "")
	if r.newModel != nil {
		m = r.newModel()
	}
	if s, ok := m.(*fake.Scripted); ok {
		skipReplies(ctx, s, events)
	}
	library, without, err := strategy.RecordedCritic(r.info.Planner)
	if err != nil {
		return cli.Misuse("%s", cli.Problem(err))
	}
	config := r.info.Config
	if config.Roles, err = r.roles(ctx); err != nil {
		return err
	}
	var more []tools.Tool
	if slices.ContainsFunc(r.info.Tools, func(t loop.ToolInfo) bool { return t.Name == "recall" }) { // a turn of a conversation
		more = talkTools(nil, func() *loop.Conversation { return nil }, func(tool string) bool { return had(events, tool, false) })
	}
	r.agent, err = New(ctx, r.Console, r.settings,
		settings.PlannerNamed(r.info.Strategy, settings.Parts{Library: library, Without: without}), m, config, more...)
	return err
}

// roles returns who plays the roles once more.
func (r *repeated) roles(ctx context.Context) (map[model.Role]loop.RoleConfig, error) {
	if r.newModel == nil {
		return models.ReplayedRoles(r.info), nil
	}
	return settings.Models.RecordedRoles(ctx, r.info, r.settings.Roles, r.settings.Settings.Model,
		models.HostsOf(r.Console, &r.settings.Settings))
}

// Close implements [runs.Runner].
func (r *repeated) Close() {
	if r.agent != nil {
		r.agent.Close()
	}
}

// Replay implements [runs.Runner].
func (r *repeated) Replay(ctx context.Context, events []loop.Event) error {
	if err := r.open(ctx, events); err != nil {
		return err
	}
	return r.agent.Replay(ctx, events)
}

// ShowCall shows what a call would do, with the question about it or before it is made.
func (r *repeated) ShowCall(e loop.Event) { r.agent.ShowCall(r.Console, e, !r.settings.Quiet) }

// Resume implements [runs.Runner].
func (r *repeated) Resume(ctx context.Context, events []loop.Event, reply *loop.Reply, log io.Writer,
	watch func(loop.Event)) (func() error, *loop.Interrupt, error) {
	if err := r.open(ctx, events); err != nil {
		return nil, nil, err
	}
	result, err := r.agent.Resume(ctx, events, reply, log, watch)
	if err != nil {
		return nil, nil, err
	}
	show := func() error {
		if ctx.Err() != nil && result.Outcome == loop.Cancelled {
			return ctx.Err()
		}
		return tell(r.Console, r.settings, &logs.Stoppable{Out: log, ID: r.id}, r.info.Task, result)
	}
	return show, result.Interrupt, nil
}

// skipReplies drops the replies of s that events hold, so that the next request gets the next one.
func skipReplies(ctx context.Context, s *fake.Scripted, events []loop.Event) {
	for _, e := range events {
		if e.Reply != nil && !e.Reply.Forced || e.Failure != nil {
			for range s.Generate(ctx, model.Request{}) { // the reply is dropped
			}
		}
	}
}
