package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/cmd/tutor/run"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner"
)

// A tracer shows a run to people as it happens.
type tracer struct {
	*console
	may  string          // what the grammar held when it was last shown
	lost string          // and what it had lost
	mask []loop.MaskInfo // since the last request
}

// event shows what is worth showing of an event.
func (t *tracer) event(e loop.Event) {
	switch e.Kind {
	case loop.RunStarted:
		t.may, t.lost = "", ""
		t.say("%s", e.Run.Task)
		if e.Run.Config.Parent != "" {
			t.say("     again, by %s", run.MadeBy(*e.Run))
		}
	case loop.Asked:
		t.asked(*e.Ask)
	case loop.Masked:
		t.mask = append(t.mask, *e.Masked)
	case loop.Failed:
		t.say("     no reply that fits: %s (%s)", e.Failure.Problem, strings.ReplaceAll(e.Failure.Then, "_", " "))
	case loop.Decided:
		t.decision(*e.Decision)
	case loop.Observed:
		if e.Observation.OK {
			t.say("     = %s", e.Observation.Output)
		} else {
			t.say("     = %s: %s", e.Observation.Error.Class, e.Observation.Error.Message)
		}
	}
}

// asked shows what the model may write, where that has changed.
func (t *tracer) asked(a loop.AskInfo) {
	may := strings.Join(a.Choices, ", ")
	if may == "" {
		may = "any JSON object"
	}
	if may != t.may {
		t.may = may
		t.say("     may: %s", may)
	}
	if a.Attempt == 1 && a.Repair == 0 { // else it is the same request again
		t.masked(a.Choices)
	}
}

// masked shows what the rules took out of the grammar, where that has changed: whole choices, or
// something of those that are left.
func (t *tracer) masked(choices []string) {
	var away, narrowed []string
	for _, m := range t.mask {
		var gone, less []string
		for _, name := range m.Names {
			tool, _, argument := strings.Cut(name, ".")
			switch {
			case !argument && !slices.Contains(choices, name):
				gone = append(gone, name)
			case !slices.Contains(less, tool):
				less = append(less, tool)
			}
		}
		if gone != nil {
			away = append(away, fmt.Sprintf("%s (%s)", strings.Join(gone, ", "), m.Rule))
		}
		if less != nil {
			narrowed = append(narrowed, fmt.Sprintf("%s (%s)", strings.Join(less, ", "), m.Rule))
		}
	}
	t.mask = nil
	lost := ""
	if away != nil {
		lost += "\n     taken away: " + strings.Join(away, "; ")
	}
	if narrowed != nil {
		lost += "\n     narrowed: " + strings.Join(narrowed, "; ")
	}
	if lost != t.lost && lost != "" {
		t.say("%s", lost[1:])
	}
	t.lost = lost
}

func (t *tracer) decision(d planner.Decision) {
	step := fmt.Sprintf("%3d  ", d.N)
	if d.Thought != "" {
		t.say("%s%s", step, oneLine(d.Thought))
		step = "     "
	}
	act := func(tool string, args json.RawMessage) {
		t.say("%s%s %s", step, tool, args)
		step = "     "
	}
	for _, c := range d.Calls {
		act(c.Tool, c.Args)
	}
	if d.Answer != nil {
		act(planner.FinalAnswer, d.Answer)
	}
}
