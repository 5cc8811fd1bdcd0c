package logs

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
)

var errNoFile = errors.New("it is not a regular file")

// Unfinished is the outcome of a run whose log just ends: it was killed, or is under way.
const Unfinished loop.Outcome = "unfinished"

// A Run is one run in a file.
type Run struct {
	loop.Logged
	ID   string // eight hexadecimal digits of its first line's hash
	File string
	N    int  // its place in the file, from 1
	Last bool // no run comes after it
}

// Name returns the run's file, without folder and extension, and its place: "essays-0a1b2c3d:7".
func (r Run) Name() string {
	return fmt.Sprintf("%s:%d", strings.TrimSuffix(filepath.Base(r.File), Extension), r.N)
}

// Info returns what the run was started with.
func (r Run) Info() loop.RunInfo { return *r.Events[0].Run }

// ModelOf returns the name of the model that made a run: the executor's, which every run has.
func ModelOf(info loop.RunInfo) string {
	if names := info.Models[model.Executor]; len(names) > 0 {
		return names[0]
	}
	return ""
}

// Result returns how the run ended, or nil if it has not, or waits.
func (r Run) Result() *loop.Result {
	if last := r.Events[len(r.Events)-1]; last.Kind == loop.Finished {
		return last.Result
	}
	return nil
}

// Waiting returns what a person must answer before the run goes on, or nil.
func (r Run) Waiting() *loop.Interrupt { return r.Events[len(r.Events)-1].Interrupt }

// Outcome returns how the run ended, Paused if it waits for a person, or Unfinished.
func (r Run) Outcome() loop.Outcome {
	switch {
	case r.Result() != nil:
		return r.Result().Outcome
	case r.Waiting() != nil:
		return loop.Paused
	default:
		return Unfinished
	}
}

// Text returns the run's lines as they stand in its file.
func (r Run) Text() ([]byte, error) {
	f, err := os.Open(r.File)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.NewSectionReader(f, r.Offset, r.Bytes))
}

// open opens a log to read it. What is not a regular file is none: a pipe cannot be read twice, as finding a
// run and then reading it needs, and opening one may wait for ever.
func open(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errNoFile
	}
	return os.Open(path)
}

// Read yields the runs of the log at path in their order. An error comes last.
func Read(path string) iter.Seq2[Run, error] {
	return func(yield func(Run, error) bool) {
		f, err := open(path)
		if err != nil {
			yield(Run{}, err)
			return
		}
		defer f.Close()
		var previous *Run // is not yielded until it is known whether another run comes
		for logged, err := range loop.ReadLogs(f) {
			if previous != nil && !yield(*previous, nil) {
				return
			}
			n := 1
			if previous != nil {
				n = previous.N + 1
			}
			id := ""
			if err == nil {
				id, err = idOf(f, logged)
			}
			if err != nil {
				yield(Run{}, err)
				return
			}
			previous = &Run{Logged: logged, ID: id, File: path, N: n}
		}
		if previous != nil {
			previous.Last = true
			yield(*previous, nil)
		}
	}
}

// idOf returns the ID of a run in f. Its first line holds the moment of its start, so no two runs
// share it, though they may have the same task and so the same RunInfo.ID.
func idOf(f io.ReaderAt, run loop.Logged) (string, error) {
	line, err := bufio.NewReader(io.NewSectionReader(f, run.Offset, run.Bytes)).ReadBytes('\n')
	if err != nil {
		return "", err
	}
	return IDOf(line), nil
}

// IDOf returns the ID of the run whose log begins with line, its end included.
func IDOf(line []byte) string { return short(line) }

// Find returns the runs in files that name may mean: the one with that Name or ID, or else all whose ID begins so, or
// that have it in their own log ([loop.RunInfo.ID]). A name of the form PATH:N looks in that file instead, and a name that
// is the path of a file means all runs in it. An error says which of the files could not be read to its end; what was found
// is returned beside it.
func Find(files []string, name string) ([]Run, error) {
	path, place, numbered := cutLast(name)
	n, err := strconv.Atoi(place)
	switch {
	case numbered && err == nil && isFile(path):
		files = []string{path}
		return find(files, func(r Run) bool { return r.N == n })
	case isFile(name):
		return find([]string{name}, func(Run) bool { return true })
	}
	found, err := find(files, func(r Run) bool {
		return r.Name() == name || name != "" && strings.HasPrefix(r.ID, name) || r.Info().ID == name
	})
	for _, exactly := range []func(Run) bool{
		func(r Run) bool { return r.Name() == name },
		func(r Run) bool { return r.ID == name },
	} {
		var list []Run
		for _, r := range found {
			if exactly(r) {
				list = append(list, r)
			}
		}
		if list != nil {
			return list, err
		}
	}
	return found, err
}

// find returns the runs in files that are meant.
func find(files []string, meant func(Run) bool) (found []Run, err error) {
	for _, path := range files {
		for r, e := range Read(path) {
			if e != nil {
				err = errors.Join(err, fmt.Errorf("%s: %w", path, e))
			} else if meant(r) {
				found = append(found, r)
			}
		}
	}
	return found, err
}

func cutLast(name string) (before, after string, found bool) {
	i := strings.LastIndexByte(name, ':')
	if i < 0 {
		return name, "", false
	}
	return name[:i], name[i+1:], true
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
