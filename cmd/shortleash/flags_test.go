package main

import (
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
	"github.com/shortleash/shortleash/cmd/shortleash/internal/settings"
)

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

func TestATaskWithoutRunIsRefused(t *testing.T) {
	for _, args := range [][]string{{"Which", "files?"}, {"Which files?"}} {
		_, said, code := app(t, args...)
		assert.Equal(t, 2, code)
		assert.Equal(t, "shortleash: put the task after run:  shortleash run 'Which files?'\n", said)
	}
}

// The rules that help shows can be copied.
func TestTheRulesInHelpAreRules(t *testing.T) {
	out, _, _ := app(t, "run", "-h")
	_, text, _ := strings.Cut(out, "Rules are TOML:\n")
	text, _, _ = strings.Cut(text, "\n\nFlags")
	path := filepath.Join(t.TempDir(), "rules.toml")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	file, err := rules.Read(path)
	require.NoError(t, err)
	assert.Equal(t, map[string]int{"write_file": 1}, file.Quota)
	assert.Equal(t, map[string]map[string]string{"read_text_file": {"path": `\.txt$`}}, file.Shown)
}

// Every command says what it does on one screen of 80 columns.
func TestHelpOfEveryCommand(t *testing.T) {
	for _, path := range append(everyCommand(), "runs", "") {
		out, said, code := app(t, append(strings.Fields(path), "-h")...)
		assert.Zero(t, code, path)
		assert.Empty(t, said, path)
		assert.Contains(t, out, strings.TrimSpace("shortleash "+path), path)
		assert.Contains(t, out, "Example", path)
		assert.LessOrEqual(t, strings.Count(out, "\n"), 48, path)
		for line := range strings.Lines(out) {
			if !strings.HasPrefix(line, "  shortleash completion") && !strings.HasPrefix(line, "  OTEL_") { // commands to copy
				assert.LessOrEqual(t, utf8.RuneCountInString(strings.TrimSuffix(line, "\n")), 80, "%s: %s", path, line)
			}
		}
	}
}
