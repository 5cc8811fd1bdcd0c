package show

import (
	"fmt"
	"strings"
	"time"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/model"
)

// A Wording says in one language what runs are doing.
type Wording struct {
	Phases map[Phase]string      // NAME is the model or the tool
	Roles  map[model.Role]string // those that do not decide about the task itself
	Step   string                // counts decisions
	Run    string                // counts runs, from the second on
	Left   string                // how long work still takes
}

// English is the wording of programs that speak no other language.
var English = Wording{
	Phases: map[Phase]string{
		Starting: "starting", Waiting: "waiting for NAME", Thinking: "NAME is thinking", Writing: "NAME is writing",
		Calling: "calling NAME", Retrying: "asking NAME again",
	},
	Roles: map[model.Role]string{
		model.Planner: "plan", model.Reflector: "review", model.Critic: "criticism of the plan",
		model.Synthesizer: "summary",
	},
	Step: "step %d", Run: "run %d", Left: "%v left",
}

// Line says in one line what runs are doing, how much was written and for how long.
func (w Wording) Line(d Doing) string {
	return strings.Join(append(w.doing(d), measured(d)...), " · ")
}

// measured says how much was written, if anything was, and for how long runs have lasted.
func measured(d Doing) []string {
	lasted := d.Elapsed.Round(time.Second).String()
	if d.Tokens > 0 {
		return []string{cli.Plural(d.Tokens, "token"), lasted}
	}
	return []string{lasted}
}

// doing says what runs are doing.
func (w Wording) doing(d Doing) []string {
	var parts []string
	if d.Run > 1 {
		parts = append(parts, fmt.Sprintf(w.Run, d.Run))
	}
	if d.Step > 0 {
		parts = append(parts, fmt.Sprintf(w.Step, d.Step))
	}
	name, role := d.Model, w.Roles[d.Role]
	if d.Phase == Calling {
		name, role = d.Tool, ""
	}
	now := strings.ReplaceAll(w.Phases[d.Phase], "NAME", cli.OneLine(name))
	if role != "" {
		now = role + ": " + now
	}
	return append(parts, now)
}
