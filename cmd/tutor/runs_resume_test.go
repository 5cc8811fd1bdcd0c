package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
)

func TestARunIsResumed(t *testing.T) {
	s := newStage(t)
	log := s.logged("He goed.")
	whole := string(must(os.ReadFile(log)))
	_, want, _ := s.exec("--quiet", "--model", "rules", "He goed.")
	for _, at := range []struct{ lines, bytes int }{{1, 0}, {7, 40}, {14, 0}, {20, 100}} {
		require.NoError(t, os.WriteFile(log, []byte(whole), 0o600))
		s.cut(log, at.lines, at.bytes)
		code, stdout, stderr := s.exec("runs", "resume", log)
		assert.Zero(t, code)
		assert.Equal(t, want, stdout)
		assert.Equal(t, "rules · 3 steps · 2 tool calls · N ms\n", stderr)
		code, stdout, _ = s.exec("runs", "replay", log)
		assert.Zero(t, code, stdout)
		before := must(os.ReadFile(log))
		code, stdout, _ = s.exec("runs", "resume", "--quiet", log)
		assert.Zero(t, code)
		assert.Equal(t, want, stdout, "one that has ended says its answer again")
		assert.Equal(t, before, must(os.ReadFile(log)), "and nothing is written")
	}
	t.Run("as JSON, with its trace", func(t *testing.T) {
		require.NoError(t, os.WriteFile(log, []byte(whole), 0o600))
		s.cut(log, 14, 0)
		code, stdout, stderr := s.exec("runs", "resume", log, "--json", "--trace")
		assert.Zero(t, code)
		assert.Equal(t, "He went.", gjson.Get(stdout, "corrected").Str)
		assert.Len(t, gjson.Get(stdout, "trace").Array(), 3)
		assert.Contains(t, stderr, "  3  the tools returned the right words\n")
		assert.NotContains(t, stderr, "  1  ", "what was done is not shown again")
	})
	t.Run("a script goes on where it stood", func(t *testing.T) {
		model := s.script(lookUp, "hm", right)
		log := filepath.Join(s.dir, "scripted")
		_, want, _ := s.exec("--quiet", "--model", model, "--log", log, "He goed.")
		s.cut(log, 6, 0)
		code, _, stderr := s.exec("runs", "resume", log)
		assert.Equal(t, 2, code)
		assert.Equal(t, "tutor: a script began this run; name it with --model script:FILE\n", stderr)
		code, stdout, stderr := s.exec("runs", "resume", log, "--quiet", "--model", model)
		assert.Zero(t, code, stderr)
		assert.Equal(t, want, stdout)
	})
}
