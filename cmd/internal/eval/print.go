package eval

import (
	"fmt"
	"strings"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/eval"
)

// print prints the scores of one model with one strategy.
func (e *evaluation) print(scores []eval.Scored) error {
	var b strings.Builder
	if e.settings.JSON {
		text, err := Lines(scores)
		if err != nil {
			return err
		}
		b.Write(text)
	} else {
		fmt.Fprintf(&b, "%s\n", scores[0].Title())
		rows := [][]string{{"", "fixed", "harm", "detected", "contract", "edits"}}
		for _, s := range scores {
			rows = append(rows, []string{s.Suite, s.Fixed.String(), s.Harm.String(), s.Detected.String(), s.Contract.String(), per1000(s.Score)})
		}
		b.WriteString(columns(rows, e.Width))
		b.WriteString(byRule(scores, e.Width))
		var faithful eval.Faithful
		for _, s := range scores {
			b.WriteString(price(s))
			if text := s.Plans.String(); text != "" {
				fmt.Fprintf(&b, "%s: %s\n", s.Suite, text)
			}
			faithful.Join(s.Faithful)
		}
		if text := faithful.String(); text != "" {
			fmt.Fprintln(&b, text)
		}
	}
	for _, s := range scores {
		if others := s.Final.Of - s.Final.Hits; others > 0 && !e.settings.Quiet {
			e.Say("%s: %s of %s did not end final, and count as unchanged.", s.Title(), cli.Plural(others, "run"), s.Suite)
		}
	}
	_, err := fmt.Fprint(e.Out, b.String())
	return err
}

// price says what a sentence costs with a model of a server; those of the program cost nothing that one notices.
func price(s eval.Scored) string {
	if kind, _, _ := strings.Cut(s.Model, ":"); kind != "ollama" && kind != "openai" {
		return ""
	}
	text := fmt.Sprintf("%s: a sentence takes %.1f requests, reads %.0f tokens and writes %.0f", s.Suite, s.ModelCalls.Mean,
		s.Read.Mean, s.Written.Mean)
	if s.Jobs == 1 {
		text += fmt.Sprintf(", in %.2f s", s.ElapsedMS.Mean/1000)
	}
	return text + "\n"
}

func per1000(s eval.Score) string {
	if s.Harm.Of == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f", s.EditsPer1000())
}

// named returns the code of a rule, or what an edit is called that follows none.
func named(rule string) string {
	if rule == "" {
		return "(no rule)"
	}
	return rule
}

func byRule(scores []eval.Scored, width int) string {
	rules := eval.RulesOf(scores)
	if len(rules) == 0 {
		return ""
	}
	rows := [][]string{{"", "fixed", "named", "edits in right sentences"}}
	for _, r := range rules {
		rows = append(rows, []string{named(r.Rule), r.Fixed.String(), r.Named.String(), fmt.Sprint(r.Edits)})
	}
	return columns(rows, width)
}

// usual is the width of most terminals, and of a pipe.
const usual = 80

// columns sets rows as a table, of which the first row is the head. On a terminal narrower than usual and than the table
// each row becomes its name and a line for each of its cells.
func columns(rows [][]string, width int) string {
	most := make([]int, len(rows[0]))
	most[0] = 20 // so that tables below each other stand alike
	for _, row := range rows {
		for i, cell := range row {
			most[i] = max(most[i], cli.Cells(cell))
		}
	}
	total := 0
	for _, n := range most {
		total += n + 2
	}
	var b strings.Builder
	if width < usual && total-2 > width {
		for _, row := range rows[1:] {
			fmt.Fprintln(&b, row[0])
			for i, cell := range row[1:] {
				if cell != "-" {
					fmt.Fprintf(&b, "  %s %s\n", rows[0][i+1], cell)
				}
			}
		}
		return b.String()
	}
	for _, row := range rows {
		line := row[0] + strings.Repeat(" ", most[0]-cli.Cells(row[0]))
		for i, cell := range row[1:] {
			line += strings.Repeat(" ", 2+most[i+1]-cli.Cells(cell)) + cell
		}
		fmt.Fprintln(&b, line)
	}
	return b.String()
}

// rungsOf compares the rungs of an ablation, suite by suite, each with the one before it; "" if there is none.
func rungsOf(all []eval.Scored) string {
	var b strings.Builder
	before := map[string]eval.Scored{}
	for _, s := range all {
		if s.Rung == "" {
			continue
		}
		if b.Len() == 0 {
			fmt.Fprintf(&b, "The leash in parts\n%-22s%-18s%13s%11s  %s\n", "", "", "right", "harm", "against the row before")
		}
		against := ""
		if was, ok := before[s.Model+"\x00"+s.Suite]; ok {
			against = eval.Compare(was.Missed, s.Missed).String()
		}
		row := fmt.Sprintf("%-21s %-17s %13s%11s  %s", s.Suite, s.Rung, s.Right(), s.Harm, against)
		b.WriteString(strings.TrimRight(row, " ") + "\n")
		before[s.Model+"\x00"+s.Suite] = s
	}
	return b.String()
}
