package tiny

import (
	"encoding/json"
	"os"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The trainer computes the same logits from the weights as they are in the file: tokens, and all
// logits after some of them, positions counted from 0.
func TestTheWeightsAreTheTrainers(t *testing.T) {
	data, err := os.ReadFile("../../tutor/weights/reference.json")
	require.NoError(t, err)
	var reference struct {
		IDs       []uint16    `json:"ids"`
		Positions []int       `json:"positions"`
		Logits    [][]float64 `json:"logits"`
	}
	require.NoError(t, json.Unmarshal(data, &reference))
	w := released()
	require.NotEmpty(t, reference.Positions)
	require.Len(t, reference.Logits, len(reference.Positions))
	for i, position := range reference.Positions {
		s := newState(w.shape, w.tokenizer.Size())
		require.NoError(t, w.feed(t.Context(), s, reference.IDs[:position+1], true))
		require.Len(t, reference.Logits[i], w.tokenizer.Size())
		first, everything := 0, slices.Repeat([]uint64{^uint64(0)}, w.tokenizer.Size()/64)
		for id, want := range reference.Logits[i] {
			assert.InDelta(t, want, s.logits[id], 1e-3, "token %d after position %d", id, position)
			if want > reference.Logits[i][first] {
				first = id
			}
		}
		assert.Equal(t, uint16(first), argmax(s.logits, everything))
	}
}

// released returns the tutor's weights, which are the ones there are.
var released = sync.OnceValue(func() *weights {
	file, err := os.ReadFile("../../tutor/weights/tutor.gguf")
	if err != nil {
		panic(err)
	}
	w, err := read(file)
	if err != nil {
		panic(err)
	}
	return w
})

// testTokenizer has the tutor's pieces.
func testTokenizer() *Tokenizer { return released().tokenizer }
