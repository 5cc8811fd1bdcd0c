package cli

import (
	"io/fs"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
)

// A full disk is no misuse: the same command works when there is room.
func TestWhatCannotBeWrittenIsMisuseUnlessTheDeviceFails(t *testing.T) {
	for cause, misuse := range map[syscall.Errno]bool{syscall.ENOSPC: false, syscall.EIO: false, syscall.EACCES: true, syscall.ENOENT: true} {
		err := Unwritable("page", &fs.PathError{Op: "write", Path: "page.1", Err: cause})
		_, is := MisuseOf(err)
		assert.Equal(t, misuse, is, cause)
		assert.EqualError(t, err, "cannot write page: "+cause.Error())
	}
}
