package answers

import (
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestAFullDiskLeavesNoHalfLine bounds the size of files, which fails as a full disk does: a part of
// the line is written, then comes the error.
func TestAFullDiskLeavesNoHalfLine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out")
	heads := inputs(t, "one\ntwo\n")
	o, err := Open(path, from("one\ntwo\n"), Options{})
	require.NoError(t, err)

	first := string(heads[0].head) + "}"
	signal.Ignore(syscall.SIGXFSZ)
	defer signal.Reset(syscall.SIGXFSZ)
	var before syscall.Rlimit
	require.NoError(t, syscall.Getrlimit(syscall.RLIMIT_FSIZE, &before))
	bound := before
	bound.Cur = uint64(len(first) + 1 + 20)
	require.NoError(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &bound))
	one := o.append([]byte(first))
	two := o.append([]byte(string(heads[1].head) + strings.Repeat(" ", 100) + "}"))
	require.NoError(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &before))

	require.NoError(t, one)
	assert.ErrorIs(t, two, syscall.EFBIG)
	require.NoError(t, o.Close())
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, first+"\n", string(data))
	o, err = Open(path, from("one\ntwo\n"), Options{})
	require.NoError(t, err)
	assert.Equal(t, 1, o.Done())
	require.NoError(t, o.Close())
}
