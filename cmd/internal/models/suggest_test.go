package models

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/model/ollama"
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

// The model that is taken is the largest that the machine holds and that is not slow for its size.
func TestFittest(t *testing.T) {
	m := func(name, parameters string, gigabytes int64) ollama.ModelInfo {
		return ollama.ModelInfo{Name: name, Parameters: parameters, SizeBytes: gigabytes << 30}
	}
	small, middle, other, large, huge := m("small", "135M", 0), m("middle", "1.5B", 1), m("other", "1.5B", 1), m("large",
		"7B", 5), m("huge", "32B", 19)
	embeds, cloud := m("nomic-embed", "7B", 1), ollama.ModelInfo{Name: "cloud", Parameters: "8B", Remote: true}
	for _, row := range []struct {
		list   []ollama.ModelInfo
		memory int64
		want   string
	}{
		{[]ollama.ModelInfo{small, middle, other}, 16 << 30, "middle"},
		{[]ollama.ModelInfo{small, large, middle}, 16 << 30, "large"},
		{[]ollama.ModelInfo{small, large, middle}, 4 << 30, "middle"},
		{[]ollama.ModelInfo{huge, small}, 64 << 30, "huge"},
		{[]ollama.ModelInfo{huge, large}, 64 << 30, "large"},
		{[]ollama.ModelInfo{huge}, 64 << 30, "huge"},
		{[]ollama.ModelInfo{huge, large}, 2 << 30, "large"},
		{[]ollama.ModelInfo{middle, large}, 0, "large"},
		{[]ollama.ModelInfo{embeds, cloud}, 0, ""},
	} {
		got, ok := Fittest(row.list, row.memory)
		assert.Equal(t, row.want, got.Name)
		assert.Equal(t, row.want != "", ok)
	}
}
