package distill

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/models"
	"github.com/shortleash/shortleash/cmd/shortleash/internal/settings"
	"github.com/shortleash/shortleash/eval/tasks"
	"github.com/shortleash/shortleash/loop/distill"
	"github.com/shortleash/shortleash/model"
)

// warmth is the temperature of collecting: runs of a model that always says the same are never mixed.
const warmth = 0.7

// collect does the tasks for development several times. Those for reporting stay out, so that a library is measured on
// tasks that it was not made from.
func (d *command) collect(ctx context.Context) (string, error) {
	if err := d.settings.Check(); err != nil {
		return "", err
	}
	all, err := tasks.ReadFiles(d.in)
	if err != nil {
		return "", err
	}
	newModel, err := d.model(ctx)
	if err != nil {
		return "", err
	}
	library, err := cli.ReadLibrary(d.settings.PlanErrors)
	if err != nil {
		return "", err
	}
	byID := map[string]tasks.Task{}
	c := distill.Collection{Runs: int(d.runs), Logs: d.out + ".logs", Progress: d.show}
	for _, t := range all {
		if t.Development() {
			byID[t.ID] = t
			c.Tasks = append(c.Tasks, distill.Task{ID: t.ID, Text: t.Task})
		}
	}
	c.Run = func(ctx context.Context, t distill.Task, n int, log io.Writer) (bool, error) {
		config := d.settings.Loop()
		config.Temperature, config.Seed = warmth, int64(n)
		p := settings.PlannerNamed(d.settings.Planner.Value, settings.Parts{Library: library, Without: d.settings.Ablation()})
		run, err := tasks.Do(ctx, byID[t.ID], tasks.LoopAgent(p, newModel(), config, func() io.Writer { return log }))
		if err == nil && run.NotRun != "" {
			err = &model.Fault{Kind: model.Unreachable, Message: run.NotRun}
		}
		return run.Done, err
	}
	runs, err := distill.Collect(ctx, c, d.out)
	done := 0
	for _, r := range runs {
		if r.OK {
			done++
		}
	}
	return fmt.Sprintf("%s of %s · %d done", cli.Plural(len(runs), "run"), cli.Plural(len(c.Tasks), "task"), done), err
}

// model returns the model of the settings, and tells which it is where they leave it open.
func (d *command) model(ctx context.Context) (func() model.Model, error) {
	newModel, note, err := d.settings.Model(ctx, d.Console)
	if err == nil && note != "" && !d.settings.Quiet {
		d.Say("%s", note)
	}
	return newModel, err
}

// critic returns the model that compares runs.
func (d *command) critic(ctx context.Context) (distill.Critic, error) {
	if err := models.CheckHost(&d.settings.Settings, d.settings.Settings.Model); err != nil {
		return distill.Critic{}, err
	}
	newModel, err := d.model(ctx)
	if err != nil {
		return distill.Critic{}, err
	}
	return distill.Critic{Model: newModel(), Wait: time.Duration(d.settings.Timeout), Progress: d.show}, nil
}
