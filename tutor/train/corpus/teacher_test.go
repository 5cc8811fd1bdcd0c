package corpus

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/tutor/answer"
	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/toolset"
)

var (
	show   = flag.String("show", "", "print the examples whose cell begins so and on which the analysis differs; * for all")
	number = flag.Int("number", 400, "how many examples the analysis is compared with")
	seed   = flag.Uint64("seed", 7, "of the examples that are compared")
)

// A tally counts what came of the examples of a cell.
type tally struct{ all, differ, beyond int }

// The analysis that teaches the model agrees with the truth. Where it does not it is a matter of
// recall: the floor is what it reaches, and beyond counts corrections that no calls could write.
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
		far := e.InScope && !reachable(t, e)
		if far {
			c.beyond++
			sum.beyond++
			why = append(why, "beyond the tools")
		}
		if *show == "*" || *show != "" && strings.HasPrefix(e.Cell, *show) {
			fmt.Fprintf(os.Stderr, "%s\n   %s\n   gold %s %s %v\n   %s\n", e.Cell, e.Text, e.Corrected, e.Reason, e.Notes, strings.Join(why, "; "))
		}
	}
	for _, cell := range slices.Sorted(maps.Keys(cells)) {
		c := cells[cell]
		t.Logf("%-55s %5d  %4d differ (%.1f %%), %d beyond the tools", cell, c.all, c.differ, 100*float64(c.differ)/float64(c.all), c.beyond)
	}
	agreement := 1 - float64(sum.differ)/float64(*number)
	t.Logf("agreement %.2f %%; %d beyond the tools", 100*agreement, sum.beyond)
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
	var notes, why []string
	for _, n := range a.Notes {
		notes = append(notes, string(n))
	}
	slices.Sort(notes)
	if corrected != e.Corrected {
		why = append(why, "corrected "+corrected)
	}
	if a.Reason != e.Reason {
		why = append(why, fmt.Sprintf("reason %q", a.Reason))
	}
	if !slices.Equal(notes, e.Notes) {
		why = append(why, fmt.Sprintf("notes %v", notes))
	}
	return why
}

// reachable reports whether calls with the gold arguments lead to the gold answer.
func reachable(t *testing.T, e Example) bool {
	s := answer.New(e.Text)
	open := func(c sentence.Call) bool { return slices.Contains(s.RemainingCalls(nil), c) }
	var observations []answer.Observation
	add := func(tool sentence.Tool, args, output any, err error) {
		if err != nil {
			return
		}
		a, err := json.Marshal(args)
		require.NoError(t, err)
		o, err := json.Marshal(output)
		require.NoError(t, err)
		observations = append(observations, answer.Observation{Tool: string(tool), Args: a, Output: o})
	}
	for _, f := range e.Groups {
		if open(sentence.Call{Tool: sentence.Conjugate, Person: f.Person, Tense: f.Tense, Verb: f.Verb}) {
			in := toolset.ConjugateArgs{Person: f.Person, Tense: f.Tense, Verb: f.Verb}
			out, err := toolset.Conjugate(in, toolset.Options{})
			add(sentence.Conjugate, in, out, err)
		}
		if open(sentence.Call{Tool: sentence.Lookup, Verb: f.Verb}) {
			in := toolset.LookupArgs{Verb: f.Verb}
			out, err := toolset.Lookup(in, toolset.Options{})
			add(sentence.Lookup, in, out, err)
		}
		if finite := strings.ToLower(f.Finite); open(sentence.Call{Tool: sentence.Agreement, Subject: f.Subject, Verb: finite}) {
			in := toolset.AgreementArgs{Subject: f.Subject, Verb: finite}
			out, err := toolset.CheckAgreement(in)
			add(sentence.Agreement, in, out, err)
		}
	}
	answers := s.Answers(observations)
	if e.Corrected == "" {
		return answers.Clean != nil
	}
	_, ok := answers.Find(&e.Corrected)
	return ok
}
