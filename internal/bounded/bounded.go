// Package bounded reads what may have no end: a file, a stream or a line is read whole, up to a number of bytes.
//
// A file that is named on a command line may be a device, a log of years or a pipe that is written for ever. An error
// tells the bound, in words that can stand after the name of the file.
package bounded

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// A TooLargeError says that there is more to read than may be read.
type TooLargeError struct{ Most int64 } // bytes

// Error returns the bound in words.
func (e *TooLargeError) Error() string {
	for _, unit := range []struct {
		bytes int64
		name  string
	}{{1e9, "GB"}, {1e6, "MB"}, {1e3, "kB"}} {
		if e.Most >= unit.bytes {
			return fmt.Sprintf("it has more than %d %s", e.Most/unit.bytes, unit.name)
		}
	}
	return fmt.Sprintf("it has more than %d bytes", e.Most)
}

// ReadFile reads a file of at most so many bytes. A pipe is read to its end. An error is an *fs.PathError, which wraps a
// *TooLargeError where the file is larger.
func ReadFile(path string, most int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() // it was only read
	tooLarge := &fs.PathError{Op: "read", Path: path, Err: &TooLargeError{most}}
	var data bytes.Buffer
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		if info.Size() > most {
			return nil, tooLarge
		}
		data.Grow(int(info.Size()) + bytes.MinRead) // a file that is large is in memory once
	}
	err = readAll(&data, f, most)
	if errors.As(err, new(*TooLargeError)) {
		return nil, tooLarge
	}
	return data.Bytes(), err
}

// ReadAll reads a stream of at most so many bytes. The error is a *TooLargeError, or that of reading.
func ReadAll(r io.Reader, most int64) ([]byte, error) {
	var data bytes.Buffer
	err := readAll(&data, r, most)
	return data.Bytes(), err
}

func readAll(data *bytes.Buffer, r io.Reader, most int64) error {
	if _, err := data.ReadFrom(io.LimitReader(r, most+1)); err != nil {
		return err
	}
	if int64(data.Len()) > most {
		return &TooLargeError{most}
	}
	return nil
}

// ReadLine reads a line of at most so many bytes, with its end. With an error, which is a *TooLargeError or that of
// reading, it returns what it has of the line.
func ReadLine(r *bufio.Reader, most int) ([]byte, error) {
	var line []byte
	for {
		piece, err := r.ReadSlice('\n')
		line = append(line, piece...)
		switch {
		case len(line) > most:
			return line, &TooLargeError{int64(most)}
		case !errors.Is(err, bufio.ErrBufferFull):
			return line, err
		}
	}
}
