package distill

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/shortleash/shortleash/internal/bounded"
	"github.com/shortleash/shortleash/internal/tempfile"
)

// A line is one line of a file that a stage writes.
type line interface {
	// whole reports whether what every line has is there.
	whole() bool
}

// opening is how each line of each stage begins.
const opening = `{"task":"`

// maxFile bounds a file that a stage reads, and maxLine a line of it, in bytes.
const (
	maxFile = 100_000_000
	maxLine = 4 << 20
)

// read returns the lines of a file that stage has written. A last line that was torn is an error: the
// stage was stopped, and the file says less than it would.
func read[T line](path, stage string) ([]T, error) {
	text, err := bounded.ReadFile(path, maxFile)
	if err != nil {
		return nil, fmt.Errorf("distill: %w", err)
	}
	list, err := parse[T](path, stage, text)
	if end := bytes.LastIndexByte(text, '\n') + 1; err != nil && bytes.HasPrefix(text[end:], []byte(opening)) {
		return nil, misuse("the last line of %s is torn; let %s finish it first", path, stage)
	}
	return list, err
}

// resume returns the lines that stage has written to its own file so far; of one that is not there,
// none. A last line that was torn is taken off the file, so that what is appended begins a line. A file
// of something else is an error, and stays as it is.
func resume[T line](path, stage string) ([]T, error) {
	text, err := bounded.ReadFile(path, maxFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("distill: %w", err)
	}
	end := bytes.LastIndexByte(text, '\n') + 1
	list, err := parse[T](path, stage, text[:end])
	torn := text[end:]
	if err == nil && len(torn) > 0 && !bytes.HasPrefix(torn, []byte(opening)) && !bytes.HasPrefix([]byte(opening), torn) {
		err = foreign(path, stage, len(list)+1)
	}
	if err != nil {
		if m, ok := errors.AsType[*misuseError](err); ok {
			return nil, misuse("%w; name another file, or remove this one", m.err)
		}
		return nil, fmt.Errorf("%w; name another file, or remove this one", err)
	}
	if len(torn) > 0 {
		if err := os.Truncate(path, int64(end)); err != nil {
			return nil, fmt.Errorf("distill: %w", err)
		}
	}
	return list, nil
}

func parse[T line](path, stage string, text []byte) ([]T, error) {
	var list []T
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, maxLine)
	for lines.Scan() {
		var one T
		if err := strictly(lines.Bytes(), &one); err != nil || !one.whole() {
			return nil, foreign(path, stage, len(list)+1)
		}
		list = append(list, one)
	}
	if err := lines.Err(); err != nil {
		return nil, foreign(path, stage, len(list)+1)
	}
	return list, nil
}

func foreign(path, stage string, n int) error {
	return misuse("%s, line %d: this is not what %s writes", path, n, stage)
}

// strictly reads one JSON value that has no members but those of v.
func strictly(text []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("there is text after it")
	}
	return nil
}

// add appends one line to a file.
func add(path string, one line) error {
	text, err := json.Marshal(one)
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

// touch makes a file that is not there: a stage that finds nothing must give the next one an empty file.
func touch(path string) error {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		return fmt.Errorf("distill: %w", err)
	}
	return nil
}

// replace writes a whole file in one step: a reader finds what was there, or all of text.
func replace(path string, text []byte) error {
	f, err := tempfile.Beside(path)
	if err != nil {
		return fmt.Errorf("distill: %w", err)
	}
	defer os.Remove(f.Name()) // it is gone if all went well
	_, err = f.Write(text)
	if err := errors.Join(err, f.Chmod(0o644), f.Close()); err != nil {
		return fmt.Errorf("distill: %w", err)
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return fmt.Errorf("distill: %w", err)
	}
	return nil
}
