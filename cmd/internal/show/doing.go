package show

import (
	"fmt"
	"strings"
	"time"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/model"
)

// phases say what a run is doing; NAME is the model or the tool.
var phases = map[Phase]string{
	Starting: "starting", Waiting: "waiting for NAME", Thinking: "NAME is thinking", Writing: "NAME is writing",
	Calling: "calling NAME", Retrying: "asking NAME again",
}

// roles name what those roles make that do not decide about the task itself.
var roles = map[model.Role]string{
	model.Planner: "plan", model.Reflector: "review", model.Critic: "criticism of the plan", model.Synthesizer: "summary",
}

// InOneLine says what runs are doing, how much was written and for how long.
func InOneLine(d Doing) string { return strings.Join(append(doing(d), measured(d)...), " · ") }

// measured says how much was written, if anything was, and for how long runs have lasted.
func measured(d Doing) []string {
	lasted := d.Elapsed.Round(time.Second).String()
	if d.Tokens > 0 {
		return []string{cli.Plural(d.Tokens, "token"), lasted}
	}
	return []string{lasted}
}

// doing says what runs are doing.
func doing(d Doing) []string {
	var parts []string
	if d.Run > 1 {
		parts = append(parts, fmt.Sprintf("run %d", d.Run))
	}
	if d.Step > 0 {
		parts = append(parts, fmt.Sprintf("step %d", d.Step))
	}
	name, role := d.Model, roles[d.Role]
	if d.Phase == Calling {
		name, role = d.Tool, ""
	}
	now := strings.ReplaceAll(phases[d.Phase], "NAME", cli.OneLine(name))
	if role != "" {
		now = role + ": " + now
	}
	return append(parts, now)
}
