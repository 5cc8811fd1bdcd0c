package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
)

func TestRunsAreListed(t *testing.T) {
	s := newStage(t)
	log := s.logged("He goed.", "Write a poem about "+strings.Repeat("very ", 20)+"good cats, please.", "He goed.")
	s.cut(log, 21+7+7, 30)
	code, stdout, stderr := s.exec("runs", "list", log)
	assert.Zero(t, code)
	assert.Empty(t, stderr)
	assert.Equal(t, `
ID        STARTED              OUTCOME     STEPS  MODEL  PLANNER  TASK
IDENTITY  DAY AND TIME, LOCAL  unfinished  1      rules  react    He goed.
IDENTITY  DAY AND TIME, LOCAL  final       1      rules  react    Write a poem about very very very very very ver…
IDENTITY  DAY AND TIME, LOCAL  final       3      rules  react    He goed.
`, "\n"+anonymous(stdout))

	code, asJSON, _ := s.exec("runs", "list", "--json", "--log", log)
	assert.Zero(t, code)
	rows := gjson.Parse("[" + strings.ReplaceAll(strings.TrimSpace(asJSON), "\n", ",") + "]").Array()
	require.Len(t, rows, 3)
	assert.Equal(t, s.idOf(log, 3), rows[0].Get("id").Str)
	assert.Equal(t, "log:3", rows[0].Get("name").Str)
	assert.Equal(t, "DIR/log.ndjson", rows[0].Get("log").Str)
	assert.Equal(t, rows[0].Get("run").Str, rows[2].Get("run").Str, "the same sentence")
	assert.NotEqual(t, rows[0].Get("id").Str, rows[2].Get("id").Str, "another run")
	assert.Equal(t, int64(3), rows[2].Get("steps").Int())
	started, err := time.Parse(time.RFC3339Nano, rows[0].Get("time").Str)
	require.NoError(t, err)
	assert.WithinDuration(t, time.Now(), started, time.Minute)
}

func TestOldLogsAreDeleted(t *testing.T) {
	s := newStage(t)
	s.env["XDG_STATE_HOME"] = s.dir
	folder := filepath.Join(s.dir, "tutor", "runs")
	in := s.file("in.txt", "He goed.\n")
	batch := func(out string) (stderr string) {
		code, _, stderr := s.exec("batch", in, "-o", filepath.Join(s.dir, out), "--model", "rules")
		require.Zero(t, code, stderr)
		return stderr
	}
	age := func(days int) {
		files, err := filepath.Glob(filepath.Join(folder, "*.ndjson"))
		require.NoError(t, err)
		require.NotEmpty(t, files)
		for _, path := range files {
			info, err := os.Stat(path)
			require.NoError(t, err)
			assert.Equal(t, os.FileMode(0o600), info.Mode().Perm())
			at := time.Now().AddDate(0, 0, -days)
			require.NoError(t, os.Chtimes(path, at, at))
		}
	}
	batch("one")
	age(29)
	assert.NotContains(t, batch("two"), "Deleted")
	_, _, stderr := s.exec("runs", "list")
	assert.Regexp(t, `2 logs, \d.*B, in DIR/tutor/runs.  tutor runs prune  deletes old ones.`, stderr)
	age(31)
	assert.Contains(t, batch("three"), "Deleted 2 logs that no one wrote to for 30 days.")

	age(8)
	code, _, stderr := s.exec("runs", "prune")
	assert.Zero(t, code)
	assert.Regexp(t, `^Deleted 0 logs \(0 B\); 1 log \(.*B\) left in DIR/tutor/runs.\n$`, stderr)
	code, stdout, _ := s.exec("runs", "prune", "--older", "7", "--json")
	assert.Zero(t, code)
	assert.EqualValues(t, 1, gjson.Get(stdout, "files").Int())
	assert.Positive(t, gjson.Get(stdout, "bytes").Int())
	batch("four")
	_, _, stderr = s.exec("runs", "prune", "--all")
	assert.Contains(t, stderr, "Deleted 1 log (")
	for _, args := range [][]string{{"--all", "--older", "3"}, {"--log", "x"}, {"now"}, {"--older", "-1"}} {
		code, _, _ := s.exec(append([]string{"runs", "prune"}, args...)...)
		assert.Equal(t, 2, code, args)
	}
}
