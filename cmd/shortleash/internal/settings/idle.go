package settings

import "slices"

// The flags that do something for commands that look at logs, for those that make runs in a world of their own,
// and for those that make runs with your tools.
var (
	logFlags   = []string{"log", "json"}
	agentFlags = []string{"mcp", "rules", "answer", "yes"}
	runFlags   = []string{"model", "host", "planner", "plan-errors", "critic", "no-replan", "no-forced-replan", "role",
		"steps", "timeout", "tool-calls", "tokens", "on-duplicate", "policy", "no-final-on-last"}
)

// usedFlags returns those of the flags of all commands that do something for the command of a path, such as "runs
// show". --quiet is never refused: with it there is nothing that could be said.
func usedFlags(command string) []string {
	switch command {
	case "run":
		return helpOrder
	case "runs resume": // how the run goes is in its log
		return slices.Concat(agentFlags, logFlags, []string{"model", "host", "role", "events"})
	case "serve", "mcp": // mcp says itself why no plan can be approved there
		return slices.Concat(runFlags, agentFlags, []string{"log", "approve-plan"})
	case "eval":
		return append([]string{"json"}, runFlags...)
	case "work":
		return runFlags
	case "tools":
		return []string{"mcp", "rules", "yes", "json"}
	case "runs list", "runs show", "runs diff", "runs prune":
		return logFlags
	case "runs replay":
		return append([]string{"log"}, agentFlags...)
	case "models", "models pull":
		return []string{"host", "json"}
	case "doctor":
		return []string{"model", "host", "timeout", "json"}
	case "mask":
		return []string{"json"}
	case "runs export", "completion", "man", "version":
		return nil
	}
	return helpOrder // help and what only has commands below it
}

// idleFlags returns those of the flags of all commands that do nothing for a command.
func idleFlags(command string) []string {
	used := usedFlags(command)
	return slices.DeleteFunc(slices.Clone(helpOrder), func(name string) bool { return name == "quiet" || slices.Contains(used, name) })
}
