//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd || windows)

package filelock

import (
	"errors"
	"os"
)

// take takes no lock where none is known: there, two processes may mix what they write.
func take(*os.File) error { return errors.ErrUnsupported }
