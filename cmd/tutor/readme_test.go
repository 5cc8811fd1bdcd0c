package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestThePagesAreTrue holds the recorded run of the tutor's page to what the program prints. -update rewrites it.
func TestThePagesAreTrue(t *testing.T) {
	s := newStage(t)
	command := `--trace "Yesterday he goed to school."`
	code, stdout, stderr := s.exec("--model", "tiny", "--trace", "Yesterday he goed to school.")
	require.Zero(t, code, stderr)
	// The trace comes first on a terminal, where the answer follows it; the line of facts is last.
	lines := strings.SplitAfter(strings.TrimSuffix(stderr, "\n")+"\n", "\n")
	facts := len(lines) - 2
	run := strings.Join(lines[:facts], "") + stdout + lines[facts]
	same(t, "../../docs/tutor.md", "```\n$ go run ./cmd/tutor "+command+"\n", "```\n",
		regexp.MustCompile(`\d+ ms|\d+\.\d s`).ReplaceAllString(run, "6 ms"))
}

// same holds what stands between begin and end in a page.
func same(t *testing.T, path, begin, end, want string) {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	page := replaced(t, string(text), begin, end, want)
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(page), 0o644))
	}
	assert.True(t, page == string(text), "%s is out of date; rewrite it with: go test ./cmd/tutor -update", path)
}

// replaced returns text with what stands between begin and end replaced.
func replaced(t *testing.T, text, begin, end, by string) string {
	t.Helper()
	before, rest, ok := strings.Cut(text, begin)
	require.True(t, ok, "the page has no %q", begin)
	_, after, ok := strings.Cut(rest, end)
	require.True(t, ok)
	return before + begin + by + end + after
}
