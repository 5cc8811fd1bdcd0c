// Package show shows people what a run does and how far work is.
//
// A [Tracer] prints the events of a run as they happen: what the grammar allowed, what each rule removed
// or narrowed, decisions, observations and plans. A [VerboseTracer] leaves out nothing. An [Activity] says what
// runs are doing at the moment, and a [Live] line shows it in a terminal. A [Bar] shows progress on standard
// error, and a [Progress] that of work on a known number of inputs.
package show

import (
	"fmt"
	"io"
	"strings"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/logs"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
)

// stepFailed is how an executor gives up a plan step: where it may, a plan step is what it decides for.
const stepFailed = "step_failed"

// A Tracer shows a run to people as it happens.
type Tracer struct {
	out     io.Writer
	allowed string            // what the grammar held when it was last shown
	shown   string            // and what rules had removed from it
	masks   []loop.MaskInfo   // since the last request
	lane    map[string]string // of calls, before what they returned; "" outside of lanes
}

// NewTracer returns a tracer that writes to out. What cannot be written is not reported: the trace is
// where it would be.
func NewTracer(out io.Writer) *Tracer { return &Tracer{out: out} }

// Say prints one line.
func (t *Tracer) Say(format string, args ...any) {
	_, _ = fmt.Fprintln(t.out, cli.Printable(fmt.Sprintf(format, args...)))
}

// Event shows what is worth showing of an event.
func (t *Tracer) Event(e loop.Event) {
	if e.Hook != nil && e.Kind != loop.Hooked {
		t.Say("     %s", hookText(*e.Hook))
	}
	switch e.Kind {
	case loop.RunStarted:
		t.allowed, t.shown = "", ""
		t.Say("%s", e.Run.Task)
		if length := e.Run.Config.Enforce; length == loop.GroundedPolicy || length == loop.MixedPolicy { // no flag need have asked for it
			t.Say("     policy: %s", length)
		}
		for _, line := range roleLines(*e.Run) {
			t.Say("     %s", line)
		}
		if e.Run.Config.Parent != "" {
			t.Say("     again, by %s", logs.ModelOf(*e.Run))
		}
	case loop.Asked:
		t.asked(*e.Ask)
	case loop.Replied:
		if e.Reply.Forced {
			t.Say("     no choice was left: no model was asked")
			t.masks = nil
		}
	case loop.Masked:
		t.masks = append(t.masks, *e.Masked)
	case loop.Failed:
		t.Say("     no reply that fits: %s (%s)", e.Failure.Problem, strings.ReplaceAll(e.Failure.Then, "_", " "))
	case loop.Hooked:
		t.Say("     %s", hookText(*e.Hook))
	case loop.Decided:
		t.decision(*e.Decision)
	case loop.Planned:
		t.planned(*e.Plan)
	case loop.PlanStepped:
		t.stepped(*e.PlanStep)
	case loop.Observed:
		if e.Observation.OK {
			t.Say("     %s= %s", t.lane[e.Observation.ID], e.Observation.Output)
		} else {
			t.Say("     %s= %s: %s", t.lane[e.Observation.ID], e.Observation.Error.Class, e.Observation.Error.Message)
		}
	}
}

// hookText says what hooks did.
func hookText(h loop.HookInfo) string {
	text := "hook " + strings.Join(h.By, ", ") + ":"
	switch {
	case h.Failed != "":
		return text + " failed: " + cli.OneLine(h.Failed)
	case h.Refused != "":
		return text + " refused: " + cli.OneLine(h.Refused)
	}
	for _, change := range []struct {
		name string
		is   bool
	}{{"the messages", h.Messages != nil}, {"the reply", h.Text != ""}, {"the arguments of " + h.Call + ", now " + string(h.Args), h.Args != nil}, {"the output", h.Output != nil}} {
		if change.is {
			return text + " changed " + change.name
		}
	}
	return text + " changed how the model is asked"
}

// roleLines say who plays the roles of a run that another model plays than the executor's, or in another way.
func roleLines(run loop.RunInfo) (lines []string) {
	usual := logs.ModelOf(run)
	for _, role := range model.Roles {
		names, own := run.Models[role], run.Roles[role]
		var parts []string
		for i, name := range names {
			if i < len(own.Settings) && own.Settings[i] != "" {
				name += " " + own.Settings[i]
			}
			parts = append(parts, name)
		}
		text := strings.Join(parts, ", else ")
		if own.Temperature != nil {
			text += fmt.Sprintf(", temperature %v", *own.Temperature)
		}
		if own.ReplyTokens > 0 {
			text += fmt.Sprintf(", %d tokens a reply at most", own.ReplyTokens)
		}
		if len(names) > 0 && text != usual {
			lines = append(lines, string(role)+": "+text)
		}
	}
	return lines
}

// asked shows what the model may write, where that has changed.
func (t *Tracer) asked(a loop.AskInfo) {
	if allowed := allowed(a); allowed != t.allowed {
		t.allowed = allowed
		t.Say("     allowed: %s", allowed)
	}
	if a.Attempt == 1 && a.Repair == 0 { // else it is the same request again
		t.masked(a.Choices)
	}
}

// masked shows what each rule removed from the grammar, where that has changed: whole choices, and
// parts of those that are left.
func (t *Tracer) masked(choices []string) {
	var removed, narrowed strings.Builder
	for _, e := range Effects(t.masks, choices) {
		if e.Removed != nil {
			fmt.Fprintf(&removed, "\n     removed by %s: %s", e.Rule, strings.Join(e.Removed, ", "))
		}
		if e.Narrowed != nil {
			fmt.Fprintf(&narrowed, "\n     narrowed by %s: %s", e.Rule, strings.Join(e.Narrowed, ", "))
		}
	}
	t.masks = nil
	masked := removed.String() + narrowed.String()
	if masked != t.shown && masked != "" {
		t.Say("%s", masked[1:])
	}
	t.shown = masked
}

// decision shows a decision: the executor's with its number, those of other roles without.
func (t *Tracer) decision(d planner.Decision) {
	const blank = "     "
	step, lane := blank, ""
	if d.N > 0 && d.Role == model.Executor {
		step = fmt.Sprintf("%3d  ", d.N)
	}
	if d.Lane != "" {
		lane = "[" + d.Lane + "] "
	}
	if d.Thought != "" {
		t.Say("%s%s%s", step, lane, cli.OneLine(d.Thought))
		step = blank
	}
	for _, c := range d.Calls {
		t.Say("%s%s%s %s", step, lane, c.Tool, c.Args)
		step = blank
		if t.lane == nil {
			t.lane = map[string]string{}
		}
		t.lane[c.ID] = lane
	}
	switch {
	case d.Kind == planner.FinalDecision && d.Role == "":
		t.Say("%sthe answer stands", step)
	case d.Kind == planner.FinalDecision:
		t.Say("%s%s %s", step, planner.FinalAnswer, d.Answer)
	case d.Settlement != nil:
		t.settled(step+lane, *d.Settlement)
	case d.Kind == planner.ReplanDecision:
		t.Say("%s%sreplan: %s", step, lane, cli.OneLine(d.Reason))
	case d.Kind == planner.PlanDecision && d.Role != "":
		t.proposed(string(d.Role), *d.Plan)
	case d.Kind == planner.VerdictDecision:
		t.verdict(d)
	case d.Kind == planner.SurveyDecision:
		t.surveyed(*d.Survey)
	}
}
