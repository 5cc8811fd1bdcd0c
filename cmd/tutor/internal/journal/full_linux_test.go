package journal

import (
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestAFullDiskChangesNothing bounds the size of files, which fails as a full disk does: a part of the
// file is written, then comes the error.
func TestAFullDiskChangesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "learner.jsonl")
	j := At(path)
	update(t, j, func(b *Book) { b.Missed("a", "A", monday) })
	before, err := os.ReadFile(path)
	require.NoError(t, err)

	signal.Ignore(syscall.SIGXFSZ)
	defer signal.Reset(syscall.SIGXFSZ)
	var usual syscall.Rlimit
	require.NoError(t, syscall.Getrlimit(syscall.RLIMIT_FSIZE, &usual))
	bound := usual
	bound.Cur = uint64(len(before) + 100)
	require.NoError(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &bound))
	failed := j.Update(t.Context(), func(b *Book) error {
		b.Add(Entry{At: monday, Source: Written, Sentence: strings.Repeat("long ", 100)})
		return nil
	})
	require.NoError(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &usual))

	assert.ErrorIs(t, failed, syscall.EFBIG)
	after, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, string(before), string(after))
	assert.Equal(t, []string{"learner.jsonl", "learner.jsonl.lock"}, names(t, filepath.Dir(path)), "no part is left")
}
