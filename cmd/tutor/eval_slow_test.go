package main

import (
	"bytes"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/shortleash/shortleash/cmd/internal/cli"
)

// What is slow says so before it has ended.
func TestEvalShowsASlowSentence(t *testing.T) {
	s := newStage(t)
	server := startOllamaServer(t, func(n int, _ http.ResponseWriter, _ string) bool {
		if n == 1 {
			time.Sleep(1500 * time.Millisecond)
		}
		return false
	})
	suite := s.file("pairs.jsonl", pairSuite)
	var out, said bytes.Buffer
	c := cli.NewConsole("tutor", strings.NewReader(""), &out, &said, func(string) string { return "" }, nil)
	c.ErrTerminal, c.Width = true, 80
	assert.Zero(t, run(t.Context(), c, []string{"eval", suite, "--models", "ollama:x", "--host", server.URL, "--policy", "full"}), said.String())
	assert.Contains(t, said.String(), "0/4 · He goed home.: 1s")
}
