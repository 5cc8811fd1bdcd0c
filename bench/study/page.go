package main

import (
	_ "embed"
	"slices"
	"strings"
	"time"

	"github.com/shortleash/shortleash/eval"
	"github.com/shortleash/shortleash/loop"
)

//go:embed page.tmpl
var pageText string

// A page is what the template gets.
type page struct {
	Command, Days string
	Setups        []setup
	Models        []modelPart
}

// A modelPart has the rows of one model, and the row rules.
type modelPart struct {
	Model  string
	Suites []string
	Rows   []tallied
	Pairs  []paired
}

// A tallied is a row with its answers summed up, in all and by suite.
type tallied struct {
	Title string
	tally
	BySuite []tally
}

// A paired compares two rows on the sentences that both have answered.
type paired struct {
	Row, Against string
	N            int
	Fixed, Kept  eval.Change // errors that were fixed, and right sentences that were kept
}

// Megabytes returns the size of the model.
func (s setup) Megabytes() int64 { return s.Size / 1e6 }

// An answered is one answer with the task it belongs to.
type answered struct {
	task
	record
}

// A group is the answers of one row of one model.
type group struct {
	model, row, variant string
	answers             []answered
}

// title names a row with what is unusual.
func (g group) title() string {
	if g.variant == "" {
		return g.row
	}
	return g.row + " (" + g.variant + ")"
}

// groups sorts the records of the tasks into rows: models in the order of the records, rows in that of allRows.
func groups(tasks []task, records []record) []group {
	var list []group
	known := map[string]task{}
	for _, t := range tasks {
		known[t.suite+"\x00"+t.ID+"\x00"+t.Input] = t
	}
	for _, r := range records {
		t, ok := known[r.Suite+"\x00"+r.ID+"\x00"+r.Input]
		if !ok {
			continue // of a larger sample
		}
		i := slices.IndexFunc(list, func(g group) bool { return g.model == r.Model && g.row == r.Row && g.variant == r.Variant })
		if i < 0 {
			list = append(list, group{model: r.Model, row: r.Row, variant: r.Variant})
			i = len(list) - 1
		}
		r.Answer.Corrected = sameEnd(t.Input, r.Answer.Corrected)
		list[i].answers = append(list[i].answers, answered{t, r})
	}
	slices.SortStableFunc(list, func(a, b group) int { return slices.Index(allRows, a.row) - slices.Index(allRows, b.row) })
	return list
}

// sameEnd leaves out a full stop that an answer adds to a sentence without one, because it changes no verb. The answer
// may then be no change at all.
func sameEnd(input string, corrected *string) *string {
	if corrected == nil || strings.HasSuffix(input, ".") || !strings.HasSuffix(*corrected, ".") {
		return corrected
	}
	text := strings.TrimSuffix(*corrected, ".")
	if text == input {
		return nil
	}
	return &text
}

// pageOf returns the page of what is recorded about the tasks.
func (s *study) pageOf(tasks []task, records store) ([]byte, error) {
	all := groups(tasks, records.answers())
	if len(all) == 0 {
		return nil, misuse("%s has no answer to these sentences; the page wants some", s.records)
	}
	p := page{Command: s.command, Days: days(all)}
	models := modelsOf(all)
	for _, l := range records.All() {
		if l.Setup == nil || !slices.Contains(models, l.Setup.Model) {
			continue
		}
		one := *l.Setup
		one.Digest, one.Start, one.Size = "", time.Time{}, 1e6*one.Megabytes() // those that look the same are one row
		if !slices.Contains(p.Setups, one) {
			p.Setups = append(p.Setups, one)
		}
	}
	for _, m := range models {
		p.Models = append(p.Models, partOf(m, slices.DeleteFunc(slices.Clone(all),
			func(g group) bool { return g.model != m && g.row != rowRules })))
	}
	return eval.Page(pageText, p)
}

// partOf returns what a page says of a model.
func partOf(model string, all []group) modelPart {
	part := modelPart{Model: model}
	for _, g := range all {
		for _, a := range g.answers {
			if !slices.Contains(part.Suites, a.task.suite) {
				part.Suites = append(part.Suites, a.task.suite)
			}
		}
	}
	for i, g := range all {
		row := tallied{Title: g.title(), tally: tallyOf(g.answers)}
		for _, suite := range part.Suites {
			own := slices.DeleteFunc(slices.Clone(g.answers), func(a answered) bool { return a.task.suite != suite })
			row.BySuite = append(row.BySuite, tallyOf(own))
		}
		part.Rows = append(part.Rows, row)
		for j, other := range all[:i] { // the one before it, the model asked directly, and the rules
			if j == i-1 || other.row == rowDirect || other.row == rowRules {
				part.Pairs = append(part.Pairs, pair(other, g))
			}
		}
	}
	return part
}

// modelsOf lists the models of groups, in the order of the first answer of each; only the row rules has none.
func modelsOf(all []group) []string {
	var models []string
	for _, g := range all {
		if g.row != rowRules && !slices.Contains(models, g.model) {
			models = append(models, g.model)
		}
	}
	if len(models) == 0 {
		return []string{"without a model"}
	}
	return models
}

// days says from when to when the answers are.
func days(all []group) string {
	first, last := all[0].answers[0].At, all[0].answers[0].At
	for _, g := range all {
		for _, a := range g.answers {
			if a.At.Before(first) {
				first = a.At
			}
			if a.At.After(last) {
				last = a.At
			}
		}
	}
	from, to := first.Format(time.DateOnly), last.Format(time.DateOnly)
	if from == to {
		return "on " + from
	}
	return "from " + from + " to " + to
}

// A tally sums up answers.
type tally struct {
	N                                                int
	Fixed, Harm                                      eval.Share
	Declined, NotFinal, Repeats                      int // repeats: of those not final, ended because of them
	Illegal, Requests, Read, New, Written, Decisions int
	elapsed                                          time.Duration
}

func tallyOf(answers []answered) tally {
	var t tally
	for _, a := range answers {
		if a.Clean {
			t.Harm.Count(!a.Right(a.Answer))
		} else {
			t.Fixed.Count(a.Right(a.Answer))
		}
		switch a.Answer.Outcome {
		case loop.Final:
			if !a.Answer.InScope {
				t.Declined++
			}
		case "duplicate_action", "cycle":
			t.Repeats++
			fallthrough
		default:
			t.NotFinal++
		}
		t.N++
		t.Illegal += a.Illegal
		t.Requests += a.Cost.Requests
		t.Read += a.Cost.Read
		t.New += a.Cost.New
		t.Written += a.Cost.Written
		t.Decisions += a.Answer.Decisions
		t.elapsed += a.Answer.Elapsed
	}
	return t
}

// Mean returns a mean over the answers.
func (t tally) Mean(sum int) float64 { return float64(sum) / float64(max(t.N, 1)) }

// Seconds returns how long an answer took.
func (t tally) Seconds() float64 { return t.elapsed.Seconds() / float64(max(t.N, 1)) }

// pair compares two rows.
func pair(before, after group) paired {
	p := paired{Row: after.title(), Against: before.title()}
	first := map[string]answered{}
	for _, a := range before.answers {
		first[a.task.suite+"\x00"+a.task.ID] = a
	}
	var missed [2][2][]string // by Clean; before and after
	for _, a := range after.answers {
		key := a.task.suite + "\x00" + a.task.ID
		b, ok := first[key]
		if !ok {
			continue
		}
		p.N++
		kind := 0
		if a.Clean {
			kind = 1
		}
		for which, answer := range []answered{b, a} {
			if !answer.Right(answer.Answer) {
				missed[kind][which] = append(missed[kind][which], key)
			}
		}
	}
	p.Fixed, p.Kept = eval.Compare(missed[0][0], missed[0][1]), eval.Compare(missed[1][0], missed[1][1])
	return p
}
