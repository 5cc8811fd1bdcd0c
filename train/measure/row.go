package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"github.com/shortleash/shortleash/loop"
)

// A row is the result of one suite.
type row struct {
	Suite    string  `json:"suite"`
	Items    int     `json:"items"`
	Right    int     `json:"right"`
	Wrong    int     `json:"wrong_items"` // that have an error
	Fixed    int     `json:"fixed"`
	Clean    int     `json:"clean_items"`
	Harmed   int     `json:"harmed"`
	Unended  int     `json:"unended"` // did not end final
	MedianMS float64 `json:"median_ms"`
	P95MS    float64 `json:"p95_ms"`

	took []time.Duration
}

// rowsOf returns the rows of all suites, by name.
func rowsOf(all []played, glosses bool) []*row {
	rows := map[string]*row{}
	for _, p := range all {
		if rows[p.Suite] == nil {
			rows[p.Suite] = &row{Suite: p.Suite}
		}
		rows[p.Suite].add(p, glosses)
	}
	var list []*row
	for _, name := range slices.Sorted(maps.Keys(rows)) {
		r := rows[name]
		r.MedianMS, r.P95MS = milliseconds(r.took, 50), milliseconds(r.took, 95)
		list = append(list, r)
	}
	return list
}

func (r *row) add(p played, glosses bool) {
	right := p.right(p.report, glosses)
	r.Items++
	r.took = append(r.took, p.took)
	if right {
		r.Right++
	}
	if p.report.Outcome != loop.Final {
		r.Unended++
	}
	if p.isClean() {
		r.Clean++
		if p.report.Corrected != nil {
			r.Harmed++
		}
		return
	}
	r.Wrong++
	if right {
		r.Fixed++
	}
}

// milliseconds returns the time below which so many percent of times lie.
func milliseconds(times []time.Duration, percent int) float64 {
	if len(times) == 0 {
		return 0
	}
	times = slices.Sorted(slices.Values(times))
	return float64(times[len(times)*percent/100].Microseconds()) / 1000
}

// print prints rows.
func (o options) print(out io.Writer, rows []*row) error {
	if o.json {
		e := json.NewEncoder(out)
		for _, r := range rows {
			if err := e.Encode(r); err != nil {
				return err
			}
		}
		return nil
	}
	_, err := fmt.Fprintf(out, "%-28s %6s %8s %8s %8s %8s %10s %10s\n", "suite", "items", "right %", "fixed %", "harmed %", "unended", "median ms", "p95 ms")
	for _, r := range rows {
		if err == nil {
			_, err = fmt.Fprintf(out, "%-28s %6d %8s %8s %8s %8d %10.2f %10.2f\n", r.Suite, r.Items, percent(r.Right, r.Items),
				percent(r.Fixed, r.Wrong), percent(r.Harmed, r.Clean), r.Unended, r.MedianMS, r.P95MS)
		}
	}
	return err
}

// percent writes a share.
func percent(n, of int) string {
	if of == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f", 100*float64(n)/float64(of))
}
