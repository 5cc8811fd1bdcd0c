package builtin

import (
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

// changeOf returns the change that an observation holds, or none.
func changeOf(o tools.Observation) (k kept) {
	if !o.OK || o.Cached || len(o.Kept) == 0 || json.Unmarshal(o.Kept, &k) != nil {
		return kept{}
	}
	return k
}

// Undo undoes the changes of these observations, the last first, and returns one line for each
// change. It stops at a file that has been modified since the change.
func (f *Folder) Undo(observations []tools.Observation) (done []string, _ error) {
	f = &Folder{root: f.root, options: FolderOptions{All: true}} // a person takes it back, whatever is ignored by now
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
	if k.Moved != "" {
		if err := f.free(k.File); err != nil {
			return "", err
		}
		return k.Moved + " is called " + k.File + " again", f.move(k.Moved, k.File)
	}
	now, info, err := f.content(k.File)
	switch {
	case k.After == "" && err == nil:
		return "", fmt.Errorf("there is a file %s again; it is not touched", k.File)
	case k.After != "" && err != nil:
		return "", err
	case k.After != "" && digest(now) != k.After:
		return "", fmt.Errorf("%s was changed since; it is not touched", k.File)
	case !k.Existed:
		return k.File + " is deleted", f.explain(k.File, f.root.Remove(k.File))
	}
	return k.File + " is as it was", f.replace(k.File, k.Before, fs.FileMode(k.Mode), info)
}
