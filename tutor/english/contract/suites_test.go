package contract

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A suiteItem is one line of a suite that testdata/README.md describes.
type suiteItem struct {
	ID         string   `json:"id"`
	Suite      string   `json:"suite"`
	Input      string   `json:"input"`
	Accept     []string `json:"accept"`
	Clean      bool     `json:"clean"`
	DetectOnly bool     `json:"detect_only"`
	Note       string   `json:"note"`
}

// Of the suites that grew to tens of thousands of sentences one in fourteen is kept, by the hash in its id: no one chose
// them, and they are 2,500 at most.
func TestSampledSuites(t *testing.T) {
	kept := 0
	for _, name := range []string{"learners", "right"} {
		text, err := os.ReadFile("../../../testdata/" + name + ".jsonl")
		require.NoError(t, err)
		for line := range bytes.Lines(text) {
			var item suiteItem
			require.NoError(t, json.Unmarshal(line, &item))
			_, digits, _ := strings.Cut(item.ID, "-")
			hash, err := strconv.ParseUint(digits, 16, 64)
			require.NoError(t, err)
			assert.Zero(t, hash%14, item.ID)
			kept++
		}
	}
	assert.LessOrEqual(t, kept, 2500)
}

func TestSuitesOfSentencesAreWellFormed(t *testing.T) {
	for name, least := range map[string]struct{ wrong, right int }{"beyond": {100, 50}, "learners": {500, 800},
		"right": {0, 350}} {
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile("../../../testdata/" + name + ".jsonl")
			require.NoError(t, err)
			seen := map[string]bool{}
			wrong, right := 0, 0
			for line := range bytes.Lines(text) {
				var item suiteItem
				d := json.NewDecoder(bytes.NewReader(line))
				d.DisallowUnknownFields()
				require.NoError(t, d.Decode(&item), "%s", line)
				sum := sha256.Sum256([]byte(item.Input))
				assert.Equal(t, name+"-"+hex.EncodeToString(sum[:5]), item.ID)
				assert.Equal(t, name, item.Suite)
				assert.False(t, seen[item.Input], "%q stands twice", item.Input)
				assert.NotEmpty(t, item.Note, item.Input)
				assert.Equal(t, item.Clean, len(item.Accept) == 0, item.Input)
				assert.False(t, slices.Contains(item.Accept, item.Input), item.Input)
				seen[item.Input] = true
				if item.Clean {
					right++
				} else {
					wrong++
				}
			}
			assert.GreaterOrEqual(t, wrong, least.wrong)
			assert.GreaterOrEqual(t, right, least.right)
		})
	}
}
