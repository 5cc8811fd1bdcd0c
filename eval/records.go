package eval

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"

	"github.com/shortleash/shortleash/internal/bounded"
)

// A Record is something that a measurement keeps. Its key says what it is about; ok is false if the value is not a record.
type Record interface{ Key() (key string, ok bool) }

// Records keep the results of a measurement as lines of JSON, so that an interrupted one can
// continue. They are safe for concurrent use.
type Records[T Record] struct {
	w io.Writer

	mu    sync.Mutex // guards what follows, and w
	all   []T
	known map[string]int // places in all, by key
}

// maxRecord bounds a line of records, in bytes. An answer has a few kilobytes.
const maxRecord = 64_000_000

// ReadRecords reads the records of r, and appends new ones to w. An incomplete last line is
// ignored, and new records begin on a new line; any other line that is not a record of what is an
// error that names the line. A file is read to its end before it is written to.
func ReadRecords[T Record](r io.Reader, w io.Writer, what string) (*Records[T], error) {
	k := &Records[T]{w: w, known: map[string]int{}}
	lines := bufio.NewReader(r)
	for n := 1; ; n++ {
		line, end := bounded.ReadLine(lines, maxRecord)
		if errors.As(end, new(*bounded.TooLargeError)) {
			return nil, fmt.Errorf("line %d: %w", n, end)
		}
		if end != nil && !errors.Is(end, io.EOF) {
			return nil, end
		}
		if text := bytes.TrimSpace(line); !torn(text) {
			var one T
			err := json.Unmarshal(text, &one)
			key, ok := one.Key()
			if err != nil || !ok {
				return nil, fmt.Errorf("line %d: this is not a record of %s", n, what)
			}
			k.put(key, one)
		}
		if end == nil {
			continue
		}
		if len(line) > 0 {
			if _, err := w.Write([]byte("\n")); err != nil {
				return nil, err
			}
		}
		return k, nil
	}
}

// torn reports whether a line is the beginning of an object.
func torn(line []byte) bool {
	return !json.Valid(line) && (bytes.HasPrefix(line, []byte(`{"`)) || bytes.HasPrefix([]byte(`{"`), line))
}

// OpenRecords reads the records of a file, which it creates if necessary, and appends new ones. The
// caller closes the file. The error is a *[FileError] if the file cannot be opened.
func OpenRecords[T Record](name, what string) (k *Records[T], file io.Closer, err error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		if p, ok := errors.AsType[*fs.PathError](err); ok {
			err = p.Err
		}
		return nil, nil, &FileError{fmt.Sprintf("cannot open %s: %v", name, err)}
	}
	if k, err = ReadRecords[T](f, f, what); err != nil {
		return nil, nil, errors.Join(fmt.Errorf("%s, %w", name, err), f.Close())
	}
	return k, f, nil
}

// All returns the records in the order in which they were added.
func (k *Records[T]) All() []T {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.all[:len(k.all):len(k.all)]
}

// Get returns the record with the same key as like.
func (k *Records[T]) Get(like T) (one T, ok bool) {
	key, _ := like.Key()
	k.mu.Lock()
	defer k.mu.Unlock()
	i, ok := k.known[key]
	if ok {
		one = k.all[i]
	}
	return one, ok
}

// Keep adds a record, or replaces the one with the same key.
func (k *Records[T]) Keep(one T) error {
	key, _ := one.Key()
	line, err := json.Marshal(one)
	if err != nil {
		return err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.put(key, one)
	if _, err := k.w.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("eval: keep a record: %w", err)
	}
	return nil
}

func (k *Records[T]) put(key string, one T) {
	if i, ok := k.known[key]; ok {
		k.all[i] = one
		return
	}
	k.known[key] = len(k.all)
	k.all = append(k.all, one)
}

// An AnswerRecord is the answer to one item.
type AnswerRecord struct {
	Setup  string `json:"setup"` // who corrected, and how
	Suite  string `json:"suite"`
	ID     string `json:"id"`
	Input  string `json:"input"`
	Answer Answer `json:"answer"`
}

// Key implements [Record]: an answer is known for the same setup, suite, item and sentence.
func (r AnswerRecord) Key() (key string, ok bool) {
	// none holds NUL
	return r.Setup + "\x00" + r.Suite + "\x00" + r.ID + "\x00" + r.Input, r.Suite != "" && r.ID != "" && r.Answer.Outcome != ""
}
