//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package logs

import "os"

// lock takes no lock where the standard library knows of none: there, two processes that add to one
// log mix their runs, and reading it says so.
func lock(*os.File) error { return nil }
