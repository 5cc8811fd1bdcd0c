package report_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/bench/corpus"
	"github.com/shortleash/shortleash/bench/engine"
	"github.com/shortleash/shortleash/bench/report"
	"github.com/shortleash/shortleash/bench/trial"
)

func TestSpread(t *testing.T) {
	upTo := func(n int) []int64 {
		var out []int64
		for i := range n {
			out = append(out, int64(n-i)*1000)
		}
		return out
	}
	rows := []struct {
		claim  string
		values []int64
		want   *report.Spread
	}{
		{"no values have no figures", nil, nil},
		{"one value is every percentile", []int64{1500}, &report.Spread{1, 1.5, 1.5, 1.5, 1.5, 1.5}},
		{"of two the median is the lower", []int64{2000, 1000}, &report.Spread{2, 1.5, 1, 2, 2, 2}},
		{"of 20 the 95th is the 19th", upTo(20), &report.Spread{20, 10.5, 10, 19, 20, 20}},
		{"of 100 the 99th is the 99th", upTo(100), &report.Spread{100, 50.5, 50, 95, 99, 100}},
		{"of 101 the 99th is the 100th", upTo(101), &report.Spread{101, 51, 51, 96, 100, 101}},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			before := slices.Clone(row.values)
			assert.Equal(t, row.want, report.NewSpread(row.values))
			assert.Equal(t, before, row.values, "the values stay in their order")
		})
	}
}

// A percentile is the smallest value that at least that share of all values does not exceed.
func TestSpreadByItsDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		values := make([]int64, 1+r.IntN(150))
		for i := range values {
			values[i] = int64(r.IntN(40)) * 1000
		}
		s := report.NewSpread(values)
		for percent, got := range map[int]float64{50: s.P50, 95: s.P95, 99: s.P99} {
			below, upTo := 0, 0
			for _, v := range values {
				if v < int64(got*1000) {
					below++
				}
				if v <= int64(got*1000) {
					upTo++
				}
			}
			assert.GreaterOrEqual(t, upTo*100, percent*len(values))
			assert.Less(t, below*100, percent*len(values))
		}
	}
}

// file has one schema a word. A letter is an instance: v valid, i invalid.
func file(words string) []corpus.Schema {
	var out []corpus.Schema
	for _, word := range strings.Fields(words) {
		s := corpus.Schema{Name: word}
		for _, letter := range strings.Trim(word, "-") {
			s.Tests = append(s.Tests, corpus.Test{Valid: letter == 'v'})
		}
		out = append(out, s)
	}
	return out
}

// results has one result a word: + and - are verdicts on texts, two for an instance; / a text that
// bytes accept and masks do not; E a compile error; T a time-out; 0 no texts.
func results(words string) []trial.Result {
	var out []trial.Result
	for i, word := range strings.Fields(words) {
		r := trial.Result{Compile: int64(i+1) * 1000}
		for _, letter := range word {
			switch letter {
			case 'E':
				r.Error, r.Reason = "no", "not"
			case 'T':
				r.Trouble = "timeout: too slow"
			case '/':
				r.Texts = append(r.Texts, trial.Verdict{Accepted: true, Split: "masks refuse"})
			case '+', '-':
				r.Texts = append(r.Texts, trial.Verdict{Accepted: letter == '+', Why: "why"})
			}
		}
		out = append(out, r)
	}
	return out
}

func TestCount(t *testing.T) {
	rows := []struct {
		claim, file, results string
		class                report.Class
		reason               string
		accepts, refusals    int
	}{
		{"right in both spellings passes", "vi", "++--", report.Passed, "", 0, 0},
		{"no instances pass by compiling", "--", "0", report.Passed, "", 0, 0},
		{"a compile error is a loss by its keyword", "v", "E", report.CompileError, "not", 0, 0},
		{"a valid instance refused in one spelling is refused", "v", "+-", report.FalseRefusal, "refused", 0, 1},
		{"an instance counts once for two spellings", "i", "++", report.FalseAccept, "accepted", 1, 0},
		{"an invalid instance accepted in one spelling is accepted", "i", "-+", report.FalseAccept, "accepted", 1, 0},
		{"accepting is worse than refusing", "vi", "--+-", report.FalseAccept, "accepted", 1, 1},
		{"a time-out is trouble", "v", "T", report.Trouble, "timeout", 0, 0},
		{"masks that differ from bytes do not pass", "v", "+/", report.Trouble, "masks and bytes differ", 0, 0},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			c, err := report.NewCount(file(row.file), results(row.results))
			require.NoError(t, err)
			assert.Equal(t, map[report.Class]int{row.class: 1}, c.ByClass)
			assert.Equal(t, row.accepts, c.FalseAccepts)
			assert.Equal(t, row.refusals, c.FalseRefusals)
			if row.class == report.Passed {
				assert.Empty(t, c.Losses)
				return
			}
			require.Len(t, c.Losses, 1)
			assert.Equal(t, row.reason, c.Losses[0].Reason)
		})
	}
}

func TestCountRefusesWhatDoesNotFit(t *testing.T) {
	_, err := report.NewCount(file("v i"), results("++"))
	assert.ErrorContains(t, err, "2 schemas, 1 results")
	_, err = report.NewCount(file("vi"), results("++"))
	assert.ErrorContains(t, err, "2 verdicts for 2 instances")
}

func TestLosses(t *testing.T) {
	schemas := file("vi -- v v i -- v")
	got := results("++-- 0 E -+ +- E T")
	c, err := report.NewCount(schemas, got)
	require.NoError(t, err)
	passed, tested := c.Tested()
	assert.Equal(t, []int{1, 5}, []int{passed, tested})
	entry := report.Entry{Name: "x", Outcome: trial.Outcome{Results: got}}
	var b strings.Builder
	require.NoError(t, report.Table{Schemas: schemas, Entries: []report.Entry{entry}, Losses: true}.Markdown(&b))
	for _, want := range []string{
		"| x  | 2 (28.6 %) | 1 of 5 (20.0 %) | 2 | 1 | 1 | 1 |",
		"- compile error: 2 (28.6 %) not", "- false accept: i: accepted: test 0, compact",
		"| compile | x | 4 |", // schemas that do not compile have no compile time
		"| mask | x | 0 | not measured",
	} {
		assert.Contains(t, b.String(), want)
	}
}

func TestTable(t *testing.T) {
	fast, slow := results("++ ++ E"), results("++ E ++")
	for i := range fast {
		fast[i].First, slow[i].First = 1000, 9000
		slow[i].Compile *= 10
	}
	fast[0].Masks, fast[0].Commits = []int64{1000, 3000}, []int64{500, 0}
	fast[0].Cold = 1
	slow[0].Masks, slow[0].Commits = []int64{40000}, []int64{2000}
	entry := func(name string, r []trial.Result) report.Entry {
		g := trial.Greeting{About: engine.About{Name: name, Version: "1"}, Index: 5e6}
		return report.Entry{Name: name, Outcome: trial.Outcome{Greeting: g, Results: r, Share: 0.5}}
	}
	table := report.Table{Schemas: file("v v v"), Entries: []report.Entry{
		entry("fast", fast), entry("slow", slow), {Name: "gone", Missing: "no | such\nfile"},
	}}
	var b strings.Builder
	require.NoError(t, table.Markdown(&b))
	for _, want := range []string{
		"| fast 1 | 2 (66.7 %) | 2 of 3 (66.7 %) | 1 | 0 | 0 | 0 | 5 | 0.50 |",
		"| gone | not run: no / such file | | | | | | | |",
		"Over the 1 schemas that every engine here compiles",
		"| compile | fast | 1 | 1.00 | 1.00 | 1.00 | 1.00 | 1.00 |",
		"| compile | slow | 1 | 10.0 (×10.0) | 10.0 (×10.0) | 10.0 (×10.0) | 10.0 (×10.0) | 10.0 (×10.0) |",
		"| compile + first mask (TTFM) | slow | 1 | 19.0 (×9.50)",
		"| commit | fast | 1 | 0.500 |",
		"| mask + commit (TBM) | fast | 2 | 2.25 | 1.50 | 3.00 |",
		"| TBM, first text of a schema | fast | 1 | 1.50 |",
		"| mask + commit (TBM) | slow | 1 | 42.0 (×18.7) | 42.0 (×28.0) |",
	} {
		assert.Contains(t, b.String(), want)
	}
}
