//go:build !linux

package main

// machineMemory returns the bytes of memory of this machine, or 0 if it cannot be told.
func machineMemory() int64 { return 0 }
