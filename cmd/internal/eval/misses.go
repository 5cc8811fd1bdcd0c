package eval

import (
	"fmt"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/eval"
	"github.com/shortleash/shortleash/loop"
)

// miss returns an item that went wrong, in words.
func (e *evaluation) miss(item eval.Item, a eval.Answer, who setup) eval.Miss {
	m := eval.Miss{ID: item.ID, Input: item.Input, Wanted: []string{}, AnyChange: item.DetectOnly, Got: got(a, item), Steps: a.Trace}
	if a.Outcome == loop.Final && a.Corrected != nil && *a.Corrected != item.Input {
		m.Corrected = *a.Corrected
	}
	if !item.Clean && item.Accept != nil {
		m.Wanted = item.Accept
	}
	if who.usual() && who.model != eval.Gold {
		host := ""
		if e.settings.HostGiven {
			host = " --host " + cli.Quoted(e.settings.Host)
		}
		m.Trace = fmt.Sprintf("%s --trace --model %s%s --planner %s %s", e.Name, cli.Quoted(who.model), host, who.planner, cli.Quoted(item.Input))
	}
	return m
}

// inOrder returns misses in the order of their ids.
func inOrder(misses []eval.Miss, ids []string) []eval.Miss {
	at := map[string]int{}
	for i, id := range ids {
		at[id] = i
	}
	slices.SortFunc(misses, func(a, b eval.Miss) int { return at[a.ID] - at[b.ID] })
	return append([]eval.Miss{}, misses...)
}

// got says what came of an item.
func got(a eval.Answer, item eval.Item) string {
	switch {
	case a.Outcome != "" && a.Outcome != loop.Final:
		return "no answer: " + string(a.Outcome)
	case a.Corrected != nil && *a.Corrected != item.Input:
		text := *a.Corrected
		if len(a.Rules) > 0 {
			text += "  [" + strings.Join(a.Rules, ", ") + "]"
		}
		return text
	case !a.InScope && a.Reason != nil:
		return "not judged: " + *a.Reason
	}
	return "nothing was changed"
}

// tellMisses tells some misses of each suite. Of the model that knows what is right it tells what could not be reached.
func (e *evaluation) tellMisses(subject Subject, who setup, scores []eval.Scored) {
	if e.showMisses == 0 || len(scores) == 0 {
		return
	}
	name := scores[0].Title()
	for i, s := range e.suites {
		told := 0
		tell := func(format string, args ...any) {
			if told++; told <= int(e.showMisses) {
				e.Say("%s", name+": "+s.Name+" "+fmt.Sprintf(format, args...))
			}
		}
		if subject.Unreached != nil {
			for _, item := range s.Items {
				if why := subject.Unreached(item.Input); why != "" && !item.DetectOnly {
					tell("%s: %q cannot be reached; %s", item.ID, item.Input, cli.OneLine(why))
				}
			}
			e.unreachable += told
		} else {
			for _, m := range scores[i].Misses {
				tell("%s", inLines(m))
			}
		}
		if left := told - int(e.showMisses); left > 0 {
			e.Say("%s: %s: %d more", name, s.Name, left)
		}
	}
}

// inLines tells a miss with its steps.
func inLines(m eval.Miss) string {
	text := fmt.Sprintf("%s\n  sentence: %s\n  wanted:   %s\n  got:      %s", m.ID, cli.OneLine(m.Input), cli.OneLine(m.Want()),
		cli.OneLine(m.Got))
	for _, line := range m.Steps {
		text += "\n  " + cli.OneLine(line)
	}
	if m.Trace != "" {
		text += "\n  again:    " + cli.OneLine(m.Trace)
	}
	return text
}
