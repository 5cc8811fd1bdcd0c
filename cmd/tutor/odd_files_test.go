//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/cmd/internal/cli"
)

// pipe makes a named pipe that no process has open.
func (s *stage) pipe(name string) string {
	path := filepath.Join(s.dir, name)
	require.NoError(s.t, syscall.Mkfifo(path, 0o600))
	return path
}

// TestPipesAreRefusedOrLeft says that no command waits for a pipe that no process has open.
func TestPipesAreRefusedOrLeft(t *testing.T) {
	s := newStage(t)
	pipe := s.pipe("pipe")
	in := s.file("in", "He goed.\n")
	for _, row := range []struct {
		claim string
		args  []string
		says  string
	}{
		{"a log", []string{"--model", "rules", "--log", pipe, "He goed."},
			"tutor: cannot write the log DIR/pipe: it is a pipe that no process reads.\n"},
		{"the log of a batch", []string{"batch", in, "-o", s.dir + "/out", "--model", "rules", "--log", pipe},
			"tutor: cannot write the log DIR/pipe: it is a pipe that no process reads.\n"},
		{"the answers of a batch", []string{"batch", in, "-o", pipe, "--model", "rules", "--no-log"},
			"tutor: DIR/pipe is not a regular file, and answers can only be kept in one; name another with -o\n"},
		{"a network", []string{"--model", "tiny:" + pipe, "He goed."}, "tutor: cannot read DIR/pipe: it is not a regular file\n"},
		{"a run", []string{"runs", "show", pipe}, "tutor: there is no run DIR/pipe in DIR/state/tutor/runs; see tutor runs list\n"},
	} {
		t.Run(row.claim, func(t *testing.T) {
			s.env["XDG_STATE_HOME"] = s.dir + "/state"
			code, stdout, stderr := s.exec(row.args...)
			assert.Equal(t, 2, code)
			assert.Empty(t, stdout)
			assert.Equal(t, row.says, stderr)
		})
	}
	t.Run("a list of runs", func(t *testing.T) {
		code, _, stderr := s.exec("runs", "list", pipe)
		assert.Equal(t, 3, code)
		assert.Equal(t, "tutor: DIR/pipe: it is not a regular file\n", stderr)
	})
	t.Run("among the logs", func(t *testing.T) {
		folder := filepath.Join(s.dir, "state", "tutor", "runs")
		require.NoError(t, os.MkdirAll(folder, 0o700))
		require.NoError(t, syscall.Mkfifo(filepath.Join(folder, "pipe.ndjson"), 0o600))
		code, _, stderr := s.exec("runs", "list")
		assert.Zero(t, code)
		assert.Contains(t, stderr, "There is no run in DIR/state/tutor/runs.")
	})
}

// TestASignalEndsTheWaitForAPipe reads inputs from a pipe that no process writes.
func TestASignalEndsTheWaitForAPipe(t *testing.T) {
	s := newStage(t)
	signals := make(chan os.Signal, 1)
	var stderr bytes.Buffer
	c := cli.NewConsole("tutor", strings.NewReader(""), &bytes.Buffer{}, &stderr, func(string) string { return "" }, signals)
	time.AfterFunc(100*time.Millisecond, func() { signals <- os.Interrupt })
	assert.Equal(t, 130, run(t.Context(), c, []string{"batch", s.pipe("in"), "-o", s.dir + "/out", "--model", "rules"}))
}

func TestALogIsNotAppendedToSomethingElse(t *testing.T) {
	s := newStage(t)
	const text = "my notes\nare here\n"
	notes := s.file("notes", text)
	code, _, stderr := s.exec("--model", "rules", "--log", notes, "He goed.")
	assert.Equal(t, 2, code)
	assert.Equal(t, "tutor: cannot write the log DIR/notes: it holds something else. Name another file.\n", stderr)
	data, err := os.ReadFile(notes)
	require.NoError(t, err)
	assert.Equal(t, text, string(data))
}

func TestFilesThatAreTooLargeAreRefused(t *testing.T) {
	s := newStage(t)
	large := s.file("large", "")
	require.NoError(t, os.Truncate(large, 2<<30)) // of zeros, which take no room
	for _, row := range []struct {
		claim string
		args  []string
		code  int
		says  string
	}{
		{"a network", []string{"--model", "tiny:" + large, "x"}, 2, "tutor: cannot read DIR/large: it has more than 1 GB\n"},
		{"a device", []string{"--model", "tiny:/dev/zero", "x"}, 2, "tutor: cannot read /dev/zero: it is not a regular file\n"},
		{"a script", []string{"--model", "script:" + large, "x"}, 2, "tutor: cannot read DIR/large: it has more than 100 MB\n"},
		{"a library", []string{"--model", "rules", "--planner", "preflect:react", "--plan-errors", large, "x"}, 2,
			"tutor: cannot read DIR/large: it has more than 10 MB\n"},
		{"a log", []string{"runs", "list", large}, 3, "tutor: DIR/large: line 1: it has more than 64 MB, too much for an event\n"},
		{"a suite", []string{"eval", large}, 2, "tutor: cannot read DIR/large: it has more than 100 MB\n"},
		{"records", []string{"eval", "../../testdata/contract.jsonl", "--model", "rules", "--resume", large}, 2,
			"tutor: DIR/large, line 1: it has more than 64 MB; --resume wants a file of its own\n"},
		{"records on a device", []string{"eval", "../../testdata/contract.jsonl", "--model", "rules", "--resume", "/dev/zero"}, 2,
			"tutor: cannot open /dev/zero: it is not a regular file\n"},
	} {
		t.Run(row.claim, func(t *testing.T) {
			code, _, stderr := s.exec(row.args...)
			assert.Equal(t, row.code, code)
			assert.Equal(t, row.says, stderr)
		})
	}
}

// TestATamperedLogSteersNoTerminal lists, shows and compares a run whose texts hold what moves a cursor.
func TestATamperedLogSteersNoTerminal(t *testing.T) {
	s := newStage(t)
	const evil = `\u001b]52;c;aGk=\u0007\u009b31m\u202e`
	log := s.logged("He goed.")
	data, err := os.ReadFile(log)
	require.NoError(t, err)
	tampered := strings.NewReplacer(`"outcome":"final"`, `"outcome":"final`+evil+`"`, `"model":"rules"`, `"model":"rules`+evil+`"`,
		`He goed.`, `He goed.`+"\u009b\u202e\u007f").Replace(string(data))
	path := s.file("tampered.ndjson", tampered)
	for _, args := range [][]string{{"runs", "list", path}, {"runs", "list", "--json", path}, {"runs", "show", path}, {"runs", "replay", path},
		{"--events", "--model", "rules", "He goed\u009b\u202e."}, {"--json", "--model", "rules", "He goed\u009b\u202e."},
		{"--model", "rules", "He goed\u009b\u202e."}} {
		_, stdout, stderr := s.exec(args...)
		assert.NotEmpty(t, stdout+stderr)
		for _, r := range stdout + stderr {
			if r != '\n' && (r < ' ' || r >= 0x7f && r <= 0x9f || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069) {
				t.Errorf("%s prints %U", fmt.Sprint(args), r)
				break
			}
		}
	}
}
