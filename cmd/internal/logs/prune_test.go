package logs

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestPrune(t *testing.T) {
	folder := t.TempDir()
	now := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	file := func(name string, age time.Duration) string {
		path := filepath.Join(folder, name)
		require.NoError(t, os.WriteFile(path, []byte(`{"seq":1}`+"\n"), 0o600))
		require.NoError(t, os.Chtimes(path, now.Add(-age), now.Add(-age)))
		return path
	}
	old, fresh, other := file("old.ndjson", Lifetime+time.Second), file("fresh.ndjson", Lifetime), file("notes.txt", 2*Lifetime)
	held := file("held.ndjson", 2*Lifetime)
	w, err := Open(held)
	require.NoError(t, err)
	require.NoError(t, os.Chtimes(held, now.Add(-2*Lifetime), now.Add(-2*Lifetime)))

	done, err := Prune(folder, now.Add(-Lifetime))
	require.NoError(t, err)
	assert.Equal(t, Pruned{1, 10}, done)
	assert.NoFileExists(t, old)
	for _, path := range []string{fresh, other, held} {
		assert.FileExists(t, path)
	}
	assert.EqualValues(t, 20, Size([]string{fresh, held, old}))
	require.NoError(t, w.Close())
	done, err = Prune(folder, now.Add(-Lifetime))
	require.NoError(t, err)
	assert.Equal(t, 1, done.Files, "nobody writes it any more")
	done, err = Prune(filepath.Join(folder, "none"), now)
	assert.NoError(t, err)
	assert.Zero(t, done)
}
