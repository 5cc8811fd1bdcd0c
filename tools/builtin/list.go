package builtin

import (
	"context"
	"fmt"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/shortleash/shortleash/tools"
)

// shownFiles is how many files a listing shows to a model; the log keeps all.
const shownFiles = 60

type listArgs struct {
	Pattern string `json:"pattern" jsonschema:"minLength=1,maxLength=120" jsonschema_description:"which files: ** is all, *.txt those of the top folder, notes/** those in notes"`
}

// A shownFile is a file as a model reads it.
type shownFile struct {
	File     string `json:"file"`
	Bytes    int64  `json:"bytes"`
	Modified string `json:"modified"`
}

// A listResult is what list_files gives.
type listResult struct {
	Files   []shownFile    `json:"files"`
	Count   int            `json:"count"`             // of all that match
	Folders map[string]int `json:"folders,omitempty"` // where not all are shown: files by their first folder
	Note    string         `json:"note,omitempty"`

	all []string
}

// Kept is what the log keeps beside the result: every path that matches.
func (r listResult) Kept() any { return keptPaths{Paths: r.all} }

type keptPaths struct {
	Paths []string `json:"paths"`
}

func (f *Folder) lister() tools.Tool {
	return tools.Must(tools.New("list_files", "the names, sizes and dates of the files in the folder", f.list, tools.Options{
		Idempotent: true, ReadOnly: true, ParallelSafe: true,
	}))
}

func (f *Folder) list(_ context.Context, in listArgs) (listResult, error) {
	if !doublestar.ValidatePattern(in.Pattern) {
		return listResult{}, tools.BadArgument("%q is no pattern; ** lists all files, *.txt those with that ending", in.Pattern)
	}
	found := f.walk()
	r := listResult{Files: []shownFile{}}
	byFolder := map[string]int{}
	for _, e := range found.files {
		if match, _ := doublestar.Match(in.Pattern, e.Path); !match {
			continue
		}
		r.all = append(r.all, e.Path)
		byFolder[firstFolder(e.Path)]++
		if len(r.Files) < shownFiles {
			r.Files = append(r.Files, shownFile{e.Path, e.Size, e.Modified.Format("2006-01-02 15:04")})
		}
	}
	r.Count = len(r.all)
	if r.Count > len(r.Files) {
		r.Folders = byFolder
		r.Note = fmt.Sprintf("the first %d of %d are shown; a narrower pattern shows others", len(r.Files), r.Count)
	}
	switch {
	case found.more:
		r.Note = fmt.Sprintf("the folder has more than %d files; those beyond are left out", maxEntries)
	case r.Count == 0 && len(found.files) > 0:
		r.Note = fmt.Sprintf("no file matches; the pattern ** lists all %d", len(found.files))
	case r.Count == 0 && found.ignored > 0:
		r.Note = fmt.Sprintf("the folder has only %d files that are hidden or ignored", found.ignored)
	case r.Count == 0:
		r.Note = "the folder is empty"
	case len(found.unread) > 0:
		r.Note = fmt.Sprintf("some folders could not be read, %s for one", found.unread[0])
	}
	return r, nil
}

// firstFolder returns the first folder of a path, or "." for a file of the top folder.
func firstFolder(name string) string {
	for i := range name {
		if name[i] == '/' {
			return name[:i]
		}
	}
	return "."
}
