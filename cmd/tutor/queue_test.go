package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	osexec "os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/cluster"
	"github.com/shortleash/shortleash/cmd/tutor/internal/job"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/tutor"
)

// newQueue starts a queue server whose leases are short, and returns its URL.
func newQueue(t *testing.T) string {
	t.Helper()
	return newQueueFor(t, "")
}

// newQueueFor is newQueue for clients with a token.
func newQueueFor(t *testing.T, token string) string {
	t.Helper()
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true,
		Authorization: token})
	require.NoError(t, err)
	s.Start()
	require.True(t, s.ReadyForConnections(10*time.Second))
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	q, err := cluster.Connect(t.Context(), s.ClientURL(), cluster.Options{Lease: time.Second, Token: token})
	require.NoError(t, err)
	q.Close()
	return s.ClientURL()
}

// pastTense writes n sentences, most of them wrong.
func pastTense(s *stage, n int) string {
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, "Yesterday the boy number %d goed to school.\n", i)
	}
	return s.file("in.txt", text.String())
}

var elapsed = regexp.MustCompile(`"elapsed_ms":\d+`)

func sameAnswers(t *testing.T, want, got string) {
	t.Helper()
	w, err := os.ReadFile(want)
	require.NoError(t, err)
	g, err := os.ReadFile(got)
	require.NoError(t, err)
	assert.Equal(t, elapsed.ReplaceAllString(string(w), ""), elapsed.ReplaceAllString(string(g), ""))
}

// worker runs the worker's command until the test ends.
func worker(t *testing.T, s *stage, args ...string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan int, 1)
	go func() {
		done <- exec(ctx, append([]string{"work"}, args...), strings.NewReader(""), discard{}, discard{},
			func(name string) string { return s.env[name] })
	}()
	t.Cleanup(func() { cancel(); <-done })
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }

func TestABatchOverAQueueIsThatOfOneMachine(t *testing.T) {
	s, url := newStage(t), newQueue(t)
	in, here, there := pastTense(s, 40), filepath.Join(s.dir, "here.jsonl"), filepath.Join(s.dir, "there.jsonl")
	code, _, stderr := s.exec("batch", in, "-o", here, "--model", "rules", "--no-log")
	require.Zero(t, code, stderr)
	worker(t, s, "--queue", url, "--model", "rules", "--name", "one")
	worker(t, s, "--queue", url, "--model", "rules", "--name", "two", "--jobs", "2")
	log := filepath.Join(s.dir, "runs.nd")
	code, _, stderr = s.exec("batch", in, "-o", there, "--model", "rules", "--queue", url, "--log", log)
	require.Zero(t, code, stderr)
	sameAnswers(t, here, there)
	code, stdout, _ := s.exec("runs", "list", log)
	assert.Zero(t, code)
	assert.Equal(t, 41, strings.Count(stdout, "\n"), "the log of each line's run has come too")
	code, _, stderr = s.exec("batch", in, "-o", there, "--model", "rules", "--queue", url, "--log", log, "--restart")
	require.Zero(t, code, stderr)
	sameAnswers(t, here, there)
}

// In a batch, such a line is written as failed and named, the others have their answers, and it can be asked for again.
func TestADeadLetterOfABatch(t *testing.T) {
	s, url := newStage(t), newQueue(t)
	in, out := s.file("in.txt", "a\nhomewards\nc\n"), filepath.Join(s.dir, "out.jsonl")
	args := []string{"batch", in, "-o", out, "--model", "ollama:x", "--leash", "full", "--queue", url, "--no-log"}
	stop := dyingOf(t, url, "homewards")
	code, _, stderr := s.exec(args...)
	stop()
	assert.Equal(t, 3, code)
	assert.Contains(t, stderr,
		"Line 2: the line was given to 10 workers, and none of them survived it. It has no answer; --retry-failed asks for it again.")
	outcomes := func() (all []string) {
		text, err := os.ReadFile(out)
		require.NoError(t, err)
		for line := range strings.Lines(string(text)) {
			all = append(all, gjson.Get(line, "outcome").Str)
		}
		return all
	}
	assert.Equal(t, []string{"final", "model_failure", "final"}, outcomes())
	worker(t, s, "--queue", url, "--model", "ollama:x", "--host", newOllamaServer(t).URL)
	code, _, stderr = s.exec(append(args, "--retry-failed")...)
	assert.Zero(t, code, stderr)
	assert.Equal(t, []string{"final", "final", "final"}, outcomes())
}

// dyingOf keeps one worker alive, as a process, that dies by signal 9 whenever its model is asked about a word.
func dyingOf(t *testing.T, url, word string) (stop func()) {
	t.Helper()
	server := newOllamaServer(t)
	var present atomic.Pointer[osexec.Cmd]
	kill := func() {
		if w := present.Load(); w != nil {
			_ = w.Process.Kill()
		}
	}
	server.chat = func(_ int, _ http.ResponseWriter, prompt string) bool {
		if strings.Contains(prompt, word) {
			kill()
		}
		return false
	}
	stopped, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			w := child(t.Context(), t, "", "work", "--queue", url, "--model", "ollama:x", "--leash", "full", "--host", server.URL, "--quiet")
			if w.Start() != nil {
				return
			}
			present.Store(w)
			select {
			case <-stopped:
				kill()
			default:
			}
			_ = w.Wait()
			select {
			case <-stopped:
				return
			default:
			}
		}
	}()
	return func() {
		close(stopped)
		kill()
		<-ended
	}
}

// A worker that sends what is no answer, or no log, costs its lines an answer, and keeps nobody from the others.
func TestABadWorkerBlocksNoBatch(t *testing.T) {
	s, url := newStage(t), newQueue(t)
	in, log := s.file("in.txt", "He goed.\nShe is happy.\nHe work.\nI am.\n"), filepath.Join(s.dir, "log")
	batch, _, err := quietRoot().Find([]string{"batch"})
	require.NoError(t, err)
	fit, err := job.Fit(batch, "rules")
	require.NoError(t, err)
	q, err := cluster.Connect(t.Context(), url, cluster.Options{Lease: time.Second})
	require.NoError(t, err)
	t.Cleanup(q.Close)
	fit["leash"] = "full" // as the stage has it
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- (&cluster.Worker{Name: "bad", Fit: fit, Do: func(_ context.Context, text json.RawMessage) (answer, log []byte, err error) {
			switch input := gjson.GetBytes(text, "input").Str; input {
			case "He goed.":
				return []byte(`{"input":"Another.","outcome":"final"}`), nil, nil
			case "He work.":
				return []byte(`[]`), nil, nil
			case "I am.":
				return []byte(`{"input":"I am.","outcome":"final"}`), []byte("no log\n"), nil
			default:
				return tutor.Report{Input: input, Outcome: loop.Final, InScope: true, Model: "rules"}.JSON(), nil, nil
			}
		}}).Run(ctx, q, nil)
	}()
	args := []string{in, "--model", "rules", "--queue", url, "--log", log}
	code, out, stderr := s.batch(args[0], args[1:]...)
	assert.Equal(t, 3, code, stderr)
	stop()
	<-ended
	assert.Equal(t, 4, strings.Count(out, "\n"))
	list := "[" + strings.ReplaceAll(strings.TrimSpace(out), "\n", ",") + "]"
	assert.Equal(t, `["model_failure","final","model_failure","model_failure"]`, gjson.Get(list, "#.outcome").Raw)
	for _, want := range []string{
		"Line 1: worker bad: its answer is about another text. It has no answer; --retry-failed asks for it again, --restart for all.",
		"Line 3: worker bad: its answer is not a report.", "Line 4: worker bad: what it sent as the log of its run is none.",
	} {
		assert.Contains(t, stderr, want)
	}
	text, err := os.ReadFile(log)
	require.NoError(t, err)
	assert.Empty(t, string(text), "what is not a log of a run is not kept")
	worker(t, s, "--queue", url, "--model", "rules")
	code, out, stderr = s.batch(args[0], append(args[1:], "--retry-failed")...)
	assert.Zero(t, code, stderr)
	assert.Equal(t, 2, strings.Count(out, `"corrected":"`), out)
}

func TestQueueMisuse(t *testing.T) {
	s, url := newStage(t), newQueue(t)
	in := pastTense(s, 1)
	for want, args := range map[string][]string{
		"name the model":                            {"batch", in, "-o", filepath.Join(s.dir, "o"), "--model", "auto", "--queue", url},
		"work wants a queue":                        {"work", "--model", "rules"},
		"another, then give the same command again": {"work", "--model", "rules", "--queue", "nats://127.0.0.1:1"},
		"start it (hub --store DIR) or name another": {"batch", in, "-o", filepath.Join(s.dir, "o"), "--model", "rules", "--queue",
			"nats://127.0.0.1:1"},
		"takes its lines from a q": {"work", "x", "--queue", url},
	} {
		code, _, stderr := s.exec(args...)
		assert.Equal(t, 2, code, "%q: %s", args, stderr)
		assert.Contains(t, stderr, want)
	}
}

// TestKilledProcessesLoseNoLine kills workers and the coordinator with signal 9 while a batch runs, and starts them
// again.
func TestKilledProcessesLoseNoLine(t *testing.T) {
	s, url := newStage(t), newQueue(t)
	in, here, there := pastTense(s, 400), filepath.Join(s.dir, "here.jsonl"), filepath.Join(s.dir, "there.jsonl")
	code, _, stderr := s.exec("batch", in, "-o", here, "--model", "rules", "--no-log")
	require.Zero(t, code, stderr)
	stop := make(chan struct{})
	ended := make(chan struct{}, 2)
	for i := range 2 {
		go func() {
			defer func() { ended <- struct{}{} }()
			for n := 0; ; n++ {
				w := child(t.Context(), t, "", "work", "--queue", url, "--model", "rules", "--name", fmt.Sprint("w", i))
				said, working, dead := newTranscript(), make(chan struct{}), make(chan struct{})
				w.Stderr = said
				if err := w.Start(); err != nil {
					return
				}
				go func() {
					said.await("Working with")
					close(working)
				}()
				go func() {
					_ = w.Wait()
					close(dead)
				}()
				var life <-chan time.Time // from when it works: on a slow machine that is late
				for alive := true; alive; {
					select {
					case <-working:
						life, working = time.After(time.Duration(700+300*(n%3))*time.Millisecond), nil
					case <-life:
						alive = false
					case <-dead:
						alive = false
					case <-stop:
						alive = false
					}
				}
				_ = w.Process.Kill()
				<-dead
				select {
				case <-stop:
					return
				default:
				}
			}
		}()
	}
	batch := []string{"batch", in, "-o", there, "--model", "rules", "--queue", url, "--no-log"}
	kills := 0
	for attempt := 0; ; attempt++ {
		require.Less(t, attempt, 20)
		b := child(t.Context(), t, "", batch...)
		require.NoError(t, b.Start())
		if attempt < 2 {
			time.Sleep(1500 * time.Millisecond)
			_ = b.Process.Signal(syscall.SIGKILL)
		}
		err := b.Wait()
		if killed(b) {
			kills++
			continue
		}
		require.NoError(t, err)
		break
	}
	close(stop)
	<-ended
	<-ended
	assert.Positive(t, kills)
	sameAnswers(t, here, there)
}
