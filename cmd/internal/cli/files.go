package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"

	"github.com/shortleash/shortleash/cmd/internal/filelock"
	"github.com/shortleash/shortleash/internal/bounded"
	"github.com/shortleash/shortleash/internal/tempfile"
)

// ReadRegular reads what only a regular file can hold, of at most so many bytes. It does not wait for a pipe.
func ReadRegular(path string, most int64) ([]byte, error) {
	if err := Regular(path); err != nil {
		return nil, err
	}
	return bounded.ReadFile(path, most)
}

// Regular returns an error if path is not a regular file: a pipe or a device, say, which keeps nothing.
func Regular(path string) error {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "read", Path: path, Err: errors.New("it is not a regular file")}
	}
	return err
}

// Private is the mode of new files that hold what learners wrote.
const Private fs.FileMode = 0o600

// ReplaceFile writes a file in one step: after a crash it holds what it held before, or all of data. A new file has the
// mode, another one keeps its own. What is not a regular file, such as a pipe, is written as it is, and is not waited for.
func ReplaceFile(path string, data []byte, mode fs.FileMode) error {
	if info, err := os.Stat(path); err == nil {
		if !info.Mode().IsRegular() {
			return writeTo(path, data)
		}
		mode = info.Mode().Perm()
	}
	f, err := tempfile.Beside(path)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Chmod(mode), f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name()) // the first error counts
	}
	return err
}

// writeTo writes to a device, or to a pipe that a process reads.
func writeTo(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_TRUNC|filelock.Nonblock, 0)
	if filelock.IsUnread(err) {
		return &fs.PathError{Op: "write", Path: path, Err: errors.New("it is a pipe that no process reads")}
	}
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}

// Writable says why ReplaceFile could not write a file, before there is anything to write. No file stays.
func Writable(path string) error {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return &fs.PathError{Op: "write", Path: path, Err: errors.New("is a directory")}
	case err == nil && !info.Mode().IsRegular():
		return nil
	}
	f, err := tempfile.Beside(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// Unwritable says why a file cannot be written: another can be named, unless it is the device that fails.
func Unwritable(path string, err error) error {
	for _, fault := range []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EIO} {
		if errors.Is(err, fault) {
			return fmt.Errorf("cannot write %s: %w", path, Cause(err))
		}
	}
	return Misuse("cannot write %s: %v", path, Cause(err))
}

// SameFile reports whether two names mean one file.
func SameFile(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}
