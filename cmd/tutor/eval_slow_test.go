package main

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/shortleash/shortleash/cmd/internal/cli"
)

// What is slow says so before it has ended.
func TestEvalShowsASlowSentence(t *testing.T) {
	s := newStage(t)
	said := newTranscript()
	server := startOllamaServer(t, func(n int, _ http.ResponseWriter, _ string) bool {
		if n == 1 {
			said.await("0/4 · He goed home.: ")
		}
		return false
	})
	suite := s.file("pairs.jsonl", pairSuite)
	var out bytes.Buffer
	c := cli.NewConsole("tutor", strings.NewReader(""), &out, said, func(string) string { return "" }, nil)
	c.ErrTerminal, c.Width = true, 80
	assert.Zero(t, run(t.Context(), c, []string{"eval", suite, "--models", "ollama:x", "--host", server.URL, "--leash",
		"full"}), said.String())
	assert.Regexp(t, `0/4 · He goed home\.: [0-9]+s`, said.String())
}
