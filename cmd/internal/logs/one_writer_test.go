//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package logs

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Case 55.
func TestALogHasOneWriter(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	first, err := Open(path)
	require.NoError(t, err)
	_, err = Open(path)
	assert.ErrorIs(t, err, ErrHeld)
	require.NoError(t, first.Close())
	second, err := Open(path)
	require.NoError(t, err, "whoever is done lets go")
	require.NoError(t, second.Close())
}
