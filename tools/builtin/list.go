package builtin

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/shortleash/shortleash/tools"
)

// shownFiles is how many files a listing shows to a model; the log keeps all.
const shownFiles = 60

type listArgs struct {
	Pattern string `json:"pattern" jsonschema:"minLength=1,maxLength=120" jsonschema_description:"** is all, notes/** those in notes"`
}

// A listResult is what list_files gives.
type listResult struct {
	Files []string `json:"files"` // name and day of change
	Count int      `json:"count"` // of all that match
	extremes
	Folders map[string]int `json:"folders,omitempty"` // where not all are shown: files by their first folder
	Note    string         `json:"note,omitempty"`

	kept keptPaths
}

// The extremes of a list of files.
type extremes struct {
	Oldest  string `json:"oldest,omitempty"`  // the file that was changed first, and
	Newest  string `json:"newest,omitempty"`  // last
	Largest string `json:"largest,omitempty"` // with its size
}

// extremesOf returns the extremes of files; none of fewer than two.
func extremesOf(files []entry) extremes {
	if len(files) < 2 {
		return extremes{}
	}
	age := func(a, b entry) int { return a.Modified.Compare(b.Modified) }
	largest := slices.MaxFunc(files, func(a, b entry) int { return cmp.Compare(a.Size, b.Size) })
	return extremes{slices.MinFunc(files, age).Path, slices.MaxFunc(files, age).Path,
		fmt.Sprintf("%s, %d bytes", largest.Path, largest.Size)}
}

// Kept is what the log keeps beside the result.
func (r listResult) Kept() any { return r.kept }

type keptPaths struct {
	Folder string   `json:"folder"` // absolute
	Paths  []string `json:"paths"`  // all that match
}

// Names reports whether a text in lower case names a file or a folder of a listing, with or without its ending. A name of
// one or two letters may be a word.
func Names(listing tools.Observation, text string) bool {
	var k keptPaths
	json.Unmarshal(listing.Kept, &k)
	return slices.ContainsFunc(strings.Split(strings.ToLower(strings.Join(k.Paths, "/")), "/"), func(name string) bool {
		short := strings.TrimSuffix(name, path.Ext(name))
		return len(name) > 2 && strings.Contains(text, name) || len(short) > 2 && strings.Contains(text, short)
	})
}

func (f *Folder) lister() tools.Tool {
	return tools.Must(tools.New("list_files", "the files of the folder, with their dates", f.list, tools.Options{
		Idempotent: true, ReadOnly: true, ParallelSafe: true, Known: knownLists,
		Opening: func(string, []tools.Done) []json.RawMessage {
			return []json.RawMessage{json.RawMessage(`{"pattern":"**"}`)}
		},
	}))
}

func (f *Folder) list(_ context.Context, in listArgs) (listResult, error) {
	if !doublestar.ValidatePattern(in.Pattern) {
		return listResult{}, tools.BadArgument("%q is no pattern; ** lists all files, *.txt those with that ending", in.Pattern)
	}
	found := f.walk()
	r := listResult{Files: []string{}, kept: keptPaths{Folder: f.path}}
	byFolder := map[string]int{}
	var match []entry
	for _, e := range found.files {
		if matches, _ := doublestar.Match(in.Pattern, e.Path); !matches {
			continue
		}
		match = append(match, e)
		r.kept.Paths = append(r.kept.Paths, e.Path)
		byFolder[firstFolder(e.Path)]++
		if len(r.Files) < shownFiles {
			r.Files = append(r.Files, fmt.Sprintf("%s, %s", e.Path, e.Modified.Format(time.DateOnly)))
		}
	}
	r.extremes = extremesOf(match)
	r.Count = len(match)
	if r.Count > len(r.Files) {
		r.Folders = byFolder
		r.Note = fmt.Sprintf("the first %d of %d are shown; a narrower pattern shows others", len(r.Files), r.Count)
	}
	var left notes
	if in.Pattern == "**" || len(found.files) == 0 {
		left = found.leftOut()
	}
	switch {
	case len(left) > 0:
		r.Note = left.String()
	case r.Count == 0 && len(found.files) > 0:
		r.Note = fmt.Sprintf("no file matches; the pattern ** lists all %d", len(found.files))
	case r.Count == 0 && found.ignored > 0:
		r.Note = fmt.Sprintf("the folder has only %d files that are hidden or ignored", found.ignored)
	case r.Count == 0:
		r.Note = "the folder is empty"
	}
	return r, nil
}

// Nothing says why a listing of the folder shows no file; "" where it shows one.
func (f *Folder) Nothing() string {
	if r, _ := f.list(context.Background(), listArgs{"**"}); r.Count == 0 {
		return r.Note
	}
	return ""
}

// firstFolder returns the first folder of a path, or "." for a file of the top folder.
func firstFolder(name string) string {
	if folder, _, below := strings.Cut(name, "/"); below {
		return folder
	}
	return "."
}
