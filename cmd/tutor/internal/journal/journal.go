// Package journal keeps what a learner got wrong and right, and when to ask about it again.
//
// A [Journal] is one text file that its owner alone can read. A [Book] is what it holds: an [Entry] says
// that a verb form was wrong or right on a day, with the code of the rule, and holds the sentence only if
// the caller puts it in; a [Card] is a rule or a verb that was wrong. [Book.Due] lists the cards to ask
// about, and [Book.Rate] sets the next day by the scheduler FSRS, from how often it was known.
//
// Nothing leaves the machine, and nothing in here is read by a model. The file is always replaced as a
// whole, so what ends in the middle (a crash, a full disk) leaves it as it was. A file that is damaged, is
// something else or was made by a later version is refused and left as it is.
package journal

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/filelock"
)

// Why a file cannot be used. A damaged file's error is a [*DamageError], which wraps ErrDamaged.
var (
	ErrDamaged = errors.New("the file is damaged")
	ErrForeign = errors.New("the file is not a learner's journal")
	ErrLater   = errors.New("the file was made by a later version")
	ErrBusy    = errors.New("another program holds the file's lock")
)

const (
	maxBytes = 256 << 20              // of the file; a year of daily writing is about a megabyte
	longest  = 20 * time.Millisecond  // the longest wait between two tries to take it
	shortest = 200 * time.Microsecond // the first one
)

// patience is how long the lock is waited for.
var patience = 5 * time.Second

// A Journal is the file at a path, which need not exist yet. It is safe for concurrent use, also by
// several processes.
type Journal struct{ path string }

// At returns the journal at path. It touches nothing.
func At(path string) *Journal { return &Journal{path} }

// Exists reports whether there is a file.
func (j *Journal) Exists() bool {
	_, err := os.Stat(j.path)
	return !errors.Is(err, fs.ErrNotExist)
}

// Read returns what the journal holds: an empty book if there is no file. The error is an
// [*fs.PathError] that wraps one of the sentinels if the file is not what it should be.
func (j *Journal) Read() (*Book, error) {
	b, _, err := j.read()
	return b, j.wrap(err)
}

// Update reads the journal, lets change work on what it holds, and replaces the file, while no other
// process does so. Where change fails or changes nothing, the file stays as it is; after any error it is
// as it was. It makes the file, and the folder it lies in, where there is none.
func (j *Journal) Update(ctx context.Context, change func(*Book) error) error {
	if err := os.MkdirAll(filepath.Dir(j.path), 0o700); err != nil {
		return err
	}
	lock, err := j.lock(ctx)
	if err != nil {
		return j.wrap(err)
	}
	defer lock.Close() // which releases it
	b, before, err := j.read()
	if err != nil {
		return j.wrap(err)
	}
	if err := change(b); err != nil {
		return err
	}
	after, err := b.format()
	if err != nil || bytes.Equal(before, after) {
		return j.wrap(err)
	}
	return j.wrap(j.replace(after))
}

func (j *Journal) read() (*Book, []byte, error) {
	data, err := cli.ReadRegular(j.path, maxBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return newBook(), nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	b, err := parse(data)
	return b, data, err
}

// lock takes the lock of the file beside the journal, which stays when the journal is replaced. It waits
// for others, who hold it for one reading and writing.
func (j *Journal) lock(ctx context.Context) (*os.File, error) {
	f, err := os.OpenFile(j.path+".lock", os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, patience, ErrBusy)
	defer cancel()
	for wait := shortest; ; wait = min(2*wait, longest) {
		err := filelock.Take(f)
		if err == nil {
			return f, nil
		}
		if !errors.Is(err, filelock.ErrHeld) {
			return nil, errors.Join(err, f.Close())
		}
		select {
		case <-ctx.Done():
			return nil, errors.Join(context.Cause(ctx), f.Close())
		case <-time.After(wait):
		}
	}
}

// replace puts data in the place of the journal: into another file, which then takes its name. The name
// of that file is always the same, so that a crash leaves at most one, which the next call removes.
func (j *Journal) replace(data []byte) error {
	path := j.path
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target // a link stays one
	}
	fresh := path + ".new"
	if err := os.Remove(fresh); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	f, err := os.OpenFile(fresh, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync() // or a loss of power could leave the name without the bytes
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(fresh, path)
	}
	if err != nil {
		_ = os.Remove(fresh) // the first error counts
	}
	return err
}

// wrap names the file in an error, where it does not yet.
func (j *Journal) wrap(err error) error {
	if _, named := errors.AsType[*fs.PathError](err); err == nil || named {
		return err
	}
	return &fs.PathError{Op: "journal", Path: j.path, Err: err}
}

// A DamageError says which line of a journal cannot be read.
type DamageError struct {
	Line   int // from 1
	Reason string
}

func (e *DamageError) Error() string {
	return fmt.Sprintf("%v: line %d: %s", ErrDamaged, e.Line, e.Reason)
}

// Unwrap returns ErrDamaged.
func (e *DamageError) Unwrap() error { return ErrDamaged }
