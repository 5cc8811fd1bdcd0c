package main

import (
	"errors"
	"os"
	"strings"

	"github.com/shortleash/shortleash/planner/planerrors"
)

// readLibrary returns a library of planning errors by its name, or from a file.
func readLibrary(name string) (*planerrors.Library, error) {
	switch name {
	case usualErrors:
		return planerrors.Core(), nil
	case "generic":
		return planerrors.Generic(), nil
	case "none":
		return planerrors.None(), nil
	}
	text, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil, misuse("there is no library of planning errors %s; there is: %s, generic, none, or a file that tutor distill makes", name, usualErrors)
	}
	if err != nil {
		return nil, misuse("cannot read %s: %v", name, cause(err))
	}
	l, err := planerrors.Parse(name, text)
	if err != nil {
		return nil, misuse("%s", strings.TrimPrefix(err.Error(), "planerrors: "))
	}
	return l, nil
}
