package acceptability

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestWords(t *testing.T) {
	assert.Equal(t, []string{"she", "does", "not", "like", "ana", "'s", "cafés", ",", "12", "!"}, Words("She doesn’t like Ana's (cafés), 12!"))
	assert.Empty(t, Words(" \t"))
}

func TestFeatures(t *testing.T) {
	frequent := setOf("the is")
	once, twice := Features("The cat is big.", frequent), Features("The cat is big.", frequent)
	assert.Equal(t, once, twice)
	assert.IsIncreasing(t, once, "each once, in order")
	assert.NotEqual(t, once, Features("The is cat big.", frequent))
	assert.NotEmpty(t, Features("", nil), "a sentence without words has an end too")
	for _, i := range once {
		assert.Less(t, i, Buckets)
	}
}

func TestClasses(t *testing.T) {
	frequent := setOf("the")
	for word, want := range map[string]string{"the": "the", "1999": "#", "beautiful": "~adjective", "kitchens": "~s", "quickly": "~ly", "oz": "~"} {
		assert.Equal(t, want, class(word, frequent), word)
	}
	assert.Equal(t, class("sings", frequent), class("brings", frequent), "verbs count by their forms")
	assert.NotEqual(t, class("sings", frequent), class("singing", frequent))
}

func TestQuantize(t *testing.T) {
	for _, x := range []float64{0, Scale, -Scale, 1, -1.5} {
		assert.InDelta(t, x, float64(int8(Quantize(x)))*Scale, Scale/2)
	}
	assert.Equal(t, byte(127), Quantize(1e9))
	assert.Equal(t, int8(-127), int8(Quantize(-1e9)))
}

func TestTheWeights(t *testing.T) {
	require.Len(t, weights, Buckets)
	for _, right := range []string{"She can swim.", "I like coffee.", "My brother works in a bank.", "There are two books on the table.", "They are playing football in the park."} {
		assert.False(t, Doubtful(right), right)
	}
	for _, wrong := range []string{"I have 25 years old.", "She is more tall than her brother.", "Is very important study every day.", "I like very much the football.", "My house is in front the park of my city."} {
		assert.True(t, Doubtful(wrong), wrong)
	}
}

// The weights fit what they were trained on: suites that have grown since are a reason to train again.
func TestTheWeightsFitTheSuites(t *testing.T) {
	doubtful := func(suite string, clean bool) float64 {
		file, err := os.Open(filepath.Join("..", "..", "..", "testdata", suite+".jsonl"))
		require.NoError(t, err)
		defer func() { require.NoError(t, file.Close()) }()
		all, doubted := 0, 0
		lines := bufio.NewScanner(file)
		for lines.Scan() {
			var item struct {
				Input string
				Clean bool
			}
			require.NoError(t, json.Unmarshal(lines.Bytes(), &item))
			if item.Clean != clean {
				continue
			}
			all++
			if Doubtful(item.Input) {
				doubted++
			}
		}
		require.NoError(t, lines.Err())
		share := 100 * float64(doubted) / float64(all)
		t.Logf("%s, right: %v: %.1f %% doubtful", suite, clean, share)
		return share
	}
	assert.Less(t, doubtful("learners", true), 5.0)
	assert.Less(t, doubtful("right", true), 8.0)
	assert.Greater(t, doubtful("seen", false), 80.0)
}

func FuzzDoubt(f *testing.F) {
	for _, s := range []string{"", "She can swim.", "’n't", "\xff é 1a"} {
		f.Add(s)
	}
	f.Fuzz(func(_ *testing.T, s string) { Doubt(s) })
}

func BenchmarkDoubt(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Doubt("My brother works in a bank near the station, and my sister studies medicine.")
	}
}
