package main

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"

	"github.com/shortleash/shortleash/cmd/internal/cli"
)

// flagValues are values of the flags that not every text is one of.
var flagValues = map[string]string{
	"steps": "3", "timeout": "9s", "min-confidence": "0.5", "thought": "40", "planner": "react", "on-duplicate": "halt", "policy": "full",
	"explain": "es", "dialect": "gb", "gloss": "off", "spanish": "es", "color": "never",
	"host": "127.0.0.1:1", "plan-errors": "none", "critic": "off", "role": "planner=rules",
}

// The golden file is a table of commands and the flags of all commands: "yes" where the command takes the
// flag, "." where it refuses it because it would do nothing. Nothing is run.
func TestFlagsThatDoNothingAreRefused(t *testing.T) {
	s := newStage(t)
	var paths []string
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		if cmd.Hidden || cmd.Name() == "help" || !cmd.Runnable() { // a topic is only read
			return
		}
		_, path, _ := strings.Cut(cmd.CommandPath(), " ")
		paths = append(paths, path)
		for _, below := range cmd.Commands() {
			walk(below)
		}
	}
	root := func() *cobra.Command {
		return rootCommand(cli.NewConsole("tutor", s.stdin, io.Discard, io.Discard, func(name string) string { return s.env[name] }, nil))
	}
	walk(root())
	var flags []*pflag.Flag
	root().PersistentFlags().VisitAll(func(f *pflag.Flag) {
		if f.Name != "help" {
			flags = append(flags, f)
		}
	})

	var b strings.Builder
	fmt.Fprintf(&b, "%-18s", "")
	for _, f := range flags {
		fmt.Fprintf(&b, " %s", f.Name)
	}
	b.WriteString("\n")
	for _, path := range paths {
		row := fmt.Sprintf("%-18s", path)
		for _, f := range flags {
			arg := "--" + f.Name
			if f.Value.Type() != "bool" {
				value, ok := flagValues[f.Name]
				if !ok {
					value = "rules"
				}
				arg += "=" + value
			}
			top := root()
			cmd, _, err := top.Find(strings.Fields(path))
			assert.NoError(t, err)
			cmd.RunE, cmd.Args = func(*cobra.Command, []string) error { return nil }, cobra.ArbitraryArgs
			top.SetArgs(append(strings.Fields(path), arg))
			cell := "yes"
			if err := top.Execute(); err != nil {
				assert.ErrorContains(t, err, "--"+f.Name+" does nothing for tutor "+path+"; leave it out", "%s %s", path, arg)
				cell = "."
			}
			row += fmt.Sprintf(" %-*s", len(f.Name), cell)
		}
		b.WriteString(strings.TrimRight(row, " ") + "\n")
	}
	golden(t, "flags.golden", b.String())
}
