//go:build !unix

package filelock

// Nonblock is not a flag: pipes do not wait here.
const Nonblock = 0

// IsUnread reports false: no pipe lacks a reader here.
func IsUnread(error) bool { return false }
