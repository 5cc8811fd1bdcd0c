package errchain_test

import (
	"errors"
	"fmt"
	"io/fs"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/shortleash/shortleash/internal/errchain"
)

type snake struct{}

func (snake) Error() string   { return "snake" }
func (s snake) Unwrap() error { return s }

type tree struct{}

func (tree) Error() string     { return "tree" }
func (t tree) Unwrap() []error { return []error{t, t} }

func TestFindIsAsForOrdinaryErrors(t *testing.T) {
	path := &fs.PathError{Op: "open", Path: "x", Err: fs.ErrNotExist}
	for _, err := range []error{nil, path, fmt.Errorf("a: %w", path), errors.Join(errors.New("b"), fmt.Errorf("c: %w", path)),
		errors.New("d")} {
		want, is := errors.AsType[*fs.PathError](err)
		got, ok := errchain.Find[*fs.PathError](err)
		assert.Equal(t, is, ok, "%v", err)
		assert.Equal(t, want, got, "%v", err)
	}
}

func TestAChainWithoutAnEndEnds(t *testing.T) {
	for _, err := range []error{snake{}, tree{}, errors.Join(snake{}, tree{})} {
		_, ok := errchain.Find[*fs.PathError](err)
		assert.False(t, ok)
	}
}
