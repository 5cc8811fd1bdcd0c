package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/cmd/internal/logs"
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
	t.Run("with the events of what is done now", func(t *testing.T) {
		require.NoError(t, os.WriteFile(log, []byte(whole), 0o600))
		s.cut(log, 14, 0)
		code, stdout, _ := s.exec("runs", "resume", log, "--events")
		assert.Zero(t, code)
		assert.Equal(t, `"finished"`, gjson.Get(stdout[strings.LastIndex(strings.TrimSpace(stdout), "\n")+1:], "kind").Raw)
		assert.True(t, strings.HasSuffix(string(must(os.ReadFile(log))), stdout), "they are those that are kept")
	})
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

func TestARunThatCannotBeResumed(t *testing.T) {
	s := newStage(t)
	log := s.logged("He goed.", "She is.")
	whole := string(must(os.ReadFile(log)))
	lines := strings.SplitAfter(whole, "\n")
	first, second := strings.Join(lines[:8], ""), strings.Join(lines[21:], "")
	rows := []struct {
		claim, log string
		args       []string
		stderr     string
	}{
		{"one that others stand behind", first + second, nil,
			"tutor: IDENTITY is not the last run in its file, and only that one can go on there. In a file of its own it can:\n" +
				"  tutor runs show DIR/broken:1 --json > FILE && tutor runs resume FILE\n"},
		{"one of another model", first, []string{"--model", "random:1"},
			"tutor: rules began this run, and random:1 cannot go on with it; leave --model out\n"},
		{"one of a model that is none", strings.ReplaceAll(first, `["rules"]`, `["hal"]`), nil,
			"tutor: there is no model \"hal\"; there is: auto, ollama:NAME, openai:NAME, rules, tiny, tiny:FILE, script:FILE, " +
				"random:SEED. For a model of Ollama, write ollama:hal\n"},
		{"one of another program", strings.Replace(first, `"name":"conjugate","sha256":"`, `"name":"conjugate","sha256":"0`, 1), nil, "*"},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			path := s.file("broken", row.log)
			code, stdout, stderr := s.exec(append([]string{"runs", "resume", path + ":1"}, row.args...)...)
			assert.Equal(t, 2, code)
			assert.Empty(t, stdout)
			if row.stderr == "*" {
				assert.Contains(t, stderr,
					"tutor: the run cannot go on here: the tools are others: conjugate has changed. It was begun with --model rules; with the "+
						"same flags, instructions and version of tutor it goes on\n")
			} else {
				assert.Equal(t, row.stderr, anonymous(stderr))
			}
			assert.Equal(t, row.log, string(must(os.ReadFile(path))), "nothing is written")
		})
	}
	t.Run("the way out works", func(t *testing.T) {
		path := s.file("broken", first+second)
		_, alone, _ := s.exec("runs", "show", path+":1", "--json")
		code, stdout, _ := s.exec("runs", "resume", "--quiet", s.file("alone", alone))
		assert.Zero(t, code)
		assert.Contains(t, stdout, "He [-goed-]{+went+}.")
	})
	t.Run("one that another process writes", func(t *testing.T) {
		path := s.file("broken", first)
		held, err := logs.Open(path)
		require.NoError(t, err)
		code, _, stderr := s.exec("runs", "resume", path)
		assert.Equal(t, 2, code)
		assert.Equal(t, "tutor: cannot write the log DIR/broken: another process writes it. Wait until it ends, or name another file.\n", stderr)
		code, _, stderr = s.exec("--model", "rules", "--log", path, "He goed.")
		assert.Equal(t, 2, code, "a new run does not write into it either")
		assert.Equal(t, "tutor: cannot write the log DIR/broken: another process writes it. Wait until it ends, or name another file.\n", stderr)
		require.NoError(t, held.Close())
	})
	t.Run("a log that is none", func(t *testing.T) {
		code, _, stderr := s.exec("--model", "rules", "--log", s.file("essay", "My essay"), "He goed.")
		assert.Equal(t, 2, code)
		assert.Equal(t, "tutor: cannot write the log DIR/essay: it holds something else. Name another file.\n", stderr)
	})
}
