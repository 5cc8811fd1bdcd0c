package show

import (
	"fmt"
	"io"
	"strings"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/loop"
)

// A VerboseTracer shows every event of a run: also what each request held and cost, and each break.
type VerboseTracer struct {
	Tracer
	requests map[string]loop.AskInfo // by id; with lanes several are open at once
	hooked   map[string]bool         // the calls of the run that a hook changed, by id
}

// NewVerboseTracer returns a tracer that writes to out.
func NewVerboseTracer(out io.Writer) *VerboseTracer {
	return &VerboseTracer{Tracer: Tracer{out: out}, requests: map[string]loop.AskInfo{}, hooked: map[string]bool{}}
}

// Event shows an event.
func (t *VerboseTracer) Event(e loop.Event) {
	switch e.Kind {
	case loop.RunStarted:
		clear(t.hooked)
	case loop.Asked:
		t.allowed, t.shown = "", "" // at each step, changed or not
		t.requests[e.Ask.ID] = *e.Ask
	case loop.Replied:
		if e.Reply.Forced {
			break
		}
		t.cost(t.requests[e.Reply.ID], e.Reply.PromptTokens, e.Reply.OutputTokens, e.Reply.MS)
	case loop.Failed:
		t.cost(t.requests[e.Failure.ID], e.Failure.PromptTokens, e.Failure.OutputTokens, e.Failure.MS)
	case loop.CallStarted:
		if e.Call.Proposed != nil && !t.hooked[e.Call.ID] {
			t.Say("     a person changed it to %s %s", e.Call.Tool, e.Call.Args)
		}
	case loop.Hooked:
		t.hooked[e.Hook.Call] = true
	case loop.Noted:
		t.Say("     note: %s", cli.OneLine(e.Note.Text))
	case loop.Interrupted:
		t.Say("     waits: %s", Question(*e.Interrupt))
	case loop.Resumed:
		t.Say("     resumed%s", reply(e.Resume.Reply))
	case loop.Finished:
		t.end(*e.Result)
	}
	t.Tracer.Event(e)
}

// cost shows what a request held and what it cost.
func (t *VerboseTracer) cost(a loop.AskInfo, read, written int, ms int64) {
	if a.Attempt > 1 || a.Repair > 0 {
		t.Say("     attempt %d, repair %d:", a.Attempt, a.Repair)
	}
	t.Say("     schema of %d bytes · prompt of %d bytes · %d tokens read, %d written · %d ms", a.SchemaBytes, a.PromptBytes, read, written, ms)
}

// end shows how the run ended.
func (t *VerboseTracer) end(r loop.Result) {
	text := string(r.Outcome)
	if r.Outcome != loop.Final {
		text += " (" + string(r.Reason) + ")"
	}
	if r.Forced != "" {
		text += " · forced to answer (" + r.Forced + ")"
	}
	n := r.Counters
	text += fmt.Sprintf(" · %s · %s · %s · %d ms", cli.Plural(n.Steps, "step"), cli.Plural(n.ToolCalls, "tool call"), cli.Plural(n.Tokens, "token"), n.WallMS)
	for _, more := range append(r.Warnings, r.Error) {
		if more != "" {
			text += "\n  " + strings.TrimSpace(cli.OneLine(more))
		}
	}
	t.Say("%s", text)
}

// reply words what a person replied, with a comma before it.
func reply(r *loop.Reply) string {
	if r == nil {
		return ""
	}
	text := ", " + string(r.Do)
	for _, more := range []string{r.Text, string(r.Args), string(r.Output)} {
		if more != "" {
			text += " " + cli.OneLine(more)
		}
	}
	if r.Remember {
		text += " (and later calls of this tool)"
	}
	return text
}

// Question words the question that a paused run asks a person.
func Question(i loop.Interrupt) string {
	if i.Plan != nil {
		return fmt.Sprintf("may plan %d be carried out?", i.Plan.Revision)
	}
	switch {
	case i.Kind == loop.BeforeRole:
		return fmt.Sprintf("the %s is asked next; shall the run go on?", i.Role)
	case i.Kind == loop.AfterRole:
		return fmt.Sprintf("the %s has decided; shall the run go on?", i.Role)
	case i.Call == nil:
		return "the run was paused; shall it go on?"
	}
	call := fmt.Sprintf("%s %s", i.Call.Tool, i.Call.Args)
	if i.Kind == loop.UnsureCall {
		return "this call was started, and its end is not known; shall it be made again?  " + cli.OneLine(call)
	}
	return "may this call be made?  " + cli.OneLine(call)
}
