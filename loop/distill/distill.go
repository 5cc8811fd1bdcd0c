// Package distill learns planning errors from runs: what plans got wrong in tasks that some runs solved
// and others did not.
//
// It is a pipeline of five stages, each from one file to the next, each a function:
//
//	Collect    tasks -> runs        each task is run several times; the caller's judge says which are right
//	Mixed      runs -> mixed        the tasks with a success and a failure; the others are counted and dropped
//	Diagnose   mixed -> diagnoses   a critic compares the runs of a task: planning errors alone
//	Aggregate  diagnoses -> merged  one error at a time: new, merged into a known one, or discarded
//	Review     merged -> review     for a person, who says of each entry whether to keep it
//	Finish     review -> library    a planerrors library
//
// Files are lines of JSON. A stage that is stopped goes on behind its last whole line. What is right is
// the judge's word, never the model's, and a task of the evaluation list is refused.
package distill

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// maxLine bounds a line of a file, in bytes.
const maxLine = 4 << 20

// read returns the lines of a file; of one that is not there, none. A last line that was torn is left
// out, and taken off the file, so that what is appended begins a line.
func read[T any](path string) ([]T, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("distill: %w", err)
	}
	if whole := bytes.LastIndexByte(text, '\n') + 1; whole < len(text) {
		if err := os.Truncate(path, int64(whole)); err != nil {
			return nil, fmt.Errorf("distill: %w", err)
		}
		text = text[:whole]
	}
	var list []T
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, maxLine)
	for lines.Scan() {
		var one T
		if err := json.Unmarshal(lines.Bytes(), &one); err != nil {
			return nil, fmt.Errorf("distill: %s: line %d: %w", path, len(list)+1, err)
		}
		list = append(list, one)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("distill: %s: %w", path, err)
	}
	return list, nil
}

// add appends one line to a file.
func add(path string, line any) error {
	text, err := json.Marshal(line)
	if err != nil {
		return fmt.Errorf("distill: %w", err)
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return fmt.Errorf("distill: %w", err)
	}
	_, err = f.Write(append(text, '\n'))
	if err := errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("distill: %w", err)
	}
	return nil
}

// write writes a whole file.
func write(path string, lines ...any) error {
	if err := os.WriteFile(path, nil, 0o644); err != nil {
		return fmt.Errorf("distill: %w", err)
	}
	for _, line := range lines {
		if err := add(path, line); err != nil {
			return err
		}
	}
	return nil
}
