package sentence

import (
	"slices"
	"strings"
	"testing"

	"github.com/shortleash/shortleash/tutor/english/tables"
	"github.com/stretchr/testify/assert"
)

func TestTheTableOfPlaces(t *testing.T) {
	last := ""
	for _, record := range tables.Read("places", 2) {
		assert.Less(t, last, record[0], "the rows are sorted")
		last = record[0]
		prepositions := strings.Fields(record[1])
		assert.NotEmpty(t, prepositions, record[0])
		for i, name := range prepositions {
			assert.Contains(t, []string{"in", "on", "at"}, name, record[0])
			assert.False(t, slices.Contains(prepositions[:i], name), "%s: %s stands twice", record[0], name)
		}
	}
}
