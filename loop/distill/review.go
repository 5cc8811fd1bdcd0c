package distill

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/shortleash/shortleash/internal/bounded"
	"github.com/shortleash/shortleash/planner/planerrors"
)

// A Reviewed is an entry with a person's word: keep it or not. Null is not yet said.
type Reviewed struct {
	Keep  *bool            `json:"keep"`
	Entry planerrors.Error `json:"entry"`
}

// Review writes the entries that the decisions of the file in lead to into the file out, one JSON list
// for a person to read, to change and to set keep in; it says how many. known is the library that
// Aggregate had. A file that is there is left alone: it may hold a person's words.
func Review(known *planerrors.Library, in, out string) (entries int, err error) {
	merges, err := read[Merge](in, "aggregate")
	if err != nil {
		return 0, err
	}
	all, err := merged(known, merges, in)
	if err != nil {
		return 0, err
	}
	list := []Reviewed{}
	for _, e := range all {
		list = append(list, Reviewed{Entry: e})
	}
	if _, err := os.Lstat(out); !errors.Is(err, fs.ErrNotExist) {
		return 0, misuse("%s is there already, and what a person wrote in it would be lost; name another file, or remove this one", out)
	}
	return len(list), replace(out, append(mustJSON(list), '\n'))
}

// Finish makes a library called name of the entries that a person wants to keep. An entry without a
// word is refused, and so is a file out that is there and is not a library of this name.
func Finish(name, in, out string) (*planerrors.Library, error) {
	if name == "" {
		return nil, misuse("a library wants a name")
	}
	text, err := bounded.ReadFile(in, maxFile)
	if err != nil {
		return nil, fmt.Errorf("distill: %w", err)
	}
	var list []Reviewed
	if err := strictly(text, &list); err != nil {
		return nil, misuse("%s%s", in, unreadable(text, err))
	}
	l := planerrors.Library{Version: planerrors.Version, Name: name, Errors: []planerrors.Error{}}
	for i, r := range list {
		switch {
		case r.Keep == nil:
			return nil, misuse("%s: entry %d (%s): keep is null; say true or false", in, i+1, r.Entry.Type)
		case *r.Keep:
			l.Errors = append(l.Errors, r.Entry)
		}
	}
	written := mustJSON(l)
	if _, err := planerrors.Parse(in, written); err != nil {
		return nil, misuse("%w", err)
	}
	was, err := bounded.ReadFile(out, maxFile)
	if err == nil {
		if old, e := planerrors.Parse(out, was); e != nil || old.Name != name {
			return nil, misuse("%s is there already, and is not a library called %s; name another file, or remove this one", out, name)
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("distill: %w", err)
	}
	return &l, replace(out, append(written, '\n'))
}

// unreadable says in which line of a text, if that is known, and why it cannot be read.
func unreadable(text []byte, err error) string {
	line := func(offset int64) int { return 1 + bytes.Count(text[:min(int(offset), len(text))], []byte("\n")) }
	if e, ok := errors.AsType[*json.SyntaxError](err); ok {
		return fmt.Sprintf(", line %d: %v", line(e.Offset), e)
	}
	if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return fmt.Sprintf(", line %d: %q is a %s, want %s", line(e.Offset), e.Field, e.Value, e.Type)
	}
	return ": " + strings.TrimPrefix(err.Error(), "json: ")
}
