package sentence

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A learner who still types sends half a sentence, without a mark at its end. It is read like any other: rules look at the words after a verb, and there may be none.
func TestUnfinishedSentencesAreRead(t *testing.T) {
	texts := []string{"He said things that almost never", "were is the first time I see the new teacher.", "at was rain that spoiled It harvest when we lived there."}
	lines, err := os.ReadFile("testdata/tempting.txt")
	require.NoError(t, err)
	tails := strings.Fields("never that to not and very is do so the of as than both how more her by have only")
	for i, line := range strings.Split(string(lines), "\n") {
		words := strings.Fields(strings.TrimRight(line, ".!? "))
		if len(words) == 0 {
			continue
		}
		texts = append(texts, strings.Join(words[:1+i%len(words)], " ")+" almost "+tails[i%len(tails)], strings.Join(words[:1+i*7%len(words)], " ")+" "+tails[i*3%len(tails)])
	}
	for _, text := range texts {
		assert.NotPanics(t, func() { Analyze(text) }, text)
	}
}
