package main

import (
	osexec "os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/shortleash/shortleash/cmd/internal/cli"
)

// A shell that completes the name of a command says what it does.
func TestCompletionDescribesCommands(t *testing.T) {
	_, stdout, _ := newStage(t).exec("__complete", "")
	lines := strings.Split(stdout, "\n")
	n := 0
	for _, line := range lines {
		if name, about, _ := strings.Cut(line, "\t"); name != "" && name[0] != ':' {
			assert.NotEmpty(t, about, name)
			n++
		}
	}
	assert.Greater(t, n, 12)
	assert.Contains(t, lines, "batch\tcorrect a file of sentences, or a column of a table")
}

func TestCompletion(t *testing.T) {
	rows := []struct {
		claim string
		words []string
		want  string // lines, without what shells are told
	}{
		{"commands", []string{"exp"}, "explain"},
		{"values of a flag", []string{"--explain", ""}, "en es both off"},
		{"codes of rules", []string{"explain", "SVA-P"}, "SVA-PRON"},
		{"models", []string{"--model", "r"}, "rules random:"},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			code, stdout, _ := newStage(t).exec(append([]string{"__complete"}, row.words...)...)
			assert.Zero(t, code)
			var got []string
			for line := range strings.Lines(stdout) {
				if !strings.HasPrefix(line, ":") {
					name, _, _ := strings.Cut(strings.TrimSpace(line), "\t")
					if strings.HasPrefix(name, row.words[len(row.words)-1]) { // as shells do
						got = append(got, name)
					}
				}
			}
			assert.ElementsMatch(t, strings.Fields(row.want), got)
		})
	}
	for _, shell := range []string{"bash", "zsh", "fish"} {
		t.Run("a script for "+shell, func(t *testing.T) {
			code, stdout, stderr := newStage(t).exec("completion", shell)
			assert.Zero(t, code)
			assert.Empty(t, stderr)
			assert.Contains(t, stdout, "__complete")
			path, err := osexec.LookPath(shell)
			if err != nil {
				return // this machine has no such shell to read it
			}
			check := osexec.CommandContext(t.Context(), path, "-n")
			check.Stdin = strings.NewReader(stdout)
			out, err := check.CombinedOutput()
			assert.NoError(t, err, "%s", out)
		})
	}
	code, _, stderr := newStage(t).exec("completion", "tcsh")
	assert.Equal(t, 2, code)
	assert.Equal(t, "tutor: completion wants the name of a shell: bash, zsh or fish\n", stderr)
}

// Each command explains itself on one screen, with an example, whatever the settings are.
func TestEveryCommandHasHelp(t *testing.T) {
	root := rootCommand(cli.NewConsole("tutor", nil, nil, nil, func(string) string { return "" }, nil))
	for _, cmd := range append(root.Commands(), root) {
		t.Run(cmd.Name(), func(t *testing.T) {
			s := newStage(t)
			s.env["TUTOR_MODEL"] = "nonsense"
			path := strings.Fields(cmd.CommandPath())
			code, stdout, stderr := s.exec(append(path[1:], "--help")...)
			assert.Zero(t, code)
			assert.Empty(t, stderr)
			assert.Contains(t, stdout, "Example")
			for _, below := range cmd.Commands() {
				assert.Contains(t, stdout, below.Name(), "a command below is in the help above it")
			}
			assert.Contains(t, stdout, "\n  "+strings.Join(path, " "))
			assert.LessOrEqual(t, strings.Count(stdout, "\n"), 56, "it fits one screen")
			for line := range strings.Lines(stdout) {
				assert.LessOrEqual(t, len([]rune(line)), 81, "%s", line)
			}
		})
	}
}
