package cli

import (
	"errors"

	"github.com/shortleash/shortleash/cmd/internal/logs"
)

// OpenLog opens a log to add to it. Its errors say what to do.
func OpenLog(path string) (*logs.Writer, error) {
	w, err := logs.Open(path)
	switch {
	case errors.Is(err, logs.ErrHeld):
		return nil, Misuse("cannot write the log %s: another process writes it. Wait until it ends, or name another file.", path)
	case errors.Is(err, logs.ErrForeign):
		return nil, Misuse("cannot write the log %s: it holds something else. Name another file.", path)
	case errors.Is(err, logs.ErrUnread):
		return nil, Misuse("cannot write the log %s: it is a pipe that no process reads.", path)
	case err != nil:
		return nil, Misuse("cannot write the log %s: %v", path, Cause(err))
	}
	return w, nil
}
