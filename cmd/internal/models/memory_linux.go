package models

import "golang.org/x/sys/unix"

// Memory returns the bytes of memory of this machine, or 0 if it cannot be told.
func Memory() int64 {
	var i unix.Sysinfo_t
	if unix.Sysinfo(&i) != nil {
		return 0
	}
	return int64(uint64(i.Totalram) * uint64(i.Unit))
}
