package answers

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"time"

	"github.com/shortleash/shortleash/cmd/internal/filelock"
)

// ErrHeld says that another process writes the file of answers.
var ErrHeld = errors.New("answers: another process writes the file")

// ErrNoFile says that answers are to go into what is not a regular file: a device or a pipe has no end to go on from.
var ErrNoFile = errors.New("answers: it is not a regular file")

// A ForeignError says why a file does not belong to the inputs.
type ForeignError struct{ Reason string }

// Error returns the reason after the name of the package.
func (e *ForeignError) Error() string { return "answers: the file holds something else: " + e.Reason }

func foreign(format string, args ...any) error { return &ForeignError{fmt.Sprintf(format, args...)} }

// Options say how a file of answers is opened.
type Options struct {
	// Restart removes the answers that the file holds.
	Restart bool
	// Accept looks at each answer found, in order, and says whether it is to be made again. Its error ends
	// Open. Nil accepts all.
	Accept func(line []byte) (again bool, err error)
}

// An Output is the file of answers. It belongs to one goroutine.
type Output struct {
	path   string // no symbolic link
	file   *os.File
	inputs *cursor // those that the file has no line for are left
	lines  int     // whole ones in the file
	size   int64   // of these
	again  []*earlier
	// fresh is how many of them have a new line that the file does not hold yet, and waiting since when.
	fresh   int
	waiting time.Time
}

// An earlier line is to be made again.
type earlier struct {
	input  Input
	offset int64
	length int64  // its end included
	line   []byte // the new one, without its end; nil: it is still to be made
}

// Open opens the file of answers at path, making it if need be, and finds the inputs that are answered in
// it. A torn line at its end is removed. The caller must close it.
//
// The error wraps ErrHeld while another Output has the file, and ErrNoFile if it is none. A *ForeignError says that the lines are
// not answers to the inputs; an error of Accept comes back as it is. In all these cases the file is left
// unchanged.
func Open(path string, inputs iter.Seq2[Input, error], o Options) (*Output, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|filelock.Nonblock, 0o600) // learners wrote what it holds
	if err != nil {
		return nil, err
	}
	out := &Output{path: path, file: f, inputs: newCursor(inputs)}
	if err = out.own(); err == nil && o.Restart {
		err = f.Truncate(0)
	}
	if err == nil {
		err = out.recover(o.Accept)
	}
	if err != nil {
		out.inputs.stop()
		return nil, errors.Join(err, f.Close())
	}
	return out, nil
}

// own makes sure that the file is one to go on with, and takes it for this Output alone.
func (o *Output) own() error {
	info, err := o.file.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return ErrNoFile
	}
	if err := filelock.Take(o.file); errors.Is(err, filelock.ErrHeld) {
		return ErrHeld
	} else if err != nil {
		return err
	}
	now, err := os.Stat(o.path) // the one before may have replaced the file, see flush
	if err != nil || !os.SameFile(info, now) {
		return ErrHeld
	}
	o.path, err = filepath.EvalSymlinks(o.path)
	return err
}

// recover reads what is there and continues after the last whole line.
func (o *Output) recover(accept func([]byte) (bool, error)) error {
	for raw, err := range linesOf(o.file, maxAnswer) {
		if errors.Is(err, bufio.ErrTooLong) {
			return foreign("its line %d has more than %d MB", o.lines+1, maxAnswer>>20)
		}
		if err != nil {
			return err
		}
		line, whole := bytes.CutSuffix(raw, []byte("\n"))
		in, ok, err := o.inputs.next()
		switch {
		case err != nil:
			return err
		case !whole && (!ok || !begins(line, in.head)):
			return foreign("its last line does not begin an answer")
		case !whole:
			o.inputs.back(in)
			return o.truncate()
		case !ok:
			return foreign("it has more lines than there are inputs (%d)", o.lines)
		case !bytes.HasPrefix(line, in.head) || !json.Valid(line):
			return foreign("its line %d does not answer %s", o.lines+1, in.place())
		}
		again := false
		if accept != nil {
			if again, err = accept(line); err != nil {
				return err
			}
		}
		if again {
			o.again = append(o.again, &earlier{input: in, offset: o.size, length: int64(len(raw))})
		}
		o.lines++
		o.size += int64(len(raw))
	}
	return o.truncate()
}

// begins reports whether torn is the beginning of the answer with a head, as far as that is known.
func begins(torn, head []byte) bool {
	n := min(len(torn), len(head))
	return bytes.Equal(torn[:n], head[:n])
}

// Done returns how many inputs are answered. An answer that is to be made again is none.
func (o *Output) Done() int {
	left := 0
	for _, e := range o.again {
		if e.line == nil {
			left++
		}
	}
	return o.lines - left
}

// Again returns how many answers are to be made again.
func (o *Output) Again() int { return o.lines - o.Done() }

// append writes one line in one piece. If only a part of it fits on the disk, that part is removed
// again.
func (o *Output) append(line []byte) error {
	n, err := o.file.Write(append(line[:len(line):len(line)], '\n'))
	if err != nil {
		return errors.Join(err, o.truncate())
	}
	o.lines++
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
func (o *Output) Close() error {
	o.inputs.stop()
	return errors.Join(o.file.Sync(), o.file.Close())
}

// A cursor goes through inputs one by one.
type cursor struct {
	pull   func() (Input, error, bool)
	stop   func()
	peeked *Input // comes next
}

func newCursor(inputs iter.Seq2[Input, error]) *cursor {
	pull, stop := iter.Pull2(inputs)
	return &cursor{pull: pull, stop: stop}
}

// next returns the next input; ok is false after the last.
func (c *cursor) next() (in Input, ok bool, err error) {
	if c.peeked != nil {
		in, c.peeked = *c.peeked, nil
		return in, true, nil
	}
	in, err, ok = c.pull()
	return in, ok && err == nil, err
}

// back puts the input that was read last before the others.
func (c *cursor) back(in Input) { c.peeked = &in }
