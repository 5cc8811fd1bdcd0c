package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	osexec "os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/cluster"
)

// A safeBuffer is a stream that one goroutine writes and another reads.
type safeBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *safeBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *safeBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

func noVariables(string) string { return "" }

func run(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, err safeBuffer
	code = exec(t.Context(), args, strings.NewReader(""), &out, &err, noVariables)
	return code, out.String(), err.String()
}

func TestStatusOfAHub(t *testing.T) {
	store := filepath.Join(t.TempDir(), "store")
	var stderr safeBuffer
	ctx, stop := context.WithCancel(t.Context())
	code := make(chan int, 1)
	go func() {
		code <- exec(ctx, []string{"--store", store, "--listen", "127.0.0.1:0"}, strings.NewReader(""), &safeBuffer{}, &stderr, noVariables)
	}()
	require.Eventually(t, func() bool { return strings.Contains(stderr.String(), "nats://") }, 20*time.Second, 10*time.Millisecond)
	_, rest, _ := strings.Cut(stderr.String(), "hub: ")
	url, _, _ := strings.Cut(rest, ",")

	q, err := cluster.Connect(t.Context(), url, cluster.Options{})
	require.NoError(t, err)
	c, err := q.Open(t.Context(), cluster.Batch{ID: "class-7b", Fit: cluster.Fit{"model": "m"}}, nil)
	require.NoError(t, err)
	asking, cancel := context.WithCancel(t.Context())
	defer cancel()
	asked := make(chan error, 1)
	go func() {
		_, err := c.Answer(asking, "0", json.RawMessage(`"a line"`))
		asked <- err
	}()
	require.Eventually(t, func() bool {
		s, err := q.Status(t.Context())
		return err == nil && len(s.Lines) == 1 && s.Lines[0].Waiting == 1
	}, 20*time.Second, 10*time.Millisecond)
	cancel()
	require.ErrorIs(t, <-asked, context.Canceled)

	n, out, text := run(t, "status", url)
	assert.Zero(t, n, text)
	assert.Regexp(t, `fit [0-9a-f]{16} \(no worker\) +1 +0 +0`, out)
	assert.Contains(t, out, "Batches not finished: class-7b")
	n, out, _ = run(t, "status", url, "--json")
	assert.Zero(t, n)
	var s cluster.Status
	require.NoError(t, json.Unmarshal([]byte(out), &s))
	assert.Equal(t, []string{"class-7b"}, s.Batches)

	c.Close()
	q.Close()
	stop()
	assert.Zero(t, <-code)
}

func TestAHubOffThisMachineWantsTLSAndAToken(t *testing.T) {
	token := filepath.Join(t.TempDir(), "token")
	require.NoError(t, os.WriteFile(token, []byte("short\n"), 0o600))
	for _, args := range [][]string{
		{"--listen", "0.0.0.0:0"}, {"--listen", "192.0.2.1:4222", "--token-file", token}, {"--listen", "localhost"}, {"--listen", "localhost:x"},
		{"--token-file", token}, {"--token-file", "missing"}, {"--token-file", "/dev/zero"},
		{"--tls-cert", "/dev/zero", "--tls-key", "/dev/zero"}, {"--tls-cert", "missing"},
		{"--tls-cert", "missing", "--tls-key", "missing"}, {"status", "more", "than one"}, {"other"}, {},
	} {
		if len(args) > 0 && strings.HasPrefix(args[0], "--") {
			args = append([]string{"--store", t.TempDir()}, args...)
		}
		code, _, stderr := run(t, args...)
		assert.Equal(t, 2, code, "%q: %s", args, stderr)
		assert.NotEmpty(t, stderr)
	}
}

// The token of a hub stands in a file and in a variable, never on a command line or in what is printed.
func TestATokenIsKeptSecret(t *testing.T) {
	const token = "hunter2-hunter2-hunter2"
	file := filepath.Join(t.TempDir(), "token")
	require.NoError(t, os.WriteFile(file, []byte(token+"\n"), 0o600))
	var stderr safeBuffer
	ctx, stop := context.WithCancel(t.Context())
	code := make(chan int, 1)
	go func() {
		code <- exec(ctx, []string{"--store", t.TempDir(), "--listen", "127.0.0.1:0", "--token-file", file}, strings.NewReader(""),
			&safeBuffer{}, &stderr, noVariables)
	}()
	require.Eventually(t, func() bool { return strings.Contains(stderr.String(), "nats://") }, 20*time.Second, 10*time.Millisecond)
	_, rest, _ := strings.Cut(stderr.String(), "hub: ")
	url, _, _ := strings.Cut(rest, ",")
	for _, row := range []struct {
		claim, url, token string
		code              int
	}{
		{"in the variable", url, token, 0},
		{"none", url, "", 2},
		{"another one", url, token[1:], 2},
		{"on the command line", strings.Replace(url, "//", "//"+token+"@", 1), "", 2},
	} {
		var out, text safeBuffer
		got := exec(t.Context(), []string{"status", row.url, "--json"}, strings.NewReader(""), &out, &text,
			func(name string) string { return map[string]string{"NATS_TOKEN": row.token}[name] })
		assert.Equal(t, row.code, got, row.claim+": "+text.String())
		assert.NotContains(t, out.String()+text.String(), token[1:], row.claim)
	}
	stop()
	assert.Zero(t, <-code)
	assert.NotContains(t, stderr.String(), token)
}

// TestMain is the hub itself where a test starts its own binary as one.
func TestMain(m *testing.M) {
	if os.Getenv("HUB_TEST_PROGRAM") != "" {
		os.Exit(exec(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Getenv))
	}
	os.Exit(m.Run())
}

func TestNoListOfProcessesShowsTheToken(t *testing.T) {
	const token = "hunter2-hunter2-hunter2"
	file := filepath.Join(t.TempDir(), "token")
	require.NoError(t, os.WriteFile(file, []byte(token+"\n"), 0o600))
	program, err := os.Executable()
	require.NoError(t, err)
	hub := osexec.CommandContext(t.Context(), program, "--store", t.TempDir(), "--listen", "127.0.0.1:0", "--token-file", file)
	hub.Env = append(os.Environ(), "HUB_TEST_PROGRAM=1", "NATS_TOKEN="+token)
	says, err := hub.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, hub.Start())
	defer func() { _ = hub.Process.Kill(); _ = hub.Wait() }()
	said, err := bufio.NewReader(says).ReadString('\n')
	require.NoError(t, err)
	line, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", hub.Process.Pid))
	if err != nil {
		t.Skip(err)
	}
	assert.Contains(t, string(line), file)
	assert.NotContains(t, string(line)+said, token)
}

func TestStatusWithoutAServer(t *testing.T) {
	code, _, stderr := run(t, "status", "nats://127.0.0.1:1")
	assert.Equal(t, 2, code)
	assert.Equal(
		t, "hub: cannot reach the queue at nats://127.0.0.1:1: no server answers there; start it (hub --store DIR) or name "+
			"another, then give the same command again\n", stderr)
}

// A hub that cannot keep messages says so, and not that its port is taken.
func TestAFolderThatCannotBeWritten(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	code, _, stderr := run(t, "--store", filepath.Join(file, "hub"), "--listen", "127.0.0.1:0")
	assert.Equal(t, 2, code)
	assert.Equal(t, "hub: cannot write "+filepath.Join(file, "hub")+": not a directory\n", stderr)
}
