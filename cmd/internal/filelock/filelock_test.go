package filelock

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestOneHasTheLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	open := func() *os.File {
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
		require.NoError(t, err)
		t.Cleanup(func() { _ = f.Close() })
		return f
	}
	first, second := open(), open()
	require.NoError(t, Take(first))
	assert.ErrorIs(t, Take(second), ErrHeld)
	_, err := second.WriteString("it binds only those that ask")
	assert.NoError(t, err)
	require.NoError(t, first.Close())
	assert.NoError(t, Take(second), "closing lets it go")
}

// A child has the files of its parent until it runs its own program, and with them a lock that the parent lets go meanwhile.
func TestALockThatIsLetGoSoonIsWaitedFor(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	first, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	require.NoError(t, err)
	second, err := os.OpenFile(path, os.O_RDWR, 0o600)
	require.NoError(t, err)
	t.Cleanup(func() { _ = second.Close() })
	require.NoError(t, Take(first))
	time.AfterFunc(50*time.Millisecond, func() { assert.NoError(t, first.Close()) })
	assert.NoError(t, Take(second))
}
