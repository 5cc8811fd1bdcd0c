package settings

import "slices"

// The flags that say how a run goes, and those that say how an answer is shown.
var (
	runFlags = []string{"steps", "planner", "plan-errors", "critic", "no-replan", "no-forced-replan", "survey", "approve-plan", "role", "on-duplicate", "policy", "no-final-on-last", "min-confidence", "escalate",
		"events", "hint", "trace", "exit-code", "log"}
	cardFlags = []string{"explain", "level", "focus"}
)

// notFor are the flags that do nothing for a command that shows no answer: all but --quiet, with which
// there is nothing that could be said.
func notFor(used ...string) []string {
	return slices.DeleteFunc(slices.Clone(helpOrder), func(name string) bool { return name == "quiet" || slices.Contains(used, name) })
}

// idleFlags returns those of the flags of all commands that do nothing for the command of a path, such as
// "models pull".
func idleFlags(command string) []string {
	switch command {
	case "batch":
		return []string{"json", "events", "hint", "color", "approve-plan", "level", "focus"}
	case "lsp":
		return []string{"approve-plan", "events", "hint", "trace", "exit-code", "log", "json", "gloss", "spanish", "color", "level", "focus"}
	case "report":
		return slices.Concat(runFlags, []string{"level", "focus", "gloss", "dialect", "spanish", "model", "host", "timeout", "thought", "json", "color"})
	case "eval":
		return append([]string{"events", "hint", "trace", "log", "exit-code", "color", "approve-plan"}, cardFlags...)
	case "serve":
		return []string{"hint", "exit-code", "color", "json", "events", "level", "focus"}
	case "mcp":
		return append([]string{"hint", "exit-code", "color", "json", "events", "approve-plan"}, cardFlags...)
	case "work":
		return append([]string{"hint", "exit-code", "color", "json", "events", "log", "approve-plan"}, cardFlags...)
	case "doctor":
		return slices.Concat(runFlags, cardFlags, []string{"gloss", "dialect", "spanish", "thought", "color"})
	case "conjugate", "irregular":
		return notFor("dialect", "explain", "json")
	case "agree":
		return notFor("explain", "json")
	case "es":
		return notFor("spanish", "explain", "json")
	case "distill collect":
		return append([]string{"hint", "exit-code", "color", "events", "trace", "log", "approve-plan"}, cardFlags...)
	case "distill diagnose", "distill aggregate":
		return notFor("model", "host", "timeout", "json")
	case "distill mixed", "distill review", "distill finish":
		return notFor("json")
	case "explain", "rules":
		return notFor("json", "explain")
	case "review", "progress":
		return notFor("explain")
	case "models", "models pull":
		return notFor("host", "json")
	case "runs replay":
		return notFor("log")
	case "runs resume": // how the run goes is in its log
		return notFor("model", "host", "role", "log", "json", "events", "trace", "exit-code", "explain", "level", "focus", "color")
	case "runs list", "runs show", "runs diff", "runs prune":
		return notFor("log", "json")
	case "tools", "completion", "man", "version":
		return notFor()
	}
	return nil
}
