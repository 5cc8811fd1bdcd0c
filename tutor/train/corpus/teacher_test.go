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

	"github.com/shortleash/shortleash/tutor/english/sentence"
)

var (
	show   = flag.String("show", "", "print the examples whose cell begins so and on which the analysis differs; * for all")
	number = flag.Int("number", 400, "how many examples the analysis is compared with")
	seed   = flag.Uint64("seed", 7, "of the examples that are compared")
)

// A tally counts what came of the examples of a cell.
type tally struct{ all, differ int }

// The analysis that teaches the model agrees with the truth. Where it does not it is a matter of
// recall: the floor is what it reaches.
func TestTheAnalysisAgrees(t *testing.T) {
	g := New(Options{Seed: *seed})
	cells := map[string]*tally{}
	var sum tally
	for range *number {
		e := g.Next()
		cell := heading(e)
		if cells[cell] == nil {
			cells[cell] = &tally{}
		}
		c := cells[cell]
		c.all++
		why := departures(e)
		if len(why) == 0 {
			continue
		}
		c.differ++
		sum.differ++
		if *show == "*" || *show != "" && strings.HasPrefix(e.Cell, *show) {
			fmt.Fprintf(os.Stderr, "%s\n   %s\n   gold %s %s\n   %s\n", e.Cell, e.Text, e.Corrected, e.Reason, strings.Join(why, "; "))
		}
	}
	for _, cell := range slices.Sorted(maps.Keys(cells)) {
		c := cells[cell]
		t.Logf("%-55s %5d  %4d differ (%.1f %%)", cell, c.all, c.differ, 100*float64(c.differ)/float64(c.all))
	}
	agreement := 1 - float64(sum.differ)/float64(*number)
	t.Logf("agreement %.2f %%", 100*agreement)
	assert.Greater(t, agreement, 0.8)
}

// heading is the outcome of an example, or its code.
func heading(e Example) string {
	cell, class, _ := strings.Cut(e.Cell, "/")
	if class != "" && !strings.Contains(class, "/") && !strings.Contains(cell, "+") {
		return e.Cell
	}
	if strings.Contains(cell, "+") {
		return "several"
	}
	return cell
}

// departures tells where the analysis says otherwise.
func departures(e Example) []string {
	a := sentence.Analyze(e.Text)
	corrected := a.Corrected()
	if corrected == e.Text {
		corrected = ""
	}
	var why []string
	if corrected != e.Corrected {
		why = append(why, "corrected "+corrected)
	}
	if a.Reason != e.Reason {
		why = append(why, fmt.Sprintf("reason %q", a.Reason))
	}
	return why
}
