package models

import (
	"bytes"
	"fmt"
	"os"
)

// Memory returns the bytes of memory of this machine, or 0 if it cannot be told.
func Memory() int64 {
	data, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return 0
	}
	for line := range bytes.Lines(data) {
		var kB int64
		if _, err := fmt.Sscanf(string(line), "MemTotal: %d kB", &kB); err == nil {
			return kB << 10
		}
	}
	return 0
}
