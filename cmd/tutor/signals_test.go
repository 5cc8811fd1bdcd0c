//go:build unix

package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	osexec "os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/cmd/internal/cli"
)

// The variables that give the child of a test a standard output that accepts nothing, and the time that commands usually
// have to end.
const (
	childStuck = "TUTOR_TEST_CHILD_STUCK"
	childGrace = "TUTOR_TEST_CHILD_GRACE"
)

// A stuckWriter accepts nothing, like a pipe whose reader sleeps. It says on standard error that it
// was written to.
type stuckWriter struct{}

func (stuckWriter) Write([]byte) (int, error) {
	_, _ = os.Stderr.WriteString("stuck")
	select {}
}

// A stuckCommand is a process that does nothing until a signal ends it.
type stuckCommand struct {
	t      *testing.T
	stage  *stage
	cmd    *osexec.Cmd
	stderr *transcript
	stuck  chan struct{} // closed when the process waits for what never comes
	host   string        // of a server that never answers
}

func newStuckCommand(t *testing.T, s *stage) *stuckCommand {
	k := &stuckCommand{t: t, stage: s, stderr: newTranscript(), stuck: make(chan struct{})}
	asked := make(chan struct{}, 100)
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		asked <- struct{}{}
		<-r.Context().Done()
	}))
	t.Cleanup(server.Close)
	k.host = server.URL
	go func() {
		<-asked
		close(k.stuck)
	}()
	return k
}

// fifo makes a pipe that has a writer and never any data.
func (k *stuckCommand) fifo(path string) {
	require.NoError(k.t, os.MkdirAll(filepath.Dir(path), 0o700))
	require.NoError(k.t, syscall.Mkfifo(path, 0o600))
	go func() {
		f, err := os.OpenFile(path, os.O_WRONLY, 0) // it waits for the reader
		if err != nil {
			return
		}
		close(k.stuck)
		<-k.t.Context().Done()
		_ = f.Close()
	}()
}

// start starts the program.
func (k *stuckCommand) start(stdoutIsStuck bool, args ...string) {
	k.cmd = child(context.WithoutCancel(k.t.Context()), k.t, "", args...)
	k.cmd.Env = append(k.cmd.Env, "HOME="+k.stage.dir, "XDG_CONFIG_HOME=", "XDG_STATE_HOME=", "XDG_DATA_HOME=",
		"OLLAMA_HOST="+k.host, childGrace+"=usual")
	if stdoutIsStuck {
		k.cmd.Env = append(k.cmd.Env, childStuck+"=1")
		go func() {
			k.stderr.await("stuck")
			close(k.stuck)
		}()
	}
	k.cmd.Stdin, k.cmd.Stderr = strings.NewReader("He goed.\n"), k.stderr
	require.NoError(k.t, k.cmd.Start())
}

// ends sends a signal when the process waits, and checks that it ends soon with the code for that.
func (k *stuckCommand) ends(signal syscall.Signal) {
	ended := make(chan error, 1)
	go func() { ended <- k.cmd.Wait() }()
	const patience = 20 * time.Second // the machine may be busy
	select {
	case <-k.stuck:
	case <-ended:
		k.t.Fatalf("it ended by itself: %s", k.stderr.String())
	case <-time.After(patience):
		_ = k.cmd.Process.Kill()
		k.t.Fatalf("it never waited: %s", k.stderr.String())
	}
	require.NoError(k.t, k.cmd.Process.Signal(signal))
	select {
	case <-ended:
		assert.Equal(k.t, 130, k.cmd.ProcessState.ExitCode(), k.stderr.String())
	case <-time.After(patience):
		_ = k.cmd.Process.Kill()
		k.t.Fatalf("%v does not end it: %s", signal, k.stderr.String())
	}
}

// leaves returns the command lines of all commands below cmd that do something.
func leaves(cmd *cobra.Command) (list [][]string) {
	if cmd.Runnable() && (!cmd.HasSubCommands() || cmd.Name() == "models") {
		list = append(list, strings.Fields(cmd.CommandPath())[1:])
	}
	for _, below := range cmd.Commands() {
		list = append(list, leaves(below)...)
	}
	return list
}

// The words that commands want after their names.
var wanted = map[string][]string{
	"show": {"1"}, "replay": {"1"}, "resume": {"1"}, "diff": {"1", "2"}, "pull": {"x"}, "eval": {"x"}, "explain": {"TO-BASE"},
	"completion": {"bash"}, "batch": {"x", "-o", "y"},
}

// TestASignalEndsEveryCommand has each command wait for its configuration file.
func TestASignalEndsEveryCommand(t *testing.T) {
	commands := leaves(rootCommand(cli.NewConsole("tutor", nil, nil, nil, func(string) string { return "" }, nil)))
	require.Greater(t, len(commands), 15)
	for i, args := range append(commands, []string{"He goed."}) {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			t.Parallel()
			s := newStage(t)
			k := newStuckCommand(t, s)
			k.fifo(filepath.Join(s.dir, ".config", "tutor", "config.toml"))
			words := wanted[args[len(args)-1]]
			k.start(false, append(slices.Clone(args), words...)...)
			k.ends([]syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP}[i%3])
		})
	}
}

// TestASignalEndsWork stops commands in the middle of what they do, and nothing is left half written.
func TestASignalEndsWork(t *testing.T) {
	const stdout, input, server = "standard output", "an input", "a server"
	rows := []struct {
		waits string // for what it waits
		args  []string
	}{
		{stdout, []string{"--model", "rules", "He goed."}},
		{stdout, []string{"--model", "rules"}},
		{stdout, []string{"--model", "rules", "--events", "He goed."}},
		{stdout, []string{"-h"}},
		{stdout, []string{"runs", "list", "LOG"}},
		{stdout, []string{"runs", "show", "LOG:1"}},
		{stdout, []string{"runs", "replay", "LOG:1"}},
		{stdout, []string{"runs", "diff", "LOG:1", "LOG:2"}},
		{stdout, []string{"runs", "resume", "LOG:1"}},
		{stdout, []string{"explain", "TO-BASE"}},
		{stdout, []string{"rules"}},
		{stdout, []string{"completion", "bash"}},
		{stdout, []string{"eval", "SUITE", "--model", "rules", "--page", "PAGE"}},
		{input, []string{"batch", "INPUT", "-o", "OUT"}},
		{input, []string{"eval", "INPUT"}},
		{input, []string{"--plan-errors", "INPUT", "--planner", "preflect:react", "He goed."}},
		{server, []string{"--model", "ollama:x", "--leash", "full", "He goed."}},
		{server, []string{"doctor"}},
		{server, []string{"models"}},
		{server, []string{"models", "pull", "x"}},
		{server, []string{"eval", "SUITE", "--model", "ollama:x", "--leash", "full", "--page", "PAGE"}},
	}
	for i, row := range rows {
		t.Run(strings.Join(row.args, " "), func(t *testing.T) {
			t.Parallel()
			s := newStage(t)
			s.env["HOME"] = s.dir
			log := s.logged("He goed to school.", "She can to swim.")
			suite := s.file("suite.jsonl", `{"id":"a","input":"He goed.","accept":["He went."],"clean":false,"detect_only":false}`+"\n")
			k := newStuckCommand(t, s)
			input := filepath.Join(s.dir, "input")
			out, page := filepath.Join(s.dir, "out"), filepath.Join(s.dir, "page")
			if slices.Contains(row.args, "INPUT") {
				k.fifo(input)
			}
			replacer := strings.NewReplacer("INPUT", input, "OUT", out, "PAGE", page, "LOG", log, "SUITE", suite)
			var args []string
			for _, a := range row.args {
				args = append(args, replacer.Replace(a))
			}
			k.start(row.waits == stdout, args...)
			k.ends([]syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP}[i%3])
			assert.NoFileExists(t, page)
			if text, err := os.ReadFile(out); err == nil && len(text) > 0 {
				assert.True(t, strings.HasSuffix(string(text), "\n"), "no line is half written: %q", text)
			}
		})
	}
}

// An evaluation that a signal stops says how it goes on.
func TestASignalStopsAnEvaluation(t *testing.T) {
	s, folder := suiteFolder(t)
	for flag, says := range map[string]string{
		"":         "Stopped. It cannot go on: nothing was kept. With --resume FILE it could.\n",
		"--resume": "Stopped. To go on:  tutor eval DIR/suites --model ollama:x --host URL --leash enum --resume DIR/kept\n",
	} {
		signals := make(chan os.Signal, 1)
		server := startOllamaServer(t, func(_ int, _ http.ResponseWriter, _ string) bool {
			signals <- os.Interrupt
			<-t.Context().Done()
			return true
		})
		args := []string{"eval", folder, "--model", "ollama:x", "--host", server.URL, "--leash", "enum"}
		if flag != "" {
			args = append(args, flag, filepath.Join(s.dir, "kept"))
		}
		var out, err bytes.Buffer
		c := cli.NewConsole("tutor", strings.NewReader(""), &out, &err, func(string) string { return "" }, signals)
		assert.Equal(t, 130, run(t.Context(), c, args))
		assert.Equal(t, says, strings.ReplaceAll(s.scrub(err.String()), server.URL, "URL"))
		assert.Empty(t, out.String())
	}
}
