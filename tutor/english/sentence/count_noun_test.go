package sentence

import (
	"slices"
	"strings"
	"testing"

	"github.com/shortleash/shortleash/tutor/english/tables"
	"github.com/stretchr/testify/assert"
)

// The table of count nouns is sorted, has each noun once, and no noun that the lexicon has for a mass or a plural.
func TestTheTableOfCountNouns(t *testing.T) {
	records := tables.Read("count", 2)
	assert.True(t, slices.IsSortedFunc(records, slices.Compare))
	seen := map[string]bool{}
	lex := theLexicon()
	for _, record := range records {
		words := strings.Fields(record[1])
		assert.NotEmpty(t, words, record[0])
		assert.True(t, slices.IsSorted(words), record[1])
		switch record[0] {
		case "phrase", "lost":
			for _, row := range words {
				assert.Contains(t, row, "_")
			}
		case "role", "described":
		default:
			for _, noun := range words {
				assert.False(t, seen[noun], "%s stands twice", noun)
				seen[noun] = true
				assert.False(t, lex.nouns["plural"][noun] && noun != "police", noun)
				assert.Empty(t, lex.plural[noun], noun)
			}
		}
	}
	assert.Greater(t, len(seen), 1500)
	for role := range theCountNouns().roles {
		assert.True(t, seen[role], role)
	}
}
