// Package texts reads the inputs of a batch from what teachers have: a text, a folder of texts, or a
// column of a table (CSV).
//
// [Open] finds out what there is, and [Source.Inputs] yields it, each time anew and piece by piece. Each
// input that was no JSON object carries where it stands into its answer: "file", unless it came from a
// pipe, and "line", from 1. That is the line of a text or the line of a table at which
// the cell begins.
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
	"slices"
	"strings"

	"golang.org/x/text/encoding/unicode"

	"github.com/shortleash/shortleash/cmd/internal/answers"
)

// Options say how a source is read.
type Options struct {
	// In is read for the path "-".
	In io.Reader
	// Column names the column of a table that holds the texts, or is its number from 1. "": it is no table.
	Column string
	// Replaced are names of members that an input does not carry.
	Replaced []string
	// Leave reports whether a file of a folder is not to be read. Nil leaves none.
	Leave func(path string) bool
}

// A Source is where the inputs of a batch come from.
type Source struct {
	// Name is how messages call it.
	Name string
	// Folder says that it is a folder of texts.
	Folder bool
	// Unread are the files of a folder that are no texts, by their names in it.
	Unread []string

	files   []file
	options Options
}

// A file is one text of a source.
type file struct {
	name string // in answers; "": it has none
	open func() (io.ReadCloser, error)
	read func(open func() (io.ReadCloser, error), o Options) iter.Seq2[answers.Input, error]
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

// Open finds the texts at path, "-" for standard input. A pipe is read to its end, since inputs are gone
// through more than once. The error is an *Error.
func Open(path string, o Options) (*Source, error) {
	s := &Source{Name: path, options: o}
	info, err := os.Stat(path)
	switch {
	case path == "-":
		s.Name = "standard input"
		err = s.keep("", func() (io.ReadCloser, error) { return io.NopCloser(o.In), nil })
	case err != nil:
	case info.IsDir():
		s.Folder = true
		err = s.list(path)
	case info.Mode().IsRegular():
		s.add(path, filepath.Base(path))
	default:
		err = s.keep(filepath.Base(path), func() (io.ReadCloser, error) { return os.Open(path) })
	}
	if err != nil {
		return nil, s.failed(s.Name, err)
	}
	return s, nil
}

// failed wraps what is wrong with a file.
func (s *Source) failed(name string, err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		err = e.Err
	}
	return &Error{name, err}
}

// maxPiped bounds what is read of an input that cannot be read twice, in bytes.
const maxPiped = 64 << 20

// keep reads what can be read only once.
func (s *Source) keep(name string, open func() (io.ReadCloser, error)) error {
	f, err := open()
	if err != nil {
		return err
	}
	defer f.Close() // it was only read
	data, err := io.ReadAll(io.LimitReader(f, maxPiped+1))
	if err == nil && len(data) > maxPiped {
		err = fmt.Errorf("it has more than %d MB; a larger input must be a file", maxPiped>>20)
	}
	s.files = []file{{name, func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(data)), nil }, s.reader(name)}}
	return err
}

func (s *Source) add(path, name string) {
	s.files = append(s.files, file{name, func() (io.ReadCloser, error) { return os.Open(path) }, s.reader(path)})
}

// decoded opens a text as UTF-8: one that begins with the byte order mark of UTF-16, as Notepad and Excel of Windows
// write it, is decoded.
func decoded(open func() (io.ReadCloser, error)) func() (io.ReadCloser, error) {
	return func() (io.ReadCloser, error) {
		f, err := open()
		if err != nil {
			return nil, err
		}
		r := bufio.NewReader(f)
		if mark, _ := r.Peek(2); string(mark) != "\xff\xfe" && string(mark) != "\xfe\xff" { // a shorter text has no mark
			return readCloser{r, f}, nil
		}
		return readCloser{unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM).NewDecoder().Reader(r), f}, nil
	}
}

// A readCloser reads from one and closes the other.
type readCloser struct {
	io.Reader
	io.Closer
}

// reader returns how a file is read: as it was asked for, else by its name.
func (s *Source) reader(name string) func(func() (io.ReadCloser, error), Options) iter.Seq2[answers.Input, error] {
	switch {
	case s.options.Column != "":
		return func(open func() (io.ReadCloser, error), o Options) iter.Seq2[answers.Input, error] {
			return readTable(decoded(open), o)
		}
	}
	return func(open func() (io.ReadCloser, error), o Options) iter.Seq2[answers.Input, error] {
		return answers.Read(decoded(open), o.Replaced)
	}
}

// isText reports whether a file of a folder is read.
func (s *Source) isText(name string) bool {
	kinds := []string{".txt", ".md"}
	switch {
	case s.options.Column != "":
		kinds = []string{".csv", ".tsv"}
	}
	return slices.Contains(kinds, strings.ToLower(filepath.Ext(name)))
}

// list finds the texts below a folder, in the order of their names. Hidden files and folders, and links,
// are passed over.
func (s *Source) list(root string) error {
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case path == root:
			return nil
		case strings.HasPrefix(d.Name(), ".") && d.IsDir():
			return filepath.SkipDir
		case d.IsDir(), strings.HasPrefix(d.Name(), "."):
			return nil
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		switch {
		case s.options.Leave != nil && s.options.Leave(path):
		case !d.Type().IsRegular(), !s.isText(name):
			s.Unread = append(s.Unread, name)
		default:
			s.add(path, name)
		}
		return nil
	})
}

// Inputs yields the inputs of all files. An error comes last; it is an *Error.
func (s *Source) Inputs() iter.Seq2[answers.Input, error] {
	return func(yield func(answers.Input, error) bool) {
		number := 0
		for _, f := range s.files {
			for in, err := range s.inputsOf(f) {
				number++
				in.Number = number
				if !yield(in, err) || err != nil {
					return
				}
			}
		}
	}
}

// inputsOf yields the inputs of one file.
func (s *Source) inputsOf(f file) iter.Seq2[answers.Input, error] {
	return func(yield func(answers.Input, error) bool) {
		for in, err := range f.read(f.open, s.options) {
			if err != nil {
				name := s.Name
				if s.Folder {
					name = filepath.Join(s.Name, filepath.FromSlash(f.name))
				}
				yield(answers.Input{}, s.failed(name, err))
				return
			}
			if s.Folder {
				in.File = f.name
			}
			if !in.Object {
				in = in.With(place(f.name, in.Line)...)
			}
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

func place(name string, line int) []answers.Member {
	members := []answers.Member{{Name: MemberFile, Value: name}, {Name: MemberLine, Value: line}}
	if name == "" {
		return members[1:]
	}
	return members
}

// A Page is the text of one file, after its inputs were replaced.
type Page struct {
	Name string // of the file, relative to the folder; "": it has none
	Text string
}

// Pages yields the text of each file with its inputs replaced by what replace returns for them, in order.
// Blank lines stay. An error comes last.
func (s *Source) Pages(replace func(answers.Input) (string, error)) iter.Seq2[Page, error] {
	return func(yield func(Page, error) bool) {
		for _, f := range s.files {
			var b strings.Builder
			lines := 0
			for in, err := range s.inputsOf(f) {
				var text string
				if err == nil {
					text, err = replace(in)
				}
				if err != nil {
					yield(Page{}, err)
					return
				}
				b.WriteString(strings.Repeat("\n", max(0, in.Line-1-lines)) + text + "\n")
				lines = in.Line
			}
			if !yield(Page{f.name, b.String()}, nil) {
				return
			}
		}
	}
}
