package main

import (
	_ "embed"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/eval"
	"github.com/shortleash/shortleash/eval/tasks"
)

//go:embed page.tmpl
var pageText string

// A page is what the template gets.
type page struct {
	Peers             bool // some agents are of other modules
	Names, Versions   string
	Sample, Steps     int
	Tasks, Impossible int
	Remark            string
	Models            []modelPart
}

// A modelPart has what the agents did with one model.
type modelPart struct {
	Model string
	Rows  []row
	Shown int // tasks of which the runs are shown
	Runs  string
}

// A row is the score of one agent, with what it has more and less than the first; "" of the first.
type row struct {
	tasks.Score
	Name                     string
	Against, AgainstPossible string
}

// Mean returns a mean over the tasks.
func (r row) Mean(sum int) float64 { return float64(sum) / float64(max(r.Tasks, 1)) }

// Seconds returns how long a task took.
func (r row) Seconds() float64 { return r.Mean(int(r.MS)) / 1000 }

// Interval returns the bounds of the share that was done, in whole percent.
func (r row) Interval() []float64 {
	low, high := r.Done.Interval()
	return []float64{low, high}
}

// Nothing returns the percentage of tasks that who calls nothing and says "impossible" does.
func (p page) Nothing() float64 { return eval.Share{Hits: p.Impossible, Of: p.Tasks}.Percent() }

// write writes the page: a table for each model, and some of the runs.
func (c command) write(out io.Writer, scores []tasks.Score, all []tasks.Task, runs []tasks.Run) error {
	impossible := slices.DeleteFunc(slices.Clone(all), func(t tasks.Task) bool { // seen without a look
		return !t.Check.Impossible || len(t.Calls) > 0
	})
	data := page{Names: strings.Join(c.models, ","), Sample: c.n, Steps: c.steps, Tasks: len(all), Impossible: len(impossible),
		Versions: versions(),
		Peers:    slices.ContainsFunc(peers, func(p peer) bool { return slices.Contains(c.agents, p.name) })}
	if c.remark != "" {
		text, err := os.ReadFile(c.remark)
		if err != nil {
			return err
		}
		data.Remark = strings.TrimSpace(string(text))
	}
	possible := func(missed []string) []string { // of the tasks that can be done
		return slices.DeleteFunc(slices.Clone(missed), func(id string) bool {
			return slices.ContainsFunc(impossible, func(t tasks.Task) bool { return t.ID == id })
		})
	}
	for _, model := range c.models {
		part := modelPart{Model: model}
		for _, s := range scores {
			name, ok := strings.CutPrefix(s.Setup, model+" · ")
			if !ok {
				continue
			}
			r := row{Score: s, Name: name}
			if len(part.Rows) > 0 {
				first := part.Rows[0]
				r.Against = eval.Compare(first.Missed, s.Missed).String()
				r.AgainstPossible = eval.Compare(possible(first.Missed), possible(s.Missed)).String()
			}
			part.Rows = append(part.Rows, r)
		}
		var text strings.Builder
		part.Shown = writeRuns(&text, model, c.agents, all, runs)
		part.Runs = text.String()
		data.Models = append(data.Models, part)
	}
	text, err := eval.Page(pageText, data)
	if err == nil {
		_, err = out.Write(text)
	}
	return err
}

// versions names the modules that are compared.
func versions() string {
	known := map[string]string{}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			known[m.Path] = m.Version
		}
	}
	var list []string
	for _, p := range peers {
		if text := strings.TrimSpace(p.module + " " + known[p.module]); !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	return strings.Join(list, ", ") + "."
}
