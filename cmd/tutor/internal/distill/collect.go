package distill

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/logs"
	"github.com/shortleash/shortleash/cmd/tutor/internal/settings"
	"github.com/shortleash/shortleash/eval"
	"github.com/shortleash/shortleash/internal/bounded"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/loop/distill"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/tutor"
	"github.com/shortleash/shortleash/tutor/corrector"
)

// A collecting runs the items of a suite several times, or takes the runs that logs hold.
type collecting struct {
	*distillation
	runs        cli.Count
	logs        string
	evaluation  string
	temperature cli.Fraction
	from        []string

	items  map[string]eval.Item // by id
	tutors map[int]*tutor.Tutor // by run, each with another seed
	made   map[string][]logs.Run
}

// warmth is the temperature of collecting: runs of a model that always says the same are never mixed.
const warmth = 0.7

// collectCommand collects runs.
func collectCommand(c *cli.Console, s *settings.Settings) *cobra.Command {
	k := &collecting{}
	var cmd *cobra.Command
	cmd, k.distillation = stageCommand(c, s, "collect", "run each item of a suite several times, and judge", "suite.jsonl", "runs.jsonl",
		func(ctx context.Context, _ *distillation) (stageEnd, error) {
			if err := k.check(); err != nil {
				return stageEnd{}, err
			}
			return k.collect(ctx)
		})
	warm := warmth
	k.runs, k.temperature, k.unit = 3, cli.Fraction{Value: &warm}, "run"
	flags := cmd.Flags()
	flags.Var(&k.runs, "runs", "`N`: runs of each item")
	flags.Var(&k.temperature, "temperature", "`T`: of the model, so that its runs differ")
	flags.StringVar(&k.logs, "logs", "", "`DIR`: what happened in them")
	cli.ShowDefault(flags, "logs", "OUT.logs")
	flags.StringVar(&k.evaluation, "evaluation", "", "`F`: a suite, or ids, that must stay out of it")
	flags.StringSliceVar(&k.from, "from", nil, "`LOG,…`: judge the runs in logs; run nothing")
	cli.ShowDefault(flags, "from", "")
	s.Take(cmd, cli.RunFlags+settings.Answers)
	return cmd
}

// ofNewRuns are the flags that say how runs are made.
var ofNewRuns = []string{"runs", "temperature", "model", "host", "planner", "plan-errors", "critic", "no-replan",
	"no-forced-replan", "role", "steps", "thought",
	"repeats", "timeout", "leash", "no-final-on-last", "min-confidence", "escalate", "dialect", "gloss", "spanish"}

// check refuses flags that do nothing beside the others.
func (k *collecting) check() error {
	if len(k.from) > 0 {
		return k.settings.Refuse(cli.Beside{Flags: ofNewRuns, Idle: true, Why: "with --from, which takes the runs that there are"})
	}
	return errors.Join(k.settings.CheckPlanners(k.settings.Planner.Value), k.settings.CheckHost(k.settings.Model))
}

// collect collects the runs.
func (k *collecting) collect(ctx context.Context) (stageEnd, error) {
	all, err := k.read(k.in)
	if err != nil {
		return stageEnd{}, err
	}
	c := distill.Collection{Runs: int(k.runs), Logs: k.logs, Progress: k.show}
	if c.Logs == "" {
		c.Logs = k.distillation.out + ".logs"
	}
	if c.Evaluation, err = k.excluded(all); err != nil {
		return stageEnd{}, err
	}
	k.items = map[string]eval.Item{}
	for _, item := range all {
		if _, there := k.items[item.ID]; there {
			return stageEnd{}, cli.Misuse("there are two items with the id %s in %s; collect suite by suite", item.ID, k.in)
		}
		k.items[item.ID] = item
		c.Tasks = append(c.Tasks, distill.Task{ID: item.ID, Text: item.Input})
	}
	if len(k.from) > 0 {
		err = k.recorded(&c)
	} else {
		err = k.anew(ctx, &c)
	}
	if err != nil {
		return stageEnd{}, err
	}
	runs, err := distill.Collect(ctx, c, k.distillation.out)
	items, solved := map[string]bool{}, 0
	for _, r := range runs {
		items[r.Task] = true
		if r.OK {
			solved++
		}
	}
	return stageEnd{
		counts: struct {
			Stage  string `json:"stage"`
			Items  int    `json:"items"`
			Runs   int    `json:"runs"`
			Solved int    `json:"solved"`
		}{"collect", len(items), len(runs), solved},
		text: fmt.Sprintf("%s of %s · %d solved", cli.Plural(len(runs), "run"), cli.Plural(len(items), "item"), solved),
		next: "Next:  tutor distill mixed " + cli.Quoted(k.distillation.out) + " -o " + k.beside("mixed.jsonl"),
	}, err
}

// read returns the items of a suite, or of those in a folder.
func (k *collecting) read(name string) (items []eval.Item, err error) {
	suites, err := eval.ReadFiles(name)
	for _, s := range suites {
		items = append(items, s.Items...)
	}
	return items, err
}

// maxList bounds a list of ids or a suite, in bytes.
const maxList = 100_000_000

// excluded returns the ids that --evaluation keeps out: those of a list, or of a suite, and those of
// items that are the same sentence under another name.
func (k *collecting) excluded(items []eval.Item) (ids []string, err error) {
	if k.evaluation == "" {
		return nil, nil
	}
	text, err := bounded.ReadFile(k.evaluation, maxList)
	if err == nil && !bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) {
		for line := range strings.Lines(string(text)) {
			ids = append(ids, strings.TrimSpace(line))
		}
		return ids, nil
	}
	measured, err := k.read(k.evaluation) // it also says what cannot be read
	if err != nil {
		return nil, err
	}
	inputs := map[string]bool{}
	for _, item := range measured {
		ids, inputs[sameSentence(item.Input)] = append(ids, item.ID), true
	}
	for _, item := range items {
		if inputs[sameSentence(item.Input)] {
			ids = append(ids, item.ID)
		}
	}
	return ids, nil
}

// sameSentence returns text as far as it tells sentences apart.
func sameSentence(text string) string {
	return strings.ToLower(strings.Join(strings.Fields(strings.ReplaceAll(text, "’", "'")), " "))
}

// anew has each run made, with a seed of its own.
func (k *collecting) anew(ctx context.Context, c *distill.Collection) error {
	if k.settings.Planner.Value == tutor.Planners[0] && !k.settings.Quiet {
		k.Say("%s makes no plans to learn from; others do, such as --planner plan-act.", tutor.Planners[0])
	}
	o, notes, err := k.settings.Options(ctx, k.settings.Model, k.settings.Planner.Value)
	if err != nil {
		return err
	}
	for _, note := range notes {
		if !k.settings.Quiet {
			k.Say("%s", note)
		}
	}
	o.Trace, o.Loop.Temperature = false, *k.temperature.Value
	k.tutors = map[int]*tutor.Tutor{}
	c.Run = func(ctx context.Context, t distill.Task, n int, log io.Writer) (bool, error) {
		if k.tutors[n] == nil {
			seeded := o
			seeded.Loop.Seed = int64(n)
			tutor, err := tutor.New(seeded)
			if err != nil {
				return false, err
			}
			k.tutors[n] = tutor
		}
		return k.judged(ctx, k.tutors[n], t, log)
	}
	return nil
}

// judged does one run and has the suite judge it. A model that cannot be had is no fault of a plan: it
// ends the collecting.
func (k *collecting) judged(ctx context.Context, tutor *tutor.Tutor, t distill.Task, log io.Writer) (bool, error) {
	gone := false
	report, err := tutor.Correct(ctx, t.Text, log, func(e loop.Event) {
		k.watch(e)
		gone = gone || e.Result != nil && e.Result.Outcome == loop.ModelFailure && e.Result.Reason == "transport"
	})
	if err == nil && gone && report.Outcome == loop.ModelFailure {
		err = &model.Fault{Kind: model.Unreachable, Message: report.Problem}
	}
	return k.solved(t, report), err
}

// solved reports whether an answer is what the suite wants of an item. A run that did not end final
// solved nothing, even where the sentence was to stay as it is.
func (k *collecting) solved(t distill.Task, r tutor.Report) bool {
	return r.Outcome == loop.Final && k.items[t.ID].Right(corrector.Answer(r))
}
