package settings

import "slices"

// The flags that say how a run goes, and those that say how an answer is shown.
var (
	runFlags = []string{"steps", "planner", "plan-errors", "critic", "no-replan", "no-forced-replan", "approve-plan", "role",
		"on-duplicate", "policy", "no-final-on-last", "min-confidence", "escalate",
		"events", "trace", "exit-code", "log"}
	cardFlags = []string{"explain"}
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
		return []string{"json", "events", "color", "approve-plan"}
	case "eval":
		return append([]string{"events", "trace", "log", "exit-code", "color", "approve-plan"}, cardFlags...)
	case "serve":
		return []string{"exit-code", "color", "json", "events"}
	case "mcp":
		return append([]string{"exit-code", "color", "json", "events", "approve-plan"}, cardFlags...)
	case "work":
		return append([]string{"exit-code", "color", "json", "events", "log", "approve-plan"}, cardFlags...)
	case "doctor":
		return slices.Concat(runFlags, cardFlags, []string{"gloss", "dialect", "spanish", "thought", "color"})
	case "distill collect":
		return append([]string{"exit-code", "color", "events", "trace", "log", "approve-plan"}, cardFlags...)
	case "distill diagnose", "distill aggregate":
		return notFor("model", "host", "timeout", "json")
	case "distill mixed", "distill review", "distill finish":
		return notFor("json")
	case "explain", "rules":
		return notFor("json", "explain")
	case "models", "models pull":
		return notFor("host", "json")
	case "runs replay":
		return notFor("log")
	case "runs resume": // how the run goes is in its log
		return notFor("model", "host", "role", "log", "json", "events", "trace", "exit-code", "explain", "color")
	case "runs list", "runs show", "runs diff", "runs prune":
		return notFor("log", "json")
	case "completion", "man", "version":
		return notFor()
	}
	return nil
}
