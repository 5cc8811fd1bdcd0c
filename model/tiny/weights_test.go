package tiny

import (
	"encoding/json"
	"io/fs"
	"os"
	"path"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTheWeightsInTheProgram(t *testing.T) {
	file := &fstest.MapFile{Data: fileBytes(t, randomFile(Sizes()[0], 1))}
	readme := &fstest.MapFile{Data: []byte("# Weights")}
	_, err := only(fstest.MapFS{"weights/README.md": readme})
	assert.Equal(t, ErrNoWeights, err)
	w, err := only(fstest.MapFS{"weights/README.md": readme, "weights/tutor-xs-f16.gguf": file})
	require.NoError(t, err)
	assert.Equal(t, Sizes()[0], w.shape)
	_, err = only(fstest.MapFS{"weights/a.gguf": file, "weights/b.gguf": file})
	assert.EqualError(t, err, "tiny: this program holds several models, want one: [weights/a.gguf weights/b.gguf]")
	_, err = only(fstest.MapFS{"weights/a.gguf": readme})
	assert.ErrorContains(t, err, `does not begin with "GGUF"`)
}

// What lies beside the weights is for people and tests; whoever runs the program does not carry it.
func TestTheProgramHoldsTheWeightsAndNothingElse(t *testing.T) {
	entries, err := fs.ReadDir(folder, "weights")
	require.NoError(t, err)
	for _, e := range entries {
		if path.Ext(e.Name()) != ".gguf" {
			assert.Equal(t, ".gitattributes", e.Name())
		}
	}
	assert.LessOrEqual(t, len(entries), 2)
}

// The trainer computes the same logits from the weights as they are in the file: tokens, and all
// logits behind some of them, positions counted from 0.
func TestTheWeightsAreTheTrainers(t *testing.T) {
	data, err := os.ReadFile("weights/reference.json")
	if err != nil {
		require.ErrorIs(t, err, fs.ErrNotExist)
		_, err := embedded()
		require.ErrorIs(t, err, ErrNoWeights, "weights without their reference.json")
		return // there is nothing to compare, and nothing that says otherwise
	}
	var reference struct {
		IDs       []uint16    `json:"ids"`
		Positions []int       `json:"positions"`
		Logits    [][]float64 `json:"logits"`
	}
	require.NoError(t, json.Unmarshal(data, &reference))
	w, err := embedded()
	require.NoError(t, err)
	require.NotEmpty(t, reference.Positions)
	require.Len(t, reference.Logits, len(reference.Positions))
	for i, position := range reference.Positions {
		s := newState(w.shape)
		require.NoError(t, w.feed(t.Context(), s, reference.IDs[:position+1], true))
		require.Len(t, reference.Logits[i], Size)
		first := 0
		for id, want := range reference.Logits[i] {
			assert.InDelta(t, want, s.logits[id], 1e-3, "token %d behind position %d", id, position)
			if want > reference.Logits[i][first] {
				first = id
			}
		}
		assert.Equal(t, uint16(first), best(s.logits, &everything))
	}
}

var everything = [maskWords]uint64{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}
