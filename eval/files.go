package eval

import (
	"bytes"
	"errors"
	"fmt"
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
	for _, name := range names {
		files := []string{name}
		if info, err := os.Stat(name); err == nil && info.IsDir() {
			if files, err = filepath.Glob(filepath.Join(name, "*.jsonl")); err != nil || len(files) == 0 {
				return nil, &FileError{fmt.Sprintf("there is no suite, a file *.jsonl, in %s", name)}
			}
			slices.Sort(files)
		}
		for _, file := range files {
			s, err := readFile(file)
			if err != nil {
				return nil, err
			}
			if slices.ContainsFunc(suites, func(o Suite) bool { return o.Name == s.Name }) {
				return nil, &FileError{fmt.Sprintf("there are two suites of the name %s; measure them one by one", s.Name)}
			}
			suites = append(suites, s)
		}
	}
	return suites, nil
}

// maxFile bounds a file of a suite, in bytes.
const maxFile = 100_000_000

func readFile(file string) (s Suite, err error) {
	text, err := bounded.ReadFile(file, maxFile)
	if err == nil {
		s, err = ReadSuite(strings.TrimSuffix(filepath.Base(file), ".jsonl"), bytes.NewReader(text))
	}
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		return s, &FileError{fmt.Sprintf("cannot read %s: %v", file, p.Err)}
	}
	if broken, ok := errors.AsType[*SuiteError](err); ok {
		return s, &FileError{fmt.Sprintf("%s, %v", file, broken)}
	}
	return s, err
}
