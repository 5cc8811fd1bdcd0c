package evaluate

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cluster"
	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/queue"
	"github.com/shortleash/shortleash/cmd/shortleash/internal/settings"
	"github.com/shortleash/shortleash/eval/tasks"
)

//go:embed work.txt
var workHelp string

const workExamples = `  go run ./cmd/hub --store ~/hub
  shortleash work --queue nats://hub:4222 --model ollama:qwen3
  shortleash eval testdata/tasks --queue nats://hub:4222 --model ollama:qwen3`

// WorkCommand returns the command of a worker.
func WorkCommand(c *cli.Console, s *settings.Settings) *cobra.Command {
	var w queue.Working
	cmd := &cobra.Command{
		Use:     "work --queue URL",
		Short:   "do tasks of evaluations of other machines",
		Long:    workHelp,
		Example: workExamples,
		Args:    cli.NoArgs("work takes its tasks from a queue:  shortleash work --queue nats://HOST:4222 --model M"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !w.On() {
				return cli.Misuse("work wants a queue:  shortleash work --queue nats://HOST:4222 --model M")
			}
			fit, err := Fit(cmd, s.Settings.Model)
			if err != nil {
				return err
			}
			if err := s.Check(); err != nil {
				return err
			}
			do, name, _, err := Local(cmd.Context(), c, s, s.Settings.Model, s.Planner.Value)
			if err != nil {
				return err
			}
			if s.Quiet {
				name = ""
			}
			return w.Run(cmd.Context(), c, fit, name, func(ctx context.Context, text json.RawMessage) (answer, log []byte, err error) {
				answer, err = doJob(ctx, do, text)
				return answer, nil, err
			})
		},
	}
	w.Define(cmd.Flags(), "tasks")
	s.Take(cmd, settings.RunFlags)
	return cmd
}

// deciding are the flags that decide what comes of a task.
var deciding = []string{"planner", "plan-errors", "critic", "no-replan", "no-forced-replan", "role", "steps", "timeout",
	"tool-calls", "tokens", "repeats", "leash", "no-final-on-last"}

// Fit returns what a worker must have in common with a command.
func Fit(cmd *cobra.Command, model string) (cluster.Fit, error) {
	return queue.FitOf("shortleash", model, cmd.Flags(), deciding)
}

// doJob does the task that a coordinator has asked for. The error says that the model cannot be had.
func doJob(ctx context.Context, do func(context.Context, tasks.Task) (tasks.Run, error), text json.RawMessage) ([]byte, error) {
	var t tasks.Task
	if err := json.Unmarshal(text, &t); err != nil {
		return nil, fmt.Errorf("a job that cannot be read: %w", err)
	}
	run, err := do(ctx, t)
	if err == nil && run.NotRun != "" {
		err = errors.New(run.NotRun)
	}
	if err != nil {
		return nil, err
	}
	return json.Marshal(run)
}
