package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/cmd/internal/cli"
)

// A run stops before and after the roles that are named. At a terminal a person is asked whether it goes on; elsewhere it
// waits in its log.
func TestARunPausesAroundRoles(t *testing.T) {
	s := openShop(t)
	replies := []string{planCount, countBolts, countedStep, answered}
	flags := func(more ...string) []string {
		return append([]string{"run", "--mcp", s.url, "--planner", "plan-act", "--model", script(t, replies...)}, append(more, "Count.")...)
	}
	atTerminal := func(typed string, args []string) (out, said string, code int) {
		var stdout, stderr bytes.Buffer
		c := cli.NewConsole("shortleash", strings.NewReader(typed), &stdout, &stderr, func(string) string { return "" }, nil)
		c.InTerminal = true
		code = c.Run(t.Context(), rootCommand(c), args)
		return stdout.String(), stderr.String(), code
	}
	const before, after = "the planner is asked next; shall the run go on?", "the planner has decided; shall the run go on?"

	log := filepath.Join(t.TempDir(), "log")
	out, said, code := atTerminal("n\ny\napprove\n", flags("--pause-before", "planner", "--pause-after", "planner", "--log", log))
	assert.Zero(t, code, said)
	assert.Equal(t, "There are 100 bolts.\n", out)
	assert.Equal(t, 1, strings.Count(said, before), said)
	assert.Equal(t, 1, strings.Count(said, after), said)
	assert.Contains(t, said, `"n" is no answer to this`)
	assert.Less(t, strings.Index(said, before), strings.Index(said, "count the bolts"), "the plan comes later")
	assert.Less(t, strings.Index(said, "count the bolts"), strings.Index(said, after))
	list, _, _ := app(t, "runs", "list", log)
	id := strings.Fields(strings.Split(list, "\n")[1])[0]
	out, said, code = app(t, "runs", "replay", id, "--log", log, "--mcp", s.url)
	assert.Zero(t, code, said)
	assert.Contains(t, out, "The same: ")

	out, said, code = atTerminal("", flags("--pause-before", "planner,executor"))
	assert.Equal(t, 3, code, "no answer comes")
	assert.Empty(t, out)
	assert.Contains(t, said, "paused (before): "+before)
	assert.Contains(t, said, "Run it in a terminal to be asked, or with --log FILE to go on later.\n")

	log = filepath.Join(t.TempDir(), "log")
	waiting := flags("--pause-after", "planner", "--log", log)
	_, said, code = app(t, waiting...)
	assert.Equal(t, 3, code, said)
	_, command, _ := strings.Cut(said, "To go on:  shortleash ")
	require.Contains(t, command, "--reply approve")
	out, said, code = app(t, strings.Fields(strings.Split(command, "\n")[0])...)
	assert.Zero(t, code, said)
	assert.Equal(t, "There are 100 bolts.\n", out)

	for _, row := range []struct{ flag, value, says string }{
		{"--pause-before", "critic", `shortleash: --pause-before names "critic"; the roles of --planner plan-act are executor, planner` + "\n"},
		{"--pause-after", "planner,judge",
			`shortleash: --pause-after names "judge"; the roles of --planner plan-act are executor, planner` + "\n"},
	} {
		_, said, code := app(t, flags(row.flag, row.value)...)
		assert.Equal(t, 2, code)
		assert.Equal(t, row.says, said)
	}
}

// A person who stops a run at such a question can go on with it later.
func TestAPausedRunThatIsStoppedGoesOn(t *testing.T) {
	s := openShop(t)
	log, model := filepath.Join(t.TempDir(), "log"), script(t, countBolts, answered)
	silent, hangUp := io.Pipe()
	defer hangUp.Close()
	signals := make(chan os.Signal, 1)
	stderr := &watched{text: "Answer with", then: func() { signals <- os.Interrupt }}
	c := cli.NewConsole("shortleash", silent, io.Discard, stderr, func(string) string { return "" }, signals)
	c.InTerminal = true
	code := c.Run(t.Context(), rootCommand(c), []string{"run", "--mcp", s.url, "--model", model, "--pause-after", "executor",
		"--log", log, "Count."})
	assert.Equal(t, 130, code)
	_, command, ok := strings.Cut(stderr.seen.String(), "To go on:  shortleash ")
	require.True(t, ok, stderr.seen.String())
	out, said, code := app(t, append(strings.Fields(strings.Split(command, "\n")[0]), "--reply", "approve")...)
	assert.Zero(t, code, said)
	assert.Equal(t, "There are 100 bolts.\n", out)
}
