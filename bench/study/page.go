package main

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/shortleash/shortleash/eval"
	"github.com/shortleash/shortleash/loop"
)

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

// title names a row with what the flags changed.
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
func (s *study) pageOf(tasks []task, records *store) ([]byte, error) {
	all := groups(tasks, records.records)
	if len(all) == 0 {
		return nil, misuse("%s has no answer to these sentences; the page wants some", s.records)
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "# Trained models on the leash\n\nMade by `%s` in `bench/`, from answers given %s.\n", s.command, days(all))
	writeSetups(&b, all, records.setups)
	fmt.Fprint(&b, rowsSection)
	for _, m := range modelsOf(all) {
		of := slices.DeleteFunc(slices.Clone(all), func(g group) bool { return g.model != m && g.row != rowRules })
		fmt.Fprintf(&b, "\n## %s\n\n", m)
		writeTable(&b, of)
		writeSuites(&b, of)
		writePaired(&b, of)
	}
	fmt.Fprint(&b, notCovered)
	return b.Bytes(), nil
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
	var first, last time.Time
	for _, g := range all {
		for _, a := range g.answers {
			if first.IsZero() || a.At.Before(first) {
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

// writeSetups says which models were asked, and where.
func writeSetups(out io.Writer, all []group, setups []setup) {
	models := modelsOf(all)
	seen := map[string]bool{}
	fmt.Fprint(out, "\n| model | parameters | file | weights, SHA-256 | server | machine | context | threads |\n| --- | --- | ---: | --- | --- | --- | ---: | ---: |\n")
	for _, s := range setups {
		threads := "the server's choice"
		if s.Threads > 0 {
			threads = fmt.Sprint(s.Threads)
		}
		row := fmt.Sprintf("| %s | %s %s | %d MB | `%s` | %s | %s | %d | %s |\n", s.Model, s.Parameters, s.Quantization, s.Size/1e6, s.Weights, s.Server, s.Machine, s.Context, threads)
		if slices.Contains(models, s.Model) && !seen[row] {
			seen[row] = true
			fmt.Fprint(out, row)
		}
	}
}

// A tally sums up answers.
type tally struct {
	fixed, harm, declined, final    eval.Share
	repeated                        eval.Share // ended duplicate_action or cycle
	illegal, requests, read, recent int
	written, decisions, n           int
	elapsed                         time.Duration
}

func tallyOf(answers []answered) tally {
	var t tally
	for _, a := range answers {
		count := func(s *eval.Share, hit bool) {
			s.Of++
			if hit {
				s.Hits++
			}
		}
		if a.Clean {
			count(&t.harm, !a.Right(a.Answer))
		} else {
			count(&t.fixed, a.Right(a.Answer))
		}
		count(&t.final, a.Answer.Outcome == loop.Final)
		count(&t.declined, a.Answer.Outcome == loop.Final && !a.Answer.InScope)
		count(&t.repeated, a.Answer.Outcome == loop.DuplicateAction || a.Answer.Outcome == loop.Cycle)
		t.n++
		t.illegal += a.Illegal
		t.requests += a.Cost.Requests
		t.read += a.Cost.Read
		t.recent += a.Cost.New
		t.written += a.Cost.Written
		t.decisions += a.Answer.Decisions
		t.elapsed += a.Answer.Elapsed
	}
	return t
}

// mean returns a mean over the answers.
func (t tally) mean(sum int) float64 { return float64(sum) / float64(max(t.n, 1)) }

// writeTable writes what came of all sentences, a line for each row.
func writeTable(out io.Writer, all []group) {
	fmt.Fprint(out, "| row | n | fixed | harm | declined | not final | repeats | illegal | decisions | requests | read | of these new | written | seconds |\n"+
		"| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n")
	for _, g := range all {
		t := tallyOf(g.answers)
		fmt.Fprintf(out, "| %s | %d | %s | %s | %d | %d | %d | %d | %.1f | %.1f | %.0f | %.0f | %.0f | %.1f |\n", g.title(), t.n, share(t.fixed), share(t.harm),
			t.declined.Hits, t.final.Of-t.final.Hits, t.repeated.Hits, t.illegal, t.mean(t.decisions), t.mean(t.requests), t.mean(t.read), t.mean(t.recent),
			t.mean(t.written), t.elapsed.Seconds()/float64(max(t.n, 1)))
	}
}

// share writes a share in percent, with its counts and its interval.
func share(s eval.Share) string {
	if s.Of == 0 {
		return "–"
	}
	low, high := s.Interval()
	return fmt.Sprintf("**%.0f %%** (%d of %d; %.0f–%.0f)", s.Percent(), s.Hits, s.Of, low, high)
}

// writeSuites writes what came of the sentences of each suite.
func writeSuites(out io.Writer, all []group) {
	var suites []string
	for _, g := range all {
		for _, a := range g.answers {
			if !slices.Contains(suites, a.task.suite) {
				suites = append(suites, a.task.suite)
			}
		}
	}
	fmt.Fprintf(out, "\n| row: fixed · harm | %s |\n| --- |%s\n", strings.Join(suites, " | "), strings.Repeat(" --- |", len(suites)))
	for _, g := range all {
		fmt.Fprintf(out, "| %s |", g.title())
		for _, suite := range suites {
			t := tallyOf(slices.DeleteFunc(slices.Clone(g.answers), func(a answered) bool { return a.task.suite != suite }))
			fmt.Fprintf(out, " %d/%d · %d/%d |", t.fixed.Hits, t.fixed.Of, t.harm.Hits, t.harm.Of)
		}
		fmt.Fprintln(out)
	}
}

// writePaired compares each row with the one before it, with the model asked directly, and with the rules, on
// the sentences that both have answered.
func writePaired(out io.Writer, all []group) {
	fmt.Fprint(out, "\n| row | against | n | errors fixed | right sentences kept |\n| --- | --- | ---: | --- | --- |\n")
	for i, g := range all {
		var told []int
		for j, other := range all[:i] {
			if (j == i-1 || other.row == rowDirect || other.row == rowRules) && !slices.Contains(told, j) {
				told = append(told, j)
				n, fixed, kept := pair(other, g)
				fmt.Fprintf(out, "| %s | %s | %d | %s | %s |\n", g.title(), other.title(), n, change(fixed), change(kept))
			}
		}
	}
}

// pair compares two rows on the sentences that both have answered: errors that were fixed, and right sentences
// that were kept.
func pair(before, after group) (n int, fixed, kept eval.Change) {
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
		n++
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
	compare := func(m [2][]string) eval.Change {
		return eval.Compare(eval.Score{Missed: m[0]}, eval.Score{Missed: m[1]})
	}
	return n, compare(missed[0]), compare(missed[1])
}

// change writes what was gained and lost, and McNemar's test.
func change(c eval.Change) string {
	if len(c.Gained)+len(c.Lost) == 0 {
		return "the same"
	}
	p := fmt.Sprintf("= %.3f", c.P)
	if c.P < 0.001 {
		p = "< 0.001"
	}
	return fmt.Sprintf("+%d −%d, p %s", len(c.Gained), len(c.Lost), p)
}

// The texts around the tables.
const (
	rowsSection = `
Each model was asked about the same sentences in each row, at temperature 0:

- *rules*: the tutor's rules, without a model.
- *direct*: the model asked once, with three examples; the reply is held to ` + "`{\"corrected\": …}`" + `.
- *free*: the server's own tool calls with the tutor's tools, until a reply has none; its last line that is like the
  sentence is the answer.
- *off*, *enum*, *grounded*, *mixed*, *full*: the tutor at a length of its policy.

*fixed*: of the errors, those that became an accepted sentence; *harm*: of the right sentences, those that were changed; both
with their 95 % interval (Wilson). *declined*: answers that judge nothing. *not final*: runs that ended without an answer;
*repeats*: of these, those that ended because of repeated calls. *illegal*: replies that the Guard refused, and in the row
*free* calls of a tool that there is not, or with arguments it does not take. *requests*, tokens *read* and *written* and
*seconds* are means of a sentence. *new* are the tokens that the server had not read in the request before, estimated from the
bytes that both begin with. Seconds are those of the clock, without loading the model; they depend on what else the
machine did. Rows are compared on the sentences that both have answered, with McNemar's exact test.
`
	notCovered = `
## What is not covered

- These are small models, and some were trained for code. A larger one may need less of a leash.
- Each sentence was asked about once, at temperature 0.
- The sentences of the tutor's own suites were typed by its authors, and only on those of *untuned* was nothing developed; what learners write in essays is longer.
- Only the sentence counts: explanations, codes and Spanish were not looked at.
- The row *direct* has one wording and three examples; others were not tried.
`
)
