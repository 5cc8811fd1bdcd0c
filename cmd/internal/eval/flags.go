package eval

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/models"
	"github.com/shortleash/shortleash/eval"
)

// Flags are those of all commands that measure.
type Flags struct {
	Models, Planners []string
	Sample           cli.Count // 0: all
	Jobs             cli.Count // 0: not said
	Resume           string    // a file; "" keeps no record
}

// DefineSubjects declares the flags that say who is measured on what. The word in back quotes stands for the value.
func (f *Flags) DefineSubjects(flags *pflag.FlagSet) {
	flags.StringSliceVar(&f.Models, "models", nil, "`M,M`: measure several models")
	cli.ShowDefault(flags, "models", "--model")
	flags.Var(&f.Sample, "sample", "`N`: use N items of each suite")
	cli.ShowDefault(flags, "sample", "all")
	flags.StringSliceVar(&f.Planners, "planners", nil, "`P,P`: measure several strategies")
	cli.ShowDefault(flags, "planners", "--planner")
}

// DefineRuns declares the flags that say how runs are made; things names what a run is for.
func (f *Flags) DefineRuns(flags *pflag.FlagSet, things string) {
	flags.Var(&f.Jobs, "jobs", "`N`: "+things+" at the same time")
	cli.ShowDefault(flags, "jobs", "the cores; 1 with Ollama")
	flags.StringVar(&f.Resume, "resume", "", "`FILE`: keep each answer, and continue after an interruption")
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
	)
	if err == nil && !ablated {
		err = s.CheckPlanners(f.Planners...)
	}
	return cmp.Or(err, models.CheckHost(s, append(slices.Clone(f.Models), more...)...))
}

// AtOnce returns how many runs of a model are made at once.
func (f Flags) AtOnce(model string) int {
	jobs := int(f.Jobs)
	if jobs == 0 {
		jobs = runtime.NumCPU()
		if strings.HasPrefix(model, "ollama:") {
			jobs = 1
		}
	}
	return jobs
}

// OpenRecords opens the file of --resume; there are no records where it was not given.
func OpenRecords[T eval.Record](f Flags, what string) (records *eval.Records[T], closeFile func(), err error) {
	if f.Resume == "" {
		return nil, func() {}, nil
	}
	if err := cli.Regular(f.Resume); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, cli.Misuse("cannot open %s: %v", f.Resume, cli.Cause(err))
	}
	records, file, err := eval.OpenRecords[T](f.Resume, what)
	if _, shut := errors.AsType[*eval.FileError](err); shut {
		return nil, nil, err
	}
	if err != nil {
		return nil, nil, cli.Misuse("%v; --resume wants a file of its own", err)
	}
	return records, func() { _ = file.Close() }, nil // each line was written whole
}

// EachSubject measures subjects one after the other and prints what each reached. whole is false where runs did not happen,
// which is told; a signal ends it.
func EachSubject[S, R any](c *cli.Console, f Flags, subjects []S, name func(S) string, measure func(S) ([]R, error),
	print func([]R) error) (all []R, whole bool, err error) {
	whole = true
	for _, one := range subjects {
		scores, err := measure(one)
		missing, isMissing := errors.AsType[*eval.NotRunError](err)
		if err != nil && !isMissing {
			return nil, false, f.brokenOff(c, err)
		}
		if isMissing {
			whole = false
			for _, s := range missing.Suites {
				c.Say("%s: no figures for %s, because %d of its %s did not happen: %s", name(one), s.Suite, s.Runs, cli.Plural(s.Of, "run"), s.Why)
			}
		}
		if len(scores) > 0 {
			if err := print(scores); err != nil {
				return nil, false, err
			}
		}
		all = append(all, scores...)
	}
	return all, whole, nil
}

// Lines returns scores as --json prints them.
func Lines[R any](scores []R) ([]byte, error) {
	var text []byte
	for _, s := range scores {
		line, err := json.Marshal(s)
		if err != nil {
			return nil, err
		}
		text = append(append(text, line...), '\n')
	}
	return text, nil
}

// brokenOff says how a measuring goes on that err has ended, if a signal did. It returns what ends the command then.
func (f Flags) brokenOff(c *cli.Console, err error) error {
	if !errors.Is(err, context.Canceled) {
		return err
	}
	if f.Resume != "" {
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
