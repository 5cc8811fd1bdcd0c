// Package eval has the command that measures how well a program corrects the sentences of suites.
//
// [Command] runs package eval of this module over suites, models and strategies, and over the steps of
// an ablation. It prints tables, JSON, pages and plots, and compares with earlier scores. A [Program]
// gives what corrects, the thresholds to reach and the texts around pages.
package eval

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/show"
	"github.com/shortleash/shortleash/eval"
	"github.com/shortleash/shortleash/loop"
)

// A Subject is what corrects the sentences of suites.
type Subject struct {
	Model   string // its name
	Correct eval.Corrector
	// Traced corrects as Correct does, and tells the steps; nil where it cannot.
	Traced eval.Corrector
	// How is all that decides its answers besides the model and the strategy, for records.
	How   any
	Notes []string // about the choice of the model
	// Policy is the length of the policy that holds; "" where that is not one for all runs.
	Policy loop.Enforce
	// Unreached returns why no right answer to an input could be given, or ""; nil where that is not known.
	Unreached func(input string) string

	atOnce int               // how many sentences at once; 0: as usual
	close  func(error) error // at the end, which is the error; nil: nothing
}

// Gold names the model that knows what is right.
const Gold = "gold"

// A Program is what the command needs of the program that it measures.
type Program struct {
	// NewSubject returns what corrects with the model that spec names and a strategy. adjust changes how
	// its runs go.
	NewSubject func(ctx context.Context, spec, planner string, adjust func(*loop.Config)) (Subject, error)
	// NewGold returns a subject with a model that knows what is right of each item; nil where there is none. It is
	// asked for by the name Gold.
	NewGold func(ctx context.Context, planner string, adjust func(*loop.Config), item func(input string) (eval.Item, bool)) (Subject, error)
	// Beside returns the models that may be asked beside the one that is measured.
	Beside func() []string
	// Lengths are those of the policy whose ceiling and floor are measured.
	Lengths []loop.Enforce
	// NewRemote returns how workers of a queue correct with the model that spec names and a strategy; nil where
	// they cannot.
	NewRemote func(cmd *cobra.Command, spec, planner string) (Remote, error)
	// Thresholds are the promises of the program, by suite.
	Thresholds map[string]Threshold
	// Planner is the strategy that is usual.
	Planner string
	// Help is the help of the command, with one %s for its flags.
	Help string
	// Grounding says what the program's own rules do.
	Grounding string
	// The texts around pages: a head has the command that makes it, the day and the machine as %s.
	PageHead, PageFoot, TableHead, TableFoot string
}

// Command returns the command that measures how well a program corrects the sentences of suites.
func Command(c *cli.Console, s *cli.Settings, p Program) *cobra.Command {
	e := &evaluation{Console: c, about: p, settings: s}
	cmd := &cobra.Command{
		Use: "eval SUITE...",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cli.Misuse("eval wants suites to measure:  %s eval testdata/contract.jsonl", c.Name)
			}
			if kind := filepath.Ext(e.plot); kind != "" && kind != ".svg" {
				return cli.Misuse("--plot draws SVG only; name a file like %s.svg", strings.TrimSuffix(e.plot, kind))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			e.command = cmd
			return e.run(cmd.Context(), args)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	e.DefineSubjects(flags)
	flags.BoolVar(&e.ablation, "ablation", false, "the policy in parts")
	if p.NewGold != nil {
		flags.BoolVar(&e.ceiling, "ceiling", false, "of each --policy")
	}
	flags.Var(&e.showMisses, "show-misses", "`N`: in words")
	cli.ShowDefault(flags, "show-misses", "")
	e.DefineRuns(flags, "sentences")
	flags.StringVar(&e.page, "page", "", "`FILE`: write a page of tables")
	flags.StringVar(&e.plot, "plot", "", "`FILE`: draw an SVG")
	flags.StringVar(&e.table, "table", "", "`FILE`: write a page that sets strategies side by side")
	flags.StringVar(&e.compare, "compare", "", "`FILE`: what is different from this output of --json")
	flags.StringVar(&e.html, "html", "", "`FILE`: every miss")
	for _, name := range []string{"html", "page", "plot", "table", "compare"} {
		cli.ShowDefault(flags, name, "")
	}
	if p.NewRemote != nil {
		e.Queue.Define(flags)
	}
	cmd.Long = fmt.Sprintf(p.Help, cli.FlagColumns(flags))
	return cmd
}

// An evaluation is one command line's measuring.
type evaluation struct {
	*cli.Console
	Flags
	about         Program
	settings      *cli.Settings
	compare, page string
	table, plot   string
	ablation      bool
	ceiling       bool
	showMisses    cli.Count
	html          string
	missed        []missPage // of each setup, for html
	unreachable   int        // of the items that gold was asked about, where misses are shown
	command       *cobra.Command

	suites []eval.Suite
	before []scored              // of --compare
	step   func(done, total int) // is told how far the measuring is; nil: no one is
}

// A setup is who corrects, and on which rung of the ablation, if it is one.
type setup struct {
	model, planner string
	rung           *rung
	length         loop.Enforce // of the policy, for its ceiling or floor; "": not asked for
}

// adjust sets what the setup changes about runs.
func (s setup) adjust(c *loop.Config) {
	s.rung.apply(c)
	if s.length != "" {
		c.Enforce = s.length
	}
}

// A scored is a score with who earned it. It is what --json prints.
type scored struct {
	Model   string       `json:"model"`
	Planner string       `json:"planner"`
	Rung    string       `json:"rung,omitempty"`   // of the ablation
	Length  loop.Enforce `json:"length,omitempty"` // of the policy, for its ceiling or floor
	Jobs    int          `json:"jobs"`
	eval.Score
	Policy  loop.Enforce `json:"policy,omitempty"` // the length of the policy that held
	Misses  []show.Miss  `json:"misses"`           // the items of missed, in words
	Missing []string     `json:"bars_missed"`      // in words
}

// run measures, prints, and says whether the bars were reached.
func (e *evaluation) run(ctx context.Context, names []string) error {
	suites, err := eval.ReadFiles(names...)
	if err != nil {
		return err
	}
	for _, s := range suites {
		e.suites = append(e.suites, s.Sample(int(e.Sample)))
	}
	for _, file := range e.written() { // measuring may take hours
		if err := cli.Writable(file); err != nil {
			return cli.Unwritable(file, err)
		}
	}
	if e.compare != "" {
		if e.before, err = e.readScores(e.compare); err != nil {
			return err
		}
	}
	ctx, release := e.Signals.Interruptible(ctx)
	defer release()
	e.Usual(e.settings)
	if err := e.Check(e.settings, e.ablation, e.about.Beside()...); err != nil {
		return err
	}
	var all []scored
	whole := true
	for _, one := range e.setups() {
		scores, err := e.measure(ctx, one)
		missing, isMissing := errors.AsType[*eval.NotRunError](err)
		if err != nil && !isMissing {
			return e.BrokenOff(e.Console, err)
		}
		if isMissing {
			whole = false
			SayMissing(e.Console, one.model+" · "+one.planner, missing)
		}
		if len(scores) == 0 {
			continue
		}
		if err := e.print(scores); err != nil {
			return err
		}
		if n := len(e.missed); n > 0 && !isMissing && one.model != Gold {
			e.sayMisses(e.missed[n-1], int(e.showMisses))
		}
		all = append(all, scores...)
	}
	if text := rungsOf(all); text != "" && !e.settings.JSON {
		if _, err := fmt.Fprint(e.Out, text); err != nil {
			return err
		}
	}
	if !whole {
		return e.incomplete()
	}
	if err := e.writeMisses(); err != nil {
		return err
	}
	for _, page := range []struct {
		file string
		text func([]scored, []string) string
	}{{e.page, e.pageOf}, {e.table, e.tableOf}, {e.plot, e.plotOf}} {
		if page.file == "" {
			continue
		}
		if err := cli.ReplaceFile(page.file, []byte(page.text(all, names)), 0o644); err != nil {
			return cli.Unwritable(page.file, err)
		}
	}
	missed := 0
	for _, s := range all {
		for _, bar := range s.Missing {
			e.Say("%s: missed %s: %s", s.title(), s.Suite, bar)
			missed++
		}
	}
	if missed+e.unreachable > 0 {
		return cli.StatusOther
	}
	return nil
}

// incomplete says what is not written because of runs that did not happen, and how they are made.
func (e *evaluation) incomplete() error {
	for _, file := range e.written() {
		e.Say("%s is not written: some runs did not happen.", file)
	}
	return e.NotWhole(e.Console)
}

// written returns the files that are to be written at the end.
func (e *evaluation) written() []string {
	return slices.DeleteFunc([]string{e.html, e.page, e.table, e.plot}, func(file string) bool { return file == "" })
}

// writeMisses writes the page of what went wrong, if it was asked for.
func (e *evaluation) writeMisses() error {
	if e.html == "" {
		return nil
	}
	text, err := missesOf(e.missed)
	if err != nil {
		return err
	}
	if err := cli.ReplaceFile(e.html, text, 0o644); err != nil {
		return cli.Unwritable(e.html, err)
	}
	return nil
}

// setups returns all that is measured: each model with each strategy, then each on the rungs of the
// ablation.
func (e *evaluation) setups() []setup {
	var list []setup
	for _, model := range e.Models {
		for _, planner := range e.Planners {
			list = append(list, setup{model: model, planner: planner})
		}
	}
	for _, model := range e.Models {
		if e.ablation {
			list = append(list, ladder(model, e.Planners[0])...)
		}
	}
	if e.ceiling {
		for _, length := range e.about.Lengths {
			for _, model := range []string{Gold, floor} {
				list = append(list, setup{model: model, planner: e.Planners[0], length: length})
			}
		}
	}
	return list
}

// maxShown bounds how much of a slow sentence its bar shows, in cells.
const maxShown = 32

// measure has one setup correct all suites.
func (e *evaluation) measure(ctx context.Context, who setup) (list []scored, err error) {
	subject, err := e.subject(ctx, who)
	if err != nil {
		return nil, err
	}
	if subject.close != nil {
		defer func() { err = errors.Join(err, subject.close(err)) }()
	}
	for _, note := range subject.Notes {
		if !e.settings.Quiet {
			e.Say("%s", note)
		}
	}
	name := subject.Model
	jobs := e.AtOnce(name, subject.atOnce)
	records, closeFile, err := e.records(subject, who.planner)
	if err != nil {
		return nil, err
	}
	defer closeFile()
	bar := show.NewProgress(e.Console, e.settings.Quiet, e.total(), 0)
	answers := recorder{}
	correct := subject.Correct
	if subject.Traced != nil && (e.showMisses > 0 || e.html != "") {
		correct = subject.Traced
	}
	shown := func(ctx context.Context, input string) (eval.Answer, error) {
		_, end := bar.Begin(cli.Cut(cli.OneLine(input), maxShown))
		defer end()
		return correct(ctx, input)
	}
	scores, err := eval.Measure(ctx, e.suites, shown, eval.Options{Jobs: jobs, Records: records, Answered: answers.take, Progress: func(done, total int) {
		if bar.Step(done, ""); e.step != nil {
			e.step(done, total)
		}
	}})
	bar.Stop()
	for _, s := range scores {
		one := scored{Model: name, Planner: who.planner, Rung: who.rung.String(), Length: who.length, Policy: subject.Policy, Jobs: jobs, Score: s, Missing: []string{}}
		one.Misses = e.misses(s, who, answers)
		if !strings.HasPrefix(name, "random") && name != Gold && who.rung == nil {
			one.Missing = append(one.Missing, e.about.Missed(s)...)
		}
		list = append(list, one)
	}
	if err == nil {
		e.tellMisses(subject, who)
		e.missed = append(e.missed, missPageOf(list))
	}
	return list, err
}

// records opens the file of --resume for a subject; nil if there is none.
func (e *evaluation) records(of Subject, planner string) (records *eval.Records, closeFile func(), err error) {
	how, err := json.Marshal(of.How)
	if err != nil {
		return nil, nil, err
	}
	closeFile, err = e.OpenRecords(func(file *os.File) (err error) {
		records, err = eval.ReadRecords(file, file, fmt.Sprintf("%s · %s · %x", of.Model, planner, sha256.Sum256(how)))
		return err
	})
	return records, closeFile, err
}

func (e *evaluation) total() int {
	n := 0
	for _, s := range e.suites {
		n += len(s.Items)
	}
	return n
}

// A Threshold is what a suite is to reach, in percent; nil where it has none. Harm must not be above it.
type Threshold struct{ Fixed, Detected, Harm, Contract *float64 }

// Missed says which thresholds of its suite a score does not reach.
func (p Program) Missed(s eval.Score) []string {
	b := p.Thresholds[s.Suite]
	var list []string
	below := func(what string, share eval.Share, bar *float64) {
		if bar != nil && share.Of > 0 && share.Percent() < *bar {
			list = append(list, fmt.Sprintf("%s %.1f %%, the bar is %g %%", what, share.Percent(), *bar))
		}
	}
	below("fixed", s.Fixed, b.Fixed)
	below("detected", s.Detected, b.Detected)
	below("contract", s.Contract, b.Contract)
	if b.Harm != nil && s.Harm.Of > 0 && s.Harm.Percent() > *b.Harm {
		list = append(list, fmt.Sprintf("harm %.1f %%, the bar is %g %%", s.Harm.Percent(), *b.Harm))
	}
	return list
}
