package eval

import (
	"fmt"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/eval"
)

// floor is the model that knows nothing: what it does is the harm that a policy lets through.
const floor = "random:1"

// item returns what the suites want of an input.
func (e *evaluation) item(input string) (eval.Item, bool) {
	for _, s := range e.suites {
		for _, i := range s.Items {
			if i.Input == input {
				return i, true
			}
		}
	}
	return eval.Item{}, false
}

// tellMisses says which items the model that knows what is right could not reach, as many of each suite as were
// asked for.
func (e *evaluation) tellMisses(subject Subject, who setup) {
	if subject.Unreached == nil || e.showMisses == 0 {
		return
	}
	name := scored{Model: who.model, Planner: who.planner, Length: who.length}.title()
	for _, s := range e.suites {
		told, all := 0, 0
		for _, i := range s.Items {
			why := subject.Unreached(i.Input)
			if why == "" || i.DetectOnly {
				continue
			}
			if all++; told < int(e.showMisses) {
				told++
				e.Say("%s: %s %s: %q cannot be reached; %s", name, s.Name, i.ID, i.Input, cli.OneLine(why))
			}
		}
		if all > told {
			e.Say("%s: %s: %d more", name, s.Name, all-told)
		}
		e.unreachable += all
	}
}

// ceilings returns the section of a page on what each length of the policy lets through.
func ceilings(scores []scored) string {
	if len(scores) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("\n## Ceiling and floor of the policy\n\n" +
		"*ceiling*: errors that a model that knows what is right could correct, and right sentences that it could not leave as they\n" +
		"are. *floor*: right sentences that a random model changed. A policy is good where the ceiling is near 100 and the floor near 0.\n\n" +
		"| suite | policy | ceiling: fixed | ceiling: harm | floor: fixed | floor: harm |\n| --- | --- | ---: | ---: | ---: | ---: |\n")
	for _, s := range scores {
		if s.Model != Gold {
			continue
		}
		low := slices.IndexFunc(scores, func(o scored) bool { return o.Model != Gold && o.Suite == s.Suite && o.Length == s.Length })
		row := []string{"–", "–"}
		if low >= 0 {
			row = []string{inFull(scores[low].Fixed), inFull(scores[low].Harm)}
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", s.Suite, s.Length, inFull(s.Fixed), inFull(s.Harm), strings.Join(row, " | "))
	}
	return b.String()
}
