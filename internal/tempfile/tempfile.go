// Package tempfile makes the files that take the name of another when they are whole.
package tempfile

import (
	"os"
	"path/filepath"
	"strings"
	"time"
)

// ending is that of the names. A name begins with a dot, so that listings leave it out.
const ending = ".part"

// left is after how long without a change a file is taken for one of a process that was killed.
const left = time.Minute

// Beside creates a file that can be renamed to path, and removes those that killed processes left there.
func Beside(path string) (*os.File, error) {
	dir, prefix := filepath.Dir(path), "."+filepath.Base(path)+"."
	entries, _ := os.ReadDir(dir) // where the folder cannot be read, what is left there stays
	for _, e := range entries {
		number, mine := strings.CutPrefix(e.Name(), prefix)
		number, ends := strings.CutSuffix(number, ending)
		if !mine || !ends || strings.Trim(number, "0123456789") != "" || !e.Type().IsRegular() {
			continue
		}
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > left {
			_ = os.Remove(filepath.Join(dir, e.Name())) // it harms nobody
		}
	}
	return os.CreateTemp(dir, prefix+"*"+ending)
}
