//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package logs

import (
	"errors"
	"os"
	"syscall"
)

// lock takes the one lock of the file, which the system lets go when the process ends.
func lock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrHeld
	}
	return err
}
