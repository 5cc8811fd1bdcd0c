package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestReadmeIsTrue holds the README's recorded run to what the program prints, and its library
// example to the tested one. -update rewrites both.
func TestReadmeIsTrue(t *testing.T) {
	const path = "../../README.md"
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	readme := string(text)

	s := newStage(t)
	command := `--trace "Yesterday he goed to school."`
	code, stdout, stderr := s.exec("--model", "tiny", "--trace", "Yesterday he goed to school.")
	require.Zero(t, code, stderr)
	// The trace comes first on a terminal, where the answer follows it; the line of facts is last.
	lines := strings.SplitAfter(strings.TrimSuffix(stderr, "\n")+"\n", "\n")
	facts := len(lines) - 2
	run := strings.Join(lines[:facts], "") + stdout + lines[facts]
	readme = replaced(t, readme, "```\n$ go run ./cmd/tutor "+command+"\n", "```\n",
		regexp.MustCompile(`\d+ ms|\d+\.\d s`).ReplaceAllString(run, "6 ms"))

	example, err := os.ReadFile("../../loop/example_test.go")
	require.NoError(t, err)
	program := strings.NewReplacer("package loop_test", "package main", "ExampleLoop_Run", "main",
		"// The README quotes this file as a program.\n\n", "").Replace(string(example))
	program, _, ok := strings.Cut(program, "\t// Output:")
	require.True(t, ok)
	readme = replaced(t, readme, "```go\n", "```\n", program+"}\n")

	if *update {
		require.NoError(t, os.WriteFile(path, []byte(readme), 0o644))
	}
	assert.True(t, readme == string(text), "README.md is out of date; rewrite it with: go test ./cmd/tutor -update")
}

// replaced returns text with what stands between begin and end replaced.
func replaced(t *testing.T, text, begin, end, by string) string {
	t.Helper()
	before, rest, ok := strings.Cut(text, begin)
	require.True(t, ok, "README.md has no %q", begin)
	_, after, ok := strings.Cut(rest, end)
	require.True(t, ok)
	return before + begin + by + end + after
}
