package main

import (
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
