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

// The model that is taken is, of those that the machine holds, the one that was measured best, else the largest that is not slow for
// its size.
func TestFittest(t *testing.T) {
	const largest, best = "the largest that fits, up to 9 billion parameters", "measured best by `shortleash bench`"
	const others = ", of those not measured by `shortleash bench`"
	m := func(name, parameters string, gigabytes int64) ollama.ModelInfo {
		return ollama.ModelInfo{Name: name, Parameters: parameters, SizeBytes: gigabytes << 30}
	}
	small, middle, other, large, huge := m("small", "135M", 0), m("middle", "1.5B", 1), m("other", "1.5B", 1), m("large",
		"7B", 5), m("huge", "32B", 19)
	embeds, cloud := m("nomic-embed", "7B", 1), ollama.ModelInfo{Name: "cloud", Parameters: "8B", Remote: true}
	for _, row := range []struct {
		list      []ollama.ModelInfo
		memory    int64
		right     string // calls of ten, of each of the list; "?": not measured
		want, why string
	}{
		{[]ollama.ModelInfo{small, middle, other}, 16 << 30, "???", "middle", largest},
		{[]ollama.ModelInfo{small, large, middle}, 16 << 30, "???", "large", largest},
		{[]ollama.ModelInfo{small, large, middle}, 4 << 30, "???", "middle", largest},
		{[]ollama.ModelInfo{small}, 4 << 30, "?", "small", largest},
		{[]ollama.ModelInfo{huge, small}, 64 << 30, "??", "huge", "the smallest that is slow without a GPU"},
		{[]ollama.ModelInfo{huge, large}, 64 << 30, "??", "large", largest},
		{[]ollama.ModelInfo{huge}, 64 << 30, "?", "huge", "the smallest that is slow without a GPU"},
		{[]ollama.ModelInfo{huge, large}, 2 << 30, "??", "large", "the smallest, which is too large for this machine"},
		{[]ollama.ModelInfo{middle, large}, 0, "??", "large", largest},

		{[]ollama.ModelInfo{large, middle}, 16 << 30, "69", "middle", best},
		{[]ollama.ModelInfo{large, middle}, 16 << 30, "77", "large", best},
		{[]ollama.ModelInfo{large, middle}, 16 << 30, "?9", "middle", best},
		{[]ollama.ModelInfo{large, middle}, 16 << 30, "?4", "large", largest + others},
		{[]ollama.ModelInfo{large, middle}, 16 << 30, "?6", "large", largest + others},
		{[]ollama.ModelInfo{large, middle}, 16 << 30, "0?", "middle", largest + others},
		{[]ollama.ModelInfo{large, small}, 16 << 30, "0?", "small", largest + others},
		{[]ollama.ModelInfo{middle, small}, 16 << 30, "4?", "middle", best},
		{[]ollama.ModelInfo{huge, middle}, 64 << 30, "?4", "middle", best},
		{[]ollama.ModelInfo{large, middle}, 4 << 30, "90", "middle", largest},
		{[]ollama.ModelInfo{large}, 16 << 30, "0", "large", largest},
	} {
		var list []candidate
		for i, right := range row.right {
			of := Measured{Right: int(right - '0'), Of: 10}
			if right == '?' {
				of = Measured{}
			}
			list = append(list, candidate{row.list[i], of})
		}
		got, why := fittest(list, row.memory)
		assert.Equal(t, row.want+": "+row.why, got.Name+": "+why, "%+v", row)
	}
	none, _ := Hosts{}.Fittest(t.Context(), "127.0.0.1:1", []ollama.ModelInfo{embeds, cloud})
	assert.Empty(t, none)
}
