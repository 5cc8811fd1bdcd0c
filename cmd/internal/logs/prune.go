package logs

import (
	"errors"
	"os"
	"time"

	"github.com/shortleash/shortleash/cmd/internal/filelock"
)

// Lifetime is how long a log stays in the folder for logs after its last line was written: it holds what
// people wrote.
const Lifetime = 30 * 24 * time.Hour

// Pruned says what Prune deleted.
type Pruned struct {
	Files int   `json:"files"`
	Bytes int64 `json:"bytes"`
}

// Prune deletes the logs in folder that were last written before a time. Logs that a process writes, and
// links, stay. Where one cannot be deleted it goes on; the error says which.
func Prune(folder string, before time.Time) (done Pruned, err error) {
	files, err := Files(folder)
	if err != nil {
		return done, err
	}
	for _, path := range files {
		info, failed := os.Lstat(path)
		if failed != nil || !info.Mode().IsRegular() || !info.ModTime().Before(before) {
			continue // it is gone, or not ours to delete
		}
		if failed := remove(path); failed == nil {
			done.Files++
			done.Bytes += info.Size()
		} else if !errors.Is(failed, ErrHeld) {
			err = errors.Join(err, failed)
		}
	}
	return done, err
}

// remove deletes a log that no process writes.
func remove(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	if err := filelock.Take(f); err != nil {
		return errors.Join(err, f.Close())
	}
	_ = os.Remove(path + NameExtension)            // which most logs do not have
	return errors.Join(f.Close(), os.Remove(path)) // Windows does not remove what is open
}

// Size returns how many bytes the logs in files have.
func Size(files []string) (bytes int64) {
	for _, path := range files {
		if info, err := os.Stat(path); err == nil {
			bytes += info.Size()
		}
	}
	return bytes
}
