// Package distill has the command that learns from runs what their plans got wrong. Each stage turns one file into
// the next, from runs of tasks to a library of planning errors.
package distill

import (
	"context"

	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/show"
	"github.com/shortleash/shortleash/cmd/shortleash/internal/settings"
	"github.com/shortleash/shortleash/loop/distill"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner/planerrors"
)

const help = `shortleash distill learns from runs what their plans got wrong, for
--plan-errors. Run the stages in this order; each writes a file for the next:

  collect    run each development task several times; the checks judge the runs
  mixed      keep tasks that were done in one run but not in another
  diagnose   let a model compare the runs of each task
  aggregate  let it combine the errors that it found
  review     write the errors down, so that you can set keep for each
  finish     make a library of the errors that you keep, called --name

If it stops, the same command continues.
`

const examples = `  shortleash distill collect testdata/tasks -o runs.jsonl --planner plan-act
  shortleash run --planner preflect:plan-act --plan-errors library.json TASK`

// A command is one stage, from a file to a file.
type command struct {
	*cli.Console
	settings      *settings.Settings
	in, out       string
	runs          cli.Count
	library, name string
	progress      *show.Progress
}

// stages are the stages in their order. Each returns what it came to, in words.
var stages = []struct {
	name string
	run  func(*command, context.Context) (string, error)
}{
	{"collect", (*command).collect}, {"mixed", (*command).mixed}, {"diagnose", (*command).diagnose},
	{"aggregate", (*command).aggregate}, {"review", (*command).review}, {"finish", (*command).finish},
}

// names returns the stages by their names.
func names() (list []string) {
	for _, s := range stages {
		list = append(list, s.name)
	}
	return list
}

// Command returns the command that makes libraries of planning errors.
func Command(c *cli.Console, s *settings.Settings) *cobra.Command {
	d := &command{Console: c, settings: s, runs: 3}
	cmd := &cobra.Command{
		Use:       "distill STAGE IN -o OUT",
		Short:     "learn from runs what the critic of plans should know",
		Long:      help,
		Example:   examples,
		ValidArgs: names(),
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 || d.out == "" || d.out == "-" {
				return cli.Misuse("distill wants a stage, a file to read and one to write:  shortleash distill collect TASKS -o OUT")
			}
			if !slices.Contains(names(), args[0]) {
				return cli.Misuse("there is no stage %q; there is: %s", args[0], strings.Join(names(), ", "))
			}
			if cli.SameFile(args[1], d.out) {
				return cli.Misuse("%s would be written over itself; name another file with -o", args[1])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			d.in = args[1]
			return d.run(cmd.Context(), slices.Index(names(), args[0]))
		},
	}
	flags := cmd.Flags()
	flags.StringVarP(&d.out, "out", "o", "", "`OUT`: the file to write")
	flags.Var(&d.runs, "runs", "`N`: collect: runs of each task")
	flags.StringVar(&d.library, "library", "", "`F`: aggregate, review: known errors, such as core")
	flags.StringVar(&d.name, "name", "", "`N`: finish: the name of the library")
	for _, name := range []string{"out", "library", "name"} {
		cli.ShowDefault(flags, name, "")
	}
	s.Take(cmd, settings.RunFlags)
	return cmd
}

// run runs a stage and says what came of it.
func (d *command) run(ctx context.Context, stage int) error {
	ctx, release := d.Signals.Interruptible(ctx)
	defer release()
	text, err := stages[stage].run(d, ctx)
	if d.progress != nil {
		d.progress.Stop()
	}
	fault, isFault := errors.AsType[*model.Fault](err)
	file, isFile := errors.AsType[*fs.PathError](err)
	switch {
	case ctx.Err() != nil:
		d.Say("Stopped. To go on:  %s", d.Command())
		return cli.StatusInterrupted
	case isFile:
		return cli.Misuse("cannot %s %s: %v", file.Op, file.Path, file.Err)
	case isFault:
		d.Say("shortleash: %s\nWhat is done is kept. To go on:  %s", fault.Message, d.Command())
		return cli.StatusOther
	case err != nil:
		return err
	}
	if d.settings.Quiet {
		return nil
	}
	d.Say("%s: %s", d.out, text)
	if stage+1 < len(stages) {
		d.Say("Next:  shortleash distill %s %s -o OUT", stages[stage+1].name, cli.Quoted(d.out))
	}
	return nil
}

// show shows how far the stage is.
func (d *command) show(done, total int) {
	if d.progress == nil {
		d.progress = show.NewProgress(d.Console, d.settings.Quiet, total, done)
	}
	if done < total { // the end is told otherwise
		d.progress.Step(done, "")
	}
}

func (d *command) mixed(context.Context) (string, error) {
	kept, dropped, err := distill.Mixed(d.in, d.out)
	return fmt.Sprintf("%s kept · %d dropped, done in all runs or in none", cli.Plural(kept, "task"), dropped), err
}

func (d *command) diagnose(ctx context.Context) (string, error) {
	critic, err := d.critic(ctx)
	if err != nil {
		return "", err
	}
	diagnoses, err := critic.Diagnose(ctx, d.in, d.out)
	found, unusable := 0, 0
	for _, one := range diagnoses {
		if found += len(one.Errors); one.Problem != "" {
			unusable++
		}
	}
	return fmt.Sprintf("%s · %s found · %d unusable", cli.Plural(len(diagnoses), "task"), cli.Plural(found, "planning error"), unusable), err
}

func (d *command) aggregate(ctx context.Context) (string, error) {
	critic, err := d.critic(ctx)
	if err != nil {
		return "", err
	}
	known, err := d.known()
	if err != nil {
		return "", err
	}
	merges, err := critic.Aggregate(ctx, known, d.in, d.out)
	count := map[string]int{}
	for _, m := range merges {
		count[m.Decision]++
	}
	return fmt.Sprintf("%d new · %d merged · %d discarded", count[distill.New], count[distill.Merged], count[distill.Discard]), err
}

func (d *command) review(context.Context) (string, error) {
	known, err := d.known()
	if err != nil {
		return "", err
	}
	entries, err := distill.Review(known, d.in, d.out)
	return cli.Plural(entries, "planning error") + " to review: set \"keep\" of each to true or false, and mend the words", err
}

func (d *command) finish(context.Context) (string, error) {
	if d.name == "" {
		return "", cli.Misuse("a library wants a name:  %s --name mine", d.Command())
	}
	l, err := distill.Finish(d.name, d.in, d.out)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("library %s, %s; --plan-errors takes it", d.name, cli.Plural(len(l.Errors), "planning error")), nil
}

// known returns the library of --library; nil is none.
func (d *command) known() (*planerrors.Library, error) {
	if d.library == "" {
		return nil, nil
	}
	return cli.ReadLibrary(d.library)
}
