package grammar

import (
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// allocated returns how many bytes do allocates, what the collector takes back included.
func allocated(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// What is released more often than it is asked for waits for the collector, which itself waits for the
// heap to double: such a heap grows without end.
func TestReleasedClonesAreTheNextOnes(t *testing.T) {
	g, err := Compile(t.Context(), []byte(`{}`), Options{})
	require.NoError(t, err)
	m := g.Matcher()
	_, err = m.Feed(t.Context(), []byte(`{"`+strings.Repeat(`a`, 1<<16)+`":[`))
	require.NoError(t, err)
	const clones = 200
	got := allocated(func() {
		for range clones {
			c := m.Clone()
			_, err := c.Feed(t.Context(), []byte(`1`))
			require.NoError(t, err)
			c.Release()
		}
	})
	assert.Less(t, got, uint64(clones/2)<<16, "half of what a copy each would take: with -race a pool forgets one in four")
}

func TestAClonesMemoryHoldsNothingOfAnEarlierWalk(t *testing.T) {
	g, err := Compile(t.Context(), []byte(`{"type":"array","items":{"type":"integer","minimum":1,"maximum":2},"uniqueItems":true}`),
		Options{Whitespace: Foreign()})
	require.NoError(t, err)
	for range 20 {
		one, two := g.Matcher(), g.Matcher()
		for m, text := range map[*Matcher]string{one: `[1,`, two: `[2,`} {
			_, err := m.Feed(t.Context(), []byte(text))
			require.NoError(t, err)
		}
		assert.False(t, hasByte(one, '1'), "which it remembers for what follows its first item")
		one.Release()
		clone := two.Clone() // of the memory of one, as a rule
		assert.True(t, hasByte(clone, '1'))
		assert.False(t, hasByte(clone, '2'))
		clone.Release()
	}
}

func hasByte(m *Matcher, b byte) bool {
	next := m.Next()
	return next.Has(b)
}
