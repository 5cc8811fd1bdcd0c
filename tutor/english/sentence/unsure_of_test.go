package sentence

import (
	"slices"
	"strings"
	"testing"

	"github.com/shortleash/shortleash/tutor/english/tables"
	"github.com/stretchr/testify/assert"
)

func TestTheTableOfOf(t *testing.T) {
	kinds := setOf("about any none idiom " + anyKinds)
	seen := map[string]bool{}
	previous := ""
	for _, record := range tables.Read("of", 2) {
		assert.LessOrEqual(t, previous, record[0], "rows are sorted")
		previous = record[0]
		for _, kind := range strings.Fields(record[0]) {
			assert.True(t, kinds[kind], "%s: no kind", kind)
		}
		nouns := strings.Fields(record[1])
		assert.True(t, slices.IsSorted(nouns), "%s: not sorted: %s …", record[0], record[1][:min(40, len(record[1]))])
		for _, noun := range nouns {
			assert.False(t, seen[noun], "%s stands twice", noun)
			seen[noun] = true
			assert.Equal(t, record[0] == "idiom", strings.Contains(noun, "_"), noun)
			if record[0] == "idiom" {
				assert.Contains(t, strings.Split(noun, "_"), "of", noun)
			}
		}
	}
	assert.Greater(t, len(seen), 900)
}
