package show

import (
	"errors"
	"strings"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner"
)

// boundFlags are the flags that set the bounds of runs, by the reason that names a bound.
var boundFlags = map[planner.Reason]string{
	planner.ReasonSteps: "--steps", planner.ReasonToolCalls: "--tool-calls", planner.ReasonTokens: "--tokens", planner.ReasonWall: "--timeout",
}

// Bound says in one line which flag sets the bound that ended a run or forced its answer; "" where none does.
func Bound(r loop.Result) string {
	reason := planner.Reason(r.Forced)
	if r.Outcome == loop.BudgetExhausted {
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
