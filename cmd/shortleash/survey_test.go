package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Facts are listed before the first plan, by a flag or by the configuration file; the log says it to what goes on with a
// run, and records are kept apart.
func TestFactsAreSurveyed(t *testing.T) {
	s := openShop(t)
	home := t.TempDir()
	log := filepath.Join(home, "log.ndjson")
	require.NoError(t, os.MkdirAll(filepath.Join(home, ".config", "shortleash"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(home, ".config", "shortleash", "config.toml"), []byte("survey = true\n"), 0o600))
	for n, planner := range []string{"plan-act", "plan-act-reflect", "preflect:react", "plan-execute"} {
		var stdout, stderr bytes.Buffer
		code := exec(t.Context(), []string{"run", "--mcp", s.url, "--planner", planner, "--model", "random:1", "--steps", "2", "--yes", "--log", log, "Count."},
			strings.NewReader(""), &stdout, &stderr, func(name string) string { return map[string]string{"HOME": home}[name] })
		assert.Contains(t, []int{0, 3}, code, stderr.String())
		text, err := os.ReadFile(log)
		require.NoError(t, err)
		assert.Equal(t, n+1, strings.Count(string(text), `"kind":"survey"`), planner)
	}
	list, _, _ := app(t, "runs", "list", log)
	for _, line := range strings.Split(strings.TrimSpace(list), "\n")[1:] {
		out, said, code := app(t, "runs", "replay", strings.Fields(line)[0], "--log", log, "--mcp", s.url, "--yes")
		assert.Zero(t, code, said)
		assert.Contains(t, out, "The same: ")
	}
	records := filepath.Join(home, "records")
	for n, flag := range []string{"--survey=true", "--survey=false"} {
		_, said, code := app(t, "eval", suite, "--sample", "4", "--models", "random:1", "--planners", "react,plan-act", flag, "--resume", records, "--quiet")
		require.Zero(t, code, said)
		text, err := os.ReadFile(records)
		require.NoError(t, err)
		assert.Equal(t, 8*(n+1), strings.Count(string(text), "\n"))
	}
	for _, command := range [][]string{{"run", "--mcp", s.url, "Go."}, {"eval", suite, "--sample", "4"}} {
		_, said, code := app(t, append(command, "--model", "random:1", "--survey")...)
		assert.Equal(t, 2, code)
		assert.Equal(t, "shortleash: --survey is for strategies that plan; with --planner react there is no plan. Add --planner plan-act, or preflect:react\n", said)
	}
}
