package web

import (
	"sync"

	"github.com/shortleash/shortleash/cmd/internal/cli"
)

// A Log is the file into which a program's page writes its runs. It is opened for each of them, so that a run that
// waits in it can go on meanwhile.
type Log struct {
	path string // "": none

	mu sync.Mutex // is held while a run is written
}

// OpenLog returns the log at path, after a try to write it. "" is none.
func OpenLog(path string) (*Log, error) {
	l := &Log{path: path}
	if path == "" {
		return l, nil
	}
	w, err := cli.OpenLog(path)
	if err != nil {
		return nil, err
	}
	return l, w.Close()
}

// Add adds a whole run.
func (l *Log) Add(events []byte) error {
	if l.path == "" || len(events) == 0 {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	w, err := cli.OpenLog(l.path)
	if err != nil {
		return err
	}
	defer w.Close() // the lines were written, or the error says that they were not
	_, err = w.Write(events)
	return err
}
