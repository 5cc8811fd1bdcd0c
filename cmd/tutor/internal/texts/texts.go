// Package texts reads the inputs of a batch: the lines of a text, JSON Lines, or a column of a table (CSV).
//
// [Open] finds the file, and [Source.Inputs] yields its inputs, each time anew and piece by piece. Each input that
// was not a JSON object carries where it stands into its answer: "file", unless it came from standard input, and "line",
// from 1. In a table that is the line at which the cell begins.
package texts

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"

	"golang.org/x/text/encoding/unicode"

	"github.com/shortleash/shortleash/cmd/internal/answers"
)

// Options say how a source is read.
type Options struct {
	// In is read for the path "-".
	In io.Reader
	// Column names the column of a table that holds the texts, or is its number from 1. "": it is not a table.
	Column string
	// Replaced are names of members that an input does not carry.
	Replaced []string
}

// A Source is where the inputs of a batch come from.
type Source struct {
	name    string // how messages call it
	file    string // in answers; "": standard input
	open    func() (io.ReadCloser, error)
	options Options
}

// An Error says what cannot be read.
type Error struct {
	Name string // of the file
	Err  error  // an *answers.InputError or that of the system
}

// Error returns one line.
func (e *Error) Error() string {
	if _, ok := errors.AsType[*answers.InputError](e.Err); ok {
		return fmt.Sprintf("%s, %v", e.Name, e.Err)
	}
	return fmt.Sprintf("cannot read %s: %v", e.Name, e.Err)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Misuse says that the user named what cannot be read.
func (e *Error) Misuse() string { return e.Error() }

// Open finds the file at path, "-" for standard input. A pipe is read to its end, since inputs are read more than
// once. The error is an *Error.
func Open(path string, o Options) (*Source, error) {
	open := func() (io.ReadCloser, error) { return os.Open(path) }
	if path == "-" {
		s := &Source{name: "standard input", options: o}
		return s, s.keep(func() (io.ReadCloser, error) { return io.NopCloser(o.In), nil })
	}
	s := &Source{name: path, file: filepath.Base(path), open: open, options: o}
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, s.failed(err)
	case info.IsDir():
		return nil, s.failed(errors.New("it is a folder; name one of its files"))
	case !info.Mode().IsRegular():
		return s, s.keep(open)
	}
	return s, nil
}

// failed wraps what is wrong with the file.
func (s *Source) failed(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		err = e.Err
	}
	return &Error{s.name, err}
}

// maxPiped bounds what is read of an input that cannot be read twice, in bytes.
const maxPiped = 64 << 20

// keep reads what can be read only once.
func (s *Source) keep(open func() (io.ReadCloser, error)) error {
	f, err := open()
	if err != nil {
		return s.failed(err)
	}
	defer f.Close() // it was only read
	data, err := io.ReadAll(io.LimitReader(f, maxPiped+1))
	if err == nil && len(data) > maxPiped {
		err = fmt.Errorf("it has more than %d MB; a larger input must be a file", maxPiped>>20)
	}
	if err != nil {
		return s.failed(err)
	}
	s.open = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(data)), nil }
	return nil
}

// decoded opens the text as UTF-8: one that begins with the byte order mark of UTF-16, as Notepad and Excel of
// Windows write it, is decoded.
func (s *Source) decoded() (io.ReadCloser, error) {
	f, err := s.open()
	if err != nil {
		return nil, err
	}
	r := bufio.NewReader(f)
	if mark, _ := r.Peek(2); string(mark) != "\xff\xfe" && string(mark) != "\xfe\xff" { // a shorter text has no mark
		return readCloser{r, f}, nil
	}
	return readCloser{unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM).NewDecoder().Reader(r), f}, nil
}

// A readCloser reads from one and closes the other.
type readCloser struct {
	io.Reader
	io.Closer
}

// Inputs yields the inputs. An error comes last; it is an *Error.
func (s *Source) Inputs() iter.Seq2[answers.Input, error] {
	return func(yield func(answers.Input, error) bool) {
		inputs := answers.Read(s.decoded, s.options.Replaced)
		if s.options.Column != "" {
			inputs = readTable(s.decoded, s.options)
		}
		number := 0
		for in, err := range inputs {
			if err != nil {
				yield(answers.Input{}, s.failed(err))
				return
			}
			if !in.Object {
				in = in.With(s.place(in.Line)...)
			}
			number++
			in.Number = number
			if !yield(in, nil) {
				return
			}
		}
	}
}

// The members that say where an input stands.
const (
	MemberFile = "file"
	MemberLine = "line"
)

func (s *Source) place(line int) []answers.Member {
	members := []answers.Member{{Name: MemberFile, Value: s.file}, {Name: MemberLine, Value: line}}
	if s.file == "" {
		return members[1:]
	}
	return members
}
