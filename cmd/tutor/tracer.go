package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner"
)

// A tracer shows a run to people as it happens.
type tracer struct {
	*console
	may string // what the grammar held when it was last shown
}

// event shows what is worth showing of an event.
func (t *tracer) event(e loop.Event) {
	switch e.Kind {
	case loop.RunStarted:
		t.may = ""
		t.say("%s", e.Run.Task)
	case loop.Asked:
		t.asked(*e.Ask)
	case loop.Masked:
		t.say("     taken away: %s (%s)", strings.Join(e.Masked.Names, ", "), e.Masked.Rule)
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
