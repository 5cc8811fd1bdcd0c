package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/shortleash/internal/rules"
)

// flagValues are values of the flags that not every text is one of.
var flagValues = map[string]string{
	"steps": "3", "tool-calls": "3", "tokens": "3", "timeout": "9s", "planner": "react", "on-duplicate": "halt", "policy": "full",
	"critic": "off", "role": "planner=random:1",
}

// quietRoot returns the program's own command, which prints nothing.
func quietRoot() *cobra.Command {
	return rootCommand(cli.NewConsole("shortleash", strings.NewReader(""), io.Discard, io.Discard, nil, nil))
}

// everyCommand returns the paths of the commands that can be run, such as "runs show".
func everyCommand() (paths []string) {
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		if cmd.Hidden || cmd.Name() == "help" || !cmd.Runnable() { // a topic is only read
			return
		}
		if _, path, below := strings.Cut(cmd.CommandPath(), " "); below && !cmd.HasSubCommands() || path == "models" {
			paths = append(paths, path)
		}
		for _, below := range cmd.Commands() {
			walk(below)
		}
	}
	walk(quietRoot())
	return paths
}

// The golden file is a table of commands and the flags of all commands: "yes" where the command takes the
// flag, "." where it refuses it because it would do nothing. Nothing is run.
func TestFlagsThatDoNothingAreRefused(t *testing.T) {
	var flags []*pflag.Flag
	quietRoot().PersistentFlags().VisitAll(func(f *pflag.Flag) {
		if f.Name != "help" {
			flags = append(flags, f)
		}
	})
	var b strings.Builder
	fmt.Fprintf(&b, "%-12s", "")
	for _, f := range flags {
		fmt.Fprintf(&b, " %s", f.Name)
	}
	b.WriteString("\n")
	for _, path := range everyCommand() {
		row := fmt.Sprintf("%-12s", path)
		for _, f := range flags {
			arg := "--" + f.Name
			if f.Value.Type() != "bool" {
				value, ok := flagValues[f.Name]
				if !ok {
					value = "127.0.0.1:1"
				}
				arg += "=" + value
			}
			top := quietRoot()
			cmd, _, err := top.Find(strings.Fields(path))
			require.NoError(t, err)
			cmd.RunE, cmd.Args = func(*cobra.Command, []string) error { return nil }, cobra.ArbitraryArgs
			top.SetArgs(append(strings.Fields(path), arg))
			cell := "yes"
			if err := top.Execute(); err != nil {
				assert.ErrorContains(t, err, "--"+f.Name+" does nothing for shortleash "+path+"; leave it out", "%s %s", path, arg)
				cell = "."
			}
			row += fmt.Sprintf(" %-*s", len(f.Name), cell)
		}
		b.WriteString(strings.TrimRight(row, " ") + "\n")
	}
	golden(t, "flags.golden", b.String())
}

func TestATaskWithoutRunIsRefused(t *testing.T) {
	for _, args := range [][]string{{"Which", "files?"}, {"Which files?"}} {
		_, said, code := app(t, args...)
		assert.Equal(t, 2, code)
		assert.Equal(t, "shortleash: a task stands after run:  shortleash run 'Which files?'\n", said)
	}
}

// The rules that help shows can be copied.
func TestTheRulesInHelpAreRules(t *testing.T) {
	out, _, _ := app(t, "run", "-h")
	_, text, _ := strings.Cut(out, "Rules are TOML:\n")
	text, _, _ = strings.Cut(text, "\n\n  --")
	path := filepath.Join(t.TempDir(), "rules.toml")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	file, err := rules.Read(path)
	require.NoError(t, err)
	assert.Equal(t, map[string]int{"write_file": 1}, file.Quota)
	assert.Equal(t, map[string]map[string]string{"read_text_file": {"path": `\.txt$`}}, file.Shown)
}

// Every command says what it does on one screen of 80 columns; the program's own help has a line for each.
func TestHelpOfEveryCommand(t *testing.T) {
	var listed []string
	for _, g := range helpGroups {
		for _, c := range g.Commands {
			listed = append(listed, c[0])
		}
	}
	var names []string
	for _, cmd := range quietRoot().Commands() {
		names = append(names, cmd.Name())
	}
	assert.ElementsMatch(t, names, listed)
	for _, path := range append(everyCommand(), "runs", "flags", "") {
		out, said, code := app(t, append(strings.Fields(path), "-h")...)
		assert.Zero(t, code, path)
		assert.Empty(t, said, path)
		assert.Contains(t, out, strings.TrimSpace("shortleash "+path), path)
		assert.Contains(t, out, "Example", path)
		lines := 28
		if path == "flags" || path == "" {
			lines = 40 // a line for each flag, or each command
		}
		assert.LessOrEqual(t, strings.Count(out, "\n"), lines, path)
		for line := range strings.Lines(out) {
			if !strings.HasPrefix(line, "  shortleash completion") && !strings.HasPrefix(line, "  OTEL_") { // commands to copy
				assert.LessOrEqual(t, utf8.RuneCountInString(strings.TrimSuffix(line, "\n")), 80, "%s: %s", path, line)
			}
		}
	}
}
