package hostile

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Each family makes JSON at each size, and more of it as it grows, unless a number in it grows alone.
func TestFamiliesGrow(t *testing.T) {
	names := map[string]bool{}
	for _, f := range Families() {
		assert.False(t, names[f.Name], "%s stands twice", f.Name)
		names[f.Name] = true
		n := f.Start()
		for range 3 {
			text := f.Make(n)
			assert.True(t, json.Valid(text), "%s, %d: %.200s", f.Name, n, text)
			assert.NotContains(t, string(text), "%!", f.Name)
			next := f.Make(f.Next(n))
			assert.GreaterOrEqual(t, len(next), len(text), f.Name)
			assert.NotEqual(t, string(text), string(next), f.Name)
			n = f.Next(n)
		}
	}
	assert.Greater(t, len(names), 80)
}
