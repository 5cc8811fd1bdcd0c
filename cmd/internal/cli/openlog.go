package cli

import (
	"errors"
	"sync"

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

// A SharedLog is the file into which a program that does several tasks at once writes their runs. It is opened for each
// of them, so that a run that waits in it can go on meanwhile.
type SharedLog struct {
	path string // "": none

	mu sync.Mutex // is held while a run is written
}

// OpenSharedLog returns the log at path, after a try to write it. "" is none.
func OpenSharedLog(path string) (*SharedLog, error) {
	l := &SharedLog{path: path}
	if path == "" {
		return l, nil
	}
	w, err := OpenLog(path)
	if err != nil {
		return nil, err
	}
	return l, w.Close()
}

// Add adds a whole run.
func (l *SharedLog) Add(events []byte) error {
	if l.path == "" || len(events) == 0 {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	w, err := OpenLog(l.path)
	if err != nil {
		return err
	}
	defer w.Close() // the lines were written, or the error says that they were not
	_, err = w.Write(events)
	return err
}
