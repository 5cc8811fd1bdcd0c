package cli

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A full disk is not misuse: the same command works when there is room.
func TestWhatCannotBeWrittenIsMisuseUnlessTheDeviceFails(t *testing.T) {
	for cause, misuse := range map[syscall.Errno]bool{syscall.ENOSPC: false, syscall.EIO: false, syscall.EACCES: true, syscall.ENOENT: true} {
		err := Unwritable("page", &fs.PathError{Op: "write", Path: "page.1", Err: cause})
		_, is := MisuseOf(err)
		assert.Equal(t, misuse, is, cause)
		assert.EqualError(t, err, "cannot write page: "+cause.Error())
	}
}

// What learners wrote is for its owner, unless that one has opened it for others.
func TestModesOfReplacedFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "page")
	mode := func() fs.FileMode {
		info, err := os.Stat(path)
		require.NoError(t, err)
		return info.Mode().Perm()
	}
	require.NoError(t, ReplaceFile(path, []byte("a"), Private))
	assert.Equal(t, fs.FileMode(0o600), mode())
	require.NoError(t, os.Chmod(path, 0o640))
	require.NoError(t, ReplaceFile(path, []byte("b"), Private))
	assert.Equal(t, fs.FileMode(0o640), mode())
}
