package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/cmd/internal/logs"
	"github.com/shortleash/shortleash/loop"
)

// logged corrects sentences with the built-in model and returns the log of their runs.
func (s *stage) logged(sentences ...string) (log string) {
	s.t.Helper()
	log = filepath.Join(s.dir, "log.ndjson")
	for _, sentence := range sentences {
		code, _, stderr := s.exec("--quiet", "--model", "rules", "--log", log, sentence)
		require.Zero(s.t, code, stderr)
	}
	return log
}

// cut keeps the first n lines of a file, and some bytes of the next.
func (s *stage) cut(path string, n, bytesOfNext int) {
	s.t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(s.t, err)
	lines := strings.SplitAfter(string(data), "\n")
	require.NoError(s.t, os.WriteFile(path, []byte(strings.Join(lines[:n], "")+lines[n][:bytesOfNext]), 0o600))
}

var (
	anID    = regexp.MustCompile(`(?m)(^|\s)[0-9a-f]{8}\b`)
	aMoment = regexp.MustCompile(`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d`)
)

// anonymous takes out of a text what differs from one run of the tests to the next, and no more
// letters than it puts in.
func anonymous(text string) string {
	return aMoment.ReplaceAllString(anID.ReplaceAllString(text, "${1}IDENTITY"), "DAY AND TIME, LOCAL")
}

// idOf returns the ID of the nth run in a log.
func (s *stage) idOf(log string, n int) string {
	s.t.Helper()
	for r, err := range logs.Read(log) {
		require.NoError(s.t, err)
		if r.N == n {
			return r.ID
		}
	}
	s.t.Fatalf("there is no run %d in %s", n, log)
	return ""
}

func TestRunsHelp(t *testing.T) {
	code, stdout, stderr := newStage(t).exec("runs", "-h")
	assert.Zero(t, code)
	assert.Empty(t, stderr)
	golden(t, "help_runs.golden", stdout)
}

func TestRunsThatCannotBeHad(t *testing.T) {
	s := newStage(t)
	log := s.logged("He goed.", "She is.")
	broken := s.file("broken", string(must(os.ReadFile(log)))+"oh\n")
	s.file("runs", "")
	id := s.idOf(log, 2)
	s.env["TUTOR_LOG"] = log
	rows := []struct {
		claim  string
		args   []string
		code   int
		stderr string
	}{
		{"nothing said", []string{"runs"}, 2, "tutor: runs wants to be told what to do. Try:  tutor runs list\nThe other ways:  tutor runs -h\n"},
		{"a slip", []string{"runs", "lst"}, 2, "tutor: there is no tutor runs lst; did you mean tutor runs list?\n"},
		{"something else", []string{"runs", "everywhere"}, 2, "tutor: there is no tutor runs everywhere; see tutor runs -h\n"},
		{"no ID", []string{"runs", "show"}, 2,
			"tutor: that is not how to ask. For example:  tutor runs show essays-0a1b2c3d:3\ntutor runs list says which there are.\n"},
		{"one of two", []string{"runs", "diff", "x"}, 2,
			"tutor: that is not how to ask. For example:  tutor runs diff 5f1c 8e02\ntutor runs list says which there are.\n"},
		{"an ID that is none", []string{"runs", "replay", "zz"}, 2, "tutor: there is no run zz in DIR/log.ndjson; see tutor runs list\n"},
		{"a place that is none", []string{"runs", "show", log + ":3"}, 2,
			"tutor: there is no run DIR/log.ndjson:3 in DIR/log.ndjson; see tutor runs list\n"},
		{"several", []string{"runs", "show", log}, 2,
			"tutor: DIR/log.ndjson may be any of 2 runs; say more of its ID:\n  IDENTITY  log:1  He goed.\n  IDENTITY  log:2  She is.\n"},
		{"a file that is not there", []string{"runs", "list", "DIR/gone"}, 2, "tutor: cannot read DIR/gone: no such file or directory\n"},
		{"a log that is damaged, by its list", []string{"runs", "list", "--quiet", broken}, 3,
			"tutor: DIR/broken: line 36: invalid character 'o' looking for beginning of value\n"},
		{"a log that is damaged, by a search", []string{"runs", "show", "--log", broken, "zz"}, 2,
			"tutor: cannot read all of DIR/broken: line 36: invalid character 'o' looking for beginning of value\n"},
		{"a reply that is none", []string{"runs", "resume", id, "--reply", "shrug"}, 2,
			"tutor: --reply is \"shrug\": want approve, always, deny, edit, rerun, result, skip or reject\n"},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			var args []string
			for _, a := range row.args {
				args = append(args, strings.ReplaceAll(a, "DIR", s.dir))
			}
			code, _, stderr := s.exec(args...)
			assert.Equal(t, row.code, code, stderr)
			if row.stderr != "" {
				assert.Equal(t, row.stderr, anonymous(stderr))
			}
		})
	}
	t.Run("no folder", func(t *testing.T) {
		code, _, stderr := newStage(t).exec("runs", "list")
		assert.Equal(t, 2, code)
		assert.Equal(t, "tutor: there is no folder for logs, because HOME is not set; name a file with --log\n", stderr)
	})
	t.Run("an empty one", func(t *testing.T) {
		s := newStage(t)
		s.env["HOME"] = s.dir
		code, stdout, stderr := s.exec("runs", "list")
		assert.Zero(t, code)
		assert.Empty(t, stdout)
		assert.Equal(t, "There is no run in DIR/.local/state/tutor/runs.\nBatches keep theirs; for a sentence:  tutor --log FILE SENTENCE\n",
			stderr)
	})
}

func must(data []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return data
}

func TestABatchKeepsItsRuns(t *testing.T) {
	s := newStage(t)
	s.env["XDG_STATE_HOME"] = filepath.Join(s.dir, "state")
	folder := filepath.Join(s.dir, "state", "tutor", "runs")
	in := s.file("in", "He goed.\nShe is happy.\n")
	tasks := func() string {
		_, stdout, _ := s.exec("runs", "list", "--json", "--quiet")
		var list []string
		for line := range strings.Lines(stdout) {
			list = append(list, gjson.Get(line, "task").Str)
		}
		return strings.Join(list, " ")
	}
	code, _, _ := s.batch(in, "--model", "rules", "--jobs", "1", "--no-log")
	assert.Zero(t, code)
	assert.NoDirExists(t, folder, "it was told not to")

	code, _, _ = s.batch(in, "--model", "rules", "--jobs", "1", "--restart")
	assert.Zero(t, code)
	assert.Equal(t, "She is happy. He goed.", tasks(), "newest first")
	files, err := logs.Files(folder)
	require.NoError(t, err)
	require.Len(t, files, 1)
	for path, mode := range map[string]os.FileMode{files[0]: 0o600, folder: 0o700} {
		info, err := os.Stat(path)
		require.NoError(t, err)
		assert.Equal(t, mode, info.Mode().Perm(), "what learners wrote is theirs")
	}
	s.file("in", "He goed.\nShe is happy.\nI am.\n")
	_, _, _ = s.batch(in, "--model", "rules", "--jobs", "1")
	assert.Equal(t, "I am. She is happy. He goed.", tasks(), "a batch that goes on adds to its log")
	_, _, _ = s.batch(in, "--model", "rules", "--jobs", "1", "--restart")
	assert.Equal(t, "I am. She is happy. He goed.", tasks(), "one that begins anew begins its log anew")

	held, err := logs.Open(files[0])
	require.NoError(t, err)
	before := string(must(os.ReadFile(filepath.Join(s.dir, "out"))))
	code, _, stderr := s.exec("batch", in, "-o", filepath.Join(s.dir, "out"), "--model", "rules", "--restart")
	assert.Equal(t, 2, code)
	assert.Equal(t, "tutor: another process writes DIR/out; wait until it ends.\n", stderr)
	assert.Equal(t, before, string(must(os.ReadFile(filepath.Join(s.dir, "out")))), "and does so undisturbed")
	require.NoError(t, held.Close())

	log := filepath.Join(s.dir, "mine")
	_, _, _ = s.batch(in, "--model", "rules", "--jobs", "1", "--restart", "--log", log)
	assert.Equal(t, 1, strings.Count(string(must(os.ReadFile(log))), `"task":"I am."`), "in the file that was named")
	s.env["XDG_STATE_HOME"] = filepath.Join(s.dir, "in") // a file
	code, _, stderr = s.batch(in, "--model", "rules", "--jobs", "1", "--restart")
	assert.Zero(t, code)
	assert.Contains(t, stderr, "tutor: the runs are not kept for tutor runs: mkdir DIR/in: not a directory\n3 of 3 lines")
}

// runs show --from --to says what an event changed in the State; runs show says what of the answer was in the task or
// in what tools returned.
func TestRunsShowWhatChangedAndWhatWasFound(t *testing.T) {
	s := newStage(t)
	log := s.logged("She have 3 books.")
	id := s.idOf(log, 1)
	show := func(args ...string) (code int, stdout, stderr string) {
		return s.exec(append([]string{"runs", "show", id, "--log", log}, args...)...)
	}
	code, all, stderr := show()
	require.Zero(t, code, stderr)
	assert.Contains(t, all, "faithful: 1 of 1 values of the answer stand in the task or in what calls gave\n")

	code, stdout, stderr := show("--from", "0", "--to", "1")
	require.Zero(t, code, stderr)
	assert.Contains(t, stdout, `~ /task "" -> "She have 3 books."`)
	assert.NotContains(t, stdout, "/steps/0")
	code, rest, stderr := show("--from", "1")
	require.Zero(t, code, stderr)
	assert.Contains(t, rest, "+ /steps/0 ")
	assert.Contains(t, rest, "~ /counters/steps 0 -> 2\n")

	code, stdout, _ = show("--from", "1", "--json")
	require.Zero(t, code)
	var changes []loop.Change
	require.NoError(t, json.Unmarshal([]byte(stdout), &changes))
	assert.Len(t, changes, strings.Count(rest, "\n"))
	code, stdout, _ = show("--from", "1", "--to", "1", "--json")
	require.Zero(t, code)
	assert.Equal(t, "[]\n", stdout)
	code, stdout, stderr = show("--from", "1", "--to", "1")
	require.Zero(t, code)
	assert.Equal(t, "Nothing changed.\n", stdout+stderr)
	code, _, stderr = show("--from", "3", "--to", "2")
	assert.Equal(t, 2, code)
	assert.Contains(t, stderr, "--from 3 --to 2 are not two of them in their order. Try:  tutor runs show "+id+" --from 0 --to ")
	code, _, _ = show("--to", "999")
	assert.Equal(t, 2, code)
}
