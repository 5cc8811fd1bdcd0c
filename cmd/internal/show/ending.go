package show

import (
	"errors"
	"fmt"
	"strings"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner"
)

// boundFlags are the flags that set the bounds of runs, by the reason that names a bound.
var boundFlags = map[planner.Reason]string{
	planner.ReasonSteps: "--steps", planner.ReasonToolCalls: "--tool-calls", planner.ReasonTokens: "--tokens", planner.ReasonWall: "--timeout",
	planner.ReasonModelCalls: "--model-calls", planner.ReasonDuplicate: "--repeats", planner.ReasonActions: "--repeats",
}

// Bound says in one line which flag sets the bound that ended a run or forced its answer; "" where none does.
func Bound(r loop.Result) string {
	reason := planner.Reason(r.Forced)
	if r.Outcome != loop.Final {
		reason = r.Reason
	}
	if flag := boundFlags[reason]; flag != "" {
		return flag + " sets this bound"
	}
	return ""
}

// Ending says in one line how a run ended that has no answer.
func Ending(r loop.Result) string {
	text := strings.ReplaceAll(string(r.Outcome), "_", " ")
	if r.Reason != "" {
		text += " (" + strings.ReplaceAll(string(r.Reason), "_", " ") + ")"
	}
	if r.Error != "" {
		text += ": " + cli.OneLine(cli.Problem(errors.New(r.Error)))
	}
	if r.Interrupt != nil {
		text += ": " + Question(*r.Interrupt)
	}
	if bound := Bound(r); bound != "" && r.Outcome != loop.Final {
		text += "; " + bound
	}
	return text
}

// replyText words what a person replied, with a comma before it.
func replyText(r *loop.Reply) string {
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
