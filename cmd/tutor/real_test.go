package main

import (
	"context"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/internal/ollamatest"
)

// TestMain is the program itself where a test starts its own binary as one.
func TestMain(m *testing.M) {
	if os.Getenv("SHORTLEASH_TEST_TUTOR") != "" {
		os.Exit(exec(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Getenv))
	}
	if os.Getenv(childGrace) == "" {
		cli.Grace = time.Minute // the machine may be slow
	}
	if os.Getenv(childArgs) == "" {
		signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP) // ignored where the tests run under nohup, as would be in their children
	}
	os.Exit(ollamatest.Run(m))
}

// wide is the real server's model for prompts as long as the tutor's.
const wide = "ollama:" + ollamatest.WideModel

// TestRealServerCorrectsWithRandomWeights: what such a model says means nothing, but every reply is
// a legal decision, and the run ends in its steps.
func TestRealServerCorrectsWithRandomWeights(t *testing.T) {
	server := ollamatest.Start(t, "the whole program on a real server")
	s := newStage(t)
	code, stdout, stderr := s.exec("--json", "--trace", "--steps", "2", "--model", wide, "--host", server.Host, "He goed to school.")
	answer := gjson.Parse(stdout)
	require.True(t, answer.IsObject(), "%s", stderr)
	assert.LessOrEqual(t, answer.Get("steps").Int(), int64(2))
	assert.Equal(t, wide, answer.Get("model").Str)
	switch outcome := answer.Get("outcome").Str; outcome {
	case "final":
		assert.Zero(t, code)
	case "duplicate_action", "model_failure": // greedy, it may well say the same twice, or one string without end
		assert.Equal(t, 3, code)
	default:
		t.Errorf("outcome %q: %s", outcome, stderr)
	}
}

func TestRealServerIsFoundByAuto(t *testing.T) {
	server := ollamatest.Start(t, "finding a server by itself")
	s := newStage(t)
	_, stdout, stderr := s.exec("--model", "auto", "--json", "--steps", "1", "--host", server.Host, "He goed to school.")
	name := gjson.Get(stdout, "model").Str // which model is the fittest depends on the tests before
	assert.True(t, strings.HasPrefix(name, "ollama:"), "%s", stdout)
	assert.Contains(t, stderr, "Model: "+name+" at "+server.Host+": the largest that fits")
}

func TestRealServerWithoutTheModelSaysWhichThereAre(t *testing.T) {
	server := ollamatest.Start(t, "a model that is not installed")
	s := newStage(t)
	code, _, stderr := s.exec("--model", "ollama:randon", "--host", server.Host, "He goed to school.")
	assert.Equal(t, 3, code)
	assert.Contains(t, stderr, "has no model randon")
	assert.Contains(t, stderr, "Did you mean random:latest?")
}
