package logs

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/shortleash/shortleash/cmd/internal/filelock"
)

// ErrHeld says that another process writes the log.
var ErrHeld = filelock.ErrHeld

// ErrForeign says that a file is not a log. Nothing was changed.
var ErrForeign = errors.New("logs: it holds something else")

// ErrUnread says that a pipe has no reader.
var ErrUnread = errors.New("logs: it is a pipe that no process reads")

// A Writer adds lines to a log. Only one exists for a file at a time, on whatever system has the
// locks for that; it goes with its process, however that ends.
type Writer struct{ file *os.File }

// Open opens the log at path to add to it, and makes it, with folders of its own, where there is none.
// The start of a line at its end, which a process that was killed has left, is cut off. An error
// wraps ErrHeld, ErrForeign, ErrUnread or what the system says.
func Open(path string) (*Writer, error) {
	// The tasks of runs are private: no other user may read them.
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND|filelock.Nonblock, 0o600)
	if filelock.IsUnread(err) {
		return nil, ErrUnread
	}
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && info.Mode().IsRegular() { // of a pipe or a terminal nothing is left from before
		if err = filelock.Take(f); err == nil {
			err = mend(f, info.Name(), path)
		}
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &Writer{f}, nil
}

// OpenIn is Open for a file in the folder of logs, which is made where it is missing.
func OpenIn(path string) (*Writer, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	return Open(path)
}

// Write adds p in one piece.
func (w *Writer) Write(p []byte) (int, error) { return w.file.Write(p) }

// Clear empties the log.
func (w *Writer) Clear() error { return w.file.Truncate(0) }

// Close lets others write.
func (w *Writer) Close() error { return w.file.Close() }

// opening is how each line of a log begins.
const opening = `{"seq":`

// mend cuts off a last line without its end, if it is the start of an event. It refuses a file whose first
// line or last one is none.
func mend(f *os.File, name, path string) error {
	r, err := os.Open(path)
	if err != nil {
		return err
	}
	defer r.Close()
	size, err := r.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	whole, err := lastEnd(r, size)
	if err != nil {
		return err
	}
	for _, line := range []struct{ from, to int64 }{{0, size}, {whole, size}} {
		begins, err := isOpening(r, line.from, line.to)
		if err != nil {
			return err
		}
		if !begins {
			return fmt.Errorf("%w: %s", ErrForeign, name)
		}
	}
	if whole == size {
		return nil
	}
	return f.Truncate(whole)
}

// isOpening reports whether what stands between two places begins as a line of a log does, as far as it
// goes.
func isOpening(r io.ReaderAt, from, to int64) (bool, error) {
	head := make([]byte, min(int64(len(opening)), to-from))
	if _, err := r.ReadAt(head, from); err != nil {
		return false, err
	}
	return strings.HasPrefix(opening, string(head)), nil
}

// lastEnd returns how many bytes of r, which has size, are whole lines.
func lastEnd(r io.ReaderAt, size int64) (int64, error) {
	const piece = 1 << 16
	buffer := make([]byte, piece)
	for end := size; end > 0; {
		start := max(0, end-piece)
		b := buffer[:end-start]
		if _, err := r.ReadAt(b, start); err != nil && !errors.Is(err, io.EOF) {
			return 0, err
		}
		if i := bytes.LastIndexByte(b, '\n'); i >= 0 {
			return start + int64(i) + 1, nil
		}
		end = start
	}
	return 0, nil
}
