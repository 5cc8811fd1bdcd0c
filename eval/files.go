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

// A FileError says why suites cannot be read from files, in a message for the user of a program.
type FileError struct{ message string }

// Error returns the message.
func (e *FileError) Error() string { return e.message }

// Misuse returns the message. This method tells programs that the error is meant for their user.
func (e *FileError) Misuse() string { return e.message }

// ReadFiles reads the suites in files, and in the .jsonl files of folders. A suite has the name of
// its file; no two may have the same name. The error is a [*FileError] or an error of the system.
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

// EachFile calls read for each file in names, and for the .jsonl files of each folder in names, one
// after another. what says what a file contains. The error is a [*FileError], or an error of read
// or the system; a [*SuiteError] of read becomes a [*FileError] with the name of its file.
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
