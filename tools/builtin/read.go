package builtin

import (
	"context"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/shortleash/shortleash/tools"
)

// Bounds of what read_file gives at once.
const (
	readLines = 120
	readBytes = 6000
	cutAfter  = 3000 // bytes of a line
)

type readArgs struct {
	File     string `json:"file" jsonschema:"minLength=1,maxLength=400"`
	FromLine int    `json:"from_line" jsonschema:"minimum=1,maximum=1000000" jsonschema_description:"1, or where to read on"`
}

// A readResult is what read_file gives.
type readResult struct {
	File  string   `json:"file"`
	From  int      `json:"from_line"`
	Lines []string `json:"lines"`
	Of    int      `json:"of_lines"`            // that the file has
	Next  int      `json:"next_line,omitempty"` // where to read on; left out at the end of the file
	Note  string   `json:"note,omitempty"`
}

func (f *Folder) reader() tools.Tool {
	return tools.Must(tools.New("read_file", "the lines of a file", f.readFile, tools.Options{
		Idempotent: true, ReadOnly: true, ParallelSafe: true, Known: knownReads, Opening: readsNamed,
	}))
}

func (f *Folder) readFile(_ context.Context, in readArgs) (readResult, error) {
	if _, err := f.regular(in.File); err != nil {
		return readResult{}, err
	}
	d, _, err := f.read(in.File)
	if err != nil {
		return readResult{}, err
	}
	r := readResult{File: in.File, From: in.FromLine, Lines: []string{}, Of: len(d.lines)}
	if len(d.lines) == 0 {
		r.Note = "the file is empty"
		return r, nil
	}
	if in.FromLine > len(d.lines) {
		return r, tools.BadArgument("%s has %d lines", in.File, len(d.lines))
	}
	size, long := 0, 0
	for i, l := range d.lines[in.FromLine-1:] {
		text := l.text
		if len(text) > cutAfter {
			text = cut(text, cutAfter)
			long++
		}
		if size += len(text) + 1; i == readLines || i > 0 && size > readBytes {
			r.Next = in.FromLine + i
			break
		}
		r.Lines = append(r.Lines, text)
	}
	if long > 0 {
		r.Note = fmt.Sprintf("%d lines are longer than %d bytes and were cut", long, cutAfter)
	}
	return r, nil
}

// maxOpened bounds how many files a run reads because its task names them.
const maxOpened = 4

// readsNamed has a run begin with reading the files that its task names.
func readsNamed(task string, done []tools.Done) (calls []json.RawMessage) {
	words := strings.FieldsFunc(task, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("\"'“”„‘’«»()[]<>,;:?!`", r)
	})
	for i, word := range words {
		words[i] = strings.TrimRight(word, ".")
	}
	for _, name := range look(done).order {
		if len(calls) < maxOpened && (slices.Contains(words, name) || slices.Contains(words, path.Base(name))) {
			args, err := json.Marshal(readArgs{File: name, FromLine: 1})
			if err == nil {
				calls = append(calls, args)
			}
		}
	}
	return calls
}
