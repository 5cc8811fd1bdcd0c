package eval

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/shortleash/shortleash/eval"
)

// tableOf returns the page that sets strategies, and the rungs of the ablation, side by side.
func (e *evaluation) tableOf(all []scored, names []string) string {
	var b strings.Builder
	timed := ""
	if len(all) > 0 && all[0].Jobs == 1 {
		timed = ", ms the median"
	}
	fmt.Fprintf(&b, e.about.TableHead, e.commandLine(names, "--table", e.table), time.Now().UTC().Format("2 January 2006"), machine(), timed)
	if e.plot != "" {
		fmt.Fprintf(&b, "\n![How many items each setup has right, with intervals](%s)\n", filepath.Base(e.plot))
	}
	for _, part := range []struct {
		title    string
		is       func(scored) bool
		name     func(scored) string
		previous bool // each row is compared with the one before it, not with the first
	}{
		{"strategies", func(s scored) bool { return s.Rung == "" }, func(s scored) string { return s.Planner }, false},
		{"ablation", func(s scored) bool { return s.Rung != "" }, func(s scored) string { return s.Rung }, true},
	} {
		for _, model := range distinctOf(all, func(s scored) string { return s.Model }) {
			rows := slices.DeleteFunc(slices.Clone(all), func(s scored) bool { return s.Model != model || !part.is(s) })
			if len(rows) == 0 {
				continue
			}
			fmt.Fprintf(&b, "\n## %s, %s\n", model, part.title)
			if part.previous {
				fmt.Fprintf(&b, "\nThe strategy is %s; with the critic it is %s.\n\n", rows[0].Planner, rows[len(rows)-1].Planner)
				for _, r := range rungs {
					fmt.Fprintf(&b, "- %s: %s\n", r.name, cmp.Or(r.what, e.about.Grounding))
				}
			}
			for _, suite := range distinctOf(rows, func(s scored) string { return s.Suite }) {
				b.WriteString(besides(suite, slices.DeleteFunc(slices.Clone(rows), func(s scored) bool { return s.Suite != suite }), part.name, part.previous))
			}
		}
	}
	b.WriteString(e.about.TableFoot)
	return b.String()
}

// distinctOf returns the values of scores, each once, in the order in which they come.
func distinctOf(scores []scored, of func(scored) string) []string {
	var list []string
	for _, s := range scores {
		if !slices.Contains(list, of(s)) {
			list = append(list, of(s))
		}
	}
	return list
}

// besides returns the table of one suite.
func besides(suite string, rows []scored, name func(scored) string, previous bool) string {
	var b strings.Builder
	against := "against the first row"
	if previous {
		against = "against the row before"
	}
	head := []string{suite, "right", against, "fixed", "harm", "final", "decisions", "model calls", "tool calls", "tokens read", "written"}
	if rows[0].Jobs == 1 {
		head = append(head, "ms")
	}
	fmt.Fprintf(&b, "\n| %s |\n| --- |%s\n", strings.Join(head, " | "), strings.Repeat(" ---: |", len(head)-1))
	for i, s := range rows {
		cells := []string{name(s), inFull(s.Right()), "–", howMany(s.Fixed), howMany(s.Harm), howMany(s.Final), mean(s.Decisions),
			mean(s.ModelCalls), mean(s.ToolCalls), fmt.Sprintf("%.0f", s.Read.Mean), fmt.Sprintf("%.0f", s.Written.Mean)}
		if i > 0 {
			before := rows[0]
			if previous {
				before = rows[i-1]
			}
			cells[2] = paired(before.Score, s.Score)
		}
		if s.Jobs == 1 {
			cells = append(cells, fmt.Sprintf("%.1f", s.ElapsedMS.P50))
		}
		fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | "))
	}
	return b.String()
}

func howMany(s eval.Share) string {
	if s.Of == 0 {
		return "–"
	}
	return fmt.Sprintf("%d of %d", s.Hits, s.Of)
}

func mean(s eval.Spread) string { return fmt.Sprintf("%.1f", s.Mean) }

// paired returns how two scores of the same items differ, as a cell.
func paired(before, after eval.Score) string {
	c := eval.Compare(before, after)
	if len(c.Gained)+len(c.Lost) == 0 {
		return "the same"
	}
	p := fmt.Sprintf("p = %.3f", c.P)
	if c.P < 0.001 {
		p = "p < 0.001"
	}
	return fmt.Sprintf("+%d −%d, %s", len(c.Gained), len(c.Lost), p)
}

// plotOf returns a picture of how many items each setup has right, suite by suite.
func (e *evaluation) plotOf(all []scored, _ []string) string {
	var groups []eval.BarGroup
	for _, suite := range distinctOf(all, func(s scored) string { return s.Suite }) {
		g := eval.BarGroup{Heading: suite}
		for _, s := range all {
			if s.Suite == suite {
				g.Bars = append(g.Bars, eval.Bar{Label: s.title(), Share: s.Right()})
			}
		}
		groups = append(groups, g)
	}
	return eval.Plot("Items that are right, in percent, with intervals of 95 %", groups)
}
