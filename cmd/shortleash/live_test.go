package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/cmd/internal/cli"
)

// A watched standard error calls then once text stands on it.
type watched struct {
	text string
	then func()

	mu   sync.Mutex
	seen bytes.Buffer
	done bool
}

func (w *watched) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	n, err := w.seen.Write(p)
	if !w.done && strings.Contains(w.seen.String(), w.text) {
		w.done = true
		w.then()
	}
	return n, err
}

// While a step lasts, a terminal shows what is being done; what stays is the trace alone.
func TestARunShowsWhatItDoes(t *testing.T) {
	model := func() string { return script(t, countBolts, answered) }
	run := func(terminal bool, s *shop, stderr *watched, args ...string) (out string) {
		var stdout bytes.Buffer
		c := cli.NewConsole("shortleash", strings.NewReader(""), &stdout, stderr,
			func(name string) string { return map[string]string{"TERM": "xterm"}[name] }, nil)
		c.ErrTerminal = terminal
		assert.Zero(t, c.Run(t.Context(), rootCommand(c), append(args, "--mcp", s.url)), stderr.seen.String())
		return stdout.String()
	}
	const line = "step 2 · calling count_part · "
	slow := func() (*shop, *watched) {
		s := openShop(t)
		s.slow = make(chan struct{})
		return s, &watched{text: line, then: func() { close(s.slow) }}
	}
	t.Run("a run", func(t *testing.T) {
		s, stderr := slow()
		assert.Equal(t, "There are 100 bolts.\n", run(true, s, stderr, "run", "--model", model(), "How many bolts?"))
		said := stderr.seen.String()
		assert.Contains(t, said, "\r\x1b[K"+line)
		assert.Contains(t, said, "\r\x1b[K     = {\"count\":20}\n", "the line is gone before the trace goes on")
	})
	t.Run("a run that goes on", func(t *testing.T) {
		s, log := openShop(t), filepath.Join(t.TempDir(), "log")
		rules := file(t, "rules.toml", "approve = ['count_part']\n")
		_, said, code := app(t, "run", "--rules", rules, "--model", model(), "--mcp", s.url, "--log", log, "How many bolts?")
		require.Equal(t, 3, code, said)
		list, _, _ := app(t, "runs", "list", log)
		s.slow = make(chan struct{})
		stderr := &watched{text: line, then: func() { close(s.slow) }}
		out := run(true, s, stderr, "runs", "resume", strings.Fields(strings.Split(list, "\n")[1])[0], "--rules", rules, "--model",
			model(), "--log", log, "--reply", "approve")
		assert.Equal(t, "There are 100 bolts.\n", out)
	})
	for claim, row := range map[string]struct {
		terminal bool
		args     []string
	}{"no terminal": {false, nil}, "only answers": {true, []string{"--quiet"}}, "events": {true, []string{"--events"}}} {
		t.Run(claim, func(t *testing.T) {
			s := openShop(t)
			stderr := &watched{text: "\x1b", then: func() { t.Error("something was drawn") }}
			run(row.terminal, s, stderr, append([]string{"run", "--model", model(), "How many bolts?"}, row.args...)...)
		})
	}
}
