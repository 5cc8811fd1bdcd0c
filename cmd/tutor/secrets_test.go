package main

import (
	"bufio"
	"fmt"
	"os"
	osexec "os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Whatever the place of a secret in an address is, and whatever gives the address, nothing tells it.
func TestSecretsAreNotToldWhereverTheyStand(t *testing.T) {
	s := newStage(t)
	log, file := filepath.Join(s.dir, "log"), s.file("in.txt", "He goed.\n")
	for _, args := range [][]string{
		{"--model", "ollama:m", "--log", log, "--host", "URL", "He goed."}, {"--model", "openai:m", "--json", "--host", "URL", "He goed."},
		{"--model", "openai:m", "--events", "--host", "URL", "He goed."}, {"models", "--json", "--host", "URL"},
		{"models", "pull", "m", "--host", "URL"}, {"doctor", "--json", "--model", "ollama:m", "--host", "URL"},
		{"batch", "--model", "ollama:m", "--queue", "URL", file}, {"work", "--model", "ollama:m", "--queue", "URL"},
		{"batch", "--model", "ollama:m", "--host", "URL", file}, {"--model", "ollama:m", "He goed."}, {"models"},
	} {
		for _, address := range []string{"http://me:hunter2@127.0.0.1:1", "http://hunter2@127.0.0.1:1", "http://me:hun/hunter2@127.0.0.1:1",
			"http://me:x@hunter2@127.0.0.1:1", "http://me:hunter2@127.0.0.1:x", "http://127.0.0.1:1/?token=hunter2",
			"http://127.0.0.1:1/a#hunter2", "me:hunter2@127.0.0.1:1"} {
			s.env["OLLAMA_HOST"], s.env["NATS_TOKEN"] = address, "hunter2-of-the-queue"
			words := strings.Split(strings.ReplaceAll(strings.Join(args, "\x00"), "URL", address), "\x00")
			code, stdout, stderr := s.exec(words...)
			assert.NotZero(t, code, "%v: %s%s", words, stdout, stderr)
			assert.NotContains(t, stdout+stderr, "hunter2", words)
		}
	}
	assert.NoFileExists(t, log, "each was refused before there was a run")
}

// A worker has the token of its queue from a variable, and the list of processes does not show it.
func TestNoListOfProcessesShowsTheTokenOfAQueue(t *testing.T) {
	const token = "hunter2-hunter2-hunter2"
	program, err := os.Executable()
	require.NoError(t, err)
	worker := osexec.CommandContext(t.Context(), program, "work", "--queue", newQueueFor(t, token), "--model", "random:3")
	worker.Env = append(os.Environ(), "SHORTLEASH_TEST_TUTOR=1", "NATS_TOKEN="+token)
	says, err := worker.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, worker.Start())
	defer func() { _ = worker.Process.Kill(); _ = worker.Wait() }()
	said, err := bufio.NewReader(says).ReadString('\n')
	require.NoError(t, err)
	line, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", worker.Process.Pid))
	if err != nil {
		t.Skip(err)
	}
	assert.Contains(t, string(line), "--queue\x00nats://")
	assert.NotContains(t, string(line)+said, token)
}
