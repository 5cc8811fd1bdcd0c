package answers

import (
	"errors"
	"io"
	"os"
	"runtime"
	"time"

	"github.com/shortleash/shortleash/cmd/internal/filelock"
	"github.com/shortleash/shortleash/internal/tempfile"
)

// How many new answers to earlier inputs wait at most until the file is written anew, and for how long:
// a process that is killed loses these.
const (
	maxFresh   = 64
	flushEvery = 30 * time.Second
)

// replace takes the new answer to an earlier input. It comes into the file with the next flush.
func (o *Output) replace(e *earlier, line []byte) error {
	e.line = line
	if o.fresh++; o.fresh == 1 {
		o.waiting = time.Now()
	}
	if o.fresh < maxFresh && time.Since(o.waiting) < flushEvery {
		return nil
	}
	return o.flush()
}

// flush writes the file anew, with the answers that were made again in their places: into another
// file, which then takes its name, so that a crash leaves the one or the other whole. The new file is
// locked before it can be found.
func (o *Output) flush() error {
	if o.fresh == 0 {
		return nil
	}
	info, err := o.file.Stat()
	if err != nil {
		return err
	}
	f, err := tempfile.Beside(o.path)
	if err != nil {
		return err
	}
	left, offsets, size, err := o.copyTo(f)
	if err = errors.Join(err, f.Chmod(info.Mode().Perm()), f.Sync(), filelock.Take(f)); err == nil {
		err = o.rename(f)
	}
	if err != nil {
		return errors.Join(err, f.Close(), os.Remove(f.Name()))
	}
	for i, e := range left {
		e.offset = offsets[i]
	}
	o.size, o.again, o.fresh = size, left, 0
	return o.truncate()
}

// copyTo writes the lines of the file to f, the new ones in place of those before. It returns which are
// still to be made again, where they stand now, and the size.
func (o *Output) copyTo(f *os.File) (left []*earlier, offsets []int64, size int64, err error) {
	from := int64(0)
	copyUntil := func(end int64) error {
		n, err := io.Copy(f, io.NewSectionReader(o.file, from, end-from))
		from, size = end, size+n
		return err
	}
	for _, e := range o.again {
		if err := copyUntil(e.offset); err != nil {
			return nil, nil, 0, err
		}
		if e.line == nil { // it is copied with what follows
			left, offsets = append(left, e), append(offsets, size)
			continue
		}
		n, err := f.Write(append(e.line[:len(e.line):len(e.line)], '\n'))
		if err != nil {
			return nil, nil, 0, err
		}
		from, size = e.offset+e.length, size+int64(n)
	}
	return left, offsets, size, copyUntil(o.size)
}

// rename puts f in the place of the file.
func (o *Output) rename(f *os.File) error {
	old := o.file
	if runtime.GOOS == "windows" { // where an open file can neither be replaced nor renamed
		if err := errors.Join(old.Close(), f.Close(), os.Rename(f.Name(), o.path)); err != nil {
			return err
		}
		again, err := os.OpenFile(o.path, os.O_RDWR, 0)
		if err != nil {
			return err
		}
		o.file = again
		return filelock.Take(again)
	}
	if err := os.Rename(f.Name(), o.path); err != nil {
		return err
	}
	o.file = f
	return old.Close()
}
