package web

import (
	"github.com/shortleash/shortleash/eval"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/shortleash/shortleash/cmd/internal/cli"
)

// Bounds of a folder of results.
const (
	maxResultFiles = 200      // that are listed
	maxResultBytes = 32 << 20 // of one file
)

// results are the files of a folder in which outputs of eval --json are kept.
type results struct {
	folder string

	mu   sync.Mutex // guards what follows, and is held while a file is read
	last resultFile // that was read last
	read []eval.Measured
}

// A resultFile is one file of the folder.
type resultFile struct {
	Name string
	Time time.Time
	Size int64
}

// list returns the files, the newest first, and how many more there are.
func (f *results) list() (files []resultFile, more int, err error) {
	entries, err := os.ReadDir(f.folder)
	if err != nil {
		return nil, 0, cli.Misuse("cannot read %s: %v", f.folder, cli.Cause(err))
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() || !strings.HasSuffix(e.Name(), ".jsonl") && !strings.HasSuffix(e.Name(), ".json") {
			continue // one that has gone meanwhile too
		}
		files = append(files, resultFile{e.Name(), info.ModTime(), info.Size()})
	}
	slices.SortFunc(files, func(a, b resultFile) int {
		if c := b.Time.Compare(a.Time); c != 0 {
			return c
		}
		return strings.Compare(a.Name, b.Name)
	})
	if more = len(files) - maxResultFiles; more > 0 {
		return files[:maxResultFiles], more, nil
	}
	return files, 0, nil
}

// measured reads a file of the folder. No name leads out of the folder, nor does a link in it.
func (f *results) measured(name string) ([]eval.Measured, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	root, err := os.OpenRoot(f.folder)
	if err != nil {
		return nil, cli.Misuse("cannot read %s: %v", f.folder, cli.Cause(err))
	}
	defer root.Close() // it was only read
	info, err := root.Lstat(name)
	if err != nil || !info.Mode().IsRegular() {
		return nil, cli.Misuse("there is no file of results called %q", name)
	}
	now := resultFile{name, info.ModTime(), info.Size()}
	if now == f.last {
		return f.read, nil
	}
	if now.Size > maxResultBytes {
		return nil, cli.Misuse("%s is too large to be shown", name)
	}
	file, err := root.Open(name)
	if err != nil {
		return nil, cli.Misuse("cannot read %s: %v", name, cli.Cause(err))
	}
	defer file.Close() // it was only read
	text, err := io.ReadAll(io.LimitReader(file, maxResultBytes))
	if err != nil {
		return nil, cli.Misuse("cannot read %s: %v", name, cli.Cause(err))
	}
	list, err := eval.ReadMeasured(text)
	if err != nil {
		return nil, cli.Misuse("%s, %v", name, err)
	}
	f.last, f.read = now, list
	return list, nil
}
