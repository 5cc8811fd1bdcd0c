package main

import (
	"errors"
	"strings"

	"github.com/shortleash/shortleash/cmd/internal/logs"
)

// openLog opens a log to add to it.
func openLog(path string) (*logs.Writer, error) {
	w, err := logs.Open(path)
	switch {
	case errors.Is(err, logs.ErrHeld):
		return nil, misuse("cannot write the log %s: another process writes it. Wait until it ends, or name another file.", path)
	case errors.Is(err, logs.ErrForeign):
		return nil, misuse("cannot write the log %s: it does not end like a log. Name another file.", path)
	case err != nil:
		return nil, misuse("cannot write the log: %v", err)
	}
	return w, nil
}

// damage says what is wrong with logs, for people.
func damage(err error) string {
	return strings.ReplaceAll(err.Error(), "loop: log: ", "")
}
