package trace_test

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/tutor/train/trace"
)

func TestAShardIsFourFilesOfNumbers(t *testing.T) {
	name := filepath.Join(t.TempDir(), "train00000")
	w, err := trace.NewWriter(name)
	require.NoError(t, err)
	w.Write(trace.Trace{IDs: []uint16{258, 65}, Kinds: []trace.Kind{trace.Given, trace.Choice},
		Masks: [][]uint64{{0, 1 << 1, 0, 0, 7}}})
	w.Write(trace.Trace{IDs: []uint16{257}, Kinds: []trace.Kind{trace.Forced}})
	require.NoError(t, w.Close())

	read := func(ending string) []byte {
		b, err := os.ReadFile(name + ending)
		require.NoError(t, err)
		return b
	}
	assert.Equal(t, []byte{2, 1, 65, 0, 1, 1}, read(".ids"))
	assert.Equal(t, []byte{0, 2, 1}, read(".kinds"))
	masks := read(".masks")
	require.Len(t, masks, 40)
	assert.Equal(t, byte(2), masks[8], "token 65 is bit 1 of the second word")
	var index []int64
	for b := read(".index"); len(b) > 0; b = b[8:] {
		index = append(index, int64(binary.LittleEndian.Uint64(b)))
	}
	assert.Equal(t, []int64{0, 0, 2, 1, 3, 1}, index)
}

func TestNothingIsThereUntilItIsWhole(t *testing.T) {
	folder := t.TempDir()
	w, err := trace.NewWriter(filepath.Join(folder, "train00000"))
	require.NoError(t, err)
	w.Write(trace.Trace{IDs: []uint16{257}, Kinds: []trace.Kind{trace.Forced}})
	names, err := filepath.Glob(filepath.Join(folder, "*.ids"))
	require.NoError(t, err)
	assert.Empty(t, names)
	w.Abort()
	left, err := os.ReadDir(folder)
	require.NoError(t, err)
	assert.Empty(t, left)

	_, err = trace.NewWriter(filepath.Join(folder, "missing", "train00000"))
	assert.ErrorIs(t, err, os.ErrNotExist)
}
