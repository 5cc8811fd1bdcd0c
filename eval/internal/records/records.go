// Package records keeps what a measuring has made as lines of JSON, so that one that was broken off goes on where it
// was.
package records

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/shortleash/shortleash/internal/bounded"
)

// A Record has a key, which says what it is about. It is false of what is no record.
type Record interface{ Key() (key string, ok bool) }

// A File has records. It is safe for concurrent use.
type File[T Record] struct {
	w io.Writer

	mu    sync.Mutex // guards known and w
	known map[string]T
}

// maxLine bounds a line, in bytes. An answer has a few kilobytes.
const maxLine = 64_000_000

// opening is how each line begins.
const opening = `{"setup":`

// Read reads the records of r, and appends those that come to w. A line that was torn off counts as none, and what comes
// after it stands on a line of its own; an error names any other line that is no record of what. A file is read to its
// end before it is written to.
func Read[T Record](r io.Reader, w io.Writer, what string) (*File[T], error) {
	f := &File[T]{w: w, known: map[string]T{}}
	lines := bufio.NewReader(r)
	for n := 1; ; n++ {
		line, end := bounded.ReadLine(lines, maxLine)
		if errors.As(end, new(*bounded.TooLargeError)) {
			return nil, fmt.Errorf("line %d: %w", n, end)
		}
		if end != nil && !errors.Is(end, io.EOF) {
			return nil, end
		}
		text := bytes.TrimSpace(line)
		torn := !json.Valid(text) && (bytes.HasPrefix(text, []byte(opening)) || bytes.HasPrefix([]byte(opening), text))
		if !torn {
			var one T
			err := json.Unmarshal(text, &one)
			key, ok := one.Key()
			if err != nil || !ok || !bytes.HasPrefix(text, []byte(opening)) {
				return nil, fmt.Errorf("line %d: this is no record of %s", n, what)
			}
			f.known[key] = one
		}
		if end == nil {
			continue
		}
		if len(line) > 0 {
			if _, err := w.Write([]byte("\n")); err != nil {
				return nil, err
			}
		}
		return f, nil
	}
}

// Len returns how many records are there.
func (f *File[T]) Len() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.known)
}

// Get returns the record with the key of like.
func (f *File[T]) Get(like T) (one T, ok bool) {
	key, _ := like.Key()
	f.mu.Lock()
	defer f.mu.Unlock()
	one, ok = f.known[key]
	return one, ok
}

// Keep keeps a record, in place of one with the same key.
func (f *File[T]) Keep(one T) error {
	key, _ := one.Key()
	line, err := json.Marshal(one)
	if err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.known[key] = one
	if _, err := f.w.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("eval: keep a record: %w", err)
	}
	return nil
}
