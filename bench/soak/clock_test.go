package soak

import (
	"fmt"
	"testing"
	"testing/synctest"
)

// bubble calls f under a fake clock. A goroutine of f that goes on waiting when f has returned, if only
// for a timer, is the problem that bubble returns; "" is none.
func bubble(t *testing.T, f func()) (problem string) {
	defer func() {
		if p := recover(); p != nil {
			problem = fmt.Sprintf("goroutine left behind: %v", p)
		}
	}()
	synctest.Test(t, func(*testing.T) { f() })
	return ""
}
