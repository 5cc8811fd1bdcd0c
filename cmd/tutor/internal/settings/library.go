package settings

import (
	"errors"
	"io/fs"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/planner/planerrors"
)

// maxLibrary bounds the file of a library, in bytes.
const maxLibrary = 10_000_000

// ReadLibrary returns a library of planning errors by its name, or from a file.
func ReadLibrary(name string) (*planerrors.Library, error) {
	switch name {
	case cli.UsualErrors:
		return planerrors.Core(), nil
	case "generic":
		return planerrors.Generic(), nil
	case "none":
		return planerrors.None(), nil
	}
	text, err := cli.ReadFile(name, maxLibrary)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, cli.Misuse("there is no library of planning errors %s; there is: %s, generic, none, or a file that tutor distill makes", name, cli.UsualErrors)
	}
	if err != nil {
		return nil, cli.Misuse("cannot read %s: %v", name, cli.Cause(err))
	}
	l, err := planerrors.Parse(name, text)
	if err != nil {
		return nil, cli.Misuse("%s", cli.Problem(err))
	}
	return l, nil
}
