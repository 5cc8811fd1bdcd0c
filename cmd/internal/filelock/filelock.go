// Package filelock gives a file to one process at a time.
//
// [Take] takes the one lock of an open file, which the system lets go when the file is closed or the
// process ends, however that ends. It binds only those that ask for it: reading and writing go on. A file
// that may be a pipe is opened with [Nonblock], so that the lock, or what to say, is found at once.
package filelock

import (
	"errors"
	"os"
)

// ErrHeld says that another process, or another opening of the file in this one, has the lock.
var ErrHeld = errors.New("filelock: another process has it")

// Take takes the lock of f, or fails at once with an error that wraps ErrHeld. Where the file's system
// knows no locks, it does nothing.
func Take(f *os.File) error {
	if err := take(f); err != nil && !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	return nil
}
