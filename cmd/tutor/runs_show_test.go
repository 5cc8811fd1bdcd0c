package main

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestARunIsShown(t *testing.T) {
	s := newStage(t)
	log := s.logged("He goed.")
	code, stdout, stderr := s.exec("runs", "show", log)
	assert.Zero(t, code)
	assert.Empty(t, stderr)
	golden(t, "runs_show.golden", anonymous(stdout))

	_, stdout, _ = s.exec("runs", "show", log, "--json")
	assert.Equal(t, s.scrub(string(must(os.ReadFile(log)))), stdout, "the log's own events")

	s.cut(log, 7, 30)
	_, stdout, _ = s.exec("runs", "show", log)
	assert.Contains(t, anonymous(stdout),
		"\n     lookup_irregular_verb {\"verb\":\"go\"}\nunfinished. To go on:  tutor runs resume IDENTITY\n")
}
