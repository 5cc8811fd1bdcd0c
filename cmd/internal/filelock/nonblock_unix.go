//go:build unix

package filelock

import (
	"errors"
	"syscall"
)

// Nonblock is the flag with which opening a pipe does not wait for the process at its other end.
const Nonblock = syscall.O_NONBLOCK

// IsUnread reports whether err says that a pipe was opened for writing that no process reads.
func IsUnread(err error) bool { return errors.Is(err, syscall.ENXIO) }
