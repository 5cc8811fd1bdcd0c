package main

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/eval"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner/planerrors"
	"github.com/shortleash/shortleash/tutor"
)

const evalHelp = `tutor eval measures how well suites of sentences are corrected.

  tutor eval SUITE... [flags]

SUITE is a file of JSON Lines, or a folder with such files. A line has id, input
and what is to become of it: accept, clean and detect_only, or a whole contract
(testdata/contract.md). fixed: errors that became an accepted sentence. harm:
right sentences that were changed. detected: of items where any change counts.
contract: answers that are right to the letter. edits: in 1,000 right sentences.
It exits with 3 when a suite that has a bar misses it; random models have none.

%s
Examples:
  tutor eval ../shared/eval --models rules,random:1 --page docs/evaluation.md
  tutor eval testdata/contract.jsonl --planners react,plan-act --table page.md
The flags of tutor -h work here too; --json prints an object for each score.
`

// evalCommand measures suites.
func evalCommand(c *console, s *tutorSettings) *cobra.Command {
	e := &evaluation{console: c}
	cmd := &cobra.Command{
		Use: "eval SUITE...",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return misuse("eval wants suites to measure:  tutor eval testdata/contract.jsonl")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			e.settings = *s
			return e.run(cmd.Context(), args)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringSliceVar(&e.models, "models", nil, "`M,M`: several models")
	showDefault(flags, "models", "--model")
	flags.Var(&e.sample, "sample", "`N`: of each suite")
	showDefault(flags, "sample", "all")
	flags.StringSliceVar(&e.planners, "planners", nil, "`P,P`: strategies")
	showDefault(flags, "planners", "--planner")
	flags.BoolVar(&e.ablation, "ablation", false, "the policy in parts")
	flags.Var(&e.jobs, "jobs", "`N`: sentences at once")
	showDefault(flags, "jobs", "the cores; 1 with Ollama")
	flags.StringVar(&e.page, "page", "", "`FILE`: write a page of tables")
	flags.StringVar(&e.plot, "plot", "", "`FILE`: draw an SVG")
	flags.StringVar(&e.table, "table", "", "`FILE`: write a page that sets strategies side by side")
	flags.StringVar(&e.compare, "compare", "", "`FILE`: what is different from this output of --json")
	flags.StringVar(&e.resume, "resume", "", "`FILE`: keep each answer, and go on where this was broken off")
	for _, name := range []string{"page", "plot", "table", "compare", "resume"} {
		showDefault(flags, name, "")
	}
	cmd.Long = fmt.Sprintf(evalHelp, flagColumns(flags))
	return cmd
}

// An evaluation is one command line's measuring.
type evaluation struct {
	*console
	settings         tutorSettings
	models, planners []string
	jobs             count // 0: not said
	compare, page    string
	table, plot      string
	ablation         bool
	sample           count // 0: all
	resume           string

	suites []eval.Suite
	before []scored // of --compare
}

// A setup is who corrects, and on which rung of the ablation, if it is one.
type setup struct {
	model, planner string
	rung           *rung
}

// A scored is a score with who earned it. It is what --json prints.
type scored struct {
	Model   string `json:"model"`
	Planner string `json:"planner"`
	Rung    string `json:"rung,omitempty"` // of the ablation
	Jobs    int    `json:"jobs"`
	eval.Score
	Missing []string `json:"bars_missed"` // in words
}

// run measures, prints, and says whether the bars were reached.
func (e *evaluation) run(ctx context.Context, names []string) error {
	if err := e.read(names); err != nil {
		return err
	}
	if e.compare != "" {
		var err error
		if e.before, err = readScores(e.compare); err != nil {
			return err
		}
	}
	ctx, release := e.signals.interruptible(ctx)
	defer release()
	if len(e.models) == 0 {
		e.models = []string{e.settings.model}
	}
	if len(e.planners) == 0 {
		e.planners = []string{e.settings.planner.value}
	}
	var all []scored
	for _, one := range e.setups() {
		scores, err := e.measure(ctx, one)
		if err != nil {
			return err
		}
		if err := e.print(scores); err != nil {
			return err
		}
		all = append(all, scores...)
	}
	for _, page := range []struct {
		file string
		text func([]scored, []string) string
	}{{e.page, e.pageOf}, {e.table, e.tableOf}, {e.plot, e.plotOf}} {
		if page.file == "" {
			continue
		}
		if err := os.WriteFile(page.file, []byte(page.text(all, names)), 0o644); err != nil {
			return misuse("cannot write %s: %v", page.file, cause(err))
		}
	}
	missed := 0
	for _, s := range all {
		for _, bar := range s.Missing {
			e.say("%s: missed %s: %s", s.title(), s.Suite, bar)
			missed++
		}
	}
	if missed > 0 {
		return statusOther
	}
	return nil
}

// setups returns all that is measured: each model with each strategy, then each on the rungs of the
// ablation.
func (e *evaluation) setups() []setup {
	var list []setup
	for _, model := range e.models {
		for _, planner := range e.planners {
			list = append(list, setup{model: model, planner: planner})
		}
	}
	for _, model := range e.models {
		if e.ablation {
			list = append(list, ladder(model, e.planners[0])...)
		}
	}
	return list
}

// read reads the suites: files, and those in folders.
func (e *evaluation) read(names []string) error {
	for _, name := range names {
		files := []string{name}
		if info, err := os.Stat(name); err == nil && info.IsDir() {
			if files, err = filepath.Glob(filepath.Join(name, "*.jsonl")); err != nil || len(files) == 0 {
				return misuse("there is no suite, a file *.jsonl, in %s", name)
			}
			slices.Sort(files)
		}
		for _, file := range files {
			s, err := readSuite(file)
			if err != nil {
				return err
			}
			if slices.ContainsFunc(e.suites, func(o eval.Suite) bool { return o.Name == s.Name }) {
				return misuse("there are two suites of the name %s; measure them one by one", s.Name)
			}
			e.suites = append(e.suites, s.Sample(int(e.sample)))
		}
	}
	return nil
}

func readSuite(file string) (eval.Suite, error) {
	f, err := os.Open(file)
	if err != nil {
		return eval.Suite{}, misuse("cannot read %s: %v", file, cause(err))
	}
	defer f.Close() // only read
	s, err := eval.ReadSuite(strings.TrimSuffix(filepath.Base(file), ".jsonl"), f)
	if broken, ok := errors.AsType[*eval.SuiteError](err); ok {
		return s, misuse("%s, %v", file, broken)
	}
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		return s, misuse("cannot read %s: %v", file, p.Err)
	}
	return s, err
}

// measure has one setup correct all suites.
func (e *evaluation) measure(ctx context.Context, who setup) ([]scored, error) {
	o, notes, err := e.settings.options(ctx, who.model, who.planner)
	if err != nil {
		return nil, err
	}
	for _, note := range notes {
		if !e.settings.quiet {
			e.say("%s", note)
		}
	}
	who.rung.apply(&o)
	o.Trace = false
	tutor, err := tutor.New(o)
	if err != nil {
		return nil, err
	}
	name := o.Model().Name()
	jobs := int(e.jobs)
	if jobs == 0 {
		jobs = runtime.NumCPU()
		if strings.HasPrefix(name, "ollama:") {
			jobs = 1
		}
	}
	records, closeFile, err := e.records(name, o)
	if err != nil {
		return nil, err
	}
	defer closeFile()
	bar := newProgress(e.console, e.settings.quiet, e.total(), 0)
	scores, err := eval.Measure(ctx, e.suites, func(ctx context.Context, input string) (eval.Answer, error) {
		return corrected(ctx, tutor, input)
	}, eval.Options{Jobs: jobs, Records: records, Progress: func(done, _ int) { bar.step(done, "") }})
	bar.wipe()
	var list []scored
	for _, s := range scores {
		one := scored{Model: name, Planner: who.planner, Rung: who.rung.String(), Jobs: jobs, Score: s, Missing: []string{}}
		if !strings.HasPrefix(name, "random") && who.rung == nil {
			one.Missing = append(one.Missing, missedBars(s)...)
		}
		list = append(list, one)
	}
	return list, err
}

// corrected returns what the tutor makes of an input, with what all its runs cost.
func corrected(ctx context.Context, tutor *tutor.Tutor, input string) (eval.Answer, error) {
	requests, tokens := 0, 0
	r, err := tutor.Correct(ctx, input, nil, func(event loop.Event) {
		if event.Result != nil {
			requests += event.Result.Counters.ModelCalls
			tokens += event.Result.Counters.Tokens
		}
	})
	if err == nil && ctx.Err() != nil {
		err = ctx.Err()
	}
	a := answerOf(r)
	a.ModelCalls, a.Tokens = requests, tokens
	return a, err
}

// records opens the file of --resume for a setup; nil if there is none.
func (e *evaluation) records(model string, o tutor.Options) (*eval.Records, func(), error) {
	if e.resume == "" {
		return nil, func() {}, nil
	}
	how, err := json.Marshal(struct {
		Loop       loop.Config
		Gloss      tutor.Gloss
		Language   tutor.Language
		PlanErrors *planerrors.Library `json:",omitempty"`
	}{o.Loop, o.Gloss, o.Language, o.PlanErrors})
	if err != nil {
		return nil, nil, err
	}
	file, err := os.OpenFile(e.resume, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return nil, nil, misuse("cannot open %s: %v", e.resume, cause(err))
	}
	records, err := eval.ReadRecords(file, file, fmt.Sprintf("%s · %s · %x", model, o.Planner, sha256.Sum256(how)))
	if err != nil {
		_ = file.Close() // nothing was written
		return nil, nil, misuse("%s, %v; --resume wants a file of its own", e.resume, err)
	}
	return records, func() { _ = file.Close() }, nil // each line was written whole
}

func (e *evaluation) total() int {
	n := 0
	for _, s := range e.suites {
		n += len(s.Items)
	}
	return n
}

// answerOf returns what a report says, as far as it is measured.
func answerOf(r tutor.Report) eval.Answer {
	a := eval.Answer{
		Corrected: r.Corrected, InScope: r.InScope, Reason: r.Reason, NotChecked: r.NotChecked,
		Gloss: r.SpanishGloss, Outcome: r.Outcome, Decisions: r.Steps, ToolCalls: r.ToolCalls,
	}
	for _, edit := range r.Edits {
		a.Rules = append(a.Rules, edit.Rule)
	}
	return a
}

// A threshold is what a suite is to reach, in percent; nil where it has none. Harm must not be above it.
type threshold struct{ fixed, detected, harm, contract *float64 }

func percent(x float64) *float64 { return &x }

// bars are the promises of the tutor, by suite.
var bars = map[string]threshold{
	"blimp_pp_verbs":         {fixed: percent(97), harm: percent(0.5)},
	"blimp_pp_adj":           {fixed: percent(97), harm: percent(0.5)},
	"blimp_reg_sva_1":        {fixed: percent(97), harm: percent(0.5)},
	"blimp_irr_sva_1":        {fixed: percent(97), harm: percent(0.5)},
	"blimp_reg_sva_2":        {detected: percent(95)},
	"blimp_irr_sva_2":        {detected: percent(95)},
	"blimp_distr_rel_noun":   {fixed: percent(75), harm: percent(1)},
	"blimp_distr_rel_clause": {fixed: percent(75), harm: percent(1)},
	"harper":                 {fixed: percent(85), harm: percent(2)},
	"harper_more":            {fixed: percent(85), harm: percent(2)},
	"languagetool_core":      {fixed: percent(85), harm: percent(2)},
	"contract":               {contract: percent(99)},
}

// missedBars says which bars of its suite a score does not reach.
func missedBars(s eval.Score) []string {
	b := bars[s.Suite]
	var list []string
	below := func(what string, share eval.Share, bar *float64) {
		if bar != nil && share.Of > 0 && share.Percent() < *bar {
			list = append(list, fmt.Sprintf("%s %.1f %%, the bar is %g %%", what, share.Percent(), *bar))
		}
	}
	below("fixed", s.Fixed, b.fixed)
	below("detected", s.Detected, b.detected)
	below("contract", s.Contract, b.contract)
	if b.harm != nil && s.Harm.Of > 0 && s.Harm.Percent() > *b.harm {
		list = append(list, fmt.Sprintf("harm %.1f %%, the bar is %g %%", s.Harm.Percent(), *b.harm))
	}
	return list
}
