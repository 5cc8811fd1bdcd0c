//go:build unix

package answers

import "syscall"

// nonblock has opening a pipe fail, or not, without waiting for another process.
const nonblock = syscall.O_NONBLOCK
