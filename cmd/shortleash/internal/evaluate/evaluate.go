// Package evaluate has the command that measures how well models do tasks with tools.
//
// [Command] gives the tasks of files to models and strategies, checks by program what they leave, and prints
// figures. Its toolsets are those of package eval/tasks.
package evaluate

import (
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	evalcmd "github.com/shortleash/shortleash/cmd/internal/eval"
	"github.com/shortleash/shortleash/cmd/internal/show"
	"github.com/shortleash/shortleash/cmd/shortleash/internal/settings"
	"github.com/shortleash/shortleash/eval"
	"github.com/shortleash/shortleash/eval/tasks"
)

// help is that of the command.
//
//go:embed help.txt
var help string

const examples = `  shortleash eval testdata/tasks --models gold,random:1
  shortleash eval my.jsonl --models ollama:qwen3:4b --resume kept.jsonl`

// An evaluation is one command line's measuring.
type evaluation struct {
	*cli.Console
	evalcmd.Flags
	settings   *settings.Settings
	toolsets   []string
	half       cli.Choice
	showMisses cli.Count

	tasks []tasks.Task
}

// The halves of tasks: prompts and defaults are tried on one, and what is reported is measured on the other.
const (
	bothHalves  = "all"
	development = "development"
	report      = "report"
)

// Command returns the command that measures how well models do tasks with tools.
func Command(c *cli.Console, s *settings.Settings) *cobra.Command {
	e := &evaluation{Console: c, settings: s, half: cli.NewChoice(bothHalves, development, report)}
	cmd := &cobra.Command{
		Use:     "eval TASKS...",
		Short:   "measure how well models do tasks with tools",
		Long:    help,
		Example: examples,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cli.Misuse("eval wants tasks to measure:  %s eval testdata/tasks --models gold", c.Name)
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return e.run(cmd.Context(), args)
		},
	}
	flags := cmd.Flags()
	e.DefineSubjects(flags)
	flags.Lookup("sample").Usage = "`N`: use N tasks, chosen by their ids"
	flags.StringSliceVar(&e.toolsets, "toolset", nil, "`T,T`: only tasks of these toolsets")
	cli.ShowDefault(flags, "toolset", "all")
	flags.Var(&e.half, "half", "`H`: which half of the tasks: "+e.half.List())
	flags.Var(&e.showMisses, "show-misses", "`N`: explain N failed tasks of each toolset")
	e.DefineRuns(flags, "tasks")
	s.Take(cmd, settings.RunFlags+"json")
	return cmd
}

// run measures and prints.
func (e *evaluation) run(ctx context.Context, names []string) error {
	if err := e.read(names); err != nil {
		return err
	}
	ctx, release := e.Signals.Interruptible(ctx)
	defer release()
	e.Usual(&e.settings.Settings)
	if err := e.Check(&e.settings.Settings, false); err != nil {
		return err
	}
	var subjects [][2]string
	for _, model := range e.Models {
		for _, planner := range e.Planners {
			subjects = append(subjects, [2]string{model, planner})
		}
	}
	name := func(s [2]string) string { return s[0] + " · " + s[1] }
	measure := func(s [2]string) ([]scored, error) { return e.measure(ctx, s[0], s[1]) }
	all, whole, err := evalcmd.EachSubject(e.Console, e.Flags, subjects, name, measure, e.print)
	switch {
	case err != nil:
		return err
	case !whole:
		return e.NotWhole(e.Console)
	case slices.ContainsFunc(all, func(s scored) bool { return s.Model == eval.Gold && len(s.Wrong) > 0 }):
		return cli.StatusOther
	}
	return nil
}

// read reads the tasks and leaves out those that the flags do.
func (e *evaluation) read(names []string) error {
	all, err := tasks.ReadFiles(names...)
	if err != nil {
		return err
	}
	for _, name := range e.toolsets {
		if !slices.ContainsFunc(tasks.Toolsets, func(t tasks.Toolset) bool { return t.Name == name }) {
			var known []string
			for _, t := range tasks.Toolsets {
				known = append(known, t.Name)
			}
			return cli.Misuse("there is no toolset %q; there are %s", name, strings.Join(known, ", "))
		}
	}
	all = slices.DeleteFunc(all, func(t tasks.Task) bool {
		return len(e.toolsets) > 0 && !slices.Contains(e.toolsets, t.Toolset) ||
			e.half.Value != bothHalves && t.Development() != (e.half.Value == development)
	})
	if len(all) == 0 {
		return cli.Misuse("no task is left: these files have none for --toolset %s --half %s", strings.Join(e.toolsets, ","), e.half.Value)
	}
	e.tasks = tasks.Sample(all, int(e.Sample))
	return nil
}

// A scored is a score with who earned it. It is what --json prints.
type scored struct {
	Model   string `json:"model"`
	Planner string `json:"planner"`
	Leash   string `json:"leash"`
	Jobs    int    `json:"jobs"`
	tasks.Score
	Outcomes map[string]int `json:"outcomes"` // how many runs ended so
	Wrong    []wrong        `json:"wrong"`
}

// A wrong is a task that was not done.
type wrong struct {
	ID      string `json:"id"`
	Task    string `json:"task"`
	Why     string `json:"why"`
	Outcome string `json:"outcome"`
	Reason  string `json:"reason,omitempty"`
}

// all names the score of several toolsets together.
const all = "all"

// measure has one model with one strategy do the tasks. A *[eval.NotRunError] stands beside the scores of the
// toolsets whose runs all happened.
func (e *evaluation) measure(ctx context.Context, model, planner string) (list []scored, err error) {
	subject, err := e.subject(ctx, model, planner)
	if err != nil {
		return nil, err
	}
	how, err := json.Marshal(subject.how)
	if err != nil {
		return nil, err
	}
	bar := show.NewProgress(e.Console, e.settings.Quiet, len(e.tasks), 0)
	done := 0
	jobs := e.AtOnce(subject.name)
	o := tasks.Options{Setup: fmt.Sprintf("%s · %s · %x", subject.name, planner, sha256.Sum256(how)), Jobs: jobs, Each: func(tasks.Run) {
		done++
		bar.Step(done, "")
	}}
	var closeFile func()
	if o.Records, closeFile, err = evalcmd.OpenRecords[tasks.Run](e.Flags, "a run"); err != nil {
		return nil, err
	}
	defer closeFile()
	runs, err := tasks.Runs(ctx, e.tasks, func(ctx context.Context, t tasks.Task) (tasks.Run, error) {
		_, end := bar.Begin(t.ID)
		defer end()
		return subject.do(ctx, t)
	}, o)
	bar.Stop()
	if err != nil {
		return nil, err
	}
	scores, missing := tasks.ByToolset(o.Setup, e.tasks, runs)
	if missing == nil && len(scores) > 1 {
		total := tasks.Count(o.Setup, e.tasks, runs)
		total.Toolset = all
		scores = append(scores, total)
	}
	for _, s := range scores {
		one := scored{Model: subject.name, Planner: planner, Leash: string(e.settings.Loop().Leash), Jobs: jobs, Score: s,
			Outcomes: map[string]int{}, Wrong: []wrong{}}
		for i, r := range runs { // all of them happened
			if s.Toolset != all && s.Toolset != e.tasks[i].Toolset {
				continue
			}
			if one.Outcomes[r.Reply.Outcome]++; !r.Done {
				one.Wrong = append(one.Wrong, wrong{r.ID, e.tasks[i].Task, r.Why, r.Reply.Outcome, r.Reply.Reason})
			}
		}
		list = append(list, one)
	}
	return list, missing
}
