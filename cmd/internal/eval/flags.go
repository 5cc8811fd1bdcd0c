package eval

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/models"
	"github.com/shortleash/shortleash/cmd/internal/queue"
	"github.com/shortleash/shortleash/eval"
)

// Flags are those of all commands that measure.
type Flags struct {
	Models, Planners []string
	Sample           cli.Count // 0: all
	Jobs             cli.Count // 0: not said
	Resume           string    // a file; "" keeps no record
	Queue            queue.Flag
}

// DefineSubjects declares the flags that say who is measured on what. The word in back quotes stands for the value.
func (f *Flags) DefineSubjects(flags *pflag.FlagSet) {
	flags.StringSliceVar(&f.Models, "models", nil, "`M,M`: several models")
	cli.ShowDefault(flags, "models", "--model")
	flags.Var(&f.Sample, "sample", "`N`: of each suite")
	cli.ShowDefault(flags, "sample", "all")
	flags.StringSliceVar(&f.Planners, "planners", nil, "`P,P`: strategies")
	cli.ShowDefault(flags, "planners", "--planner")
}

// DefineRuns declares the flags but --queue that say how runs are made; things names what a run is for.
func (f *Flags) DefineRuns(flags *pflag.FlagSet, things string) {
	flags.Var(&f.Jobs, "jobs", "`N`: "+things+" at once")
	cli.ShowDefault(flags, "jobs", "the cores; 1 with Ollama")
	flags.StringVar(&f.Resume, "resume", "", "`FILE`: keep each answer, and go on where this was broken off")
	cli.ShowDefault(flags, "resume", "")
}

// Usual sets the models and strategies that were not named to those of the settings.
func (f *Flags) Usual(s *cli.Settings) {
	if len(f.Models) == 0 {
		f.Models = []string{s.Model}
	}
	if len(f.Planners) == 0 {
		f.Planners = []string{s.Planner.Value}
	}
}

// Check refuses flags of the command line that do nothing beside the others. It is called after Usual. more are further
// models that may be asked, and ablated says that a rung has the critic of plans.
func (f *Flags) Check(s *cli.Settings, ablated bool, more ...string) error {
	err := s.Refuse(
		cli.Beside{Flags: []string{"model"}, Idle: s.Typed("models"), Why: "beside --models"},
		cli.Beside{Flags: []string{"planner"}, Idle: s.Typed("planners"), Why: "beside --planners"},
		cli.Beside{Flags: []string{"host", "jobs"}, Idle: f.Queue.On(), Why: "with --queue, whose workers have their own"},
	)
	if err == nil && !ablated {
		err = s.CheckPlanners(f.Planners...)
	}
	return cmp.Or(err, models.CheckHost(s, append(slices.Clone(f.Models), more...)...))
}

// AtOnce returns how many runs of a model are made at once; usual is a number that fits the subject, or 0.
func (f Flags) AtOnce(model string, usual int) int {
	jobs := max(int(f.Jobs), usual)
	if jobs == 0 {
		jobs = runtime.NumCPU()
		if strings.HasPrefix(model, "ollama:") {
			jobs = 1
		}
	}
	return jobs
}

// OpenRecords has read take the file of --resume, to which it may append. Nothing is done where there is none.
func (f Flags) OpenRecords(read func(*os.File) error) (closeFile func(), err error) {
	if f.Resume == "" {
		return func() {}, nil
	}
	if err := cli.Regular(f.Resume); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, cli.Misuse("cannot open %s: %v", f.Resume, cli.Cause(err))
	}
	file, err := os.OpenFile(f.Resume, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return nil, cli.Misuse("cannot open %s: %v", f.Resume, cli.Cause(err))
	}
	if err := read(file); err != nil {
		_ = file.Close() // nothing was written
		return nil, cli.Misuse("%s, %v; --resume wants a file of its own", f.Resume, err)
	}
	return func() { _ = file.Close() }, nil // each line was written whole
}

// SayMissing says which suites of a subject have no figures, and why.
func SayMissing(c *cli.Console, who string, missing *eval.NotRunError) {
	for _, s := range missing.Suites {
		c.Say("%s: no figures for %s, because %d of its %s did not happen: %s", who, s.Suite, s.Runs, cli.Plural(s.Of, "run"), s.Why)
	}
}

// BrokenOff says how a measuring goes on that err has ended, if a signal did. It returns what ends the command then.
func (f Flags) BrokenOff(c *cli.Console, err error) error {
	if !errors.Is(err, context.Canceled) {
		return err
	}
	if f.Resume != "" || f.Queue.On() {
		c.Say("Stopped. To go on:  %s", c.Command())
	} else {
		c.Say("Stopped. It cannot go on: nothing was kept. With --resume FILE it could.")
	}
	return cli.StatusInterrupted
}

// NotWhole says how runs are made that did not happen, and returns the status of a measuring that lacks some.
func (f Flags) NotWhole(c *cli.Console) error {
	if f.Resume != "" {
		c.Say("The same command makes these runs and keeps the others.")
	} else {
		c.Say("With --resume FILE, a second command makes only these runs.")
	}
	return cli.StatusOther
}
