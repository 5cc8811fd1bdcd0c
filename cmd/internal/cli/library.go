package cli

import (
	"errors"
	"io/fs"

	"github.com/shortleash/shortleash/internal/bounded"
	"github.com/shortleash/shortleash/planner/planerrors"
)

// maxLibrary bounds the file of a library, in bytes.
const maxLibrary = 10_000_000

// ReadLibrary returns a library of planning errors by its name, or from a file.
func ReadLibrary(name string) (*planerrors.Library, error) {
	switch name {
	case UsualErrors:
		return planerrors.Core(), nil
	case "generic":
		return planerrors.Generic(), nil
	case "none":
		return planerrors.None(), nil
	}
	text, err := bounded.ReadFile(name, maxLibrary)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, Misuse("there is no library of planning errors %s; there is: %s, generic, none, or a file that shortleash distill makes",
			name, UsualErrors)
	}
	if err != nil {
		return nil, Misuse("cannot read %s: %v", name, Cause(err))
	}
	l, err := planerrors.Parse(name, text)
	if err != nil {
		return nil, Misuse("%s", Problem(err))
	}
	return l, nil
}
