package report

import (
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/shortleash/shortleash/bench/corpus"
	"github.com/shortleash/shortleash/bench/trial"
)

// An Entry is one engine of a comparison.
type Entry struct {
	Name string
	trial.Outcome
	Missing string // why there are no results; then nothing else is set
	Every   int    // masks were computed at one position in this many; 0 and 1: at all
}

// A Table is a comparison of engines on the same schemas. The first entry is the one that ratios
// compare with.
type Table struct {
	Schemas []corpus.Schema
	Entries []Entry
	Losses  bool // say why schemas of the first entry did not pass
}

// Markdown writes three tables: verdicts; times of each engine over all schemas that it compiles; and
// times over the schemas that every engine compiles, with ratios.
func (t Table) Markdown(w io.Writer) error {
	p := &printer{w: w}
	if err := t.verdicts(p); err != nil {
		return err
	}
	if first := t.Entries[0]; t.Losses && first.Missing == "" {
		c, err := NewCount(t.Schemas, first.Results)
		if err != nil {
			return err
		}
		p.line("\nWhat %s does not pass; %d texts were judged differently by masks and by bytes:\n", first.Name, c.Splits)
		c.losses(p)
	}
	p.line("\nEach engine over the schemas it compiles itself (an engine that compiles only easy ones looks fast):\n")
	t.times(p, nil, false)
	shared := t.shared()
	n := 0
	for _, in := range shared {
		if in {
			n++
		}
	}
	p.line("\nOver the %d schemas that every engine here compiles; in brackets, times %s's:\n", n, t.Entries[0].Name)
	t.times(p, shared, true)
	return p.err
}

func (t Table) verdicts(p *printer) error {
	p.line(
		"| engine | passes | of those with instances | compile errors | valid refused | invalid accepted | crash, time-out |" +
			" index, ms | CPU share |")
	p.line("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
	for _, e := range t.Entries {
		if e.Missing != "" {
			p.line("| %s | not run: %s | | | | | | | |", e.Name, cell(e.Missing))
			continue
		}
		c, err := NewCount(t.Schemas, e.Results)
		if err != nil {
			return fmt.Errorf("%s: %w", e.Name, err)
		}
		passed, tested := c.Tested()
		p.line("| %s %s | %d (%.1f %%) | %d of %d (%.1f %%) | %d | %d | %d | %d | %.0f | %.2f |", e.Name, e.Greeting.About.Version,
			c.ByClass[Passed], percent(c.ByClass[Passed], c.Schemas), passed, tested, percent(passed, tested),
			c.ByClass[CompileError], c.ByClass[FalseRefusal], c.ByClass[FalseAccept], c.ByClass[Trouble],
			micro(e.Greeting.Index)/1000, e.Share)
	}
	return p.err
}

// A measure is a row of a table of times: which values of an engine, and what the row is called.
type measure struct {
	name string
	of   func(Times) []int64
}

func measures() []measure {
	return []measure{
		{"compile", func(t Times) []int64 { return t.Compile }},
		{"compile + first mask (TTFM)", func(t Times) []int64 { return t.First }},
		{"mask", func(t Times) []int64 { return t.Mask }},
		{"commit", func(t Times) []int64 { return t.Commit }},
		{"mask + commit (TBM)", func(t Times) []int64 { return t.Between }},
		{"TBM, first text of a schema", func(t Times) []int64 { return t.Cold }},
	}
}

// times writes one row for each measure and engine. Only the schemas of which only is true count; nil
// means all.
func (t Table) times(p *printer, only []bool, ratios bool) {
	p.line("| µs | engine | n | mean | p50 | p95 | p99 | max |")
	p.line("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |")
	for _, m := range measures() {
		var base *Spread
		for i, e := range t.Entries {
			if e.Missing != "" {
				continue
			}
			s := NewSpread(m.of(NewTimes(pick(e.Results, only))))
			if i == 0 {
				base = s
			}
			p.line("| %s | %s | %s |", m.name, e.Name, row(s, base, ratios && i > 0))
		}
	}
}

// row is the figures of one line, with their ratios to base where wanted and possible.
func row(s, base *Spread, ratios bool) string {
	if s == nil {
		return "0 | not measured | | | |"
	}
	cells := []string{fmt.Sprint(s.N)}
	get := []func(*Spread) float64{
		func(s *Spread) float64 { return s.Mean }, func(s *Spread) float64 { return s.P50 },
		func(s *Spread) float64 { return s.P95 }, func(s *Spread) float64 { return s.P99 },
		func(s *Spread) float64 { return s.Max },
	}
	for _, of := range get {
		text := figure(of(s))
		if ratios && base != nil && of(base) > 0 {
			text += fmt.Sprintf(" (×%s)", figure(of(s)/of(base)))
		}
		cells = append(cells, text)
	}
	return strings.Join(cells, " | ")
}

// figure writes three significant digits, and none after the point from 100 on.
func figure(v float64) string {
	switch {
	case v == 0:
		return "0"
	case v >= 100:
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.*f", max(2-int(math.Floor(math.Log10(v))), 0), v)
}

// shared tells for each schema whether every engine that ran compiles it.
func (t Table) shared() []bool {
	shared := make([]bool, len(t.Schemas))
	for i := range shared {
		shared[i] = true
		for _, e := range t.Entries {
			if e.Missing == "" && !e.Results[i].Compiled() {
				shared[i] = false
			}
		}
	}
	return shared
}

func pick(results []trial.Result, only []bool) []trial.Result {
	if only == nil {
		return results
	}
	var out []trial.Result
	for i, r := range results {
		if only[i] {
			out = append(out, r)
		}
	}
	return out
}

// cell makes a text fit into a cell.
func cell(text string) string {
	return clip(strings.NewReplacer("|", "/", "\n", " ").Replace(text))
}
