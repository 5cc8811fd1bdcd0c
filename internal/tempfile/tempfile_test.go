package tempfile_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/internal/tempfile"
)

// What a killed process left goes with the next one; what is written now, or belongs to somebody else, stays.
func TestWhatIsLeftIsRemoved(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a[1].txt")
	killed, err := tempfile.Beside(path)
	require.NoError(t, err)
	require.NoError(t, killed.Close())
	assert.Regexp(t, `^\.a\[1\]\.txt\.\d+\.part$`, filepath.Base(killed.Name()))
	long := time.Now().Add(-time.Hour)
	require.NoError(t, os.Chtimes(killed.Name(), long, long))
	for _, name := range []string{".a[1].txt.part", ".a[1].txt.x.part", ".b.txt.1.part", "a[1].txt.5", "a[1].txt"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), nil, 0o600))
		require.NoError(t, os.Chtimes(filepath.Join(dir, name), long, long))
	}
	first, err := tempfile.Beside(path)
	require.NoError(t, err)
	defer first.Close()
	second, err := tempfile.Beside(path)
	require.NoError(t, err)
	defer second.Close()
	assert.NoFileExists(t, killed.Name())
	assert.FileExists(t, first.Name())
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, entries, 7)
}
