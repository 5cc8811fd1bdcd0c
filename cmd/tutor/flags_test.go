package main

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/tutor/internal/settings"
)

// quietRoot returns the program's own command, which prints nothing.
func quietRoot() *cobra.Command {
	return rootCommand(cli.NewConsole("tutor", nil, nil, nil, nil, nil))
}

// The golden file has the shared flags of each command. Nothing is run.
func TestTheSharedFlagsOfCommands(t *testing.T) {
	var b strings.Builder
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		if cmd.Hidden || cmd.Name() == "help" {
			return
		}
		b.WriteString(cmd.CommandPath() + ":")
		var s settings.Settings
		s.Define()
		s.Shared().VisitAll(func(f *pflag.Flag) {
			if cmd.LocalNonPersistentFlags().Lookup(f.Name) != nil {
				b.WriteString(" " + f.Name)
			}
		})
		b.WriteString("\n")
		for _, below := range cmd.Commands() {
			walk(below)
		}
	}
	walk(quietRoot())
	golden(t, "flags.golden", b.String())
}
