package answers

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// failed says of a line that it is to be made again.
func failed(line []byte) (bool, error) { return bytes.Contains(line, []byte(`"failed"`)), nil }

const (
	fourInputs = "a\nb\nc\nd\n"
	twoFailed  = "{\"input\":\"a\",\"failed\":1}\n{\"input\":\"b\",\"loud\":\"B\"}\n{\"input\":\"c\",\"failed\":1}\n"
	fourLoud   = "{\"input\":\"a\",\"loud\":\"A\"}\n{\"input\":\"b\",\"loud\":\"B\"}\n{\"input\":\"c\",\"loud\":\"C\"}\n" +
		"{\"input\":\"d\",\"loud\":\"D\"}\n"
)

func TestAnswersAreMadeAgain(t *testing.T) {
	for _, jobs := range []int{1, 3} {
		path := filepath.Join(t.TempDir(), "out")
		require.NoError(t, os.WriteFile(path, []byte(twoFailed), 0o640))
		out, err := Open(path, from(fourInputs), Options{Accept: failed})
		require.NoError(t, err)
		assert.Equal(t, 1, out.Done())
		assert.Equal(t, 2, out.Again())
		var asked atomic.Int32
		require.NoError(t, Run(t.Context(), out, Job{Jobs: jobs, Answer: func(ctx context.Context, in Input) ([]byte, error) {
			asked.Add(1)
			return shout(ctx, in)
		}}))
		assert.EqualValues(t, 3, asked.Load(), "the one that is right is not asked again")
		assert.Equal(t, 4, out.Done())
		require.NoError(t, out.Close())
		assert.Equal(t, fourLoud, content(t, path))
		info, err := os.Stat(path)
		require.NoError(t, err)
		assert.Equal(t, os.FileMode(0o640), info.Mode().Perm())
		rest, err := filepath.Glob(path + ".*")
		require.NoError(t, err)
		assert.Empty(t, rest)
	}
}

func TestAnAnswerThatFailsAgainLeavesTheFileWhole(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out")
	require.NoError(t, os.WriteFile(path, []byte(twoFailed), 0o600))
	out, err := Open(path, from(fourInputs), Options{Accept: failed})
	require.NoError(t, err)
	gone := errors.New("gone")
	err = Run(t.Context(), out, Job{Answer: func(ctx context.Context, in Input) ([]byte, error) {
		text := in.Text
		if text == "c" {
			return nil, gone
		}
		return shout(ctx, in)
	}})
	require.ErrorIs(t, err, gone)
	require.NoError(t, out.Close())
	assert.Equal(t, strings.Replace(twoFailed, `"failed":1`, `"loud":"A"`, 1), content(t, path), "what was made is kept")
	out, err = Open(path, from(fourInputs), Options{Accept: failed})
	require.NoError(t, err)
	require.NoError(t, Run(t.Context(), out, Job{Answer: shout}))
	require.NoError(t, out.Close())
	assert.Equal(t, fourLoud, content(t, path))
}

func TestOneOutputHasTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out")
	require.NoError(t, os.WriteFile(path, []byte(twoFailed), 0o600))
	first, err := Open(path, from(fourInputs), Options{Accept: failed})
	require.NoError(t, err)
	second := func(restart bool) error {
		out, err := Open(path, from(fourInputs), Options{Restart: restart})
		if err == nil {
			err = out.Close()
		}
		return err
	}
	assert.ErrorIs(t, second(false), ErrHeld)
	assert.ErrorIs(t, second(true), ErrHeld)
	assert.Equal(t, twoFailed, content(t, path), "not even a restart touches it")
	require.NoError(t, Run(t.Context(), first, Job{Answer: shout}))
	assert.ErrorIs(t, second(false), ErrHeld, "also once it was written anew")
	require.NoError(t, first.Close())
	assert.NoError(t, second(false))
}

func TestALinkStaysALink(t *testing.T) {
	folder := t.TempDir()
	path, link := filepath.Join(folder, "out"), filepath.Join(folder, "link")
	require.NoError(t, os.WriteFile(path, []byte(twoFailed), 0o600))
	require.NoError(t, os.Symlink(path, link))
	out, err := Open(link, from(fourInputs), Options{Accept: failed})
	require.NoError(t, err)
	require.NoError(t, Run(t.Context(), out, Job{Answer: shout}))
	require.NoError(t, out.Close())
	assert.Equal(t, fourLoud, content(t, path))
	info, err := os.Lstat(link)
	require.NoError(t, err)
	assert.NotZero(t, info.Mode()&os.ModeSymlink)
}

// endless is a text of one letter.
type endless byte

func (e endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(e)
	}
	return len(p), nil
}

func TestALineIsBounded(t *testing.T) {
	t.Run("of inputs", func(t *testing.T) {
		var last error
		for _, err := range Read(func() (io.ReadCloser, error) {
			return io.NopCloser(io.MultiReader(strings.NewReader("a\n"), endless(0))), nil
		}, nil) {
			last = err
		}
		assert.EqualError(t, last, "line 2: it has more than 16 MB")
	})
	t.Run("of answers", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "out")
		f, err := os.Create(path)
		require.NoError(t, err)
		require.NoError(t, f.Truncate(1<<30)) // of zeros, which take no room
		require.NoError(t, f.Close())
		_, err = Open(path, from(three), Options{})
		assert.EqualError(t, err, "answers: the file holds something else: its line 1 has more than 64 MB")
	})
}

// TestMemoryDoesNotGrowWithTheInput answers 16 MB of long lines.
func TestMemoryDoesNotGrowWithTheInput(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out")
	const lines = 128
	line := strings.Repeat("x", 1<<17) + "\n"
	inputs := Read(func() (io.ReadCloser, error) {
		var all []io.Reader
		for range lines {
			all = append(all, strings.NewReader(line))
		}
		return io.NopCloser(io.MultiReader(all...)), nil
	}, nil)
	held := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before, most, n := held(), uint64(0), 0
	out, err := Open(path, inputs, Options{})
	require.NoError(t, err)
	require.NoError(t, Run(t.Context(), out, Job{Answer: func(_ context.Context, in Input) ([]byte, error) {
		text := in.Text
		if n++; n%64 == 0 {
			most = max(most, held())
		}
		return append(opening(text), '}'), nil
	}}))
	require.NoError(t, out.Close())
	assert.Less(t, most, before+8<<20)
	out, err = Open(path, inputs, Options{})
	require.NoError(t, err)
	assert.Equal(t, lines, out.Done())
	assert.Less(t, held(), before+8<<20)
	require.NoError(t, out.Close())
}
