//go:build !linux

package models

// Memory returns the bytes of memory of this machine, or 0 if it cannot be told.
func Memory() int64 { return 0 }
