package eval

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/internal/bounded"
)

// A FileError says why suites cannot be read from files, in words for the user of a program.
type FileError struct{ message string }

// Error returns the message.
func (e *FileError) Error() string { return e.message }

// Misuse returns the message. Programs know by this method that the error is meant for their user.
func (e *FileError) Misuse() string { return e.message }

// ReadFiles reads the suites in files and in folders, whose files end in .jsonl. A suite has the name of
// its file, and no two have the same. An error is a *FileError, or what the system returned.
func ReadFiles(names ...string) ([]Suite, error) {
	var suites []Suite
	err := EachFile(names, "suite", func(file string, text io.Reader) error {
		s, err := ReadSuite(strings.TrimSuffix(filepath.Base(file), ".jsonl"), text)
		if err == nil && slices.ContainsFunc(suites, func(o Suite) bool { return o.Name == s.Name }) {
			return &FileError{fmt.Sprintf("there are two suites of the name %s; measure them one by one", s.Name)}
		}
		suites = append(suites, s)
		return err
	})
	if err != nil {
		return nil, err
	}
	return suites, nil
}

// maxFile bounds a file of a suite, in bytes.
const maxFile = 100_000_000

// EachFile gives the files in names and in folders among them, whose files end in .jsonl, to read, one after the other.
// what names what a file holds. An error is a *FileError, or what read or the system returned; a *SuiteError of read
// becomes a *FileError with the name of its file.
func EachFile(names []string, what string, read func(file string, text io.Reader) error) error {
	for _, name := range names {
		files := []string{name}
		if info, err := os.Stat(name); err == nil && info.IsDir() {
			if files, err = filepath.Glob(filepath.Join(name, "*.jsonl")); err != nil || len(files) == 0 {
				return &FileError{fmt.Sprintf("there is no %s, a file *.jsonl, in %s", what, name)}
			}
			slices.Sort(files)
		}
		for _, file := range files {
			text, err := bounded.ReadFile(file, maxFile)
			if err == nil {
				err = read(file, bytes.NewReader(text))
			}
			if p, ok := errors.AsType[*fs.PathError](err); ok {
				return &FileError{fmt.Sprintf("cannot read %s: %v", file, p.Err)}
			}
			if broken, ok := errors.AsType[*SuiteError](err); ok {
				return &FileError{fmt.Sprintf("%s, %v", file, broken)}
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}
