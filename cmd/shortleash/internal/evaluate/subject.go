package evaluate

import (
	"context"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/queue"
	"github.com/shortleash/shortleash/cmd/shortleash/internal/settings"
	"github.com/shortleash/shortleash/eval"
	"github.com/shortleash/shortleash/eval/tasks"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner/planerrors"
	"github.com/shortleash/shortleash/planner/strategy"
)

// A subject is who does the tasks.
type subject struct {
	name   string
	how    any // all that decides its runs besides the model and the strategy, for records
	atOnce int // how many tasks at once; 0: as usual
	do     func(context.Context, tasks.Task) (tasks.Run, error)
	close  func(error) error // at the end, which is the error
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
	if e.Queue.On() {
		return e.remote(ctx, model, planner)
	}
	do, name, how, err := Local(ctx, e.Console, e.settings, model, planner)
	return subject{name: name, how: how, do: do, close: stays}, err
}

// stays ends nothing.
func stays(error) error { return nil }

// remote returns the workers of a queue that have a model.
func (e *evaluation) remote(ctx context.Context, model, planner string) (subject, error) {
	fit, err := Fit(e.command, model)
	if err != nil {
		return subject{}, err
	}
	if delete(fit, "planner"); planner != settings.Planners[0] {
		fit["planner"] = planner
	}
	var ids []string
	for _, t := range e.tasks {
		ids = append(ids, t.ID)
	}
	crew, err := e.Queue.Hire(ctx, e.Console, fit, ids)
	if err != nil {
		return subject{}, err
	}
	return subject{name: model, how: fit, atOnce: queue.Lookahead, close: crew.Close,
		do: func(ctx context.Context, t tasks.Task) (run tasks.Run, err error) {
			dead, away, err := crew.Ask(ctx, t.ID, t, &run)
			if dead != nil {
				run = tasks.Run{ID: t.ID, Why: dead.Error(), Reply: tasks.Reply{Outcome: "dead"}}
			} else if away != "" {
				run = tasks.Run{ID: t.ID, NotRun: away}
			}
			return run, err
		}}, nil
}

// gold returns the subject that makes the calls which tasks list.
func (e *evaluation) gold(planner string) (subject, error) {
	if planner != settings.Planners[0] {
		return subject{}, cli.Misuse("the model gold knows calls, and no plans; measure it with --planners %s", settings.Planners[0])
	}
	how := setup{Loop: e.settings.Loop()}
	agent := tasks.Gold(settings.PlannerNamed(planner, settings.Parts{}), how.Loop, nil)
	return subject{name: eval.Gold, how: how, close: stays, do: func(ctx context.Context, t tasks.Task) (tasks.Run, error) {
		return tasks.Do(ctx, t, agent)
	}}, nil
}

// Local returns what does a task with the model that spec names, the model's name, and what else decides its runs.
func Local(ctx context.Context, c *cli.Console, s *settings.Settings, spec,
	planner string) (do func(context.Context, tasks.Task) (tasks.Run, error), name string, how any, err error) {
	newModel, note, err := s.ModelNamed(ctx, c, spec)
	if err != nil {
		return nil, "", nil, err
	}
	if note != "" && !s.Quiet {
		c.Say("%s", note)
	}
	set := setup{Loop: s.Loop(), Without: s.Ablation(), Roles: s.Roles.String()}
	if set.Loop.Roles, err = s.RolesWith(ctx, c, spec); err != nil {
		return nil, "", nil, err
	}
	if set.Library, err = cli.ReadLibrary(s.PlanErrors); err != nil {
		return nil, "", nil, err
	}
	do = func(ctx context.Context, t tasks.Task) (tasks.Run, error) {
		return tasks.Do(ctx, t, tasks.LoopAgent(settings.PlannerNamed(planner,
			settings.Parts{Library: set.Library, Without: set.Without}), newModel(), set.Loop, nil))
	}
	return do, newModel().Name(), set, nil
}
