package settings

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cmd/internal/cli"
)

// The flags that say how a run goes, and those that say how an answer is shown.
var (
	runFlags = []string{"steps", "planner", "plan-errors", "on-duplicate", "policy", "no-final-on-last", "min-confidence", "escalate",
		"events", "hint", "trace", "exit-code", "log"}
	cardFlags = []string{"explain", "level", "focus"}
)

// idleFlags returns those of the flags of all commands that do nothing for the command of a name.
func idleFlags(command string) []string {
	switch command {
	case "batch":
		return append([]string{"events", "hint"}, cardFlags...)
	case "lsp":
		return []string{"events", "hint", "trace", "exit-code", "log", "json", "gloss", "spanish", "color", "level", "focus"}
	case "report":
		return slices.Concat(runFlags, []string{"level", "focus", "gloss", "dialect", "spanish", "model", "host", "timeout", "thought", "json"})
	case "eval":
		return append([]string{"events", "hint", "trace", "log", "exit-code"}, cardFlags...)
	case "doctor", "models", "pull":
		return slices.Concat(runFlags, cardFlags, []string{"gloss", "dialect", "spanish"})
	case "conjugate", "irregular", "agree", "es", "tools", "completion", "man", "version":
		return slices.Concat(runFlags, cardFlags, []string{"gloss", "model", "timeout"})
	}
	return nil
}

// refuseIdle refuses a flag of the command line that does nothing for its command: who gives one expects
// something of it. Variables and the configuration file are for all commands.
func refuseIdle(cmd *cobra.Command) error {
	for _, name := range idleFlags(cmd.Name()) {
		if f := cmd.Flags().Lookup(name); f != nil && f.Changed && cmd.InheritedFlags().Lookup(name) != nil {
			return cli.Misuse("--%s does nothing for %s; leave it out", name, strings.TrimSpace(cmd.CommandPath()))
		}
	}
	return nil
}
