package main

import (
	"cmp"
	_ "embed"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/eval"
)

//go:embed page.tmpl
var pageText string

// categories are those that are measured.
var categories = []string{"simple_python", "multiple", "parallel", "live_simple", "live_multiple", "irrelevance", "live_irrelevance"}

// A tally is what one row of a model did.
type tally struct {
	Model, Row    string
	Shares        []eval.Share // of each part
	Read, Written float64      // tokens, means of an item
	Seconds       float64      // the median
	records       []record
}

// A contest is between a row of ours and another one in a part, on the items that both have.
type contest struct {
	Part         string
	Ours, Theirs *tally
	Shares       [2]eval.Share
	eval.Change
}

// writePage writes the page of what is recorded, with the text of a file.
func writePage(out io.Writer, all []record, remark string) error {
	parts := []string{strings.Join(categories[:3], ", "), strings.Join(categories[3:5], ", "), strings.Join(categories[5:], ", ")}
	var rows []*tally
	for _, r := range all {
		i := slices.IndexFunc(rows, func(t *tally) bool { return t.Model == r.Model && t.Row == r.Row })
		if i < 0 {
			i, rows = len(rows), append(rows, &tally{Model: r.Model, Row: r.Row})
		}
		rows[i].records = append(rows[i].records, r)
	}
	var contests []contest
	for _, p := range parts {
		for _, t := range rows {
			for _, o := range rows {
				if c := t.against(o, p); o.Model == t.Model && t.ours() && !o.ours() && c.Shares[1].Of > 0 {
					contests = append(contests, c)
				}
			}
		}
	}
	parts = append(parts, categories...)
	for _, t := range rows {
		for _, p := range parts {
			t.Shares = append(t.Shares, t.against(t, p).Shares[0])
		}
		for _, r := range t.records {
			t.Read += float64(r.Read) / float64(len(t.records))
			t.Written += float64(r.Written) / float64(len(t.records))
		}
		slices.SortFunc(t.records, func(a, b record) int { return cmp.Compare(a.Seconds, b.Seconds) })
		t.Seconds = t.records[len(t.records)/2].Seconds
	}
	slices.SortFunc(rows, func(a, b *tally) int { return cmp.Or(strings.Compare(a.Model, b.Model), strings.Compare(a.Row, b.Row)) })
	slices.SortStableFunc(contests, func(a, b contest) int { return len(a.Gained) - len(a.Lost) - len(b.Gained) + len(b.Lost) })
	said, err := os.ReadFile(remark)
	if err != nil {
		return err
	}
	text, err := eval.Page(pageText, map[string]any{"Rows": rows, "Contests": contests, "Parts": parts, "Remark": string(said)})
	fmt.Fprintf(out, "%s", text)
	return err
}

// against compares two rows in a part.
func (t *tally) against(other *tally, p string) contest {
	c := contest{Part: p, Ours: t, Theirs: other}
	var missed [2][]string
	for _, r := range t.records {
		i := slices.IndexFunc(other.records, func(o record) bool { return o.ID == r.ID })
		if i < 0 || !slices.Contains(strings.Split(p, ", "), r.Category) {
			continue
		}
		for k, verdict := range []string{r.Verdict, other.records[i].Verdict} {
			if c.Shares[k].Count(verdict == "right"); verdict != "right" {
				missed[k] = append(missed[k], r.ID)
			}
		}
	}
	c.Change = eval.Compare(missed[1], missed[0])
	return c
}

func (t *tally) ours() bool { return strings.HasPrefix(t.Row, "shortleash") }
