package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tutor"
)

// stepFailed is how an executor gives up a plan step: where it may, a plan step is what it decides for.
const stepFailed = "step_failed"

// A tracer shows a run to people as it happens.
type tracer struct {
	*console
	may  string            // what the grammar held when it was last shown
	lost string            // and what it had lost
	mask []loop.MaskInfo   // since the last request
	lane map[string]string // of calls, in front of what they gave back; "" outside of lanes
}

// event shows what is worth showing of an event.
func (t *tracer) event(e loop.Event) {
	switch e.Kind {
	case loop.RunStarted:
		t.may, t.lost = "", ""
		t.say("%s", e.Run.Task)
		if e.Run.Config.Parent != "" {
			t.say("     again, by %s", tutor.MadeBy(*e.Run))
		}
	case loop.Asked:
		t.asked(*e.Ask)
	case loop.Masked:
		t.mask = append(t.mask, *e.Masked)
	case loop.Failed:
		t.say("     no reply that fits: %s (%s)", e.Failure.Problem, strings.ReplaceAll(e.Failure.Then, "_", " "))
	case loop.Decided:
		t.decision(*e.Decision)
	case loop.Planned:
		t.planned(*e.Plan)
	case loop.PlanStepped:
		t.stepped(*e.PlanStep)
	case loop.Observed:
		if e.Observation.OK {
			t.say("     %s= %s", t.lane[e.Observation.ID], e.Observation.Output)
		} else {
			t.say("     %s= %s: %s", t.lane[e.Observation.ID], e.Observation.Error.Class, e.Observation.Error.Message)
		}
	}
}

// asked shows what the model may write, where that has changed.
func (t *tracer) asked(a loop.AskInfo) {
	may := may(a)
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
			case name == planner.FinalAnswer && slices.Contains(choices, stepFailed):
				// a plan step has its own ways to end; there was no answer to take away
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

// decision shows a decision: the executor's with its number, those of other roles without.
func (t *tracer) decision(d planner.Decision) {
	const blank = "     "
	step, lane := blank, ""
	if d.N > 0 && d.Role == model.Executor {
		step = fmt.Sprintf("%3d  ", d.N)
	}
	if d.Lane != "" {
		lane = "[" + d.Lane + "] "
	}
	if d.Thought != "" {
		t.say("%s%s%s", step, lane, oneLine(d.Thought))
		step = blank
	}
	for _, c := range d.Calls {
		t.say("%s%s%s %s", step, lane, c.Tool, c.Args)
		step = blank
		if t.lane == nil {
			t.lane = map[string]string{}
		}
		t.lane[c.ID] = lane
	}
	switch {
	case d.Kind == planner.FinalDecision && d.Role == "":
		t.say("%sthe answer stands", step)
	case d.Kind == planner.FinalDecision:
		t.say("%s%s %s", step, planner.FinalAnswer, d.Answer)
	case d.Settle != nil:
		t.settled(step+lane, *d.Settle)
	case d.Kind == planner.ReplanDecision:
		t.say("%s%sreplan: %s", step, lane, oneLine(d.Reason))
	case d.Kind == planner.PlanDecision && d.Role != "":
		t.proposed(string(d.Role), *d.Plan)
	case d.Kind == planner.VerdictDecision:
		t.verdict(d)
	}
}
