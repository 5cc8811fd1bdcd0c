package grammar

import (
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A completion of many required members looks at each of them once: before each member it lists those that may come, and
// not all that there are.
func TestACompletionOfManyMembersTakesNoSquare(t *testing.T) {
	g, err := Compile([]byte(`{"type":"object","properties":{`+repeated(4096, `"m%d":{}`)+`},"required":[`+repeated(4096, `"m%d"`)+`]}`), Options{})
	require.NoError(t, err)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	rest := g.Matcher().MinimalCompletion()
	runtime.ReadMemStats(&after)
	require.NoError(t, g.Check(rest))
	assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(1<<26), "%d bytes of text", len(rest))
}

// Nor does one of a long name, at each byte of which it is asked whether the name ends.
func TestACompletionOfALongNameTakesNoSquare(t *testing.T) {
	best := func(n int) time.Duration {
		name := make([]byte, n)
		for i := range name {
			name[i] = 'x'
		}
		g, err := Compile([]byte(`{"type":"object","properties":{"`+string(name)+`":{"type":"null"}},"required":["`+string(name)+`"]}`), Options{})
		require.NoError(t, err)
		least := time.Hour
		for range 3 {
			start := time.Now()
			rest := g.Matcher().MinimalCompletion()
			least = min(least, time.Since(start))
			require.Greater(t, len(rest), n)
		}
		return least
	}
	short, long := best(1<<14), best(1<<17)
	assert.Less(t, long, 30*short+10*time.Millisecond, "8 times the length, and 64 times the time would be the square")
}
