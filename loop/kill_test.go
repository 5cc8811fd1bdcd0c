//go:build unix

package loop_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
)

// childLog is the variable by which a test starts its own program again as a process that hangs in a
// call: the path of its log. childCall says in which call, from 1, and childKind with which tools.
const (
	childLog  = "LOOP_TEST_CHILD_LOG"
	childCall = "LOOP_TEST_CHILD_CALL"
	childKind = "LOOP_TEST_CHILD_IDEMPOTENT"
)

// stuck is a registry of one tool that reports each call and hangs in the nth. No call hangs where n is 0.
func stuck(t testing.TB, idempotent bool, n int, report func(number)) *tools.Registry {
	t.Helper()
	calls := 0
	f := func(_ context.Context, in number) (string, error) {
		report(in)
		if calls++; calls == n {
			_, err := io.Copy(io.Discard, os.Stdin) // until the parent process closes it or kills this process
			return "", err
		}
		return fmt.Sprint("a", in.N), nil
	}
	r, err := tools.NewRegistry(tools.Must(tools.New("a", "tool a", f, tools.Options{Idempotent: idempotent})))
	require.NoError(t, err)
	return r
}

const threeCalls = "A1 A2 A3 F"

// TestAsChild is not a test: it is a run in a process that another test has started, and kills.
func TestAsChild(t *testing.T) {
	path := os.Getenv(childLog)
	if path == "" {
		return
	}
	n, err := strconv.Atoi(os.Getenv(childCall))
	require.NoError(t, err)
	log, err := os.Create(path)
	require.NoError(t, err)
	registry := stuck(t, os.Getenv(childKind) == "true", n, func(in number) { fmt.Println("call", in.N) })
	l, err := loop.New(strategy.ReAct{}, fake.Play(replies(threeCalls, 0)...), registry, loop.Config{})
	require.NoError(t, err)
	_, err = l.Run(t.Context(), "the task", log)
	require.NoError(t, err)
}

// TestAProcessKilledInsideACallResumes kills a process with signal 9 while one of its tools runs. The
// run goes on in this process: no observed call is made again, and one that may have had its effect
// only when a person says so.
func TestAProcessKilledInsideACallResumes(t *testing.T) {
	program, err := os.Executable()
	require.NoError(t, err)
	whole, err := loop.New(strategy.ReAct{}, fake.Play(replies(threeCalls, 0)...), stuck(t, true, 0, func(number) {}), loop.Config{})
	require.NoError(t, err)
	want, _, _ := logged(t, whole)
	for _, idempotent := range []bool{true, false} {
		for n := 1; n <= 3; n++ {
			t.Run(fmt.Sprintf("call %d idempotent=%t", n, idempotent), func(t *testing.T) {
				path := filepath.Join(t.TempDir(), "log")
				cmd := exec.CommandContext(t.Context(), program, "-test.run=^TestAsChild$")
				cmd.Env = append(os.Environ(), childLog+"="+path, childCall+"="+strconv.Itoa(n), childKind+"="+strconv.FormatBool(idempotent))
				_, err := cmd.StdinPipe() // open as long as the process lives
				require.NoError(t, err)
				out, err := cmd.StdoutPipe()
				require.NoError(t, err)
				require.NoError(t, cmd.Start())
				for lines := bufio.NewScanner(out); lines.Scan() && lines.Text() != fmt.Sprint("call ", n); {
				}
				require.NoError(t, cmd.Process.Kill())
				require.Error(t, cmd.Wait())

				log, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND, 0)
				require.NoError(t, err)
				defer log.Close()
				read := func() []loop.Event {
					_, err := log.Seek(0, io.SeekStart)
					require.NoError(t, err)
					events, torn, err := loop.ReadLog(log)
					require.NoError(t, err)
					require.Zero(t, torn)
					return events
				}
				events := read()
				require.Equal(t, loop.CallStarted, events[len(events)-1].Kind)
				var ran []int
				registry := stuck(t, idempotent, 0, func(in number) { ran = append(ran, in.N) })
				l, err := loop.New(strategy.ReAct{}, fake.Play(replies(threeCalls, 0)[n:]...), registry, loop.Config{})
				require.NoError(t, err)
				got, err := l.Resume(t.Context(), events, nil, log, nil)
				require.NoError(t, err)
				if !idempotent {
					require.Equal(t, loop.Paused, got.Outcome)
					require.Empty(t, ran, "it may have had its effect")
					got, err = l.Resume(t.Context(), read(), &loop.Reply{Interrupt: got.Interrupt.ID, Do: loop.Rerun}, log, nil)
					require.NoError(t, err)
				}
				assert.Equal(t, essence(want), essence(got))
				assert.Equal(t, []int{1, 2, 3}[n-1:], ran, "the calls that were observed are not made again")
				assert.NoError(t, l.Replay(t.Context(), read()))
				assert.False(t, slices.ContainsFunc(read(), func(e loop.Event) bool { return e.Kind == loop.Failed }))
			})
		}
	}
}
