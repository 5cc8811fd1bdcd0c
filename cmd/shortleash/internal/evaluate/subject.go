package evaluate

import (
	"context"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/shortleash/internal/settings"
	"github.com/shortleash/shortleash/eval"
	"github.com/shortleash/shortleash/eval/tasks"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner/planerrors"
	"github.com/shortleash/shortleash/planner/strategy"
)

// A subject is who does the tasks.
type subject struct {
	name string
	how  any // all that decides its runs besides the model and the strategy, for records
	do   func(context.Context, tasks.Task) (tasks.Run, error)
}

// A setup is what decides the runs of a model besides it and the strategy.
type setup struct {
	Loop    loop.Config
	Library *planerrors.Library `json:",omitempty"`
	Without strategy.Ablation   `json:",omitzero"`
	Roles   string              `json:",omitempty"`
}

// subject returns who does the tasks: a model of this process, or one that knows the calls.
func (e *evaluation) subject(ctx context.Context, model, planner string) (subject, error) {
	if !slices.Contains(settings.Planners, planner) {
		return subject{}, cli.Misuse("there is no strategy %q; there is %s", planner, strings.Join(settings.Planners, ", "))
	}
	if model == eval.Gold {
		return e.gold(planner)
	}
	return e.local(ctx, model, planner)
}

// gold returns the subject that makes the calls which tasks list.
func (e *evaluation) gold(planner string) (subject, error) {
	if planner != settings.Planners[0] {
		return subject{}, cli.Misuse("the model gold knows calls, and no plans; measure it with --planners %s", settings.Planners[0])
	}
	how := setup{Loop: e.settings.Loop()}
	agent := tasks.Gold(settings.PlannerNamed(planner, settings.Parts{}), how.Loop, nil)
	return subject{name: eval.Gold, how: how, do: func(ctx context.Context, t tasks.Task) (tasks.Run, error) {
		return tasks.Do(ctx, t, agent)
	}}, nil
}

// local returns what does a task with the model that spec names.
func (e *evaluation) local(ctx context.Context, spec, planner string) (subject, error) {
	newModel, note, err := e.settings.ModelNamed(ctx, e.Console, spec)
	if err != nil {
		return subject{}, err
	}
	if note != "" && !e.settings.Quiet {
		e.Say("%s", note)
	}
	set := setup{Loop: e.settings.Loop(), Without: e.settings.Ablation(), Roles: e.settings.Roles.String()}
	if set.Loop.Roles, err = e.settings.RolesWith(ctx, e.Console, spec); err != nil {
		return subject{}, err
	}
	if set.Library, err = cli.ReadLibrary(e.settings.PlanErrors); err != nil {
		return subject{}, err
	}
	return subject{name: newModel().Name(), how: set, do: func(ctx context.Context, t tasks.Task) (tasks.Run, error) {
		return tasks.Do(ctx, t, tasks.LoopAgent(settings.PlannerNamed(planner,
			settings.Parts{Library: set.Library, Without: set.Without}), newModel(), set.Loop, nil))
	}}, nil
}
