package web

import (
	"os"
	"os/signal"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestAFullDiskLeavesNoResults bounds the size of files, which fails as a full disk does: a part of the file is written,
// then comes the error.
func TestAFullDiskLeavesNoResults(t *testing.T) {
	f := &results{folder: t.TempDir()}
	signal.Ignore(syscall.SIGXFSZ)
	defer signal.Reset(syscall.SIGXFSZ)
	var usual syscall.Rlimit
	require.NoError(t, syscall.Getrlimit(syscall.RLIMIT_FSIZE, &usual))
	bound := usual
	bound.Cur = 100
	require.NoError(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &bound))
	failed := f.keep("a.jsonl", []byte(scores))
	require.NoError(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &usual))

	assert.EqualError(t, failed, "cannot write a.jsonl: file too large")
	files, err := os.ReadDir(f.folder)
	require.NoError(t, err)
	assert.Empty(t, files, "half a file of results would be shown as one")
}
