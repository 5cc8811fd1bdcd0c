//go:build unix

package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// No other user of the machine reads what learners wrote.
func TestFilesWithLearnersTextsArePrivate(t *testing.T) {
	s := newStage(t)
	s.env["HOME"] = filepath.Join(s.dir, "home")
	made := filepath.Join(s.dir, "made")
	require.NoError(t, os.Mkdir(made, 0o755))
	class := s.file("ana.txt", "He goed.\n")
	require.NoError(t, os.Chmod(class, 0o644))
	in := func(name string) string { return filepath.Join(made, name) }
	for _, args := range [][]string{
		{"--model", "rules", "--log", in("log"), "He goed."},
		{"batch", class, "-o", in("out.jsonl"), "--model", "rules"},
	} {
		code, _, stderr := s.exec(args...)
		require.Zero(t, code, stderr)
	}
	seen := 0
	for _, root := range []string{made, s.env["HOME"]} {
		require.NoError(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			require.NoError(t, err)
			info, err := d.Info()
			require.NoError(t, err)
			if d.Type().IsRegular() {
				seen++
				assert.Equal(t, fs.FileMode(0o600), info.Mode().Perm(), path)
			}
			return nil
		}))
	}
	assert.GreaterOrEqual(t, seen, 3)
}
