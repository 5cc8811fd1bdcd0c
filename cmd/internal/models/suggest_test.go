package models

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSuggestions(t *testing.T) {
	var before int64
	for line := range strings.Lines(suggestions) {
		s, err := parseSuggestion(strings.TrimSuffix(line, "\n"))
		require.NoError(t, err)
		assert.Greater(t, s.SizeBytes, before, "smallest first")
		before = s.SizeBytes
	}
	for _, bad := range []string{"a", "a\tb\tc", "a\t1"} {
		_, err := parseSuggestion(bad)
		assert.Error(t, err)
	}
	assert.Len(t, suitable(0, nil), 3, "of an unknown memory, the smallest")
	assert.Empty(t, suitable(2<<30, nil))
	small := suitable(8<<30, map[string]bool{"llama3.2:1b": true})
	for _, s := range small {
		assert.LessOrEqual(t, s.SizeBytes, int64(4e9))
		assert.NotEqual(t, "llama3.2:1b", s.Name)
	}
	assert.NotEmpty(t, small)
}
