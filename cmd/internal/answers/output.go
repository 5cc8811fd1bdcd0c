package answers

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// A ForeignError says why a file does not belong to the inputs.
type ForeignError struct{ Reason string }

// Error returns the reason after the name of the package.
func (e *ForeignError) Error() string { return "answers: the file holds something else: " + e.Reason }

func foreign(format string, args ...any) error { return &ForeignError{fmt.Sprintf(format, args...)} }

// An Output is the file of answers. It belongs to one goroutine.
type Output struct {
	file  *os.File
	lines [][]byte // those found, without their ends
	done  int
	size  int64 // of the whole lines
}

// Open opens the file of answers at path, making it if need be, and finds the inputs that are
// answered in it. A torn line at its end is removed. accept looks at each answer found; nil
// accepts all.
//
// A *ForeignError says that the lines are not answers to the inputs; an error of accept
// comes back as it is. In both cases the file is left unchanged.
func Open(path string, inputs []Input, accept func(line []byte) error) (*Output, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	o := &Output{file: f}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() { // a device has no end to go on from
		err = foreign("it is not a regular file")
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	if err := o.recover(inputs, accept); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return o, nil
}

// recover reads what is there and continues after the last whole line.
func (o *Output) recover(inputs []Input, accept func([]byte) error) error {
	data, err := io.ReadAll(o.file)
	if err != nil {
		return err
	}
	end := bytes.LastIndexByte(data, '\n') + 1
	for raw := range bytes.Lines(data[:end]) {
		line := bytes.TrimSuffix(raw, []byte("\n"))
		if o.done == len(inputs) {
			return foreign("it has more lines than there are inputs (%d)", len(inputs))
		}
		if !bytes.HasPrefix(line, inputs[o.done].head) || !json.Valid(line) {
			return foreign("its line %d does not answer line %d of the input", o.done+1, inputs[o.done].Line)
		}
		if accept != nil {
			if err := accept(line); err != nil {
				return err
			}
		}
		o.lines = append(o.lines, line)
		o.done++
	}
	if torn := data[end:]; len(torn) > 0 && !o.begins(torn, inputs) {
		return foreign("its last line does not begin an answer")
	}
	o.size = int64(end)
	return o.truncate()
}

// begins reports whether torn is the beginning of the next answer, as far as that is known.
func (o *Output) begins(torn []byte, inputs []Input) bool {
	if o.done == len(inputs) {
		return false
	}
	n := min(len(torn), len(inputs[o.done].head))
	return bytes.Equal(torn[:n], inputs[o.done].head[:n])
}

// Done returns how many inputs are answered.
func (o *Output) Done() int { return o.done }

// Lines returns the answers that Open found. The caller must not modify them.
func (o *Output) Lines() [][]byte { return o.lines }

// append writes one line in one piece. If only a part of it fits on the disk, that part is removed
// again.
func (o *Output) append(line []byte) error {
	n, err := o.file.Write(append(line[:len(line):len(line)], '\n'))
	if err != nil {
		return errors.Join(err, o.truncate())
	}
	o.done++
	o.size += int64(n)
	return nil
}

// truncate removes what comes after the whole lines, and continues there.
func (o *Output) truncate() error {
	if err := o.file.Truncate(o.size); err != nil {
		return err
	}
	_, err := o.file.Seek(o.size, io.SeekStart)
	return err
}

// Close closes the file, after making sure that it is on the disk.
func (o *Output) Close() error { return errors.Join(o.file.Sync(), o.file.Close()) }
