//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	osexec "os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/tutor/internal/session"
	"github.com/shortleash/shortleash/cmd/tutor/internal/settings"
)

// The variables by which a test starts this program again, as a process that can be killed: its
// arguments, and after which line of its log it kills itself, and whether in the middle of the next.
const (
	childArgs = "TUTOR_TEST_CHILD"
	childDies = "TUTOR_TEST_CHILD_DIES"
)

// TestAsChild is not a test: it is the program, in a process that another test has started.
func TestAsChild(t *testing.T) {
	if os.Getenv(childArgs) == "" {
		return
	}
	var args []string
	require.NoError(t, json.Unmarshal([]byte(os.Getenv(childArgs)), &args))
	if os.Getenv(childDies) == "" {
		var stdout io.Writer = os.Stdout
		if os.Getenv(childStuck) != "" {
			stdout = stuckWriter{}
		}
		os.Exit(exec(t.Context(), args, os.Stdin, stdout, os.Stderr, os.Getenv))
	}
	after, half, _ := strings.Cut(os.Getenv(childDies), ":")
	lines, err := strconv.Atoi(after)
	require.NoError(t, err)
	var s settings.Settings
	s.Define()
	flags := s.Shared()
	require.NoError(t, flags.Parse(args))
	d, err := session.New(t.Context(), cli.NewConsole("tutor", os.Stdin, os.Stdout, os.Stderr, os.Getenv, nil), s)
	require.NoError(t, err)
	d.Log = &lastWords{d.Log, lines, half == "half"}
	require.NoError(t, d.Correct(t.Context(), flags.Arg(0)))
}

// A lastWords is a log whose process is killed when so many lines are written: at once, or in the
// middle of the next line.
type lastWords struct {
	io.WriteCloser
	lines int
	half  bool
}

func (w *lastWords) Write(p []byte) (int, error) {
	if w.lines > 1 || w.lines == 1 && w.half {
		w.lines--
		return w.WriteCloser.Write(p)
	}
	if w.half {
		p = p[:len(p)/2]
	}
	if _, err := w.WriteCloser.Write(p); err != nil {
		return 0, err
	}
	return 0, syscall.Kill(os.Getpid(), syscall.SIGKILL)
}

// child returns the program as a process of its own.
func child(ctx context.Context, t *testing.T, dies string, args ...string) *osexec.Cmd {
	t.Helper()
	program, err := os.Executable()
	require.NoError(t, err)
	text, err := json.Marshal(args)
	require.NoError(t, err)
	cmd := osexec.CommandContext(ctx, program, "-test.run=^TestAsChild$")
	cmd.Env = append(os.Environ(), childArgs+"="+string(text), childDies+"="+dies)
	return cmd
}

// killed reports whether a process was.
func killed(cmd *osexec.Cmd) bool {
	status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus)
	return ok && status.Signaled() && status.Signal() == syscall.SIGKILL
}

// sound checks that a log says of each call once that it was started, and once what it returned.
func sound(t *testing.T, log []byte) {
	t.Helper()
	seen := map[string]int{}
	for line := range bytes.Lines(log) {
		require.True(t, gjson.ValidBytes(line), "%s", line)
		switch gjson.GetBytes(line, "kind").Str {
		case "call_started":
			seen["started "+gjson.GetBytes(line, "call.id").Str]++
		case "observed":
			seen["observed "+gjson.GetBytes(line, "observation.id").Str]++
		}
	}
	for what, n := range seen {
		assert.Equal(t, 1, n, what)
	}
}

// TestAProcessKilledAfterAnyLineIsResumed kills the program with signal 9 after each line that it
// writes into its log, and in the middle of each, and resumes the run.
func TestAProcessKilledAfterAnyLineIsResumed(t *testing.T) {
	s := newStage(t)
	const sentence = "He goed to school."
	whole := s.logged(sentence)
	lines := bytes.Count(must(os.ReadFile(whole)), []byte("\n"))
	_, want, _ := s.exec("--quiet", "--model", "rules", sentence)
	kills := 0
	for after := 1; after < lines; after++ {
		for _, where := range []string{"", ":half"} {
			if where != "" && (testing.Short() || after%3 != 0) {
				continue
			}
			log := filepath.Join(s.dir, fmt.Sprintf("log%d%s", after, strings.TrimPrefix(where, ":")))
			cmd := child(t.Context(), t, strconv.Itoa(after)+where, "--quiet", "--model", "rules", "--log", log, sentence)
			require.Error(t, cmd.Run())
			require.True(t, killed(cmd), "%v", cmd.ProcessState)
			kills++
			left := must(os.ReadFile(log))
			require.Equal(t, after, bytes.Count(left, []byte("\n")))
			require.Equal(t, where != "", left[len(left)-1] != '\n')

			code, stdout, stderr := s.exec("runs", "resume", "--quiet", log)
			require.Zero(t, code, "after line %d: %s", after, stderr)
			require.Equal(t, want, stdout, "after line %d", after)
			sound(t, must(os.ReadFile(log)))
			code, stdout, _ = s.exec("runs", "replay", log)
			require.Zero(t, code, stdout)
		}
	}
	t.Logf("killed %d times", kills)
}

// A slowServer is an Ollama that answers request n of a run with script n, and the request at which it
// stops with nothing.
func slowServer(t *testing.T, script []string, stop *atomic.Int64, stopped chan<- struct{}) *httptest.Server {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body) // a client that dies in the middle asks again when it is resumed
		switch r.URL.Path {
		case "/api/version":
			fmt.Fprint(w, `{"version":"0.17.4"}`)
			return
		case "/api/show":
			fmt.Fprint(w, `{"capabilities":["completion"]}`)
			return
		}
		n := strings.Count(string(body), `"role":"assistant"`)
		if int64(n) == stop.Load() {
			stopped <- struct{}{}
			<-r.Context().Done()
			return
		}
		fmt.Fprintf(
			w, `{"model":"x","message":{"role":"assistant","content":%q},"done":true,"done_reason":"stop",`+
				`"prompt_eval_count":900,"eval_count":9}`+"\n", script[n])
	}))
	t.Cleanup(server.Close)
	return server
}

// await waits for a signal, unless the process is gone before.
func await(t *testing.T, signal, gone <-chan struct{}) {
	t.Helper()
	select {
	case <-signal:
	case <-gone:
		t.Fatal("it ended by itself")
	}
}

// TestAProcessKilledFromOutsideIsResumed kills the program while it waits for its model, and at other
// moments as its log grows: between two lines, inside a call, inside a write. Where that is exactly
// is left to chance.
func TestAProcessKilledFromOutsideIsResumed(t *testing.T) {
	script := []string{
		lookUp,
		`{"thought":"3sg","tool":"conjugate","tool_args":{"person":"3sg","tense":"past_simple","verb":"go"}}`,
		`{"thought":"he","tool":"check_subject_verb_agreement","tool_args":{"subject":"he","verb":"goes"}}`,
		went,
	}
	var stop atomic.Int64
	stop.Store(-1)
	stopped := make(chan struct{}, 100)
	server := slowServer(t, script, &stop, stopped)
	s := newStage(t)
	flags := []string{"--quiet", "--model", "ollama:x", "--host", server.URL, "--leash", "enum"}
	code, want, stderr := s.exec(append(flags, "He goed.")...)
	require.Zero(t, code, stderr)

	landed := map[string]int{}
	for round := range 20 {
		lines := 1 + round%15          // after this line, at the earliest
		stop.Store(int64(lines+2) / 5) // the model does not answer the request that comes then, or next
		log := filepath.Join(s.dir, fmt.Sprint("log", round))
		cmd := child(t.Context(), t, "", append(flags, "--log", log, "He goed.")...)
		var said bytes.Buffer
		cmd.Stderr = &said
		require.NoError(t, cmd.Start())
		gone := make(chan struct{})
		go func() {
			_ = cmd.Wait() // how it ended is looked at below
			close(gone)
		}()
		if round%5 == 4 {
			for begun := false; !begun; { // a request of the process before may be told late
				await(t, stopped, gone)
				_, err := os.Stat(log)
				begun = err == nil
			}
		} else {
			for text, _ := os.ReadFile(log); bytes.Count(text, []byte("\n")) < lines; text, _ = os.ReadFile(log) {
				select {
				case <-gone:
					t.Fatalf("round %d: it ended by itself: %s", round, &said)
				default:
					runtime.Gosched() // there is no file yet, or it is too short
				}
			}
		}
		require.NoError(t, cmd.Process.Kill())
		<-gone
		require.True(t, killed(cmd), "round %d: %v: %s", round, cmd.ProcessState, &said)
		for len(stopped) > 0 {
			<-stopped
		}
		left := bytes.SplitAfter(must(os.ReadFile(log)), []byte("\n"))
		landed[gjson.GetBytes(left[len(left)-2], "kind").Str]++
		stop.Store(-1)
		code, stdout, stderr := s.exec("runs", "resume", "--quiet", "--host", server.URL, log)
		require.Zero(t, code, "round %d: %s", round, stderr)
		require.Equal(t, want, stdout, "round %d", round)
		sound(t, must(os.ReadFile(log)))
		code, stdout, _ = s.exec("runs", "replay", log)
		require.Zero(t, code, stdout)
	}
	t.Logf("killed after: %v", landed)
}
