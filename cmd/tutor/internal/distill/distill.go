// Package distill has the command that learns from runs what their plans got wrong. Each stage turns one
// file into the next, from runs to a library of planning errors.
package distill

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/show"
	"github.com/shortleash/shortleash/cmd/tutor/internal/settings"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/loop/distill"
	"github.com/shortleash/shortleash/model"
)

const distillHelp = `tutor distill learns from runs what their plans got wrong, for --plan-errors.

The stages follow each other; each makes a file for the next. The suite judges,
as in tutor eval. The same command goes on after a stop.
`

const distillExamples = `  tutor distill collect suite.jsonl -o runs.jsonl --planner plan-act
  tutor --planner preflect:plan-act --plan-errors library.json "He goed."`

// A distillation is one stage, from a file to a file.
type distillation struct {
	*cli.Console
	settings settings.Settings
	in, out  string
	library  string
	unit     string // what is worked on: "run"
	progress *show.Progress
	watch    func(loop.Event) // follows the run that is made
	end      func()           // of what is worked on; nil: nothing is
}

// A stageEnd is what a stage says at its end: the object of --json, the same in words, and what comes
// next.
type stageEnd struct {
	counts     any
	text, next string
	partly     bool // something could not be done
}

// Command returns the command that makes libraries of planning errors.
func Command(c *cli.Console, s *settings.Settings) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "distill",
		Short:   "what the critic of plans can learn from runs",
		Long:    distillHelp,
		Example: distillExamples,
		Args: cli.Subcommand("distill wants to be told what to do. It begins with:  tutor distill collect SUITE -o RUNS\n" +
			"The rest:  tutor distill -h"),
		RunE: func(*cobra.Command, []string) error { return nil }, // Args always refuses
	}
	cmd.AddCommand(collectCommand(c, s), mixedCommand(c, s), diagnoseCommand(c, s),
		aggregateCommand(c, s), reviewStageCommand(c, s), finishCommand(c, s))
	return cmd
}

// stageCommand returns the command of a stage that does something with a file; in and out name its files in an example.
func stageCommand(c *cli.Console, s *settings.Settings, name, does, in, out string,
	run func(context.Context, *distillation) (stageEnd, error)) (*cobra.Command, *distillation) {
	d := &distillation{Console: c}
	cmd := &cobra.Command{
		Use:     name + " " + in + " -o " + out,
		Short:   does,
		Example: "tutor distill " + name + " " + in + " -o " + out,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 || d.out == "" || d.out == "-" {
				return cli.Misuse("distill %s wants a file to read and one to write:  tutor distill %s %s -o %s", name, name, in, out)
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			d.in, d.settings = args[0], *s
			if cli.SameFile(d.in, d.out) {
				return cli.Misuse("%s would be written over itself; name another file with -o", d.in)
			}
			return d.stage(cmd.Context(), run)
		},
	}
	cmd.Flags().StringVarP(&d.out, "out", "o", "", "`OUT`: the file to write")
	cli.ShowDefault(cmd.Flags(), "out", "")
	s.Take(cmd, "json")
	return cmd, d
}

// stage runs a stage and says what came of it.
func (d *distillation) stage(ctx context.Context, run func(context.Context, *distillation) (stageEnd, error)) error {
	ctx, release := d.Signals.Interruptible(ctx)
	defer release()
	end, err := run(ctx, d)
	if d.progress != nil {
		d.progress.Stop()
	}
	if err != nil {
		return d.broken(ctx, err)
	}
	if d.settings.JSON {
		line, err := json.Marshal(end.counts)
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(d.Console.Out, "%s\n", line); err != nil {
			return err
		}
	}
	if !d.settings.Quiet {
		d.Say("%s: %s", d.out, end.text)
		if end.next != "" {
			d.Say("%s", end.next)
		}
	}
	if end.partly {
		return cli.StatusOther
	}
	return nil
}

// broken words what ended a stage before its end.
func (d *distillation) broken(ctx context.Context, err error) error {
	f, isFault := errors.AsType[*model.Fault](err)
	p, isFile := errors.AsType[*fs.PathError](err)
	switch {
	case ctx.Err() != nil:
		d.Say("Stopped. To go on:  %s", d.Command())
		return cli.StatusInterrupted
	case errors.Is(err, distill.ErrMisuse):
		message, _ := cli.MisuseOf(err)
		return cli.Misuse("%s", cli.Problem(errors.New(message)))
	case isFile:
		return cli.Misuse("cannot %s %s: %v", p.Op, p.Path, p.Err)
	case isFault:
		d.Say("tutor: %s", f.Message)
		d.Say("What is done is kept. To go on:  %s", d.Command())
		return cli.StatusOther
	}
	return err
}

// show shows how far the stage is, and then how long it takes over the next piece of work.
func (d *distillation) show(done, total int) {
	if d.progress == nil {
		if 0 < done && done < total && !d.settings.Quiet {
			d.Say("%d of %d are there already; going on.", done, total)
		}
		d.progress = show.NewProgress(d.Console, d.settings.Quiet, total, done)
	}
	if d.end != nil {
		d.end()
	}
	if done < total { // the end is told otherwise
		d.progress.Step(done, "")
		d.watch, d.end = d.progress.Begin(fmt.Sprintf("%s %d", d.unit, done+1))
	}
}

// beside returns the name of a file for the next stage, beside the one that this stage wrote.
func (d *distillation) beside(name string) string {
	return cli.Quoted(filepath.Join(filepath.Dir(d.out), name))
}
