//go:build unix

package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// inTerminal runs the program in a terminal of a width to its end, and returns the code and the lines of the screen.
func inTerminal(t *testing.T, width int, args ...string) (code int, lines []string) {
	t.Helper()
	x := newTerminal(t, width, 70, nil, args...)
	code = x.ends()
	for line := range strings.SplitSeq(strings.TrimRight(x.shows(), " \n"), "\n") {
		lines = append(lines, strings.TrimRight(line, " "))
	}
	return code, lines
}

// A terminal shows the newest runs, each in one of its lines.
func TestRunsAreListedInATerminal(t *testing.T) {
	s := newStage(t)
	in := s.file("in", strings.Repeat("He goed to a very small school in the old town of Toledo.\n", 45))
	log := filepath.Join(s.dir, "log")
	code, _, _ := s.batch(in, "--model", "rules", "--log", log)
	require.Zero(t, code)
	for width, want := range map[int]string{40: "ID        OUTCOME  TASK",
		120: "ID        STARTED              OUTCOME  STEPS  MODEL  PLANNER  TASK"} {
		code, lines := inTerminal(t, width, "runs", "list", log)
		assert.Zero(t, code)
		assert.Equal(t, want, lines[0])
		require.Greater(t, len(lines), 41)
		assert.Equal(t, "… and 5 runs before these: tutor runs list | less",
			strings.Join(strings.Fields(strings.Join(lines[41:], " ")), " "), "%d", width)
		if width == 40 {
			assert.True(t, strings.HasSuffix(lines[1], "  final    He goed to a very sm…"), lines[1])
		}
	}
}

// What was found stands in its column, however long it is; in a narrow terminal it stands below its name.
func TestDoctorInATerminal(t *testing.T) {
	host := closedAddress
	code, lines := inTerminal(t, 80, "doctor", "--host", host, "--model", "ollama")
	assert.Equal(t, 3, code)
	text := strings.Join(lines, "\n")
	assert.Contains(t, text, "FAIL     server      No Ollama answers at "+host+"\n"+
		"                     → Start it with `ollama serve`, or name another with --host\n"+
		"                     or OLLAMA_HOST. The built-in network needs no server:\n"+
		"                     --model tiny.\n")
	code, lines = inTerminal(t, 40, "doctor", "--host", host, "--model", "ollama")
	assert.Equal(t, 3, code)
	assert.Contains(t, strings.Join(lines, "\n"),
		"FAIL     server\n    No Ollama answers at\n    "+host+"\n    → Start it with `ollama serve`, or\n    name another with --host or\n")
}

// Nothing that the program says by itself is broken inside a word, or longer than the terminal is wide.
func TestWordsStayWholeInANarrowTerminal(t *testing.T) {
	for _, args := range [][]string{
		{"batch", "-h"}, {"eval", "-h"}, {"-h"}, {"flags"}, {"rules"},
		{"--model", "rules", "--quiet", "--explain", "both", "I am agree with you."},
	} {
		code, plain, _ := newStage(t).exec(args...)
		require.Zero(t, code)
		known := map[string]bool{}
		for word := range strings.FieldsSeq(plain) {
			known[strings.Trim(word, ",")] = true
		}
		code, lines := inTerminal(t, 40, args...)
		assert.Zero(t, code)
		for _, line := range lines {
			assert.LessOrEqual(t, len([]rune(line)), 40)
			for word := range strings.FieldsSeq(line) {
				if word = strings.Trim(word, ","); len(word) < 20 && strings.Trim(word, "~^") != "" {
					assert.True(t, known[word], "%v: %q in %q", args, word, line)
				}
			}
		}
	}
}
