// Package eval has the command that measures how well a program corrects the sentences of suites.
//
// [Command] runs package eval of this module over suites, models and strategies, and over the steps of
// an ablation. It prints tables, JSON, pages and plots. A [Program] gives what corrects, the thresholds to reach and
// the texts around pages.
package eval

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
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
	// Leash is the leash that holds; "" where that is not one for all runs.
	Leash loop.Leash
	// Unreached returns why no right answer to an input could be given, or ""; nil where that is not known.
	Unreached func(input string) string
}

// floor is the model that knows nothing: what it does is the harm that a leash lets through.
const floor = "random:1"

// A Program is what the command needs of the program that it measures.
type Program struct {
	// NewSubject returns what corrects with the model that spec names and a strategy. adjust changes how
	// its runs go.
	NewSubject func(ctx context.Context, spec, planner string, adjust func(*loop.Config)) (Subject, error)
	// NewGold returns a subject with a model that knows what is right of each item; nil where there is none. It is
	// asked for by the name eval.Gold.
	NewGold func(ctx context.Context, planner string, adjust func(*loop.Config), item func(input string) (eval.Item, bool)) (Subject, error)
	// Beside returns the models that may be asked beside the one that is measured.
	Beside func() []string
	// Leashes are those whose ceiling and floor are measured.
	Leashes []loop.Leash
	// Bars are the promises of the program, by suite.
	Bars map[string]eval.Bar
	// Planner is the strategy that is usual.
	Planner string
	// Help is the help of the command, Examples those that it shows, and Flags the shared flags that it takes.
	Help, Examples, Flags string
	// Grounding says what the program's own rules do.
	Grounding string
	// Page is the template of pages, which gets a report.
	Page string
}

// Command returns the command that measures how well a program corrects the sentences of suites.
func Command(c *cli.Console, s *cli.Settings, p Program) *cobra.Command {
	e := &evaluation{Console: c, about: p, settings: s}
	cmd := &cobra.Command{
		Use:     "eval SUITE...",
		Short:   "measure how well suites of sentences are corrected",
		Long:    p.Help,
		Example: p.Examples,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cli.Misuse("eval wants suites to measure:  %s eval testdata/contract.jsonl", c.Name)
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return e.run(cmd.Context(), args)
		},
	}
	flags := cmd.Flags()
	e.DefineSubjects(flags)
	flags.BoolVar(&e.ablation, "ablation", false, "measure the parts of the leash separately")
	if p.NewGold != nil {
		flags.BoolVar(&e.ceiling, "ceiling", false, "measure what each leash lets through")
	}
	flags.Var(&e.showMisses, "show-misses", "`N`: explain N wrong items of each suite")
	cli.ShowDefault(flags, "show-misses", "")
	e.DefineRuns(flags, "sentences")
	flags.StringVar(&e.page, "page", "", "`FILE`: write a page of tables; strategies side by side")
	cli.ShowDefault(flags, "page", "")
	s.Take(cmd, p.Flags)
	return cmd
}

// An evaluation is one command line's measuring.
type evaluation struct {
	*cli.Console
	Flags
	about             Program
	settings          *cli.Settings
	page              string
	ablation, ceiling bool
	showMisses        cli.Count
	unreachable       int // of the items that gold was asked about, where misses are shown

	suites []eval.Suite
}

// A setup is who corrects, and on which rung of the ablation, if it is one.
type setup struct {
	model, planner string
	rung           *eval.Rung
	bounds         loop.Leash // the leash whose ceiling or floor is measured; "": none is
}

// adjust sets what the setup changes about runs.
func (s setup) adjust(c *loop.Config) {
	if s.rung != nil {
		s.rung.Apply(c)
	}
	if s.bounds != "" {
		c.Leash = s.bounds
	}
}

// String names who corrects.
func (s setup) String() string { return s.model + " · " + s.planner }

// usual reports whether the setup changes nothing about runs.
func (s setup) usual() bool { return s.rung == nil && s.bounds == "" }

// run measures, prints, and says whether the bars were reached.
func (e *evaluation) run(ctx context.Context, names []string) error {
	if err := e.prepare(names); err != nil {
		return err
	}
	ctx, release := e.Signals.Interruptible(ctx)
	defer release()
	e.Usual(e.settings)
	if err := e.Check(e.settings, e.ablation, e.about.Beside()...); err != nil {
		return err
	}
	measure := func(s setup) ([]eval.Scored, error) { return e.measure(ctx, s) }
	all, whole, err := EachSubject(e.Console, e.Flags, e.setups(), setup.String, measure, e.print)
	if err != nil {
		return err
	}
	if text := rungsOf(all); text != "" && !e.settings.JSON {
		if _, err := fmt.Fprint(e.Out, text); err != nil {
			return err
		}
	}
	if !whole && e.page != "" {
		e.Say("%s is not written: some runs did not happen.", e.page)
	}
	if !whole {
		return e.NotWhole(e.Console)
	}
	if e.page != "" {
		text, err := eval.Page(e.about.Page, eval.NewReport(all, e.commandLine(names), len(e.Planners) > 1 || e.ablation, e.about.Grounding))
		if err != nil {
			return err
		}
		if err := cli.ReplaceFile(e.page, text, 0o644); err != nil {
			return cli.Unwritable(e.page, err)
		}
	}
	missed := e.unreachable
	for _, s := range all {
		for _, bar := range s.Missing {
			e.Say("%s: missed %s: %s", s.Title(), s.Suite, bar)
			missed++
		}
	}
	if missed > 0 {
		return cli.StatusOther
	}
	return nil
}

// prepare reads the suites, and tries the page: measuring may take hours.
func (e *evaluation) prepare(names []string) error {
	suites, err := eval.ReadFiles(names...)
	if err != nil {
		return err
	}
	for _, s := range suites {
		e.suites = append(e.suites, s.Sample(int(e.Sample)))
	}
	if e.page != "" {
		if err := cli.Writable(e.page); err != nil {
			return cli.Unwritable(e.page, err)
		}
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
		for i, rung := range eval.Rungs {
			if e.ablation {
				list = append(list, setup{model: model, planner: rung.Planner(e.Planners[0]), rung: &eval.Rungs[i]})
			}
		}
	}
	if e.ceiling {
		for _, leash := range e.about.Leashes {
			for _, model := range []string{eval.Gold, floor} {
				list = append(list, setup{model: model, planner: e.Planners[0], bounds: leash})
			}
		}
	}
	return list
}

// subject returns who corrects.
func (e *evaluation) subject(ctx context.Context, who setup) (Subject, error) {
	if who.model == eval.Gold && e.about.NewGold != nil {
		return e.about.NewGold(ctx, who.planner, who.adjust, e.item)
	}
	return e.about.NewSubject(ctx, who.model, who.planner, who.adjust)
}

// item returns what the suites want of an input.
func (e *evaluation) item(input string) (eval.Item, bool) {
	for _, s := range e.suites {
		for _, i := range s.Items {
			if i.Input == input {
				return i, true
			}
		}
	}
	return eval.Item{}, false
}

// maxShown bounds how much of a slow sentence its bar shows, in cells.
const maxShown = 32

// measure has one setup correct all suites.
func (e *evaluation) measure(ctx context.Context, who setup) (list []eval.Scored, err error) {
	subject, err := e.subject(ctx, who)
	if err != nil {
		return nil, err
	}
	for _, note := range subject.Notes {
		if !e.settings.Quiet {
			e.Say("%s", note)
		}
	}
	how, err := json.Marshal(subject.How)
	if err != nil {
		return nil, err
	}
	name, jobs := subject.Model, e.AtOnce(subject.Model)
	records, closeFile, err := OpenRecords[eval.AnswerRecord](e.Flags, "an answer")
	if err != nil {
		return nil, err
	}
	defer closeFile()
	total := 0
	for _, s := range e.suites {
		total += len(s.Items)
	}
	bar := show.NewProgress(e.Console, e.settings.Quiet, total, 0)
	correct := subject.Correct
	if subject.Traced != nil && e.showMisses > 0 {
		correct = subject.Traced
	}
	shown := func(ctx context.Context, input string) (eval.Answer, error) {
		_, end := bar.Begin(cli.Cut(cli.OneLine(input), maxShown))
		defer end()
		return correct(ctx, input)
	}
	misses := map[string][]eval.Miss{}
	scores, err := eval.Measure(ctx, e.suites, shown, eval.Options{
		Jobs: jobs, Records: records, Setup: fmt.Sprintf("%s · %s · %x", name, who.planner, sha256.Sum256(how)),
		Answered: func(s eval.Suite, item eval.Item, a eval.Answer, done, _ int) {
			if !item.Right(a) {
				misses[s.Name] = append(misses[s.Name], e.miss(item, a, who))
			}
			bar.Step(done, "")
		}})
	bar.Stop()
	for _, s := range scores {
		one := eval.Scored{Model: name, Planner: who.planner, Ceiling: who.bounds, Leash: subject.Leash, Jobs: jobs, Score: s,
			Missing: []string{}}
		if who.rung != nil {
			one.Rung = who.rung.Name
		}
		one.Misses = inOrder(misses[s.Suite], s.Missed)
		if !strings.HasPrefix(name, "random") && name != eval.Gold && who.rung == nil {
			one.Missing = e.about.Bars[s.Suite].Missed(s)
		}
		list = append(list, one)
	}
	if err == nil {
		e.tellMisses(subject, who, list)
	}
	return list, err
}

// commandLine returns the command line that makes the page again.
func (e *evaluation) commandLine(names []string) string {
	command := []string{e.Name + " eval"}
	for _, name := range names {
		command = append(command, cli.Quoted(name))
	}
	command = append(command, "--models", cli.Quoted(strings.Join(e.Models, ",")))
	if len(e.Planners) > 1 || e.Planners[0] != e.about.Planner {
		command = append(command, "--planners", strings.Join(e.Planners, ","))
	}
	if e.Sample > 0 {
		command = append(command, "--sample", e.Sample.String())
	}
	if e.ceiling {
		command = append(command, "--ceiling")
	}
	if e.ablation {
		command = append(command, "--ablation")
	}
	return strings.Join(append(command, "--page", cli.Quoted(e.page)), " ")
}
