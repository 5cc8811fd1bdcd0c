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

// A run that a signal stops says how it goes on, and does.
func TestARunThatIsStoppedGoesOn(t *testing.T) {
	s := openShop(t)
	model, log := script(t, countBolts, orderBolts, answered), filepath.Join(t.TempDir(), "my log")
	stopped := func(args ...string) string {
		nobody, hangUp := io.Pipe()
		defer hangUp.Close()
		var stdout bytes.Buffer
		signals := make(chan os.Signal, 1)
		stderr := &watched{text: "Answer with", then: func() { signals <- os.Interrupt }}
		c := cli.NewConsole("shortleash", nobody, &stdout, stderr, func(string) string { return "" }, signals)
		c.InTerminal = true
		code := c.Run(t.Context(), rootCommand(c), append(args, "--mcp", s.url, "--model", model))
		assert.Equal(t, 130, code)
		assert.Empty(t, stdout.String())
		return stderr.seen.String()
	}
	assert.Contains(t, stopped("run", "Order."), "It cannot go on: nothing was kept. With --log FILE it could.\n")
	assert.NotContains(t, stopped("run", "--quiet", "Order."), "go on")
	said := stopped("run", "--log", log, "Order.")
	_, command, ok := strings.Cut(said, "To go on:  shortleash ")
	require.True(t, ok, said)
	require.Regexp(t, `^runs resume [0-9a-f]{8} --log '`+log+`' --model `+model+` --mcp `+s.url+`\n`, command)
	id := strings.Fields(command)[2]
	assert.Contains(t, stopped("runs", "resume", id, "--log", log), "To go on:  shortleash runs resume "+id, "as often as is wanted")

	out, said, code := app(t, "runs", "resume", id, "--log", log, "--mcp", s.url, "--model", model, "--reply", "approve")
	assert.Zero(t, code, said)
	assert.Equal(t, "There are 100 bolts.\n", out)
	assert.Equal(t, 100, s.stock["bolt"])
}
