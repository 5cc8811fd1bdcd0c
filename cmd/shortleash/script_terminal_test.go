package main

import (
	"bytes"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/shortleash/shortleash/cmd/internal/cli"
)

// A slowTyper types after a second.
type slowTyper struct{ *strings.Reader }

func (s slowTyper) Read(p []byte) (int, error) {
	time.Sleep(time.Second) // of the bubble
	return s.Reader.Read(p)
}

// A script has no reply to a model that reads while a person types.
func TestAScriptKeepsItsFirstReplyInATerminal(t *testing.T) {
	dir, replies := notes(t), script(t, searchBolts, boltsFound)
	synctest.Test(t, func(t *testing.T) {
		var out, said bytes.Buffer
		c := cli.NewConsole("shortleash", slowTyper{strings.NewReader("Where are the bolts?\n")}, &out, &said,
			func(string) string { return "" }, nil)
		c.InTerminal = true
		code := c.Run(t.Context(), rootCommand(c), []string{"chat", "--no-log", "--files", dir, "--model", replies})
		assert.Zero(t, code, said.String())
		assert.Contains(t, said.String(), "  search_text {", "the first reply")
	})
}
