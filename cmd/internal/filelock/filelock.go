// Package filelock gives a file to one process at a time.
//
// [Take] takes the one lock of an open file, which the system lets go when the file is closed or the
// process ends, however that ends. It binds only those that ask for it: reading and writing go on. A file
// that may be a pipe is opened with [Nonblock], so that the lock, or what to say, is found at once.
package filelock

import (
	"errors"
	"os"
	"time"
)

// ErrHeld says that another process, or another opening of the file in this one, has the lock.
var ErrHeld = errors.New("filelock: another process has it")

// A process that is being started has the files of the one that starts it, and with them their locks, until it runs its own
// program. So a lock that was just let go may seem to be held, which these outlast.
const (
	patience = 500 * time.Millisecond
	pause    = 10 * time.Millisecond
)

// Take takes the lock of f, or fails after half a second with an error that wraps ErrHeld. Where the file's system
// knows no locks, it does nothing.
func Take(f *os.File) error {
	for start := time.Now(); ; time.Sleep(pause) {
		err := take(f)
		if errors.Is(err, errors.ErrUnsupported) {
			return nil
		}
		if !errors.Is(err, ErrHeld) || time.Since(start) > patience {
			return err
		}
	}
}
