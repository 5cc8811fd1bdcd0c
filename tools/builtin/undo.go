package builtin

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"

	"github.com/shortleash/shortleash/tools"
)

// Changed returns the files that these observations changed, each once, in the order of the first change.
func Changed(observations []tools.Observation) []string {
	files := []string{}
	for _, o := range observations {
		if file := changeOf(o).File; file != "" && !slices.Contains(files, file) {
			files = append(files, file)
		}
	}
	return files
}

// WorkedIn returns the absolute path of the folder that the tools of these observations worked on; "" where none says.
func WorkedIn(observations []tools.Observation) string {
	for _, o := range observations {
		var k struct{ Folder string }
		if o.OK && json.Unmarshal(o.Kept, &k) == nil && k.Folder != "" {
			return k.Folder
		}
	}
	return ""
}

// changeOf returns the change that an observation holds, or none.
func changeOf(o tools.Observation) (k kept) {
	if !o.OK || o.Cached || len(o.Kept) == 0 || json.Unmarshal(o.Kept, &k) != nil {
		return kept{}
	}
	return k
}

// Undo undoes the changes of these observations, the last first, and returns one line for each
// change. It stops at a change of another folder, and at a file that is not as the change left it.
func (f *Folder) Undo(observations []tools.Observation) (done []string, _ error) {
	f = &Folder{root: f.root, path: f.path, options: FolderOptions{All: true}} // a person takes it back, whatever is ignored by now
	for _, o := range slices.Backward(observations) {
		k := changeOf(o)
		if k.File == "" {
			continue
		}
		what, err := f.undo(k)
		if err != nil {
			return done, fmt.Errorf("builtin: undo: %w", err)
		}
		done = append(done, what)
	}
	return done, nil
}

func (f *Folder) undo(k kept) (string, error) {
	if k.Folder != f.path {
		return "", fmt.Errorf("the change was made in the folder %s, and not in %s; nothing is touched", k.Folder, f.path)
	}
	var now []byte
	var info fs.FileInfo
	var err error
	sum := ""
	switch {
	case k.After == "": // it was deleted
		err = f.free(k.File)
	case k.Moved != "":
		if sum, err = f.sum(context.Background(), k.Moved); err == nil {
			err = f.free(k.File)
		}
	default:
		now, info, err = f.content(k.File)
		sum = digest(now)
	}
	switch {
	case err != nil:
		return "", err
	case sum != k.After:
		return "", fmt.Errorf("%s was changed since; it is not touched", cmp.Or(k.Moved, k.File))
	case k.Moved != "":
		return k.Moved + " is called " + k.File + " again", f.move(k.Moved, k.File)
	case !k.Existed:
		return k.File + " is deleted", f.explain(k.File, f.root.Remove(k.File))
	}
	return k.File + " is as it was", f.replace(k.File, k.Before, fs.FileMode(k.Mode), info)
}
