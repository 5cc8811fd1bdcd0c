package cli

import (
	"strings"

	"github.com/spf13/cobra"
)

// RefuseIdle refuses a flag of the command line that does nothing for its command: who gives one expects
// something of it. idle returns the names of those of the flags of all commands that do nothing for the command
// of a path, such as "models pull". Variables and the configuration file are for all commands.
func RefuseIdle(cmd *cobra.Command, idle func(command string) []string) error {
	_, path, _ := strings.Cut(cmd.CommandPath(), " ")
	for _, name := range idle(path) {
		if f := cmd.Flags().Lookup(name); f != nil && f.Changed && cmd.InheritedFlags().Lookup(name) != nil {
			return Misuse("--%s does nothing for %s; leave it out", name, cmd.CommandPath())
		}
	}
	return nil
}
