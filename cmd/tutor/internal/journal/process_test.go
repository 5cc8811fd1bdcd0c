package journal

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// writerVariable makes the test program a process that writes: it holds the path and who writes.
const writerVariable = "JOURNAL_WRITER"

func TestMain(m *testing.M) {
	if name, path, ok := strings.Cut(os.Getenv(writerVariable), ":"); ok {
		writeOn(name, path)
	}
	os.Exit(m.Run())
}

// writeOn adds entry after entry, and says so after each, until its standard input ends or it is killed.
func writeOn(name, path string) {
	patience = time.Minute // who polls a lock that others take at once again may not get it soon
	stop := make(chan struct{})
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		close(stop)
	}()
	for i := 0; ; i++ {
		select {
		case <-stop:
			os.Exit(0)
		default:
		}
		err := At(path).Update(context.Background(), func(b *Book) error {
			b.Add(Entry{At: monday, Source: Written, Verb: fmt.Sprint(name, i), Sentence: strings.Repeat("long ", 5000)})
			return nil
		})
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		fmt.Println(name, i)
	}
}

// A writer is a process that adds entries.
type writer struct {
	*exec.Cmd
	stdin io.Closer
	lines *bufio.Scanner
	said  int // how many entries it says it added
}

func startWriter(t *testing.T, name, path string) *writer {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.CommandContext(t.Context(), self)
	cmd.Env = append(os.Environ(), writerVariable+"="+name+":"+path)
	cmd.Stderr = os.Stderr
	stdin, err := cmd.StdinPipe()
	require.NoError(t, err)
	stdout, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	return &writer{cmd, stdin, bufio.NewScanner(stdout), 0}
}

// until reads until the writer has said n entries, or it ends.
func (w *writer) until(n int) {
	for w.said < n && w.lines.Scan() {
		w.said++
	}
}

const all = 1 << 30

func TestSeveralProcessesAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "learner.jsonl")
	var writers []*writer
	for i := range 4 {
		writers = append(writers, startWriter(t, fmt.Sprint("w", i, "-"), path))
	}
	var done sync.WaitGroup
	for _, w := range writers {
		done.Go(func() {
			w.until(5)
			assert.NoError(t, w.stdin.Close())
			w.until(all)
			assert.NoError(t, w.Wait())
		})
	}
	done.Wait()
	want := 0
	for _, w := range writers {
		assert.GreaterOrEqual(t, w.said, 5)
		want += w.said
	}
	assert.Len(t, read(t, path).Entries(), want, "no one's entries are lost")
}

func TestAKillLosesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "learner.jsonl")
	said := 0
	for round := range 8 {
		w := startWriter(t, fmt.Sprint("r", round, "-"), path)
		w.until(2 + round)
		require.NoError(t, w.Process.Kill())
		w.until(all)
		require.Error(t, w.Wait(), "it was killed")
		said += w.said
		n := len(read(t, path).Entries())
		assert.GreaterOrEqual(t, n, said, "what was said to be kept is kept")
		assert.LessOrEqual(t, n, said+1, "and at most what it was about to say")
		said = n
	}
	update(t, At(path), func(b *Book) { b.Forget(What{}) })
	assert.Equal(t, []string{"learner.jsonl", "learner.jsonl.lock"}, names(t, filepath.Dir(path)), "no torn file is left")
}
