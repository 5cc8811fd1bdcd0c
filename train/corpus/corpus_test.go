package corpus

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/tools/english/sentence"
	"github.com/shortleash/shortleash/tools/english/verb"
)

var (
	show   = flag.String("show", "", "print the examples whose cell begins so, or all, and how the analysis differs")
	number = flag.Int("number", 3000, "how many examples the analysis is compared with")
)

// teacher is what the analysis says of a sentence, as an answer would.
func teacher(text string) (corrected string, inScope bool, reason sentence.Reason, notes []string) {
	a := sentence.Analyze(text)
	if c := a.Corrected(); c != text {
		corrected = c
	}
	for _, n := range a.Notes {
		notes = append(notes, string(n))
	}
	slices.Sort(notes)
	return corrected, a.Reason == "", a.Reason, notes
}

func TestTheAnalysisAgrees(t *testing.T) {
	g := New(Options{Seed: 7})
	wrong, all := map[string]int{}, map[string]int{}
	count := 0
	for range *number {
		e := g.Next()
		corrected, inScope, reason, notes := teacher(e.Text)
		cell, _, _ := strings.Cut(e.Cell, "/")
		if strings.Contains(cell, "+") {
			cell = "several"
		}
		all[cell]++
		var why []string
		if corrected != e.Corrected {
			why = append(why, "corrected "+corrected)
		}
		if inScope != e.InScope || reason != e.Reason {
			why = append(why, fmt.Sprintf("reason %q", reason))
		}
		if !slices.Equal(notes, e.Notes) {
			why = append(why, fmt.Sprintf("notes %v", notes))
		}
		if len(why) > 0 {
			wrong[cell]++
			count++
		}
		if *show != "" && strings.HasPrefix(e.Cell, *show) && len(why) > 0 {
			fmt.Fprintf(os.Stderr, "%s\n   %s\n   gold %s %s %v\n   %s\n", e.Cell, e.Text, e.Corrected, e.Reason, e.Notes, strings.Join(why, "; "))
		}
	}
	for _, cell := range slices.Sorted(maps.Keys(all)) {
		t.Logf("%-20s %5d  %4d differ (%.1f %%)", cell, all[cell], wrong[cell], 100*float64(wrong[cell])/float64(all[cell]))
	}
	t.Logf("agreement %.2f %%", 100-100*float64(count)/float64(*number))
}

func TestPrint(t *testing.T) {
	if *show != "print" {
		t.Skip("only with -show print")
	}
	g := New(Options{Seed: 3})
	for range *number {
		e := g.Next()
		fmt.Fprintf(os.Stderr, "%s\n   %s\n   %s %v %v\n", e.Text, e.Corrected, e.Cell, e.Reason, e.Notes)
	}
}

func BenchmarkNext(b *testing.B) {
	g := New(Options{})
	for b.Loop() {
		g.Next()
	}
}

var _ = assert.Equal
var _ = require.Equal
var _ = verb.Persons
