package settings

import (
	"errors"
	"os"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/planner/planerrors"
)

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
	text, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
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
